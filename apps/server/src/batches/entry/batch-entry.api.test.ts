import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import {
  batchHistory,
  createBatch,
  deleteBatch,
  lockBatch,
  moveBatch,
  postBatch,
  readBatch,
  unlockBatch,
  updateBatch,
  voidBatch,
} from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import {
  openJournalBooks,
  type JournalBooks,
  type JournalInput,
  type Role,
} from '../../testing/books/journal-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { setToday } from '../../testing/set-today.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
  books = await openJournalBooks(app.server, app.database);
});
afterAll(() => app.stop());

const as = (role: Role) => books.people[role].call;
const create = (input: JournalInput, role: Role = 'preparer') => as(role)(createBatch, { body: input });
const read = async (batch: { batch_number: string }, role: Role = 'preparer'): Promise<BatchDetail> =>
  (await as(role)(readBatch, { params: { id: batch.batch_number }, query: {} })).data;
const move = async (batch: { batch_number: string }, role: Role, status: number, rest: object = {}) =>
  (await as(role)(moveBatch, { params: { id: batch.batch_number }, body: { status, ...rest } })).data;
const update = async (batch: BatchDetail, input: JournalInput, role: Role = 'preparer', row_version?: number) =>
  (
    await as(role)(updateBatch, {
      params: { id: batch.batch_number },
      body: { ...input, row_version: row_version ?? batch.row_version },
    })
  ).data;

/** The problem of a call that must be refused. */
async function refusalOf(call: Promise<unknown>): Promise<ProblemBody> {
  const answer = await call.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (answer instanceof CallRefused) return answer.problem;
  throw new Error(`The call was not refused: ${JSON.stringify(answer)}`);
}

function entryWith(lines: readonly LineInput[], change: Parameters<JournalBooks['entry']>[1] = {}): JournalInput {
  return { ...books.entry('100.00', change), details: [...lines] };
}

const rent = (debit: string, more: Partial<LineInput> = {}): LineInput => ({
  account_code: '502010',
  branch_id: books.branch_id,
  department_id: books.department_id,
  debit_amount: debit,
  ...more,
});
const cash = (credit: string, more: Partial<LineInput> = {}): LineInput => ({
  account_code: '102103',
  branch_id: books.branch_id,
  credit_amount: credit,
  ...more,
});

