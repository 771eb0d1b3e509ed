import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { createBatch, moveBatch, readBatch, updateBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { refusalOf } from '../../testing/books/payment-books.ts';
import { setToday } from '../../testing/set-today.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';
import { reverseAccruals } from './reverse-accruals.ts';

const routes = resourceRoutes(regularTransaction);
let app: TestServer;
let books: JournalBooks;
let template: { id: number; row_version: number };
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerDeskRoutes(server, services, [journalEntryDocument]);
    registerMasterdataRoutes(server, services);
  });
  books = await openJournalBooks(app.server, app.database, {
    checker: { 'Accounting Period': 1 },
    approver1: { 'Journal Entries': 4 },
  });
  const body = { txn_type: 'Light of the month', document_type: 'JE', adjusting: 1, reverse_next_period: 1 };
  template = (await books.people.admin.call(routes.create, { body })).data;
});
beforeEach(() => setToday(app.ownerUrl, '2026-04-30'));
afterAll(() => app.stop());

/** An accrual of April 30 of the template, brought to Approved. */
async function accrue(date = '2026-04-30', upTo = 7) {
  const entry = books.entry('18500.00', { document_date: date, remarks: 'LIGHT OF APRIL' });
  entry.headers[0]!.adjusting = 1;
  entry.headers[0]!.regular_trx = template.id;
  const { data } = await books.people.preparer.call(createBatch, { body: entry });
  const actors: Role[] = ['preparer', 'checker', 'approver1', 'approver2', 'approver3'];
  for (const [index, status] of [...data.route.map((stage) => stage.status), 7].entries()) {
    if (status <= upTo)
      await books.people[actors[index]!].call(moveBatch, { params: { id: data.batch_number }, body: { status } });
  }
  return data;
}
const shown = async (batch_number: string) =>
  (await books.people.checker.call(readBatch, { params: { id: batch_number }, query: {} })).data;
const reversalOf = async ({ batch_number }: { batch_number: string }) => (await shown(batch_number)).reversal!;
const job = () => reverseAccruals(app.database);

it('posts the same lines with their sides swapped on the first of the next month, once, in the name of who approved', async () => {
  const accrual = await accrue();
  expect([await job(), await reversalOf(accrual)]).toEqual([
    { posted: 0, waiting: 0 },
    expect.objectContaining({ due_on: '2026-05-01', batch_number: null, void_date: null }),
  ]);
  await setToday(app.ownerUrl, '2026-05-01');
  // Runs of several servers make one.
  const runs = await Promise.all([job(), job(), job()]);
  expect(runs.reduce((sum, { posted }) => sum + posted, 0)).toBe(1);
  const { document_number } = (await shown(accrual.batch_number)).headers[0]!;
  const { batch_number } = await reversalOf(accrual);
  const made = await shown(batch_number!);
  expect(made).toMatchObject({ status: 7, adjusting: 1, document_date: '2026-05-01', reversal: null });
  expect(made.headers[0]).toMatchObject({
    remarks: `REVERSAL OF ${document_number} · LIGHT OF APRIL`,
    document_number: expect.stringMatching(/^JE\d{7}$/),
  });
  expect(
    made.details.map(({ account_code, debit_amount, credit_amount }) => [account_code, debit_amount, credit_amount]),
  ).toEqual([
    ['502010', '0.00', '18500.00'],
    ['102103', '18500.00', '0.00'],
  ]);
  expect(made.timeline.map(({ action, user_name }) => [action, user_name])).toEqual([['accept', 'Approver1 Reyes']]);

  const alone = await refusalOf(
    books.people.checker.call(voidBatch, { body: { batch_number: batch_number!, reason: 'Entered twice' } }),
  );
  expect(alone).toMatchObject({
    status: 409,
    message: `It takes back ${document_number}, and goes with it: void ${document_number}.`,
  });
  expect(await reversalOf(accrual)).toMatchObject({ void_date: '2026-05-01' });
  await books.people.checker.call(voidBatch, { body: { batch_number: accrual.batch_number, reason: 'Entered twice' } });
  expect((await shown(batch_number!)).status).toBe(20);
  const back = await refusalOf(
    books.people.approver1.call(moveBatch, { params: { id: batch_number! }, body: { status: 1 } }),
  );
  expect(back.message).toBe(`It takes back ${document_number}, and goes with it: restore ${document_number}.`);
});

