import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { STATUS } from '@talaan/core/documents/status';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../../../tools/schema/schema-catalogue.ts';
import { fillSmallCompany } from '../../../../tools/schema/small-company.ts';
import { createJournalWriter } from '../demo/journal-writer.ts';
import { pendingJournals } from '../demo/journals/current-month.ts';
import { backedUpTables } from '../platform/backup/backup-file.ts';
import { backUpWhenDue, readBackupState } from '../platform/backup/scheduled-backup.ts';
import { today } from '../platform/clock.ts';
import { keepAuditHead, readAuditHead } from '../platform/database/audit-head.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { findNotices } from '../notices/notice.store.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../testing/test-database.ts';
import { runAdmin } from './run-admin.ts';
import { openTerminal } from './terminal.ts';

let company: TestDatabase;
let target: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'talaan-backup-'));
const at = (...parts: string[]) => join(folder, ...parts);
const file = at('books.gz');
const roles: string[] = [];

beforeAll(async () => {
  company = await createTestDatabase();
  target = await createUnmigratedDatabase();
  await fillSmallCompany(company);
  const database = openDatabase(company);
  await keepAuditHead(database, at('data'));
  await database.destroy();
  writeFileSync(at('data', 'sealing.key'), 'k'.repeat(43));
});
afterAll(async () => {
  await Promise.all([company.drop(), target.drop()]);
  const url = new URL(company.ownerUrl);
  url.pathname = '/postgres';
  await runAsOwner(url.href, async (owner) => {
    for (const role of roles) await owner.query(`drop role if exists ${owner.escapeIdentifier(role)}`);
  });
  rmSync(folder, { recursive: true });
});

/** Runs a command of the console on the books as they stand. */
async function run(books: TestDatabase, dataDir: string, parameters: string[]) {
  const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  const terminal = openTerminal(streams);
  const database = openDatabase(books.ownerUrl);
  const code = await runAdmin(parameters, terminal, async () => ({
    database,
    owner_url: books.ownerUrl,
    app_url: null,
    jobs_url: null,
    data_dir: dataDir,
    address: '',
    close: () => database.destroy(),
  }));
  terminal.close();
  return { code, said: String(streams.output.read() ?? ''), warned: String(streams.errors.read() ?? '') };
}

