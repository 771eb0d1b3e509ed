import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import { openTestLedger, type TestEntry, type TestLedger } from '../../testing/books/test-ledger.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from '../kit/register-reports.ts';
import { subsidiary } from '../subsidiary/subsidiary.query.ts';
import type { FiledReport } from './filed-report.ts';
import { filedStatement } from './filed-statement.ts';
import { makeFiles } from './make-files.ts';
import { registerReportFileRoutes } from './report-file.routes.ts';
import { findFiles, keepPart, removeOldFiles, takeFile, type FileInWork } from './report-file.store.ts';

const PIECE = Buffer.alloc(300_000, 'x');
/** What the content of the next file does after its pieces. */
let atEnd: () => Promise<void> = async () => {};
let begun = 0;

/** A report of as many pieces as its filter says. */
const PIECES: FiledReport = {
  name: 'pieces',
  title: 'Pieces',
  accessOf: () => [{ kind: 'module', module: 'Trial Balance', level: ACCESS.select }],
  taken_out: { action: 'export', table: 'posting' },
  async subjectOf(_database, _user, filter) {
    if (!/^\d+$/.test(filter['count'] ?? '')) throw invalid({ count: ['count must be a number.'] });
    return `${filter['count']} PIECES`;
  },
  isLong: async () => true,
  async open({ user, filter, format }) {
    begun += 1;
    const count = Number(filter['count']);
    async function* content(tell: (rows: number) => void) {
      yield Buffer.from(`for ${user.login}\n`);
      for (let at = 1; at <= count; at += 1) {
        tell(at);
        yield PIECE;
      }
      await atEnd();
    }
    return {
      name: `pieces_1.${format}`,
      confidential: [],
      content: (tell) => Readable.from(content(tell), { objectMode: false }),
    };
  },
};

const REPORTS = [PIECES, filedStatement(subsidiary, 10)];

let app: TestServer;
let owner: SignedInClient;
let other: SignedInClient;
let ledger: TestLedger;
const stopping = new AbortController();
const log = { error: vi.fn<() => void>() };
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerReportFileRoutes(server, services, REPORTS);
    registerReports(server, services, [subsidiary]);
    registerNoticeRoutes(server, services);
  });
  owner = await createSignedInClient(app.server, app.database, {
    user_id: 'owner',
    levels: { 'Trial Balance': 1, Subsidiary: 1 },
  });
  other = await createSignedInClient(app.server, app.database, {
    user_id: 'other',
    levels: { 'Trial Balance': 1, Users: 4 },
  });
  ledger = await openTestLedger(app.database, {
    accounts: [
      ['102101', 'CIB - BDO'],
      ['408010', 'Service Income'],
    ],
    years: [2025],
  });
  await ledger.post(Array.from({ length: 20 }, (_, at) => entryOf(at + 1)));
});
afterAll(() => app.stop());
beforeEach(async () => {
  atEnd = async () => {};
  begun = 0;
  log.error.mockClear();
  await runAsOwner(app.ownerUrl, (connection) => connection.query('delete from report_file'));
});

const { send } = createCaller(() => app);
const entryOf = (day: number, more: Partial<TestEntry> = {}): TestEntry => ({
  date: `2025-05-${String(day).padStart(2, '0')}`,
  lines: [
    { account: '102101', debit: `${day}.50` },
    { account: '408010', credit: `${day}.50` },
  ],
  ...more,
});
const make = (signal = stopping.signal) =>
  makeFiles({ database: app.database, sources: REPORTS, log, stopping: signal });
const asSystem = <T>(work: (transaction: Database) => Promise<T>) => inTransaction(app.database, SYSTEM_ACTOR, work);
const ask = (count: number | string, client = owner, more: object = {}) =>
  send(client, 'POST', '/report-files', { report: 'pieces', format: 'csv', filter: { count: String(count) }, ...more });
const started = async (count: number): Promise<string> => ((await ask(count)).body.data as ReportFile).id;
const tray = async (client = owner) => (await send(client, 'GET', '/report-files')).body.data as ReportFile[];
const notices = async () =>
  (await send(owner, 'GET', '/notices')).body as unknown as {
    data: { kind: string; title: string; text: string }[];
    files: number;
  };
