import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import {
  hashOfMigration,
  migrate,
  migrationsOfItsWay,
  readMigration,
  refreshStatistics,
  type MigrateOptions,
} from '../database/migrate.ts';
import {
  backedUpTables,
  BackupRefusal,
  copyStatement,
  KEPT_FILES,
  readBackup,
  requireSum,
  takeAll,
  type BackedUpTable,
  type BackupHeader,
} from './backup-file.ts';
import { copyIn } from './copy-rows.ts';
import { ranMigrations } from './write-backup.ts';

export interface RestoreTarget extends Pick<MigrateOptions, 'appUrl' | 'jobsUrl'> {
  readonly ownerUrl: string;
  /** Where the keys of the books go. */
  readonly dataDir: string;
  /** Name of the database whose books are given up for those of the backup; null refuses where there are any. */
  readonly over: string | null;
}

export interface RestoredBackup {
  readonly made_at: string;
  readonly rows: number;
  /** What the books say of themselves that is not right: as it was in the backup. */
  readonly problems: readonly string[];
}

/**
 * Brings a backup into an empty database, or over the books of the one that is named. The schema is made by the migrations that the
 * backup names, the rows come in one transaction, and every foreign key is checked again: all of it is there afterwards, or
 * what was there before. Refused, before anything is changed: another file than was written, migrations that this program
 * does not have, a database that somebody works on, and one that went further than the backup.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<RestoredBackup> {
  await requireSum(file);
  const header = await readHeader(file);
  await requireKnown(header);
  await asOwner(target.ownerUrl, (client) => requireFree(client, header, target.over));
  await migrate(target.ownerUrl, { ...target, last: header.migrations.at(-1)!.name });
  const { end, problems } = await asOwner(target.ownerUrl, (client) => bringIn(client, file, header));
  await refreshStatistics(target.ownerUrl);
  await putFiles(header, target.dataDir);
  return { made_at: header.made_at, rows: Object.values(end.rows).reduce((sum, rows) => sum + rows, 0), problems };
}

async function asOwner<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // whoever waits for an answer is told
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The whole file is read, so that one which was cut off is refused before it is needed. */
async function readHeader(file: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  await readBackup(file, {
    header: async (read) => void (header = read),
    table: takeAll,
  });
  return header!;
}

async function requireKnown({ migrations, version }: BackupHeader): Promise<void> {
  const names = await migrationsOfItsWay(migrations[0]!.name);
  for (const [at, { name, sha256 }] of migrations.entries()) {
    const isKnown = names[at] === name && (sha256 === null || sha256 === hashOfMigration(await readMigration(name)));
    if (!isKnown) {
      throw new BackupRefusal(
        `The backup has migration ${name}, which this program has not. Restore it with release ${version} or later.`,
      );
    }
  }
}

/** Refuses a database that somebody is connected to, that went further than the backup, or has books that are not given up. */
async function requireFree(client: pg.Client, header: BackupHeader, over: string | null): Promise<void> {
  const { rows } = await client.query<{ name: string; sessions: number; has_schema: boolean }>(
    `select current_database() as name, to_regclass('app_user') is not null as has_schema, (
       select count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
         and backend_type is distinct from 'autovacuum worker') as sessions`,
  );
  const { name, sessions, has_schema } = rows[0]!;
  if (sessions > 0) {
    throw new BackupRefusal(
      `Somebody works on the database ${name} (${sessions} connections). Stop the server, and restore again.`,
    );
  }
  const further = (await ranMigrations(client)).find((ran, at) => header.migrations[at]?.name !== ran.name);
  if (further) {
    throw new BackupRefusal(
      `The database ${name} has migration ${further.name}, which the backup has not. Restore into an empty database: name another DATA_DIR or DATABASE_URL.`,
    );
  }
  const hasBooks = has_schema && (await client.query('select from app_user limit 1')).rowCount === 1;
  if (hasBooks && over !== name) {
    throw new BackupRefusal(
      `The database ${name} has books. Name another DATA_DIR or DATABASE_URL; or give these books up for those of the backup with --over ${name}.`,
    );
  }
}

