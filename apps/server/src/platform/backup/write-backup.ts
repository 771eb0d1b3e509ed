import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';
import {
  backedUpTables,
  BackupRefusal,
  commentOf,
  copyStatement,
  END_OF_ROWS,
  KEPT_FILES,
  readBackup,
  sumFile,
  sumOf,
  takeAll,
  type BackupEnd,
  type BackupHeader,
} from './backup-file.ts';
import { copyOut } from './copy-rows.ts';

export interface BackupSource {
  /** Connection of the owner: some secrets are his alone to read. */
  readonly ownerUrl: string;
  /** The folder of the keys. */
  readonly dataDir: string;
  /** Of the program. */
  readonly version: string;
}

export interface WrittenBackup {
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

/**
 * Writes the whole of the books into `file`, which must not be there yet, as they were at one moment, while the server runs;
 * reads it back to its end, and writes its SHA-256 beside it. What fails leaves no file under that name.
 */
export async function writeBackup(file: string, source: BackupSource): Promise<WrittenBackup> {
  if (existsSync(file))
    throw new BackupRefusal(`${file} is there already, and no backup is written over. Name another file.`);
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    const packed = createGzip();
    const end = await Promise.all([
      writeBooks(packed, source),
      // Keys are in it: it is for this account alone.
      pipeline(packed, createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })),
    ]).then(([written]) => written);
    await readBackup(unfinished, { table: takeAll });
    const sha256 = await sumOf(unfinished);
    await writeFile(sumFile(file), `${sha256}  ${path.basename(file)}\n`);
    await rename(unfinished, file);
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
    return { bytes: (await stat(file)).size, sha256, rows };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Everything is read in one snapshot. Its first sight of the database comes after that of the head of the trail, so its seal is in it. */
async function writeBooks(packed: Gzip, { ownerUrl, dataDir, version }: BackupSource): Promise<BackupEnd> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // whoever waits for an answer is told
  try {
    const files = await keptFiles(dataDir);
    await client.connect();
    await client.query(`begin isolation level repeatable read read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off;
      set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3`);
    const migrations = await ranMigrations(client);
    const write = (text: string) => packed.write(text) || packed.destroyed || once(packed, 'drain');
    const unchecked = await readUnchecked(client);
    await write(
      commentOf({ talaan_backup: 1, version, made_at: new Date().toISOString(), migrations, unchecked, files }),
    );
    const rows: BackupEnd['rows'] = {};
    for (const table of await backedUpTables(client)) {
      await write(`${copyStatement(table)};\n`);
      rows[table.name] = await copyOut(client, `copy public.${table.name} (${table.columns}) to stdout`, packed);
      await write(END_OF_ROWS);
    }
    const end = { rows, sequences: await readSequences(client) };
    packed.end(commentOf(end));
    return end;
  } catch (error) {
    packed.destroy(error as Error);
    throw error;
  } finally {
    await client.end();
  }
}

async function keptFiles(dataDir: string): Promise<BackupHeader['files']> {
  const there = KEPT_FILES.filter((name) => existsSync(path.join(dataDir, name)));
  const read = there.map(async (name) => [name, await readFile(path.join(dataDir, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** The migrations of this database, in order; none where it is empty. */
export async function ranMigrations(client: pg.Client): Promise<BackupHeader['migrations']> {
  const found = await client.query<{ name: string | null }>(
    "select unnest(array[to_regclass('kysely_migration'), to_regclass('migration_hash')])::text as name",
  );
  const [migrations, hashes] = found.rows.map(({ name }) => name);
  if (!migrations) return [];
  const { rows } = await client.query<BackupHeader['migrations'][number]>(
    hashes
      ? 'select m.name, h.sha256 from kysely_migration m left join migration_hash h using (name) order by m.name'
      : 'select name, null as sha256 from kysely_migration order by name',
  );
  return rows;
}

async function readUnchecked(client: pg.Client): Promise<BackupHeader['unchecked']> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname || '.' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'c' and not k.convalidated and k.connamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A sequence is read after the rows of the snapshot, so it is never behind them. */
async function readSequences(client: pg.Client): Promise<BackupEnd['sequences']> {
  const { rows } = await client.query<BackupEnd['sequences'][number]>(
    `select sequencename as name, coalesce(last_value, start_value)::text as last_value, last_value is not null as is_called
     from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  return rows;
}