describe('creating a journal entry', () => {
  it('needs a session and Insert on Journal Entries', async () => {
    const anonymous = await app.server.inject({ method: 'POST', url: '/api/trx/header', payload: books.entry('1.00') });
    expect(anonymous.statusCode).toBe(401);
    const refused = await refusalOf(create(books.entry('1.00'), 'auditor'));
    expect(refused).toMatchObject({ status: 403, code: 'module_access' });
    expect(refused.message).toContain('You need Insert');
  });

  it('refuses a body that is not one', async () => {
    const reply = await app.server.inject({
      method: 'POST',
      url: '/api/trx/header',
      headers: { ...books.people.preparer.headers, 'content-type': 'application/json' },
      payload: '{"document_type":',
    });
    expect(reply.statusCode).toBe(400);
  });

  it.each([
    ['a type that is not served', { document_type: 'CV' }, { document_type: ['document type must be JE.'] }],
    ['an unknown type', { document_type: 'XX' }, { document_type: [expect.stringContaining('must be CV, CW')] }],
    ['no header', { headers: [] }, { headers: ['headers is required.'] }],
    [
      'two headers',
      { headers: [{ document_date: '2026-03-31' }, { header_key: 1, document_date: '2026-03-31' }] },
      { headers: ['A JE batch has up to 1 documents.'] },
    ],
    [
      'a day that does not exist',
      { headers: [{ document_date: '2026-02-30' }] },
      { 'headers.0.document_date': ['document date is not a calendar date (yyyy-mm-dd).'] },
    ],
    ['no date', { headers: [{ document_date: ' ' }] }, { 'headers.0.document_date': ['document date is required.'] }],
    [
      'a date in another order',
      { headers: [{ document_date: '31/12/2026' }] },
      { 'headers.0.document_date': ['document date is not a calendar date (yyyy-mm-dd).'] },
    ],
    [
      'emoji in the remarks',
      { headers: [{ document_date: '2026-03-31', remarks: 'RENT 🎉' }] },
      { 'headers.0.remarks': ['remarks can only contain plain text.'] },
    ],
    [
      'an unknown currency',
      { headers: [{ document_date: '2026-03-31', currency_id: 99, dollar_rate: '2' }] },
      { 'headers.0.currency_id': ['currency 99 does not exist.'] },
    ],
  ])('refuses %s', async (_name, change, errors) => {
    const refused = await refusalOf(create({ ...books.entry('100.00'), ...(change as object) }));
    expect(refused.status).toBe(422);
    expect(refused.errors).toMatchObject(errors);
  });

  it('lists every fault at once, each with its line', async () => {
    const refused = await refusalOf(
      create(
        entryWith([
          rent('100.00', { credit_amount: '100.00' }),
          rent('1.005'),
          rent('-5'),
          rent('10000000000000000', { tax_base: '10000000000000' }),
          cash('100.00', { account_code: '100000', branch_id: 999, payee_id: 888, atc_code: 'WX999' }),
          rent('100.00', { department_id: null, branch_id: null, section_id: books.section_id }),
          cash('5.00', { account_code: '102303' }),
          cash('5.00', { account_code: 'NONE' }),
        ]),
      ),
    );
    const amount = 'enter either a debit or a credit above 0, at most 2 decimals.';
    expect(refused.status).toBe(422);
    expect(refused.errors).toEqual({
      'details.0.debit_amount': [`line 1: ${amount}`],
      'details.1.debit_amount': [`line 2: ${amount}`],
      'details.2.debit_amount': [`line 3: ${amount}`],
      'details.3.debit_amount': [`line 4: ${amount}`],
      'details.3.tax_base': ['line 4: tax base must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
      'details.4.account_code': ['line 5: account 100000 is a heading. Choose a subsidiary account.'],
      'details.4.branch_id': ['line 5: branch 999 does not exist.'],
      'details.4.payee_id': ['line 5: payee 888 does not exist.'],
      'details.4.atc_code': ['line 5: ATC code WX999 does not exist.'],
      'details.5.branch_id': ['line 6: branch is required.'],
      'details.5.department_id': ['line 6: department is required on an income or expense account.'],
      'details.5.section_id': ['line 6: section ACCT-GL is not of this department.'],
      'details.6.account_code': ['line 7: account 102303 is kept in USD; this entry is in PHP.'],
      'details.7.account_code': ['line 8: account NONE does not exist.'],
    });
  });

  it('refuses 5,001 lines and inactive records', async () => {
    const many = await refusalOf(create(entryWith(Array.from({ length: 5001 }, () => rent('1.00')))));
    expect(many.errors?.['details']).toContain('An entry needs 2 to 5,000 lines.');
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await db.updateTable('branch').set({ brnc_stat: 0 }).where('id', '=', books.branch_id).execute();
    });
    const inactive = await refusalOf(create(books.entry('100.00')));
    expect(inactive.errors?.['details.0.branch_id']).toEqual(['line 1: branch SMP-001 is inactive.']);
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await db.updateTable('branch').set({ brnc_stat: 1 }).where('id', '=', books.branch_id).execute();
    });
  });

  it.each(['2024-01-31', '2030-01-31'])('refuses %s, whose period is not open', async (document_date) => {
    expect(await refusalOf(create(books.entry('100.00', { document_date })))).toMatchObject({
      status: 409,
      code: 'period_closed',
      message: 'Accounting Period for this date is already Closed.',
      errors: { 'headers.0.document_date': ['Accounting Period for this date is already Closed.'] },
    });
  });

  it('saves a balanced entry with its numbers, totals and names', async () => {
    const { data } = await create(books.entry('18500.00', { remarks: 'ÑANDÚ — 50% & more' }));
    expect(data).toMatchObject({
      document_type: 'JE',
      status: 1,
      accounting_status: 0,
      document_date: '2026-03-31',
      total_amount: '18500.00',
      total_debit: '18500.00',
      total_credit: '18500.00',
      amount_php: '18500.00',
      currency: 'PHP',
      preparer: 'Preparer Reyes',
      remarks: 'ÑANDÚ — 50% & more',
      warnings: [],
      period_open: true,
    });
    expect(data.batch_number).toMatch(/^\d{7}$/);
    expect(data.document_number).toMatch(/^JE\d{7}$/);
    expect(data.details[0]).toMatchObject({
      line_no: 1,
      account_code: '502010',
      acct_desc: 'Rental Fee - Branches',
      brnc_code: 'SMP-001',
      dept_code: 'ACCT',
      debit_amount: '18500.00',
      credit_amount: '0.00',
      debit_php: '18500.00',
    });
    expect(data.route.map((stage) => [stage.status, stage.eligible.map((person) => person.user_name)])).toEqual([
      [2, ['Admin Reyes', 'Checker Reyes', 'Preparer2 Reyes']],
      [3, ['Approver1 Reyes', 'Approver2 Reyes']],
    ]);
  });

  it('saves an unbalanced draft, says so, and refuses to submit it', async () => {
    const { data } = await create(entryWith([rent('100.00'), cash('99.99')]));
    const message = 'Entry is not balanced: PHP debit 100.00, credit 99.99, difference 0.01.';
    expect(data).toMatchObject({ status: 1, total_debit: '100.00', total_credit: '99.99', warnings: [message] });
    expect(await refusalOf(move(data, 'preparer', 2))).toMatchObject({ status: 422, message });
    const { data: single } = await create(entryWith([rent('100.00')]));
    const refused = await refusalOf(move(single, 'preparer', 2));
    expect(refused.errors?.['details']).toContain('An entry needs 2 to 5,000 lines.');
  });

  it('reads the older document types and marks an adjusting entry', async () => {
    const adjusting = await create({ ...books.entry('100.00'), document_type: 'AE' });
    const voucher = await create({ ...books.entry('100.00'), document_type: 'JV' });
    expect([adjusting.data, voucher.data].map((data) => [data.document_type, data.adjusting])).toEqual([
      ['JE', 1],
      ['JE', 0],
    ]);
    const again = async (batch: BatchDetail, document_type: string) =>
      (await update(batch, { ...books.entry('101.00'), document_type })).adjusting;
    expect(await again(adjusting.data, 'AE')).toBe(1);
    expect(await again(await read(adjusting.data), 'JV')).toBe(0);
    expect(await again(voucher.data, 'AE')).toBe(1);
  });

  it('answers the detail to a POST without a body', async () => {
    const batch = await books.save('100.00');
    const reply = await app.server.inject({
      method: 'POST',
      url: `/api/trx/header/${batch.batch_number}`,
      headers: books.people.auditor.headers,
    });
    expect(reply.json().data).toMatchObject({ batch_number: batch.batch_number, headers: [{}], details: [{}, {}] });
  });

  it('ignores what only the server may set', async () => {
    const input = books.entry('100.00');
    Object.assign(input.headers[0]!, { status: 7, prepared_by: 1, document_number: 'JE9999999', approved_by: 'me' });
    const { data } = await create(input);
    expect(data).toMatchObject({ status: 1, preparer: 'Preparer Reyes', approved_by: null });
    expect(data.document_number).not.toBe('JE9999999');
  });

  it('makes one entry of twenty equal requests with one key', async () => {
    const key = 'one-entry-0001';
    const before = await countBatches();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.server.inject({
          method: 'POST',
          url: '/api/trx/header',
          headers: { ...books.people.preparer.headers, 'idempotency-key': key },
          payload: books.entry('321.00'),
        }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.json().data.batch_number)).size).toBe(1);
    expect(await countBatches()).toBe(before + 1);
  });

  it('asks to come again when the first request of its key, cut off with its server, is still at work', async () => {
    const again = () =>
      app.server.inject({
        method: 'POST',
        url: '/api/trx/header',
        headers: { ...books.people.preparer.headers, 'idempotency-key': 'cut-off-0001' },
        payload: books.entry('123.00'),
      });
    await runAsOwner(app.ownerUrl, async (owner) => {
      await owner.query(`begin; insert into idempotency_key (principal, key, request_hash)
        values ('user:${books.people.preparer.user.id}', 'cut-off-0001', '')`);
      const early = await again();
      expect([early.statusCode, early.json().code, early.headers['retry-after']]).toEqual([503, 'busy', '1']);
      await owner.query('rollback');
    });
    expect((await again()).statusCode).toBe(200);
  });
});

