import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import * as z from 'zod';

/**
 * A backup is SQL, packed by gzip: a comment that says what it is and carries the keys, the rows of each table as
 * `copy … from stdin` takes them, and a comment that says how many there are. Its schema is that of the migrations it names.
 */
const backupHeader = z.object({
  talaan_backup: z.literal(1),
  version: z.string(),
  made_at: z.string(),
  /** What had run, in order; a hash is null where the database kept none yet. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string().nullable() })).min(1),
  /** Checks that rows from before them do not pass, such as `account.account_role_group`. */
  unchecked: z.array(z.string()).default([]),
  /** Text of the files that belong to the books and stand in the data folder, by name. */
  files: z.record(z.string(), z.string()),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const backupEnd = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
});
export type BackupEnd = z.infer<typeof backupEnd>;

/** The head of the audit trail with its key, and the key that seals secrets: what the books need beside the database. */
export const KEPT_FILES = ['audit-head.json', 'audit-key.pem', 'sealing.key'];

/** A backup that cannot be made or used; one sentence with the way out. */
export class BackupRefusal extends Error {}

export const commentOf = (value: BackupHeader | BackupEnd) => `-- ${JSON.stringify(value)}\n`;
export const copyStatement = (table: BackedUpTable) => `copy public.${table.name} (${table.columns}) from stdin`;
export const END_OF_ROWS = '\\.\n';

export interface BackedUpTable {
  readonly name: string;
  /** Quoted and parted by commas; what is generated from others is made again. */
  readonly columns: string;
}

/**
 * Tables whose rows a backup has. What is empty after a crash is left out, and so is what belongs to one database and its
 * server: the passwords of its run-time roles, the migrator's lock and the job queue, which begins anew.
 */
export async function backedUpTables(client: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname not in ('installation', 'kysely_migration_lock')
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** Where the sum of a backup stands, as `sha256sum -c` reads it. */
export const sumFile = (file: string) => `${file}.sha256`;

/** SHA-256 of a file in hexadecimal digits. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Refuses a file that is not what its sum, where one stands beside it, was taken of. */
export async function requireSum(file: string): Promise<void> {
  if (!existsSync(file)) throw new BackupRefusal(`There is no file ${file}.`);
  if (!existsSync(sumFile(file))) return;
  const [kept] = (await readFile(sumFile(file), 'utf8')).split(' ');
  if (kept !== (await sumOf(file))) {
    throw new BackupRefusal(
      `${file} is not what was written: its SHA-256 differs from ${sumFile(file)}. Take another copy.`,
    );
  }
}

export interface BackupReader {
  header?(header: BackupHeader): Promise<void>;
  /** Must take all rows. */
  table(table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void>;
}

/** Takes the rows of a table and does nothing with them. */
export async function takeAll(_table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _some of rows);
}

/** Reads a backup from its beginning to its end, and refuses one that was cut off or says less than it counted. */
export async function readBackup(file: string, reader: BackupReader): Promise<BackupEnd> {
  const lines = linesOf(file);
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new BackupRefusal(`${file} was cut off. Take another copy.`);
    return value;
  };
  try {
    const header = backupHeader.safeParse(parseComment(await next())).data;
    if (!header) throw new BackupRefusal(`${file} is no backup of Talaan, or one of a later release.`);
    await reader.header?.(header);
    const counted: Record<string, number> = {};
    for (;;) {
      const line = await next();
      const [, name, columns] = /^copy public\.(\S+) \((.+)\) from stdin;\n$/.exec(line.toString()) ?? [];
      if (!name || !columns) return requireCounted(file, backupEnd.safeParse(parseComment(line)).data, counted);
      counted[name] = 0;
      await reader.table(
        { name, columns },
        rowsOf(next, () => (counted[name]! += 1)),
      );
    }
  } finally {
    await lines.return(undefined);
  }
}

function requireCounted(file: string, end: BackupEnd | undefined, counted: Record<string, number>): BackupEnd {
  const tables = Object.entries(end?.rows ?? {});
  if (!end || tables.length !== Object.keys(counted).length || tables.some(([name, rows]) => counted[name] !== rows)) {
    throw new BackupRefusal(`${file} has not the rows that it counted. Take another copy.`);
  }
  return end;
}

function parseComment(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString().slice('-- '.length));
  } catch {
    return undefined; // no comment of ours
  }
}

const CHUNK_BYTES = 65_536;

/** The rows of a table up to their end, many at a time. */
async function* rowsOf(next: () => Promise<Buffer>, count: () => void): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for (
    let line = await next();
    line.length !== END_OF_ROWS.length || line.toString() !== END_OF_ROWS;
    line = await next()
  ) {
    count();
    gathered.push(line);
    bytes += line.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}

/** The unpacked lines of a file, each with its end. */
async function* linesOf(file: string): AsyncGenerator<Buffer, void> {
  const unpacked = createGunzip({ chunkSize: 4 * CHUNK_BYTES });
  // Its failure is thrown where the lines are read.
  pipeline(createReadStream(file), unpacked).catch(() => {});
  let begun: Buffer[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
        begun = [];
        from = end + 1;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new BackupRefusal(`${file} cannot be unpacked (${(error as Error).message}). Take another copy.`);
  }
}