/** What takes a guard off, and what puts it back. */
interface Guard {
  readonly off: string;
  readonly on: string;
}

const FOREIGN_KEYS = `
  select format('alter table public.%I drop constraint %I', c.relname, k.conname) as off,
    format('alter table public.%I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as "on"
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by c.relname, k.conname`;

const TRIGGERS = `
  select format('alter table public.%I disable trigger %I', c.relname, t.tgname) as off,
    format('alter table public.%I enable %s trigger %I', c.relname,
      case t.tgenabled when 'A' then 'always' when 'R' then 'replica' end, t.tgname) as "on"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace order by c.relname, t.tgname`;

/** Checks ($1: names with those of their tables) that rows from before them do not pass: they hold from then on, as they did where these come from. */
const UNCHECKED = `
  select format('alter table public.%I drop constraint %I', c.relname, k.conname) as off,
    format('alter table public.%I add constraint %I %s%s', c.relname, k.conname, pg_get_constraintdef(k.oid),
      case when k.convalidated then ' not valid' end) as "on"
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'c' and k.connamespace = 'public'::regnamespace and c.relname || '.' || k.conname = any ($1)
  order by c.relname, k.conname`;

/** What checks a row beside others is off while the rows come, and looks at all of them afterwards (keys) or from then on (triggers). */
async function bringIn(client: pg.Client, file: string, header: BackupHeader) {
  await client.query(`begin;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '5s';
    set local talaan.user_id = 'system'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'`);
  const tables = await backedUpTables(client);
  const names = tables.map(({ name }) => `public.${name}`).join(', ');
  await client.query(`lock table ${names} in access exclusive mode`);
  const guards: Guard[] = [];
  for (const list of [FOREIGN_KEYS, TRIGGERS]) guards.push(...(await client.query<Guard>(list)).rows);
  guards.push(...(await client.query<Guard>(UNCHECKED, [header.unchecked])).rows);
  await client.query(guards.map(({ off }) => off).join(';'));
  await client.query(`truncate ${names}`);
  const end = await readBackup(file, {
    table(table, rows) {
      requireColumns(table, tables);
      return copyIn(client, copyStatement(table), rows);
    },
  });
  await client.query(
    `select setval(format('public.%I', name)::regclass, last_value, is_called)
     from jsonb_to_recordset($1::jsonb) s (name text, last_value bigint, is_called boolean)`,
    [JSON.stringify(end.sequences)],
  );
  await client.query(guards.map(({ on }) => on).join(';'));
  const problems = await findProblems(client, header);
  await client.query("select audit_note('installation', $1, 'restore', $2)", [
    header.made_at,
    JSON.stringify({ version: header.version, rows: end.rows }),
  ]);
  await client.query('commit');
  return { end, problems };
}

function requireColumns(table: BackedUpTable, tables: readonly BackedUpTable[]): void {
  // A database that came from an earlier release has the same columns in another order.
  const columnsOf = (one: BackedUpTable) => one.columns.split(', ').toSorted().join(', ');
  if (tables.some((one) => one.name === table.name && columnsOf(one) === columnsOf(table))) return;
  throw new BackupRefusal(`The schema has no table ${table.name} with the columns ${table.columns}.`);
}

async function findProblems(client: pg.Client, { files }: BackupHeader): Promise<string[]> {
  const head = JSON.parse(files['audit-head.json'] ?? '{}') as { seal_no?: string; row_hash?: string };
  const { rows } = await client.query<{ problem: string }>(
    `select problem from verify_audit($1::bigint, decode($2, 'hex'))
     union all select 'balances: ' || b::text from verify_balances() b`,
    [head.seal_no ?? null, head.row_hash ?? null],
  );
  return rows.map(({ problem }) => problem);
}

/** What stood there under the same name is kept beside it. */
async function putFiles({ files }: BackupHeader, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of KEPT_FILES.filter((kept) => files[kept] !== undefined)) {
    const file = path.join(dataDir, name);
    if (existsSync(file)) renameSync(file, `${file}.before-restore`);
    writeFileSync(file, files[name]!, { mode: 0o600 });
  }
}
