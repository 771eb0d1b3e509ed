/**
 * Keeps a release, for the test of every later migration: `npx tsx tools/schema/keep-release.ts 0.1 0013` writes the schema
 * of the migrations up to that number and a small company in it as `db/releases/0.1.sql.br`. Done once, on the day of the
 * release.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import pg from 'pg';
import type { DocumentPart } from '@talaan/contract/documents/document-part';
import { DOCUMENT_PARTS } from '@talaan/contract/documents/document-parts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate, migrationNames, readMigration } from '../../apps/server/src/platform/database/migrate.ts';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';

/** What is empty after a crash, and what belongs to one database and its server. */
const NOT_KEPT = ['upload', 'upload_row', 'kysely_migration_lock', 'installation'];

/** The folders' own text, the migrator's tables, and the rows of every table in the place of what the folders enter. */
async function copyOf(client: pg.Client): Promise<string> {
  const names = await migrationNames();
  const folders = await Promise.all(names.map((name) => readMigration(name)));
  const tables = await client.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [NOT_KEPT],
  );
  // Triggers that fire for everybody, and so in a restore too.
  const always = await client.query<{ name: string; on_table: string }>(
    `select tgname as name, tgrelid::regclass::text as on_table from pg_trigger where tgenabled = 'A' order by 2, 1`,
  );
  const rows: string[] = [];
  for (const { name, columns } of tables.rows) rows.push(await rowsOf(client, name, columns));
  const sequences = await client.query<{ call: string }>(
    `select format('select setval(%L, %s, %L);', sequencename, coalesce(last_value, start_value), last_value is not null) as call
     from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  return [
    "set talaan.user_id = 'system';",
    ...folders,
    // A table with deferred checks before it cannot be emptied.
    'set constraints all immediate;',
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);',
    'create table kysely_migration_lock (id varchar(255) primary key, is_locked int not null default 0);',
    "set session_replication_role = 'replica';",
    ...always.rows.map(({ name, on_table: table }) => `alter table ${table} disable trigger ${name};`),
    `truncate ${tables.rows.map(({ name }) => name).join(', ')};`,
    ...rows,
    ...always.rows.map(({ name, on_table: table }) => `alter table ${table} enable always trigger ${name};`),
    ...sequences.rows.map(({ call }) => call),
    'reset session_replication_role;',
  ].join('\n');
}

async function rowsOf(client: pg.Client, table: string, columns: string): Promise<string> {
  const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
  return `insert into ${table} (${columns}) overriding system value select ${columns}
    from jsonb_populate_recordset(null::public.${table}, ${pg.escapeLiteral(`[${rows.map(({ row }) => row).join(',\n')}]`)});`;
}

/** Takes types out of the registry whose own tables came later. */
async function forgetLaterParts(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const parts: Record<string, readonly DocumentPart[]> = DOCUMENT_PARTS;
  for (const [type, [first]] of Object.entries(parts)) {
    const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
      first?.table,
    ]);
    if (!rows[0]!.is_there) delete parts[type];
  }
  await client.end();
}

const [version = '', last = ''] = process.argv.slice(2);
if (!/^\d+\.\d+$/.test(version) || !/^\d{4}$/.test(last)) {
  throw new Error('Name the version and its last migration, such as 0.1 0013.');
}
const dataDir = mkdtempSync(join(tmpdir(), 'talaan-release-'));
// The account that runs the database must be able to pass through.
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
const later = (await migrationNames()).filter((name) => name.slice(0, 4) > last);
const folder = (name: string) => projectPath('db', 'migrations', name);
const aside = (name: string) => projectPath('db', name);
try {
  for (const name of later) renameSync(folder(name), aside(name));
  const urls = await migrate(server.ownerUrl);
  await forgetLaterParts(server.ownerUrl);
  // What is written now knows only the tables that the release has.
  const { fillSmallCompany } = await import('./small-company.ts');
  await fillSmallCompany(urls);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  writeFileSync(projectPath('db', 'releases', `${version}.sql.br`), brotliCompressSync(await copyOf(client)));
  await client.end();
} finally {
  for (const name of later) renameSync(aside(name), folder(name));
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