describe('a foreign entry', () => {
  const dollars = (rate: string | null, lines: LineInput[]): JournalInput => ({
    document_type: 'JE',
    headers: [{ document_date: '2026-05-31', remarks: 'COMMISSION', currency_id: 2, dollar_rate: rate }],
    details: lines,
  });
  const receivable = (debit: string): LineInput => ({
    account_code: '105030',
    branch_id: books.branch_id,
    debit_amount: debit,
  });
  const income = (credit: string): LineInput => ({
    account_code: '401010',
    branch_id: books.branch_id,
    department_id: books.department_id,
    credit_amount: credit,
  });

  it('needs a rate', async () => {
    const refused = await refusalOf(create(dollars(null, [receivable('10.00'), income('10.00')])));
    expect(refused.errors?.['headers.0.dollar_rate']).toEqual([
      'dollar rate must be a number above 0 with at most 6 decimals.',
    ]);
  });

  it('carries both pairs of amounts into the ledger, with the rounding on its largest line', async () => {
    const { data } = await create(dollars('55.555', [receivable('0.33'), receivable('0.34'), income('0.67')]));
    expect(data.details.map((line) => [line.debit_php, line.credit_php])).toEqual([
      ['18.33', '0.00'],
      ['18.89', '0.00'],
      ['0.00', '37.22'],
    ]);
    expect(data).toMatchObject({ currency: 'USD', dollar_rate: '55.555', total_amount: '0.67', amount_php: '37.22' });
    await move(data, 'preparer', 2);
    await move(data, 'checker', 3);
    const posted = await move(data, 'approver1', 7);
    expect(await postingsOf(posted.journal_entry_ids[0]!)).toEqual([
      ['105030', '18.33', '0.00', '0.33', '0.00'],
      ['105030', '18.89', '0.00', '0.34', '0.00'],
      ['401010', '0.00', '37.22', '0.00', '0.67'],
    ]);
  });

  it('takes a difference line in pesos only', async () => {
    const loss: LineInput = {
      account_code: '404020',
      branch_id: books.branch_id,
      department_id: books.department_id,
      debit_php: '5.00',
    };
    const gain: LineInput = { ...loss, account_code: '506090', debit_php: '', credit_php: '5.00' };
    const { data } = await create(dollars('50', [receivable('1.00'), income('1.00'), loss, gain]));
    expect(data.warnings).toEqual([]);
    expect(data.details.slice(2).map((line) => [line.debit_amount, line.debit_php, line.credit_php])).toEqual([
      ['0.00', '5.00', '0.00'],
      ['0.00', '0.00', '5.00'],
    ]);
  });

  it('is held against limits in pesos where nobody has one in its currency, and says so', async () => {
    const yen = dollars('0.37', [rent('1000.00'), cash('1000.00')]);
    yen.headers[0]!['currency_id'] = 4;
    const { data } = await create(yen);
    expect(data.route.map(({ status, peso_limits }) => [status, peso_limits])).toEqual([
      [2, false],
      [3, true],
    ]);
    await move(data, 'preparer', 2);
    await move(data, 'checker', 3);
    await move(data, 'approver1', 7);
    expect((await read(data)).timeline.at(-1)).toMatchObject({
      action: 'approve',
      amount: '370.00',
      officer_limit: '20000.00',
      currency: 'PHP',
    });
  });

  it('is not submitted when nobody reaches its amount', async () => {
    const { data } = await create(dollars('55', [rent('9000.00'), cash('9000.00')]));
    const capped = sql`update approving_officer set max_amount = 8999 where level = 'L3' and currency_id = 2`;
    await inTransaction(app.database, SYSTEM_ACTOR, (db) => capped.execute(db));
    const refused = await refusalOf(move(data, 'preparer', 2));
    expect(refused).toMatchObject({ status: 409, code: 'nobody_eligible' });
    expect(refused.message).toContain('9,000.00 USD at level L3 (Finance Director)');
    const unlimited = sql`update approving_officer set max_amount = 0 where level = 'L3' and currency_id = 2`;
    await inTransaction(app.database, SYSTEM_ACTOR, (db) => unlimited.execute(db));
  });
});