const download = (id: string, client = owner) =>
  app.server.inject({ url: `/api/report-files/${id}/file`, headers: client.headers });
const storedParts = async () =>
  Number((await sql<{ count: string }>`select count(*) from report_file_part`.execute(app.database)).rows[0]!.count);
const setLevel = (level: 'S' | 'N') =>
  asSystem((transaction) =>
    transaction
      .updateTable('user_access_privilege')
      .set({ access_level: level })
      .where('user_id', '=', owner.user.id)
      .execute(),
  );

it('answers 202, makes the file, tells its owner, and gives it to him alone', async () => {
  const asked = await ask(10);
  expect(asked.status).toBe(202);
  const { id } = asked.body.data as ReportFile;
  expect(asked.body.data).toMatchObject({
    report: 'pieces',
    title: 'Pieces',
    subject: '10 PIECES',
    state: 'waiting',
    size: null,
  });
  expect((await download(id)).json()).toMatchObject({ status: 409, message: 'This file is not ready.' });
  await make();
  const size = 10 * PIECE.length + 'for owner\n'.length;
  expect(await tray()).toMatchObject([{ id, state: 'ready', name: 'pieces_1.csv', size, rows_done: 10 }]);
  const file = await download(id);
  expect(file.headers).toMatchObject({
    'content-disposition': 'attachment; filename="pieces_1.csv"',
    'content-length': String(size),
    'content-type': 'text/csv; charset=utf-8',
  });
  expect(file.rawPayload.equals(Buffer.concat([Buffer.from('for owner\n'), ...Array(10).fill(PIECE)]))).toBe(true);
  expect((await notices()).data[0]).toMatchObject({
    kind: 'file_ready',
    title: 'Your file is ready',
    text: 'Pieces, 10 PIECES · CSV',
  });
  expect((await notices()).files).toBe(1);
  const noted = await sql<{ facts: object }>`select after as facts from audit_event
    where action = 'export' order by id desc limit 1`.execute(app.database);
  expect(noted.rows[0]!.facts).toMatchObject({ of: 'Pieces', format: 'csv', subject: '10 PIECES' });
  expect(await tray(other)).toEqual([]);
  expect((await download(id, other)).statusCode).toBe(404);
  expect((await send(other, 'DELETE', `/report-files/${id}`)).status).toBe(404);
});

describe('refusals', () => {
  it('name what is wrong, before anything is made', async () => {
    expect((await ask('many')).body).toMatchObject({ status: 422, errors: { count: ['count must be a number.'] } });
    expect((await ask(1, owner, { report: 'nope' })).body).toMatchObject({
      status: 422,
      errors: { report: ['There is no report nope.'] },
    });
    expect((await ask(1, owner, { format: 'xls' })).body.errors).toEqual({
      format: ['format must be xlsx, csv or pdf.'],
    });
    const outsider = await createSignedInClient(app.server, app.database, { levels: { 'Trial Balance': 0 } });
    expect((await ask(1, outsider)).body.message).toBe('You need Select on Trial Balance; you have No Access.');
    for (let at = 0; at < 5; at += 1) await started(1);
    expect((await ask(1)).body).toMatchObject({ status: 409, code: 'too_many_files' });
    expect(await tray()).toHaveLength(5);
  });

  it('a right that is gone when the file is begun, and when it is taken out', async () => {
    const id = await started(1);
    await make();
    await started(2);
    await setLevel('N');
    await make();
    expect(await tray()).toMatchObject([
      { state: 'failed', reason: 'You need Select on Trial Balance; you have No Access.' },
      { id, state: 'ready' },
    ]);
    expect((await notices()).data[0]).toMatchObject({ kind: 'file_failed', title: 'Your file could not be made' });
    expect((await download(id)).statusCode).toBe(403);
    await setLevel('S');
    expect((await download(id)).statusCode).toBe(200);
  });
});

it('says why there is no file when its source fails, and keeps nothing of it', async () => {
  atEnd = async () => {
    throw new Error('The cursor is gone.');
  };
  await started(5);
  await make();
  expect(await tray()).toMatchObject([
    { state: 'failed', name: null, reason: expect.stringMatching(/^It could not be made/) },
  ]);
  expect(log.error).toHaveBeenCalledOnce();
  expect(await storedParts()).toBe(0);
});

