import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  FileFault,
  UploadAnswer,
  UploadedFile,
  WaitingBatch,
} from '@talaan/contract/integration/uploaded-batches.contract';
import type { Notice } from '@talaan/contract/notices/notice.contract';
import { UPLOAD_KINDS, type UploadKind } from '@talaan/core/integration/upload-columns';
import { makeApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { deleteIntegrated } from '@talaan/contract/integration/integrated.contract';
import { registerClientRoutes } from '../../access/clients/client.routes.ts';
import { registerTokenRoute } from '../../access/clients/token.routes.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openJournalBooks, type JournalBooks } from '../../testing/books/journal-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createCaller, type Reply } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import { registerIntegratedRoutes } from '../integrated.routes.ts';
import { registerReceivedRoutes } from '../received.routes.ts';
import { registerBatchUploads } from './uploads.routes.ts';

let app: TestServer;
let books: JournalBooks;
/** Preparer and another one, who upload; somebody who accepts; an administrator. */
let ana: SignedInClient;
let ben: SignedInClient;
let carla: SignedInClient;
const { send, sendFile, download } = createCaller(() => app);

beforeAll(async () => {
  app = await createTestServer(async (server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerReceivedRoutes(server, services, [journalEntryDocument]);
    registerIntegratedRoutes(server, services, [journalEntryDocument]);
    registerBatchUploads(server, services, [journalEntryDocument]);
    registerClientRoutes(server, services);
    registerNoticeRoutes(server, services);
    await registerTokenRoute(server, services);
  });
  books = await openJournalBooks(app.server, app.database);
  const person = (first_name: string, last_name: string, level: 3 | 4) =>
    createSignedInClient(app.server, app.database, {
      first_name,
      last_name,
      levels: { 'Upload from IS': level, 'Integrated Transactions': level, 'Journal Entries': level },
    });
  ana = await person('Ana', 'Reyes', 3);
  ben = await person('Ben', 'Cruz', 4);
  carla = await person('Carla', 'Santos', 4);
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`with made as (insert into integration_source (source_code, source_name, posting, takes_je)
        values ('IS', 'Branches', 'posts', 1), ('PAYROLL', 'Wages', 'posts', 1), ('ENTRIES', 'Entries', 'route', 1) returning id)
      insert into integration_source_department select id, ${books.department_id} from made`.execute(db);
    await sql`update app_user set dept_id = ${books.department_id}`.execute(db);
    await sql`insert into department (dept_code, dept_desc, dept_status) values ('OLDC', 'Call Center (closed)', 0)`.execute(
      db,
    );
    await sql`insert into branch (brnc_code, brnc_name, brnc_stat) values ('SMP-048', 'SAMPOL MATI', 1), ('SMP-014', 'SAMPOL OLD', 0)`.execute(
      db,
    );
    await sql`insert into section (section_code, section_name, dept_code, status) values ('ACCT-OLD', 'Old Ledger', 'ACCT', 0)`.execute(
      db,
    );
    await sql`insert into account (acct_code, acct_desc, acct_class, acct_group, acct_type, normal_balance, status)
      values ('502099', 'Old Fees', 'I', 'E', 'S', 'D', 0)`.execute(db);
    await sql`insert into payee (payee_code, payee_desc, payee_type, status) values ('E1', 'REYES, ANA', 2, 1), ('E2', 'REYES, ANA', 2, 1),
      ('E3', 'CRUZ, BENJAMIN', 2, 1), ('E4', 'GONE, NENA', 2, 0)`.execute(db);
  });
});
afterAll(() => app.stop());