describe('saving a change', () => {
  it('refuses a stale version and says who, when and both versions', async () => {
    const batch = await books.save('100.00');
    await update(batch, books.entry('200.00'), 'preparer2');
    const refused = await refusalOf(update(batch, books.entry('300.00')));
    expect(refused).toMatchObject({
      status: 409,
      code: 'row_version',
      changed_by: 'Preparer2 Reyes',
      row_version: batch.row_version + 1,
      sent_row_version: batch.row_version,
    });
    expect(refused.message).toMatch(/^Changed by Preparer2 Reyes at \d\d:\d\d\. Reload to see it\.$/);
    expect(refused['current']).toMatchObject({ batch_number: batch.batch_number, total_amount: '200.00' });
    expect((await read(batch)).total_amount).toBe('200.00');
  });

  it('lets one of two racing saves win', async () => {
    const batch = await books.save('100.00');
    const answers = await Promise.allSettled(
      ['201.00', '202.00', '203.00', '204.00'].map((amount) => update(batch, books.entry(amount))),
    );
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map((answer) => (answer.reason as CallRefused).problem.status)).toEqual([409, 409, 409]);
  });

  it('takes an update as the specification sends it, without a version', async () => {
    const batch = await books.save('100.00');
    const body = { ...books.entry('200.00'), _method: 'PUT' };
    await as('preparer')(postBatch, { params: { id: batch.batch_number }, body });
    expect((await read(batch)).total_amount).toBe('200.00');
  });

  it('adds, changes and removes lines and keeps what stayed', async () => {
    const batch = await books.save('100.00');
    const changed = await update(
      batch,
      entryWith([rent('60.00'), cash('100.00'), rent('40.00', { section_id: books.section_id })]),
    );
    expect(
      changed.details.map((line) => [line.line_no, line.account_code, line.debit_amount, line.section_code]),
    ).toEqual([
      [1, '502010', '60.00', null],
      [2, '102103', '0.00', null],
      [3, '502010', '40.00', 'ACCT-GL'],
    ]);
    expect(changed.document_number).toBe(batch.document_number);
    const shorter = await update(changed, books.entry('70.00'));
    expect(shorter.details).toHaveLength(2);
    const { data: history } = await as('preparer')(batchHistory, { params: { id: batch.batch_number }, query: {} });
    expect(history[0]).toMatchObject({ user_name: 'Preparer Reyes' });
    expect(history.filter((entry) => entry.subject === 'line 3').map((entry) => entry.action)).toEqual([
      'delete',
      'insert',
    ]);
    const accounts = history
      .filter((entry) => entry.subject === 'line 3')
      .flatMap((entry) => entry.changes.filter((change) => change.field === 'account_id'));
    expect(accounts[1]?.after).toMatch(/^502010 /);
    // The second line was written once and never touched by the first change.
    expect(history.filter((entry) => entry.subject === 'line 2').map((entry) => entry.action)).toEqual([
      'update',
      'insert',
    ]);
  });

  it('takes a submitted entry back to Active with a new round and voids its approvals', async () => {
    const batch = await books.saveAt(4);
    const changed = await update(batch, books.entry('149999.00'));
    expect(changed).toMatchObject({ status: 1, cycle: 2, approved_by: null });
    expect(changed.timeline.filter((entry) => entry.in_force)).toEqual([]);
    expect(changed.timeline.map((entry) => entry.action)).toEqual(['submit', 'approve', 'approve', 'withdraw']);
    await move(changed, 'preparer', 2);
    const seen = await read(changed, 'checker');
    expect(seen.changes?.by).toBe('Preparer Reyes');
    expect(seen.changes?.lines.map((line) => [line.line_no, line.kind, line.fields[0]])).toEqual([
      [1, 'changed', { field: 'debit_amount', before: '150000.00', after: '149999.00' }],
      [2, 'changed', { field: 'credit_amount', before: '150000.00', after: '149999.00' }],
    ]);
  });

  it('leaves a submitted entry where it is when only remarks change', async () => {
    const batch = await books.saveAt(4);
    const changed = await update(batch, books.entry('150000.00', { remarks: 'RENT OF MARCH 2026' }));
    expect(changed).toMatchObject({ status: 4, cycle: 1, remarks: 'RENT OF MARCH 2026' });
    await move(changed, 'approver2', 5);
    await move(changed, 'approver3', 7);
  });

  it('refuses to post what is not what was approved', async () => {
    const batch = await books.saveAt(5);
    const document = batch.headers[0]!.id;
    await tamper(
      `update line set account_id = (select id from account where acct_code = '502030') where document_id = ${document} and line_no = 1`,
    );
    expect(await refusalOf(move(batch, 'approver3', 7))).toMatchObject({ status: 409, code: 'content_changed' });
    expect((await read(batch)).status).toBe(5);
  });

  it('bars whoever changed the round from approving it', async () => {
    const batch = await books.save('15000.00');
    await update(batch, books.entry('15001.00'), 'preparer2');
    await move(batch, 'preparer', 2);
    expect(await refusalOf(move(batch, 'preparer2', 3))).toMatchObject({ status: 403, code: 'is_editor' });
    await move(batch, 'checker', 3);
  });
});