/** What stands in every table and sequence but for what a restore notes of itself, and the trial balance. */
async function contents({ ownerUrl }: TestDatabase) {
  return runAsOwner(ownerUrl, async (owner) => {
    const told: string[] = [];
    for (const { name } of await backedUpTables(owner)) {
      const rows = await owner.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t
         ${{ audit_event: "where action <> 'restore'", audit_pending: "where event_id not in (select id from audit_event where action = 'restore')" }[name] ?? ''}`,
      );
      told.push(`${name}: ${rows.rows[0]!.sum}`);
    }
    const sequences = await owner.query<{ said: string }>(
      "select sequencename || ': ' || coalesce(last_value::text, '-') as said from pg_sequences where schemaname = 'public' and sequencename <> 'audit_event_id_seq' order by 1",
    );
    const balances = await owner.query<{ said: string }>(
      "select a.acct_code || ': ' || sum(p.debit) || ' ' || sum(p.credit) as said from posting p join account a on a.id = p.account_id group by a.acct_code order by 1",
    );
    return [...told, ...sequences.rows.map(({ said }) => said), ...balances.rows.map(({ said }) => said)];
  });
}

test('a backup is of one moment, whatever is written while it is made', async () => {
  const before = await contents(company);
  await runAsOwner(company.ownerUrl, async (owner) => {
    // It waits in its midst, behind what another one writes before and behind that place.
    await owner.query("begin; set local talaan.user_id = 'system'; lock table payee in access exclusive mode");
    const made = run(company, at('data'), ['backup', file]);
    const waits = 'select from pg_locks where not granted and relation = $1::regclass';
    while ((await owner.query(waits, ['payee'])).rowCount === 0) await new Promise(setImmediate);
    await owner.query(
      "update account set acct_desc = acct_desc || '*'; update section set section_name = section_name || '*'; commit",
    );
    expect(await made).toMatchObject({
      code: 0,
      warned: '',
      said: expect.stringMatching(/ rows in \d+ bytes.*SHA-256 is [0-9a-f]{64}/s),
    });
  });
  expect(await contents(company)).not.toEqual(before);

  expect(await run(target, at('other'), ['restore', file])).toMatchObject({ code: 0, warned: '' });
  expect(await contents(target)).toEqual(before);
  expect(await readCatalogue(target.ownerUrl)).toEqual(await readCatalogue(company.ownerUrl));
  expect(readAuditHead(at('other'))).toEqual(readAuditHead(at('data')));
  expect(readFileSync(at('other', 'sealing.key'), 'utf8')).toBe('k'.repeat(43));
});

test('what was restored is gone on with: its trail is whole, and a journal is posted', async () => {
  const urls = await migrate(target.ownerUrl);
  for (const url of Object.values(urls)) roles.push(new URL(url).username);
  const database = openDatabase(urls);
  try {
    const enter = await createJournalWriter(database);
    const { journal, preparer } = pendingJournals(today())[0]!;
    const entered = { journal, preparer, status: STATUS.APPROVED };
    const count = () =>
      database
        .selectFrom('journal_entry')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const { n } = await count();
    await inTransaction(database, SYSTEM_ACTOR, (db) => enter(db, [entered]));
    expect(Number((await count()).n)).toBe(Number(n) + 1);
    await expect(inTransaction(database, SYSTEM_ACTOR, (db) => db.deleteFrom('posting').execute())).rejects.toThrow(
      /permission denied/,
    );
  } finally {
    await database.destroy();
  }
  expect(await run(target, at('other'), ['verify-audit'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('is whole; its head'),
  });
});

test('the server makes one when it is due, keeps so many, and tells of a failure until the next is made', async () => {
  const database = openDatabase(company);
  const source = { ownerUrl: company.ownerUrl, dataDir: at('data'), version: 'test' };
  const schedule = { folder: at('daily'), at: 2, keep: 2 };
  const runAt = async (instant: string, given = schedule) => {
    await backUpWhenDue(database, given, source, new Date(instant));
    return (await readBackupState(database, given, new Date(instant))).state;
  };
  const bell = async () => {
    const admin = await database
      .selectFrom('app_user')
      .select('id')
      .where('user_id', '=', 'admin')
      .executeTakeFirstOrThrow();
    return (await findNotices(database, { ...SYSTEM_PRINCIPAL, user_id: admin.id })).data.filter(
      ({ kind }) => kind === 'backup_failed',
    );
  };
  writeFileSync(at('no-folder'), '');
  try {
    expect((await readBackupState(database, schedule, new Date('2026-03-01T00:00:00Z'))).state).toBe('late');
    expect(await runAt('2026-03-01T00:00:10Z')).toBe('done');
    // Not before the next day's hour, 18:00 in UTC.
    expect(await runAt('2026-03-01T17:59:00Z')).toBe('done');
    expect(readdirSync(at('daily'))).toEqual([
      'talaan-2026-03-01-080010.backup.gz',
      'talaan-2026-03-01-080010.backup.gz.sha256',
    ]);
    const failing = { ...schedule, folder: at('no-folder', 'within') };
    expect(await runAt('2026-03-01T18:00:00Z', failing)).toBe('failed');
    expect(await runAt('2026-03-01T18:31:00Z', failing)).toBe('failed');
    expect(await bell()).toEqual([
      expect.objectContaining({
        title: 'The books could not be backed up',
        text: expect.stringContaining('no-folder'),
      }),
    ]);
    expect(await runAt('2026-03-01T19:02:00Z')).toBe('done');
    expect(await bell()).toEqual([]);
    expect(await runAt('2026-03-02T18:00:00Z')).toBe('done');
    expect(readdirSync(at('daily')).filter((name) => name.endsWith('.gz'))).toEqual([
      'talaan-2026-03-02-030200.backup.gz',
      'talaan-2026-03-03-020000.backup.gz',
    ]);
    expect((await readBackupState(database, schedule, new Date('2026-03-03T18:31:00Z'))).state).toBe('late');
  } finally {
    await database.destroy();
  }
});

test('nothing is written over, restored over or brought in by half', async () => {
  expect(await run(company, at('data'), ['backup', file])).toMatchObject({
    code: 1,
    warned: expect.stringContaining('is there already'),
  });
  const name = new URL(target.ownerUrl).pathname.slice(1);
  const refused = await run(target, at('other'), ['restore', file]);
  expect(refused).toMatchObject({
    code: 1,
    warned: expect.stringContaining(
      `has books. Name another DATA_DIR or DATABASE_URL; or give these books up for those of the backup with --over ${name}.`,
    ),
  });

  const worker = new pg.Client({ connectionString: target.ownerUrl });
  await worker.connect();
  expect((await run(target, at('other'), ['restore', file, '--over', name])).warned).toContain('Stop the server');
  await worker.end();

  const before = await contents(target);
  const cut = at('cut.gz');
  writeFileSync(cut, readFileSync(file));
  truncateSync(cut, readFileSync(file).length - 100);
  expect((await run(target, at('other'), ['restore', cut, '--over', name])).warned).toMatch(
    /cannot be unpacked .* Take another copy/,
  );
  writeFileSync(`${cut}.sha256`, readFileSync(`${file}.sha256`));
  expect((await run(target, at('other'), ['restore', cut, '--over', name])).warned).toContain('SHA-256 differs');
  expect(await contents(target)).toEqual(before);

  expect(await run(target, at('other'), ['restore', file, '--over', name])).toMatchObject({ code: 0 });
  expect(await contents(target)).not.toEqual(before);
  expect(readdirSync(at('other'))).toContain('audit-head.json.before-restore');
});