it('stops when it is cancelled, and leaves nothing behind', async () => {
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  atEnd = () => (isHeld(), new Promise(() => {}));
  const id = await started(8);
  const making = make();
  await held;
  expect((await tray())[0]).toMatchObject({ id, state: 'working' });
  expect((await send(owner, 'DELETE', `/report-files/${id}`)).status).toBe(200);
  await making;
  expect(await tray()).toEqual([]);
  expect(await storedParts()).toBe(0);
  expect(log.error).not.toHaveBeenCalled();
});

it('writes down what becomes so with a file only where the file is still its own in that moment', async () => {
  let issued = 0;
  let pieces: Buffer[] = [];
  // With nothing to be kept, that the file is gone is seen when it is to be ready, and not before.
  async function* last() {
    await atEnd();
    yield* pieces;
  }
  const source: FiledReport = {
    ...PIECES,
    open: async () => ({
      name: 'pieces_1.csv',
      confidential: [],
      content: () => Readable.from(last(), { objectMode: false }),
      issue: async () => void (issued += 1),
    }),
  };
  const end = () => makeFiles({ database: app.database, sources: [source], log, stopping: stopping.signal });
  const id = await started(1);
  atEnd = async () => void (await send(owner, 'DELETE', `/report-files/${id}`));
  await end();
  expect([issued, await tray()]).toEqual([0, []]);
  atEnd = async () => {};
  pieces = [PIECE];
  await started(1);
  await end();
  expect([issued, (await tray())[0]!.state]).toEqual([1, 'ready']);
});

/** As if so many seconds had passed since its maker said that he is at it. */
const age = (seconds: number) =>
  runAsOwner(app.ownerUrl, (connection) =>
    connection.query(`update report_file set beat_at = now() - make_interval(secs => ${seconds})`),
  );

it('is begun anew when its maker is gone, who adds nothing to it then', async () => {
  const id = await started(8);
  const dead = (await asSystem(takeFile)) as FileInWork;
  await asSystem((transaction) => keepPart(transaction, dead, 0, Buffer.from('half a file')));
  await age(20);
  await make();
  expect(begun).toBe(0);
  await age(31);
  await make();
  expect(await tray()).toMatchObject([{ id, state: 'ready', size: 8 * PIECE.length + 'for owner\n'.length }]);
  expect((await download(id)).rawPayload.includes('half a file')).toBe(false);
  await expect(asSystem((transaction) => keepPart(transaction, dead, 99, PIECE))).rejects.toMatchObject({
    constraint: 'report_file_part_kept',
  });
});

it('is left to the next server by one that stops, at once', async () => {
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  atEnd = () => (isHeld(), new Promise(() => {}));
  await started(4);
  const stop = new AbortController();
  const making = make(stop.signal);
  await held;
  stop.abort();
  await making;
  expect(await tray()).toMatchObject([{ state: 'working' }]);
  atEnd = async () => {};
  await make();
  expect(await tray()).toMatchObject([{ state: 'ready' }]);
  expect(begun).toBe(2);
});

it('is begun anew when its database went in the middle of it', async () => {
  atEnd = async () => {
    atEnd = async () => {};
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  };
  await started(4);
  await make();
  expect(await tray()).toMatchObject([{ state: 'ready', size: 4 * PIECE.length + 'for owner\n'.length }]);
  expect(begun).toBe(2);
});

it('is given up after five makers, and gone after a day', async () => {
  await started(1);
  for (let at = 0; at < 5; at += 1) {
    await asSystem(takeFile);
    await age(31);
  }
  await make();
  expect(begun).toBe(0);
  expect(await tray()).toMatchObject([
    { state: 'failed', reason: expect.stringMatching(/^The server stopped each time/) },
  ]);
  await asSystem(removeOldFiles);
  expect(await tray()).toHaveLength(1);
  await runAsOwner(app.ownerUrl, (connection) =>
    connection.query(`alter table report_file disable trigger report_file_moves;
      update report_file set ended_at = ended_at - interval '25 hours';
      alter table report_file enable trigger report_file_moves`),
  );
  await asSystem(removeOldFiles);
  expect(await tray()).toEqual([]);
});