describe('moving on', () => {
  it('refuses to skip stages and names the one that is missing', async () => {
    const batch = await books.save('15000.00');
    expect(await refusalOf(move(batch, 'preparer', 7))).toMatchObject({
      status: 409,
      code: 'stage_missing',
      message: 'Stage 2 approval is missing.',
    });
  });

  it('refuses the preparer, also as a super user', async () => {
    const batch = await books.saveAt(3, '15000.00');
    expect(await refusalOf(move(batch, 'preparer', 7))).toMatchObject({
      status: 403,
      message: 'The preparer cannot approve this transaction.',
    });
    const own = (await create(books.entry('15000.00'), 'admin')).data;
    await move(own, 'admin', 2);
    await move(own, 'checker', 3);
    expect(await refusalOf(move(own, 'admin', 7))).toMatchObject({ status: 403, code: 'is_preparer' });
  });

  it('refuses an amount above the limit', async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      db
        .updateTable('app_user')
        .set({ max_amount: '10000.00' })
        .where('id', '=', books.people.approver1.user.id)
        .execute(),
    );
    const batch = await books.saveAt(3, '15000.00');
    expect(await refusalOf(move(batch, 'approver1', 7))).toMatchObject({
      status: 403,
      code: 'above_limit',
      message: 'Amount 15,000.00 PHP is above your limit of 10,000.00 PHP.',
    });
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      db
        .updateTable('app_user')
        .set({ max_amount: '20000.00' })
        .where('id', '=', books.people.approver1.user.id)
        .execute(),
    );
    await move(batch, 'approver1', 7);
  });

  it('asks for remarks when it is returned, and shows them to the preparer until he submits again', async () => {
    const batch = await books.saveAt(2);
    expect(await refusalOf(move(batch, 'checker', 1, { approved_remarks: '  ' }))).toMatchObject({
      status: 422,
      errors: { approved_remarks: ['remarks is required.'] },
    });
    await move(batch, 'checker', 1, { approved_remarks: 'Wrong branch on line 2.' });
    expect(await read(batch)).toMatchObject({ status: 1, cycle: 2, approved_remarks: 'Wrong branch on line 2.' });
    await move(batch, 'preparer', 2);
    expect((await read(batch)).approved_remarks).toBe('');
  });

  it('lets a stand-in approve for an officer and counts both persons', async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`insert into delegation (from_user, to_user, from_date, to_date, reason)
        values (${books.people.approver1.user.id}, ${books.people.cashier.user.id}, manila_today(), manila_today(), 'Leave')`.execute(
        db,
      ),
    );
    const batch = await books.saveAt(3, '15000.00');
    const posted = await move(batch, 'cashier', 7);
    expect(posted.status).toBe(7);
    expect((await read(batch)).timeline.at(-1)).toMatchObject({
      user_name: 'Cashier Reyes',
      on_behalf_of_name: 'Approver1 Reyes',
      level_code: 'L1',
    });
    const both = await books.saveAt(3, '55000.00');
    await move(both, 'cashier', 4);
    expect(await refusalOf(move(both, 'approver1', 7))).toMatchObject({ status: 403, code: 'has_acted' });
    await inTransaction(app.database, SYSTEM_ACTOR, (db) => sql`update delegation set ended_at = now()`.execute(db));
  });

  it('answers a second move to where it already is with 409, naming the stage', async () => {
    const batch = await books.saveAt(7);
    expect(await refusalOf(move(batch, 'approver3', 7))).toMatchObject({
      status: 409,
      message: 'This transaction is already Approved. Reload to see it.',
    });
    const stale = await refusalOf(move(batch, 'approver3', 7, { row_version: batch.row_version - 1 }));
    expect(stale.message).toMatch(/^Approver3 Reyes approved it at \d\d:\d\d; it is now Approved\./);
  });

  it('does not post into a period that was closed meanwhile', async () => {
    const batch = await books.saveAt(5, '150000.00', { document_date: '2025-01-31' });
    await setPeriod(2025, 1, 0);
    expect(await refusalOf(move(batch, 'approver3', 7))).toMatchObject({ status: 409, code: 'period_closed' });
    await setPeriod(2025, 1, 1);
    await move(batch, 'approver3', 7);
  });

  it('posts once, in both pairs, and into the balances', async () => {
    const batch = await books.saveAt(7, '15000.00');
    expect(batch).toMatchObject({ status: 7, accounting_status: 7 });
    expect(batch.headers[0]!.journal_entry_id).not.toBeNull();
    expect(await postingsOf(batch.headers[0]!.journal_entry_id!)).toEqual([
      ['502010', '15000.00', '0.00', '15000.00', '0.00'],
      ['102103', '0.00', '15000.00', '0.00', '15000.00'],
    ]);
    const wrong = await sql`select * from verify_balances()`.execute(app.database);
    expect(wrong.rows).toEqual([]);
  });
});

