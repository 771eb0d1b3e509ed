/**
 * Keeps a release, for the test of every later migration: `npx tsx tools/schema/keep-release.ts 0.1` writes the schema of today's
 * migrations and a small company in it as `db/releases/0.1.sql.br`. Done once, on the day of the release.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { STATUS } from '@talaan/core/documents/document-status';
import { handOverDemoCheques } from '../../apps/server/src/demo/demo-cheques.ts';
import { closePeriods, loadMasters, readStoryBranches } from '../../apps/server/src/demo/demo-masters.ts';
import { createJournalWriter } from '../../apps/server/src/demo/journal-writer.ts';
import { pendingJournals } from '../../apps/server/src/demo/journals/current-month.ts';
import { demoStory } from '../../apps/server/src/demo/journals/demo-story.ts';
import { createPaymentWriter } from '../../apps/server/src/demo/payment-writer.ts';
import { regularPayments } from '../../apps/server/src/demo/payments/monthly-payments.ts';
import { pendingPayments } from '../../apps/server/src/demo/payments/pending-payments.ts';
import { today } from '../../apps/server/src/platform/clock.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { SYSTEM_PRINCIPAL } from '../../apps/server/src/platform/http/principal.ts';
import { migrate, migrationNames, readMigration } from '../../apps/server/src/platform/database/migrate.ts';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';

/** What is empty after a crash, and what belongs to one database and its server. */
const NOT_KEPT = ['upload', 'upload_row', 'kysely_migration_lock', 'installation'];

/** The masters of the demo company, the journals of its last months and everything that is on its way. */
async function fillSmallCompany(appUrl: string): Promise<void> {
  const database = openDatabase(appUrl);
  const day = today();
  const story = demoStory(day, await readStoryBranches());
  await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    await loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, story);
  });
  const [journals, payments] = [await createJournalWriter(database), await createPaymentWriter(database)];
  const posted = story.journals
    .slice(-20)
    .map((journal) => ({ journal, preparer: 'preparer', status: STATUS.APPROVED }));
  for (const { journal, preparer, status } of [...posted, ...pendingJournals(day)]) {
    await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
      const number = await journals.save(transaction, journal, preparer);
      await journals.bring(transaction, number, journal, preparer, status);
    });
  }
  for (const payment of [...regularPayments(day).slice(-40), ...pendingPayments(day)]) {
    await inTransaction(database, SYSTEM_ACTOR, (transaction) => payments.enter(transaction, payment));
  }
  await handOverDemoCheques(database);
  await inTransaction(database, SYSTEM_ACTOR, (db) => closePeriods({ db, user: SYSTEM_PRINCIPAL }, day));
  while ((await sql<{ n: number }>`select seal_audit() as n`.execute(database)).rows[0]!.n > 0);
  await database.destroy();
}

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

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+$/.test(version)) throw new Error('Name the version, such as 0.1.');
const dataDir = mkdtempSync(join(tmpdir(), 'talaan-release-'));
// The account that runs the database must be able to pass through.
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
try {
  await fillSmallCompany(await migrate(server.ownerUrl));
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  writeFileSync(projectPath('db', 'releases', `${version}.sql.br`), brotliCompressSync(await copyOf(client)));
  await client.end();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