const csv = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`);
const newId = () => randomBytes(16).toString('hex');
const upload = (
  who: SignedInClient,
  kind: UploadKind,
  lines: readonly string[] | Buffer,
  fields: Record<string, string> = {},
  name = `${kind}.csv`,
) => sendFile(who, `/trx/up-${kind}`, { name, bytes: Buffer.isBuffer(lines) ? lines : csv(lines) }, fields);
const answerOf = (reply: Reply): UploadAnswer => {
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data;
};
const messagesOf = (reply: Reply) => [reply.status, reply.body.message];

const HEADER = 'BATCH_NO,DOCUMENT_NO,DOCUMENT_TYPE,DOCUMENT_DATE,REMARKS';
const header = (batch_no: string, remarks = 'Interest') => [HEADER, `${batch_no},D-1,JE,2026-03-31,${remarks}`];
const DETAIL = 'BATCH_NO,DOCUMENT_NO,ACCT,BR,DEPT,DR,CR';
const detail = (batch_no: string, amount = '100.00') => [
  DETAIL,
  `${batch_no},D-1,502010,smp-001,ACCT,"${amount}",`,
  `${batch_no},D-1,102103,SMP-001,,,"${amount}"`,
];
const ENTRY = 'Journal No,Date,ACCOUNT,BRANCH,DEPARTMENT,DEBIT,CREDIT,PARTICULARS';
const entry = (number: string, amount = '75.00') => [
  ENTRY,
  `${number},31-Mar-2026,502010,SMP-001,ACCT,${amount},,Rent`,
  `${number},,102103,SMP-001,,,${amount},`,
];

const waiting = async (who: SignedInClient): Promise<WaitingBatch[]> =>
  (await send(who, 'GET', '/trx/uploads/waiting')).body.data;
const history = async (who: SignedInClient): Promise<UploadedFile[]> => {
  const reply = await send(who, 'GET', '/trx/csv-upload');
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data;
};
/** What the bell of somebody says of files that wait for him. */
const told = async (who: SignedInClient): Promise<string[]> =>
  ((await send(who, 'GET', '/notices')).body.data as Notice[])
    .filter(({ kind }) => kind === 'file_to_accept')
    .map(({ title, text, link }) => [title, text, link].join('|'));
const accept = (who: SignedInClient, ...numbers: string[]) =>
  send(who, 'POST', '/trx/uploads/accept', { batches: numbers.map((batch_no) => ({ source: 'IS', batch_no })) });
const undo = (who: SignedInClient, upload_id: string, reason = '') =>
  send(who, 'POST', `/trx/uploads/${upload_id}/undo`, { reason }, { 'idempotency-key': randomUUID() });
const count = async (table: string) =>
  Number((await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(app.database)).rows[0]!.count);
/** What is posted of a batch, without what is its own: ids and numbers. */
const postingsOf = async (batch_number: string) =>
  (
    await sql`select d.header_key, d.document_date, d.remarks, d.payee_id, e.total, p.line_no, p.account_id, p.branch_id, p.department_id,
        p.payee_id as analysis, p.debit::text, p.credit::text, l.remarks as line_remarks
      from batch b join document d on d.batch_id = b.id join journal_entry e on e.document_id = d.id join posting p on p.entry_id = e.id
      join line l on l.document_id = d.id and l.line_no = p.line_no
      where b.batch_number = ${batch_number} order by 1, p.line_no`.execute(app.database)
  ).rows;

describe('batches in files', () => {
  it('wait for their other half, then for somebody who uploaded none of it, who posts them', async () => {
    const first = await upload(ana, 'header-is', header('77'));
    expect(first.body.data).toMatchObject({
      kind: 'header-is',
      rows: 1,
      batches: [{ batch_no: '77', state: 'waiting', batch_number: null }],
      message: 'IS header uploaded: 1 row.',
    });
    expect(await waiting(ben)).toMatchObject([
      { batch_no: '77', state: 'waiting', misses: 'detail', accept: { message: 'It waits for its details.' } },
    ]);
    const second = await upload(ben, 'detail-is', detail('77', '1,100.5'));
    expect(answerOf(second)).toMatchObject({
      message: 'IS detail uploaded: 2 rows.',
      batches: [{ state: 'for_approval', batch_number: null }],
    });
    expect(await count('journal_entry')).toBe(0);

    for (const one of [ana, ben]) expect((await accept(one, '77')).status).toBe(403);
    expect((await accept(ben, '77')).body.message).toBe('You uploaded a part of it: another person accepts it.');
    expect((await waiting(carla))[0]).toMatchObject({
      documents: 1,
      lines: 2,
      debit: '1100.50',
      credit: '1100.50',
      accept: { allowed: true },
    });
    const held = await send(carla, 'GET', '/trx/uploads/waiting/details?source=is&batch_no=77');
    expect(held.body.data).toMatchObject({
      source: 'IS',
      document_type: 'JE',
      documents: [
        {
          document_no: 'D-1',
          lines: [{ account: '502010', branch: 'SMP-001', debit: '1100.50' }, { credit: '1100.50' }],
        },
      ],
      next: null,
    });
    const other = await createSignedInClient(app.server, app.database, { levels: { 'Upload from IS': 3 } });
    expect((await send(other, 'GET', '/trx/uploads/waiting/details?source=IS&batch_no=77')).status).toBe(403);
    expect(await told(carla)).toEqual([
      'A file waits for your acceptance|IS: detail-is.csv\nFrom Ben Cruz|/trx-upload-is',
    ]);
    for (const one of [ana, ben, other]) expect(await told(one)).toEqual([]);
    const accepted = await accept(carla, '77');
    expect(await told(carla)).toEqual([]);
    expect(accepted.body.data).toMatchObject({ batches: [{ source: 'IS', batch_no: '77', state: 'posted' }] });
    expect(await waiting(carla)).toEqual([]);
    expect((await accept(carla, '77')).status).toBe(409);
    expect((await history(carla)).map(({ kind, state, undo: { allowed } }) => [kind, state, allowed])).toEqual([
      ['detail-is', 'accepted', true],
      ['header-is', 'accepted', true],
    ]);
  });

  it('post the same to the byte as what a client sends', async () => {
    const { data: client } = await books.people.admin.call(makeApiClient, {
      body: { client_name: 'IS', scopes: ['integrated'], source: 'IS', departments: ['ACCT'] },
    });
    const token = (
      await app.server.inject({
        method: 'POST',
        url: '/api/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: client.client_id,
          client_secret: client.client_secret,
        }).toString(),
      })
    ).json<{ access_token: string }>().access_token;
    const line = (account_code: string, debit_amount: string, credit_amount: string, department = '') => ({
      account_code,
      branch: 'SMP-001',
      ...(department === '' ? {} : { department }),
      debit_amount,
      credit_amount,
    });
    const body = {
      batch_no: 'API-1',
      department: 'ACCT',
      document_type: 'JE',
      control: { documents: 1, lines: 2, debit: '100.00', credit: '100.00' },
      documents: [
        {
          document_no: 'D-1',
          document_date: '2026-03-31',
          remarks: 'Interest',
          lines: [line('502010', '100.00', '0.00', 'ACCT'), line('102103', '0.00', '100.00')],
        },
      ],
    };
    const files = [
      answerOf(await upload(ana, 'header-is', header('API-1'))),
      answerOf(await upload(ana, 'detail-is', detail('API-1'))),
    ];
    const sent = await app.server.inject({
      method: 'POST',
      url: '/api/trx/integrated',
      payload: body,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    });
    expect(sent.statusCode).toBe(201);
    const { batch_number } = sent.json<{ data: { batch_number: string } }>().data;
    // Its files wait still, and are not accepted on top of it.
    expect(messagesOf(await accept(carla, 'API-1'))).toEqual([
      409,
      `Batch API-1 of IS was received as batch ${batch_number}: undo its files.`,
    ]);
    for (const { upload_id } of files) expect((await undo(ana, upload_id)).status).toBe(200);
    await upload(ana, 'header-is', header('FILE-1'));
    await upload(ana, 'detail-is', detail('FILE-1'));
    const { data } = (await accept(carla, 'FILE-1')).body as { data: { batches: { batch_number: string }[] } };
    const posted = await postingsOf(data.batches[0]!.batch_number);
    expect(posted).toEqual(await postingsOf(batch_number));
    expect(posted).toHaveLength(2);

    // What is typed posts the same too.
    const typed = (await books.saveAt(7, '100.00', { remarks: 'Interest' })).batch_number;
    expect(await postingsOf(typed)).toEqual(posted);
    expect(messagesOf(await upload(ana, 'header-is', header('API-1')))).toEqual([
      422,
      expect.stringMatching(/^Row 2, Batch no: Batch API-1 was received already, as batch \d{7} on /),
    ]);
  });

  it('are submitted where their source takes the route, in one transaction with the file that completes them', async () => {
    const reply = await upload(ana, 'entries', entry('J-1'));
    expect(answerOf(reply).message).toBe('Entries uploaded: 2 rows.');
    const [batch] = answerOf(reply).batches;
    expect(batch).toMatchObject({ state: 'for_approval', batch_no: expect.stringMatching(/^[0-9a-f]{12}$/) });
    const again = await upload(ben, 'entries', entry('J-1'));
    expect(answerOf(again)).toMatchObject({
      upload_id: answerOf(reply).upload_id,
      message: expect.stringMatching(
        new RegExp(`^Already uploaded as batch ${batch!.batch_number} on \\d+ \\w+ \\d{4}\\.$`),
      ),
    });
    // Its number, and other content or the same of another file.
    const number = { batch_no: batch!.batch_no };
    expect((await upload(ben, 'entries', [...entry('J-1'), ''], number)).body.data).toMatchObject({
      batches: [{ batch_number: batch!.batch_number }],
    });
    expect((await history(ben))[0]).toMatchObject({ batches: 0, state: 'accepted' });
    expect(messagesOf(await upload(ben, 'entries', entry('J-1', '76.00'), number))).toEqual([
      422,
      `Row 2, Batch no: Batch ${batch!.batch_no} was received with other content.`,
    ]);
  });

  it('of the route are entered in turn, all or none, each under its own number', async () => {
    const both = (...amounts: readonly (readonly [batch_no: string, amount: string])[]) => [
      `BATCH_NO,${ENTRY}`,
      ...amounts.flatMap(([batch_no, amount]) =>
        entry('J-9', amount)
          .slice(1)
          .map((row) => `${batch_no},${row}`),
      ),
    ];
    const before = [await count('upload_part'), await count('integrated_batch'), await count('batch')];
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update approving_officer set max_amount = 1000000 where level = 'L3'`.execute(db),
    );
    // The last one that is entered is above what anybody approves.
    const refused = await upload(ana, 'entries', both(['RT-1', '70.00'], ['RT-2', '999999999.00']));
    expect(messagesOf(refused)).toEqual([
      409,
      expect.stringMatching(/^Batch RT-2: Nobody can approve 999,999,999\.00 PHP /),
    ]);
    expect([await count('upload_part'), await count('integrated_batch'), await count('batch')]).toEqual(before);
    // All have their numbers before a row of one is stored: somebody else who is about to enter the last of them is waited for with none.
    const file = both(['RT-2', '80.00'], ['RT-1', '70.00']);
    const taken = await runAsOwner(app.ownerUrl, async (owner) => {
      await owner.query(`begin; set local session_replication_role = replica;
        insert into integrated_batch (source_id, batch_no, content_hash, department_id, posting, documents, lines, debit, credit, received_by,
          received_at) select id, 'RT-2', sha256(''), ${books.department_id}, posting, 1, 2, 1, 1, ${ana.user.id}, now()
        from integration_source where source_code = 'ENTRIES'`);
      const sent = upload(ana, 'entries', file);
      const storing = await vi.waitUntil(
        async () => {
          const { rows } = await owner.query<{ storing: boolean }>(`
            select exists (select from pg_locks o where o.pid = w.pid and o.relation = 'line'::regclass and o.mode = 'RowExclusiveLock') as storing
            from pg_locks w where not w.granted and pg_backend_pid() = any (pg_blocking_pids(w.pid))`);
          return rows[0];
        },
        { timeout: 10_000 },
      );
      expect(storing).toEqual({ storing: false });
      await owner.query('rollback');
      return sent;
    });
    const { batches } = answerOf(taken);
    expect(batches.map(({ batch_no }) => batch_no)).toEqual(['RT-2', 'RT-1']);
    const stored = await sql<{ batch_number: string; total: string; status: number; is_numbered: boolean }>`
      select b.batch_number, b.total_amount::numeric(18, 2)::text as total, b.status, d.document_number is not null as is_numbered
      from batch b join document d on d.batch_id = b.id where b.batch_number = any (${batches.map((one) => one.batch_number)}::text[])
      order by b.total_amount desc`.execute(app.database);
    expect(stored.rows).toEqual([
      { batch_number: batches[0]!.batch_number, total: '80.00', status: 2, is_numbered: true },
      { batch_number: batches[1]!.batch_number, total: '70.00', status: 2, is_numbered: true },
    ]);
  });

  it('of the route are approved by nobody who uploaded a part of them, and undone by their uploader while nothing is posted', async () => {
    const source = { source: 'ENTRIES' };
    await upload(ana, 'header-is', header('R-1'), source);
    const made = answerOf(await upload(ben, 'detail-is', detail('R-1'), source));
    const { batch_number } = made.batches[0]!;
    const brought = await sql<{ prepared_by: number; editors: number[]; status: number }>`
      select b.prepared_by, b.status, array(select e.user_id from batch_editor e where e.batch_id = b.id) as editors
      from batch b where b.batch_number = ${batch_number}`.execute(app.database);
    expect(brought.rows).toEqual([{ prepared_by: ben.user.id, editors: [ana.user.id], status: 2 }]);
    const other = await createSignedInClient(app.server, app.database, { levels: { 'Upload from IS': 3 } });
    expect((await undo(other, made.upload_id)).status).toBe(403);
    expect((await undo(ben, made.upload_id)).body.data).toEqual({
      upload_id: made.upload_id,
      batches: 1,
      reversed_on: [],
    });
    expect((await undo(ben, made.upload_id)).body.message).toBe('It is undone already.');
    expect((await waiting(ana)).find(({ batch_no }) => batch_no === 'R-1')).toMatchObject({
      source: 'ENTRIES',
      misses: 'detail',
    });
    expect(answerOf(await upload(ben, 'detail-is', detail('R-1'), source)).batches).toMatchObject([
      { state: 'for_approval' },
    ]);
  });

  it('come in either order, with more files of lines where their header announces how many', async () => {
    expect((await upload(ana, 'detail-is', detail('80'))).status).toBe(200);
    expect(messagesOf(await upload(ben, 'detail-is', detail('80', '5.00'), {}, 'more.csv'))).toEqual([
      422,
      expect.stringMatching(
        /^Row 2, Batch no: Batch 80 has its details already \(detail-is\.csv, \d+ \w{3} \d{4}, Ana Reyes\)\.$/,
      ),
    ]);
    const announced = [`${HEADER},LINES`, '80,D-1,JE,2026-03-31,Interest,4'];
    expect(answerOf(await upload(ana, 'header-is', announced)).batches).toMatchObject([{ state: 'waiting' }]);
    expect(answerOf(await upload(ben, 'detail-is', detail('80', '5.00'))).batches).toMatchObject([
      { state: 'for_approval' },
    ]);
    expect((await upload(ben, 'detail-is', detail('80', '6.00'))).status).toBe(422);
    expect((await accept(carla, '80')).status).toBe(200);
  });

  it('wait again in all of their files when their header is undone, and each may come anew', async () => {
    const route = { source: 'ENTRIES' };
    const announced = [`${HEADER},LINES`, '81,D-1,JE,2026-03-31,Interest,4'];
    const heads = answerOf(await upload(ana, 'header-is', announced, route));
    const first = answerOf(await upload(ben, 'detail-is', detail('81', '1.00'), route));
    await upload(ben, 'detail-is', detail('81', '2.00'), route);
    expect((await undo(ana, heads.upload_id)).body.data).toMatchObject({ batches: 1 });
    expect((await waiting(ana)).find(({ batch_no }) => batch_no === '81')).toMatchObject({
      lines: 4,
      misses: 'header',
    });
    expect((await undo(ben, first.upload_id)).status).toBe(200);
    await upload(ana, 'header-is', announced, route);
    expect(answerOf(await upload(ben, 'detail-is', detail('81', '1.00'), route)).batches).toMatchObject([
      { state: 'for_approval', batch_number: expect.any(String) },
    ]);
  });

  it('are of the department of who uploaded their heads, where these name none, and confidential ones hidden from others', async () => {
    const paul = await createSignedInClient(app.server, app.database, { levels: { 'Upload from IS': 4 } });
    await upload(ana, 'header-is', [`${HEADER},CONFIDENTIAL`, 'K-1,D-1,JE,2026-03-31,Secret pay,1']);
    // Paul has no department.
    expect(answerOf(await upload(paul, 'detail-is', detail('K-1', '4.00'))).batches).toMatchObject([
      { state: 'for_approval' },
    ]);
    const details = '/trx/uploads/waiting/details?source=IS&batch_no=K-1';
    const sees = async (who: SignedInClient) => [
      (await waiting(who)).some(({ batch_no }) => batch_no === 'K-1'),
      (await send(who, 'GET', details)).status,
    ];
    expect([await sees(ana), await sees(paul), await sees(carla)]).toEqual([
      [true, 200],
      [true, 200],
      [false, 404],
    ]);
    expect(messagesOf(await accept(carla, 'K-1'))).toEqual([404, 'Batch K-1 of IS is in no file.']);
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`insert into approving_officer (user_id, level, currency_id, min_amount, max_amount)
        values (${carla.user.id}, 'L1', 1, 0, 20000)`.execute(db),
    );
    expect(await sees(carla)).toEqual([true, 200]);
    expect((await accept(carla, 'K-1')).status).toBe(200);
  });

  it('are pay of a payroll, with its period in words and its employees counted', async () => {
    const head = ['Batch,PAY_DATE,PERIOD_FROM,PERIOD_TO,EMPLOYEES', 'P-1,2026-03-31,2026-03-16,2026-03-31,2'];
    expect(answerOf(await upload(ana, 'header-p', head)).message).toBe('Payroll header uploaded: 1 row.');
    const lines = [
      'EMP_NAME,DEPT,BR,SECT,ACCT,DR,CR,REMARK',
      '"CRUZ, BENJAMIN",ACCT,SMP-001,ACCT-GL,502010,10,,MAR',
      ',,SMP-001,,102103,,10,',
    ];
    expect(messagesOf(await upload(ana, 'detail-p', lines))).toEqual([
      422,
      'Row 1: Give the number of the batch: the file has no column for it.',
    ]);
    expect(messagesOf(await upload(ana, 'detail-p', lines, { batch_no: 'P-1' }))).toEqual([
      422,
      'Row 2: Batch P-1, document 1: the header says 2 employees, the lines name 1.',
    ]);
    const both = [...lines.slice(0, 2), 'E1,ACCT,SMP-001,ACCT-GL,502010,5,,MAR', ',,SMP-001,,102103,,15,'];
    expect(answerOf(await upload(ana, 'detail-p', both, { batch_no: 'P-1' }))).toMatchObject({
      message: 'Payroll detail uploaded: 3 rows.',
      batches: [{ batch_no: 'P-1', state: 'for_approval' }],
    });
  });
});