describe('ending an entry', () => {
  it('deletes a draft, and its number stays in the register', async () => {
    const batch = await books.save('100.00');
    expect(
      await refusalOf(as('preparer2')(deleteBatch, { params: { id: batch.batch_number }, query: {} })),
    ).toMatchObject({ status: 403 });
    await as('preparer')(deleteBatch, { params: { id: batch.batch_number }, query: {} });
    expect(await refusalOf(read(batch))).toMatchObject({ status: 404 });
    expect(await fateOf(batch.document_number!)).toBe('deleted draft');
    expect(await fateOf(batch.batch_number)).toBe('deleted draft');
  });

  it('voids a posted entry by its exact mirror at its own date', async () => {
    const batch = await books.saveAt(7, '15000.00');
    const refused = await refusalOf(
      as('checker')(voidBatch, { body: { batch_number: batch.batch_number, reason: ' ' } }),
    );
    expect(refused.errors).toEqual({ reason: ['reason is required.'] });
    const { data } = await as('checker')(voidBatch, {
      body: { batch_number: batch.batch_number, reason: 'Entered twice', remarks: 'See JE0000001' },
    });
    expect(data).toMatchObject({ status: 20, reversal_date: '2026-03-31', accounting_status: 0 });
    expect(await postingsOf(data.journal_entry_ids[0]!)).toEqual([
      ['502010', '0.00', '15000.00', '0.00', '15000.00'],
      ['102103', '15000.00', '0.00', '15000.00', '0.00'],
    ]);
    const voided = await read(batch);
    expect(voided.headers[0]).toMatchObject({ status: 20, void_reason: 'Entered twice\nSee JE0000001' });
    expect(voided.voided).toBe(true);
    expect(await fateOf(batch.document_number!)).toBe('void');
    expect(
      await refusalOf(as('checker')(voidBatch, { body: { batch_number: batch.batch_number, reason: 'Again' } })),
    ).toMatchObject({ status: 409 });
  });

  it('books the mirror on the day of the void when the month is closed, and says so before', async () => {
    const batch = await books.saveAt(7, '15000.00', { document_date: '2025-03-10' });
    const announced = async () => (await read(batch)).documents.map((document) => document.void_date);
    await setToday(app.ownerUrl, '2025-11-20');
    expect(await announced()).toEqual(['2025-03-10']);
    await setPeriod(2025, 3, 0);
    expect(await announced()).toEqual(['2025-11-20']);
    await setPeriod(2025, 11, 0);
    expect(await announced()).toEqual(['2025-12-01']);
    await setPeriod(2025, 11, 1);
    const { data } = await as('checker')(voidBatch, { body: { batch_number: batch.batch_number, reason: 'Returned' } });
    expect(data.reversal_date).toBe('2025-11-20');
    expect(await announced()).toEqual([null]);
    await setPeriod(2025, 3, 1);
    await setToday(app.ownerUrl, null);
  });

  it('has no date to announce, and is refused, while nothing is open from the day of the void on', async () => {
    const batch = await books.saveAt(7, '15000.00', { document_date: '2025-03-10' });
    await setToday(app.ownerUrl, '2027-01-05');
    await setPeriod(2025, 3, 0);
    const { documents, allowed_actions } = await read(batch, 'checker');
    expect(documents[0]!.void_date).toBeNull();
    expect(allowed_actions.void).toMatchObject({ allowed: false, code: 'no_open_period' });
    const refused = as('checker')(voidBatch, { body: { batch_number: batch.batch_number, reason: 'Returned' } });
    expect(await refusalOf(refused)).toMatchObject({
      status: 409,
      code: 'no_open_period',
      message: 'No accounting period from this date on is open. Open one first, then void.',
    });
    await setPeriod(2025, 3, 1);
    await setToday(app.ownerUrl, null);
  });

  it('archives what was not posted, without entries', async () => {
    const batch = await books.saveAt(4);
    const { data } = await as('checker')(voidBatch, { body: { batch_number: batch.batch_number, reason: 'Not ours' } });
    expect(data).toMatchObject({ status: 20, journal_entry_ids: [], reversal_date: null });
    expect(await fateOf(batch.document_number!)).toBe('archived');
  });

  it('restores with the same number when it was never posted, clearing the remarks', async () => {
    const batch = await books.saveAt(2);
    await move(batch, 'checker', 20, { approved_remarks: 'Duplicate' });
    expect(await refusalOf(move(batch, 'checker', 1))).toMatchObject({
      status: 403,
      message: 'The Current User is not the Preparer.',
    });
    const restored = await move(batch, 'preparer', 1);
    expect(restored).toMatchObject({ status: 1, processing: 0, document_number: batch.document_number });
    expect((await read(batch)).approved_remarks).toBe('');
  });

  it('restores a voided posting with a new number, and can post it again', async () => {
    const batch = await books.saveAt(7, '15000.00');
    await as('checker')(voidBatch, { body: { batch_number: batch.batch_number, reason: 'Wrong branch' } });
    const restored = await move(batch, 'preparer', 1);
    expect(restored.document_number).not.toBe(batch.document_number);
    expect(await fateOf(batch.document_number!)).toBe('void');
    await move(batch, 'preparer', 2);
    await move(batch, 'checker', 3);
    const again = await move(batch, 'approver1', 7);
    expect(again.journal_entry_ids).toHaveLength(1);
    const wrong = await sql`select * from verify_balances()`.execute(app.database);
    expect(wrong.rows).toEqual([]);
  });

  it('does not restore into a closed period', async () => {
    const batch = await books.saveAt(20, '100.00', { document_date: '2025-03-15' });
    await setPeriod(2025, 3, 0);
    expect(await refusalOf(move(batch, 'preparer', 1))).toMatchObject({
      status: 409,
      message: 'Accounting Period for this date is already Closed.',
    });
    await setPeriod(2025, 3, 1);
  });
});