it('is taken by one maker of two', async () => {
  await started(1);
  await started(1);
  const taken = await Promise.all([asSystem(takeFile), asSystem(takeFile), asSystem(takeFile)]);
  const ids = taken.flatMap((file) => file?.id ?? []);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toHaveLength(2);
});

const MAY = { type: 'ftm', year: '2025', month: '5' };
const of = (filter: Record<string, string>, format = 'csv') =>
  send(owner, 'POST', '/report-files', { report: 'subsidiary', format, filter });

it('is what the call of its report sends, and refused by name as there', async () => {
  expect((await of({ type: 'ftm', year: '2025', month: '13' })).body).toMatchObject({
    status: 422,
    errors: { month: ['month must be 1 to 12.'] },
  });
  expect((await of({ type: 'ftm', year: '2025', month: '5', sort: '1' })).body.errors).toEqual({
    filter: ['This report has no filter named sort.'],
  });
  const filter = { ...MAY, account_from: '102101', account_to: '102101' };
  const few = { ...filter, type: 'daily', date_from: '2025-05-01', date_to: '2025-05-10' };
  expect(await of(few)).toMatchObject({ status: 200, body: { data: null } });
  for (const format of ['csv', 'xlsx', 'pdf']) await of(filter, format);
  await make();
  const made = await tray();
  expect(made.map(({ state, rows_done, subject }) => [state, rows_done, subject])).toEqual(
    Array.from({ length: 3 }, () => ['ready', 20, 'MAY 01, 2025 TO MAY 31, 2025 · Account 102101']),
  );
  const [pdf, xlsx, csv] = await Promise.all(made.map(async ({ id }) => (await download(id)).rawPayload));
  const call = `/api/rpt/subledgerReport/export?${String(new URLSearchParams({ ...filter, format: 'csv' }))}`;
  const sent = await app.server.inject({ url: call, headers: owner.headers });
  expect(csv!.toString()).toBe(sent.body);
  expect(xlsx!.subarray(0, 2).toString()).toBe('PK');
  expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-');
  const open = async () => {
    const held = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.database);
    return held.rows[0]!.count;
  };
  await expect.poll(open).toBe(0);
});

it('is refused to whoever may not see any more what it shows, whatever right went; and to who looks as its owner without that right', async () => {
  await ledger.post([entryOf(21, { is_confidential: 1, remarks: 'Bonus of the president' })]);
  await asSystem((transaction) =>
    sql`
      with level as (
        insert into approving_level (level_code, level_name, min_amount, max_amount) values ('L1', 'Section Head', 0, 0) returning level_code)
      insert into approving_officer (user_id, level, currency_id) select ${owner.user.id}, level_code, 1 from level`.execute(
      transaction,
    ),
  );
  const madeNow = async () => {
    await of(MAY);
    await make();
    return (await tray())[0]!.id;
  };
  const shown = await madeNow();
  const look = (user_id: number | null) =>
    asSystem((transaction) =>
      transaction
        .updateTable('session')
        .set({ preview_user_id: user_id, preview_since: user_id === null ? null : sql`now()` })
        .where('user_id', '=', other.user.id)
        .execute(),
    );
  expect((await download(shown)).body).toContain('Bonus of the president');
  await look(owner.user.id);
  expect((await download(shown, other)).json()).toMatchObject({ status: 403, code: 'file_confidential' });
  await look(null);
  await asSystem((transaction) => transaction.deleteFrom('approving_officer').execute());
  expect((await download(shown)).json()).toMatchObject({
    status: 403,
    code: 'file_confidential',
    message:
      'This file was made with confidential documents that you may not see now. Ask for it again: it is made with what you may see.',
  });
  const again = await download(await madeNow());
  expect([again.statusCode, again.body.includes('Bonus'), again.body.includes('Confidential')]).toEqual([
    200,
    false,
    true,
  ]);
  await asSystem((transaction) =>
    transaction
      .updateTable('app_user')
      .set({ blocked_at: sql`now()` })
      .where('id', '=', owner.user.id)
      .execute(),
  );
  expect((await download((await findFiles(app.database, owner.user.id))[0]!.id)).statusCode).toBe(401);
});