it('waits on the close checklist while its period is closed, and at once follows an accrual that is approved late', async () => {
  const accrual = await accrue('2026-03-31');
  const april = (open: 0 | 1) => setPeriod(202604, open);
  await april(0);
  expect(await job()).toEqual({ posted: 0, waiting: 1 });
  const listed = async (period = 202604) => {
    const query = { period, module: 'general_journal' as never };
    return (await books.people.checker.call(readClosingChecklist, { query })).data.owners.flatMap(({ items }) => items);
  };
  expect(await listed()).toContainEqual(
    expect.objectContaining({
      batch_number: accrual.batch_number,
      document_date: '2026-04-01',
      state: 'to_reverse',
      note: 'Accounting Period for this date is already Closed.',
    }),
  );
  // It stays on the lists of the months after it, where somebody still looks.
  expect(await listed(202605)).toEqual(await listed());
  await april(1);
  expect(await job()).toEqual({ posted: 1, waiting: 0 });
  expect(await listed()).toEqual([]);
});

it('is cancelled when the accrual is void before', async () => {
  const accrual = await accrue();
  await books.people.checker.call(voidBatch, { body: { batch_number: accrual.batch_number, reason: 'Entered twice' } });
  await setToday(app.ownerUrl, '2026-05-02');
  expect(await job()).toEqual({ posted: 0, waiting: 0 });
});

it('and a void of the accrual in the same moment leave both of them in the ledger, or neither', async () => {
  const accruals = [];
  for (let count = 0; count < 6; count += 1) accruals.push(await accrue());
  await setToday(app.ownerUrl, '2026-05-02');
  const voided = accruals.map(({ batch_number }) =>
    books.people.checker.call(voidBatch, { body: { batch_number, reason: 'Entered twice' } }),
  );
  const [, answers] = await Promise.all([job(), Promise.allSettled(voided)]);
  await job();
  for (const [at, accrual] of accruals.entries()) {
    const { reversal, status } = await shown(accrual.batch_number);
    const number = reversal?.batch_number ?? null;
    const made = number === null ? null : (await shown(number)).status;
    const isVoid = answers[at]!.status === 'fulfilled';
    expect([status, made]).toEqual(isVoid ? [20, made && 20] : [7, 7]);
  }
});

it('is what was signed, whatever becomes of the template meanwhile', async () => {
  const signed = await accrue('2026-04-30', 2);
  await setReverses(0);
  const plain = await accrue('2026-04-29', 2);
  await setReverses(1);
  expect([await reversalOf(signed), (await shown(plain.batch_number)).reversal]).toEqual([
    expect.objectContaining({ due_on: '2026-05-01' }),
    null,
  ]);
  // Whoever names another template, which nobody signs, or none, changes nothing of what was signed.
  const { row_version } = await shown(signed.batch_number);
  const headers = [{ document_date: '2026-04-30', remarks: 'LIGHT OF APRIL', adjusting: 1, regular_trx: null }];
  const body = { ...books.entry('18500.00'), headers, row_version };
  await books.people.preparer.call(updateBatch, { params: { id: signed.batch_number }, body: body as never });
  expect(await shown(signed.batch_number)).toMatchObject({
    status: 2,
    regular_trx: null,
    reversal: { due_on: '2026-05-01' },
  });
  // What nobody approved yet is taken back by nobody.
  await setToday(app.ownerUrl, '2026-05-02');
  expect(await job()).toEqual({ posted: 0, waiting: 0 });
  const params = { id: signed.batch_number };
  expect(
    (await refusalOf(books.people.preparer.call(moveBatch, { params, body: { status: 7 } }))).status,
  ).toBeGreaterThanOrEqual(403);
});

async function setReverses(reverse_next_period: 0 | 1) {
  const { data } = await books.people.admin.call(routes.one, { params: { id: template.id } });
  const body = { ...data, reverse_next_period };
  await books.people.admin.call(routes.update, { params: { id: template.id }, body });
}

async function setPeriod(period: number, open: 0 | 1) {
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`update accounting_period set general_journal = ${open} where period = ${period}`.execute(db);
  });
}