describe('the edit lock', () => {
  const lock = async (batch: BatchDetail, role: Role) =>
    (await as(role)(lockBatch, { params: { id: batch.batch_number }, body: {} })).data;
  const unlock = async (batch: BatchDetail, role: Role) =>
    (await as(role)(unlockBatch, { params: { id: batch.batch_number }, query: {} })).data;

  it('is only for those who have something to do', async () => {
    const batch = await books.save('100.00');
    expect(await refusalOf(lock(batch, 'auditor'))).toMatchObject({ status: 403, code: 'nothing_to_do' });
  });

  it('keeps others from changing and is told to them', async () => {
    const batch = await books.save('100.00');
    const taken = await lock(batch, 'preparer2');
    expect(taken).toMatchObject({ processing: 1, locked_by_name: 'Preparer2 Reyes' });
    const refused = await refusalOf(lock(batch, 'preparer'));
    expect(refused.message).toMatch(/^Being processed by Preparer2 Reyes since \d\d:\d\d\. You can view it\.$/);
    expect(await refusalOf(update(batch, books.entry('200.00')))).toMatchObject({ status: 409, code: 'locked' });
    expect((await read(batch)).processing).toBe(1);
    // The heartbeat keeps the lock of its holder.
    expect((await lock(batch, 'preparer2')).locked_at).toBe(taken.locked_at);
    expect((await unlock(batch, 'preparer')).processing).toBe(1);
    expect((await unlock(batch, 'preparer2')).processing).toBe(0);
    await update(batch, books.entry('200.00'));
  });

  it('is freed by a save and by a move', async () => {
    const batch = await books.save('15000.00');
    await lock(batch, 'preparer');
    expect((await update(batch, books.entry('15001.00'))).processing).toBe(0);
    await lock(batch, 'preparer');
    await move(batch, 'preparer', 2);
    expect((await read(batch)).processing).toBe(0);
  });

  it('expires without a heartbeat', async () => {
    const batch = await books.save('100.00');
    await lock(batch, 'preparer2');
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update batch set heartbeat_at = now() - interval '16 minutes' where id = ${batch.id}`.execute(db),
    );
    expect((await read(batch)).processing).toBe(0);
    expect((await lock(batch, 'preparer')).locked_by_name).toBe('Preparer Reyes');
  });

  it('is released by an approver while it waits, and by nobody without the right', async () => {
    const batch = await books.saveAt(3);
    await lock(batch, 'approver1');
    expect(await refusalOf(move(batch, 'preparer2', 3, { processing: 0 }))).toMatchObject({ status: 403 });
    const { unlock: offered } = (await read(batch, 'approver3')).allowed_actions;
    expect(offered).toEqual({ allowed: true, code: null, message: null, status: 3 });
    expect(await move(batch, 'approver3', 3, { processing: 0 })).toMatchObject({ status: 3, processing: 0 });
  });
});

describe('a confidential entry', () => {
  it('does not exist for others, and does for its preparer and approving officers', async () => {
    const batch = await books.save('15000.00', { is_confidential: 1 });
    const unknown = await refusalOf(as('checker')(readBatch, { params: { id: '0999999' }, query: {} }));
    for (const role of ['preparer2', 'checker', 'cashier', 'auditor', 'admin'] as const) {
      const refused = await refusalOf(read(batch, role));
      expect(refused).toEqual({
        ...unknown,
        message: unknown.message.replace('0999999', batch.batch_number),
        request_id: refused.request_id,
      });
    }
    expect((await read(batch, 'approver1')).batch_number).toBe(batch.batch_number);
    await move(batch, 'preparer', 2);
    expect(await refusalOf(move(batch, 'checker', 3))).toMatchObject({ status: 404 });
    // Its review is an approving officer's.
    await move(batch, 'approver3', 3);
  });
});

async function countBatches(): Promise<number> {
  const found = await sql<{ count: string }>`select count(*) from batch`.execute(app.database);
  return Number(found.rows[0]!.count);
}

async function postingsOf(entryId: string): Promise<string[][]> {
  const found = await sql<{ code: string; debit: string; credit: string; fc_debit: string; fc_credit: string }>`
    select a.acct_code as code, p.debit, p.credit, p.fc_debit, p.fc_credit
    from posting p join account a on a.id = p.account_id where p.entry_id = ${entryId} order by p.line_no`.execute(
    app.database,
  );
  return found.rows.map((row) => [row.code, row.debit, row.credit, row.fc_debit, row.fc_credit]);
}

async function fateOf(number: string): Promise<string | undefined> {
  const found = await sql<{ fate: string }>`select fate from number_fate where number_text = ${number}`.execute(
    app.database,
  );
  return found.rows[0]?.fate;
}

async function setPeriod(year: number, month: number, open: 0 | 1): Promise<void> {
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db
      .updateTable('accounting_period')
      .set({ general_journal: open })
      .where('fiscal_year', '=', year)
      .where('period_no', '=', month)
      .execute(),
  );
}

/** Changes rows past every guard, as somebody with the owner's rights could. */
async function tamper(statement: string): Promise<void> {
  await runAsOwner(app.ownerUrl, async (owner) => {
    await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  });
}