describe('a file with faults', () => {
  const FAULTY = [
    'Journal No,Date,ACCOUNT,BRANCH,DEPARTMENT,SECTION,ANALYSIS,DEBIT,CREDIT,COST_GRP',
    'A,2026-03-31,502010,SMP-001,OLDC,,,10.00,,x',
    'A,,102303,SMP-001,,,,,10.00,x',
    'B,03/04/2026,999999,SMP-049,ACCT,NONE,"REYES, ANA","1.234,50",,x',
    'B,,102103,SMP-001,,,E4,,-5.00,x',
    'B,,102103,SMP-001,,,NOBODY,1,2,x',
    'C,2026-03-31,502099,SMP-014,ACCT,ACCT-OLD,,10,,x',
    'C,,102103,SMP-001,NODEP,,,,10,x',
  ];
  const faultsOf = ({ body }: Reply) =>
    (body as unknown as { faults: FileFault[] }).faults.map(({ row, label, rule, message }) => [
      row,
      label,
      rule,
      message,
    ]);

  it('is refused whole with each, by row and column, in the words of the entry', async () => {
    const before = [await count('upload_part'), await count('batch')];
    const reply = await upload(ana, 'entries', FAULTY);
    expect(messagesOf(reply)).toEqual([
      422,
      'Row 2, Department: OLDC Call Center (closed) is inactive. … and 15 more faults.',
    ]);
    expect(faultsOf(reply)).toEqual([
      [2, 'Department', 'inactive_department', 'OLDC Call Center (closed) is inactive.'],
      [3, 'Chart of Accounts', 'different_currency', '102303 is in USD (currency id 2), the batch is in PHP.'],
      [4, 'Document date', 'date', 'Give the date as 2026-04-03.'],
      [4, 'Debit', 'amount', 'Give the amount as 1234.50.'],
      [4, 'Chart of Accounts', 'unknown_account', 'no account has the code 999999.'],
      [4, 'Branch', 'unknown_branch', 'no branch has the code SMP-049.'],
      [4, 'Section', 'unknown_section', 'no section of ACCT has the code NONE.'],
      [4, 'Payee', 'ambiguous', '2 payees are called REYES, ANA: give the code.'],
      [5, 'Credit', 'amount', 'Enter it on the other side.'],
      [5, 'Payee', 'inactive_payee', 'E4 GONE, NENA is inactive.'],
      [6, 'Credit', 'sides', 'Give a debit or a credit, not both.'],
      [6, 'Payee', 'unknown_payee', 'no payee has the code or name NOBODY.'],
      [7, 'Chart of Accounts', 'inactive_account', '502099 Old Fees is inactive.'],
      [7, 'Branch', 'inactive_branch', 'SMP-014 SAMPOL OLD is inactive.'],
      [7, 'Section', 'inactive_section', 'ACCT-OLD Old Ledger is inactive.'],
      [8, 'Department', 'unknown_department', 'no department has the code NODEP.'],
    ]);
    expect([await count('upload_part'), await count('batch')]).toEqual(before);
  });

  it('is looked at, corrected in its cells, sent back as a file of errors, and taken when nothing is left', async () => {
    const id = newId();
    const lines = [DETAIL.replace('BATCH_NO,', ''), 'D-1,502010,SMP-049,ACCT,10,', 'D-1,102103,SMP-001,,,10'];
    const looked = await upload(ana, 'detail-is', lines, {
      preview: '1',
      upload_id: id,
      batch_no: '90',
      mapping: 'Of branches',
    });
    const { check } = answerOf(looked);
    expect(check).toMatchObject({
      source: 'IS',
      posting: 'posts',
      debit: '10.00',
      credit: '10.00',
      fault_count: 1,
      mapping: 'Of branches',
      groups: [
        {
          rule: 'unknown_branch',
          title: 'Non-existent branch id',
          count: 1,
          first: { row: 2, column: 2, near: { code: 'SMP-048', name: 'SAMPOL MATI' } },
        },
      ],
    });
    const rows = await send(ana, 'GET', `/trx/uploads/${id}/rows?faults=1`);
    expect(rows.body).toMatchObject({ total: 1, data: [{ row: 2, faults: [{ rule: 'unknown_branch' }] }] });
    expect((await send(ben, 'GET', `/trx/uploads/${id}/rows`)).status).toBe(404);
    const errors = await download(ana, `/trx/uploads/${id}/refused`);
    expect(errors.bytes.toString()).toBe(
      '\uFEFFDOCUMENT_NO,ACCT,BR,DEPT,DR,CR,ROW,COLUMN,VALUE,RULE,MESSAGE\r\n' +
        'D-1,502010,SMP-049,ACCT,10,,2,BR,SMP-049,unknown_branch,"Row 2, Branch: no branch has the code SMP-049."\r\n',
    );
    // All of the corrections are made or none, so that history has each.
    const [cell, none] = [
      { row: 2, column: 1, value: '102103' },
      { row: 99, column: 1, value: '102103' },
    ];
    const half = await send(ana, 'POST', '/trx/up-detail-is', { upload_id: id, preview: 1, corrections: [cell, none] });
    expect(messagesOf(half)).toEqual([422, 'The file has no such row.']);
    expect((await send(ana, 'GET', `/trx/uploads/${id}/rows`)).body.data).toMatchObject([
      { cells: ['D-1', '502010', 'SMP-049', 'ACCT', '10'] },
      {},
    ]);
    const corrected = await send(ana, 'POST', '/trx/up-detail-is', {
      upload_id: id,
      preview: 1,
      corrections: [{ row: 2, column: 2, value: 'SMP-048' }],
    });
    expect(answerOf(corrected)).toMatchObject({ message: 'Nothing to correct.', check: { fault_count: 0 } });
    const taken = await send(ana, 'POST', '/trx/up-detail-is', { upload_id: id });
    expect(answerOf(taken)).toMatchObject({ upload_id: id, message: 'IS detail uploaded: 2 rows.', check: null });
    expect(answerOf(await send(ana, 'POST', '/trx/up-detail-is', { upload_id: id }))).toMatchObject({
      upload_id: id,
      rows: 2,
    });
    expect((await history(ana))[0]).toMatchObject({
      upload_id: id,
      corrections: 1,
      state: 'waiting',
      undo: { allowed: true, needs_reason: false },
    });
    expect((await send(ana, 'GET', '/trx/uploads/mappings?kind=detail-is')).body.data).toMatchObject({
      mappings: [{ source: 'IS', name: 'Of branches' }],
    });
    const listed = async (): Promise<{ mappings: { id: number }[] }> =>
      (await send(ana, 'GET', '/trx/uploads/mappings?kind=detail-is')).body.data;
    const kept = (await listed()).mappings[0]!.id;
    const forget = () => send(ana, 'DELETE', `/trx/uploads/mappings/${kept}`);
    expect((await forget()).body.data).toEqual({ name: 'Of branches' });
    expect((await listed()).mappings).toEqual([]);
    expect(messagesOf(await forget())).toEqual([404, 'That mapping is not kept any more.']);
    expect((await undo(ana, id)).status).toBe(200);
    expect((await history(ana))[0]).toMatchObject({ state: 'undone', undone: { user_name: 'Ana Reyes' } });
  });

  it.each(UPLOAD_KINDS)(
    'has a template of %s that is a file without rows, and says what may stand in each column',
    async (kind) => {
      const { bytes } = await download(ana, `/trx/uploads/import-template?kind=${kind}&format=csv`);
      const [heading, required, forms] = bytes.toString().split('\r\n');
      expect(required!.split(',').length).toBe(heading!.split(',').length);
      expect(forms).toContain('1234.50');
      expect(messagesOf(await upload(ana, kind, bytes, { batch_no: '1' }))).toEqual([
        422,
        'Row 1: The file has no rows below its heading.',
      ]);
    },
  );

  it('is dropped, and what is no table, too large or has no column is told before a row is read', async () => {
    const id = newId();
    await upload(ana, 'header-is', header('91'), { preview: '1', upload_id: id });
    expect((await send(ana, 'GET', `/trx/uploads/${id}`)).body.data).toMatchObject({ state: 'ready', rows: 1 });
    expect(messagesOf(await send(ana, 'POST', '/trx/up-detail-is', { upload_id: id }))).toEqual([
      409,
      'This file was sent as IS header. Send it again as what it is.',
    ]);
    expect((await send(ben, 'DELETE', `/trx/uploads/${id}`)).status).toBe(404);
    expect((await send(ana, 'DELETE', `/trx/uploads/${id}`)).status).toBe(200);
    expect((await send(ana, 'POST', '/trx/up-header-is', { upload_id: id })).status).toBe(404);
    const bytes: [Buffer, number, RegExp][] = [
      [Buffer.from('%PDF-1.4 …'), 415, /^File content is PDF, expected CSV or XLSX\.$/],
      [Buffer.from('<html><script>1</script>'), 415, /^File content is HTML or XML/],
      [Buffer.from([0xff, 0xfe, 0x41, 0x00]), 422, /Save the file as UTF-8\./],
      [Buffer.from([0x42, 0xe9, 0x2c, 0x0a]), 422, /Save the file as UTF-8\./],
      [csv([DETAIL]), 422, /^Row 1: The file has no rows below its heading\.$/],
      [
        csv([DETAIL, ...Array<string>(2).fill('1,2,502010,SMP-001,ACCT,9999999999999.00,')]),
        422,
        /^Row 2, Batch no: Batch 1 adds up to more than 9,999,999,999,999\.99\.$/,
      ],
      [csv(['BATCH_NO,DOCUMENT_NO,ACCT,BR,CR', '1,2,3,4,5']), 422, /^Row 1: Column 'Debit' is missing\.$/],
      [Buffer.alloc(41 * 1024 * 1024, 'a,b\n'), 413, /^The file is above 40 MB\.$/],
      [Buffer.from(`${DETAIL}\n${'1,D,502010,SMP-001,ACCT,1,\n'.repeat(100_001)}`), 413, /more than 100,000 rows/],
      [Buffer.from(`PK\u0003\u0004${'x'.repeat(100)}`), 422, /cannot be read|workbook/i],
    ];
    for (const [file, status, message] of bytes) {
      const reply = await upload(ana, 'detail-is', file, { preview: '0' });
      expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)]);
    }
    const formula = await upload(ana, 'header-is', header('92', '=HYPERLINK(1)'), { preview: '1' });
    expect(answerOf(formula).check).toMatchObject({ fault_count: 0 });
  });
});

describe('nobody alone', () => {
  it('brings a batch of files into the ledger or out of it', async () => {
    const twoDays = [...header('N-1'), 'N-1,D-2,JE,2026-02-27,Interest'];
    const heads = answerOf(await upload(ana, 'header-is', twoDays));
    const ofSecond = ['N-1,D-2,502010,SMP-001,ACCT,1.00,', 'N-1,D-2,102103,SMP-001,,,1.00'];
    await upload(ben, 'detail-is', [...detail('N-1', '9.00'), ...ofSecond]);
    // In: neither uploader, whatever his level; nor somebody below Delete; nor the super user who uploaded.
    for (const who of [ana, ben]) expect((await accept(who, 'N-1')).status).toBe(403);
    const admin = books.people.admin;
    await upload(admin, 'header-is', header('N-2'));
    await upload(admin, 'detail-is', detail('N-2', '8.00'));
    expect((await accept(admin, 'N-2')).body.message).toBe('You uploaded a part of it: another person accepts it.');
    const accepted = (await accept(carla, 'N-1')).body.data as { batches: { batch_number: string }[] };
    const { batch_number } = accepted.batches[0]!;
    // Out: neither uploader, by undo of either file or by deletion.
    expect(messagesOf(await undo(ben, heads.upload_id, 'wrong'))).toEqual([
      403,
      'It is posted: somebody who uploaded none of it undoes it.',
    ]);
    await expect(ben.call(deleteIntegrated, { body: { batch_number } })).rejects.toMatchObject({
      message: 'Another person than who uploaded it takes it out of the ledger.',
    });
    expect(messagesOf(await undo(carla, heads.upload_id))).toEqual([
      422,
      'A reason is required: what was posted is reversed.',
    ]);
    const undone = await undo(carla, heads.upload_id, 'Sent for the wrong month');
    expect(undone.body.data).toMatchObject({ batches: 1, reversed_on: ['2026-02-27', '2026-03-31'] });
    // Its other half waits again, still of who uploaded it, and the same content may come anew.
    expect(
      (await history(carla)).find(
        ({ kind, batches, state }) => kind === 'detail-is' && batches === 1 && state === 'waiting',
      ),
    ).toMatchObject({ undone: null, user: 'Ben Cruz' });
    expect((await waiting(carla)).find(({ batch_no }) => batch_no === 'N-1')).toMatchObject({ misses: 'header' });
    expect(answerOf(await upload(admin, 'header-is', twoDays)).batches).toMatchObject([{ state: 'for_approval' }]);
    for (const who of [ben, admin])
      expect((await accept(who, 'N-1')).body.message).toBe('You uploaded a part of it: another person accepts it.');
    expect((await accept(carla, 'N-1')).status).toBe(200);
  });

  it('accepts several or none', async () => {
    await upload(ana, 'header-is', header('S-1'));
    await upload(ana, 'detail-is', detail('S-1', '3.00'));
    expect(messagesOf(await accept(carla, 'S-1', 'S-1'))).toEqual([422, 'Batch S-1 is named twice.']);
    const before = await count('journal_entry');
    expect((await accept(carla, 'S-1', 'N-3')).body.message).toBe('Batch N-3 of IS is in no file.');
    expect(await count('journal_entry')).toBe(before);
    expect((await accept(carla, 'S-1', 'N-2')).body.data).toMatchObject({
      batches: [{ batch_no: 'S-1' }, { batch_no: 'N-2' }],
    });
    expect(await count('journal_entry')).toBe(before + 2);
  });

  it('works on two files at the same time', async () => {
    const both = await Promise.all([upload(ana, 'header-is', header('Q-1')), upload(ana, 'header-is', header('Q-2'))]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});
