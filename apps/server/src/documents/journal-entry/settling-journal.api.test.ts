import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBatch, moveBatch, readBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchInput } from '@talaan/contract/documents/batch-input.contract';
import { readBilling, voidBilling, type BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import { printJournalEntryPdf } from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { addressOf } from '@talaan/contract/http/client';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { uploadRoutes } from '@talaan/contract/resource/upload-routes';
import { branch } from '@talaan/contract/resources/organisation/branch.resource';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import { readStatement } from '@talaan/contract/receivables/customer/statement.contract';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { BOOKS_DAY, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { cashReceiptDocument } from '../cash-receipt/cash-receipt.document.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { registerCustomerRoutes } from '../../receivables/customer/customer.routes.ts';
import { journalEntryDocument } from './journal-entry.document.ts';
import { registerJournalPrint } from './journal-print.routes.ts';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
let invoice: BillingDetail;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer(
    (server, services) => {
      registerCustomerRoutes(server, services, false);
      registerJournalPrint(server, services);
      registerMasterdataRoutes(server, services);
    },
    [cashReceiptDocument, journalEntryDocument],
  ));
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`update setting set value = value || '{"JE": false}' where key in ('approval_required', 'review_stage')`.execute(
      db,
    );
  });
  invoice = await desk.invoice('1120.00');
});
afterAll(() => app.stop());

const call: PaymentBooks['people']['preparer']['call'] = (...asked) => books.people.preparer.call(...asked);

/** A set-off of the receivable against cash; what is above 0 is credited, a minus debited. */
async function journal(minor: number, change: object = {}, header: object = {}, by = call) {
  const line = { branch_id: books.branch_id, payee_id: books.payees.C0001 };
  const amount = (Math.abs(minor) / 100).toFixed(2);
  const [side, other] = minor > 0 ? ['credit_amount', 'debit_amount'] : ['debit_amount', 'credit_amount'];
  const body = {
    document_type: 'JE',
    headers: [{ document_date: BOOKS_DAY, remarks: 'SET OFF', ...header }],
    details: [
      { ...line, account_code: '102103', [other]: amount },
      {
        ...line,
        account_code: '105010',
        billing_invoice_no: invoice.billing_invoice_no!.toLowerCase(),
        [side]: amount,
        ...change,
      },
    ],
  } as BatchInput;
  return (await by(createBatch, { body })).data;
}
const post = ({ batch_number, document_type }: { batch_number: string; document_type: string }, by = call) =>
  by(moveBatch, { params: { id: batch_number }, body: { document_type, status: 7 } });
const open = async () => (await call(readBilling, { params: { id: invoice.billing_request_no } })).data.open_amount;
const toldNow = async () =>
  (
    await books.people.preparer.call(readStatement, {
      params: { id: books.payees.C0001 },
      query: { from_date: BOOKS_DAY, as_of: BOOKS_DAY },
    })
  ).data;
const whyNot = async (...given: Parameters<typeof journal>) => (await refusalOf(post(await journal(...given)))).errors;
const INVOICE = 'details.1.billing_invoice_no';

it('does not exist, nor says what is open of it, to whoever may not see the invoice', async () => {
  const { billing_invoice_no, is_confidential } = await desk.invoice('765.43', { is_confidential: true });
  expect(is_confidential).toBe(1);
  const rows = [{ billing_invoice_no: billing_invoice_no!, cash_amount: '765.44' }];
  const collection = desk.collection(rows, { received_amount: '765.44' });
  const unknown = `line 1: there is no invoice ${billing_invoice_no}.`;
  expect((await refusalOf(desk.save(collection))).errors).toEqual({
    'collection_details.0.billing_invoice_no': [unknown],
  });
  const secret = { ...collection, is_confidential: 1 as const };
  expect((await refusalOf(desk.save(secret, 'admin'))).message).toMatch(/^Only 765\.43 of /);
  expect((await refusalOf(journal(76_544, { billing_invoice_no }))).errors).toEqual({
    [INVOICE]: [`line 2: invoice ${billing_invoice_no} does not exist.`],
  });
  // Nor does a journal that others read name it.
  const plain = await journal(1000, { billing_invoice_no }, {}, books.people.admin.call);
  expect((await refusalOf(post(plain, books.people.admin.call))).errors).toEqual({
    [INVOICE]: [expect.stringMatching(/^line 2: invoice .* is confidential\. Switch on Confidential/)],
  });
  const hidden = await journal(1000, { billing_invoice_no }, { is_confidential: 1 }, books.people.admin.call);
  await post(hidden, books.people.admin.call);
});

it('is refused on the receivable account without an invoice of its payee that is open by so much', async () => {
  const number = invoice.billing_invoice_no!;
  expect(await whyNot(1000, { billing_invoice_no: null })).toEqual({
    [INVOICE]: ['line 2: account 105010 is what invoices have open. Choose the invoice that this line settles.'],
  });
  expect(await whyNot(1000, { payee_id: books.payees.S0001 })).toEqual({
    [INVOICE]: [`line 2: invoice ${number} is of another customer.`],
  });
  expect(await whyNot(112_001)).toEqual({ [INVOICE]: [`line 2: only 1,120.00 of ${number} is still open.`] });
  expect(await whyNot(-1)).toEqual({
    [INVOICE]: [`line 2: only 0.00 of ${number} is settled. A debit opens no more of it again.`],
  });
  expect(await whyNot(1000, {}, { document_date: '2023-03-29' })).toMatchObject({
    [INVOICE]: [expect.stringMatching(/^line 2: invoice .* is dated .*, after this entry\.$/)],
  });
  expect(await whyNot(1000, { account_code: '102101' })).toEqual({
    [INVOICE]: ['line 2: account 102101 is no receivable of invoices. Clear the invoice, or choose that account.'],
  });
  expect((await refusalOf(journal(1000, { billing_invoice_no: 'BI-HOB0009999' }))).errors).toEqual({
    [INVOICE]: ['line 2: invoice BI-HOB0009999 does not exist.'],
  });
  const line = { branch_id: books.branch_id, payee_id: books.payees.C0001 };
  const receipt = await call(createBatch, {
    body: {
      ...books.payment('CR', '1.00'),
      details: [
        { ...line, account_code: '102103', debit_amount: '10.00' },
        { ...line, account_code: '105010', credit_amount: '10.00' },
      ],
    },
  });
  expect((await refusalOf(post(receipt.data))).errors).toEqual({
    'details.1.account_code': [
      'line 2: account 105010 is what invoices have open. Enter a collection, or a journal that names the invoice.',
    ],
  });
  expect(await open()).toBe('1120.00');
});

it('settles its invoice once it is posted, opens it again by a debit or when it is void, and is told on its lines', async () => {
  const credit = await journal(100_000);
  expect(await open()).toBe('1120.00');
  await post(credit);
  expect(await open()).toBe('120.00');
  const { data } = await call(readBatch, { params: { id: credit.batch_number }, query: { document_type: 'JE' } });
  expect(data.details.map(({ billing_invoice_no }) => billing_invoice_no)).toEqual([null, invoice.billing_invoice_no]);
  const url = addressOf(printJournalEntryPdf.path, { id: credit.batch_number });
  const paper = await app.server.inject({ url, headers: books.people.preparer.headers });
  expect(readPdfText(paper.rawPayload)[0]!.replaceAll(/\s/g, '')).toContain(invoice.billing_invoice_no!);
  await desk.collect([{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '120.00' }], {
    received_amount: '120.00',
  });
  expect(await open()).toBe('0.00');
  const debit = await journal(-50_000);
  await post(debit);
  expect(await open()).toBe('500.00');
  const statement = await toldNow();
  expect([
    statement.closing,
    statement.movements.map(({ kind, charge, payment }) => [kind, charge ?? payment]),
  ]).toEqual([
    '500.00',
    [
      ['invoice', '1120.00'],
      ['journal', '1000.00'],
      ['collection', '120.00'],
      ['journal', '500.00'],
    ],
  ]);
  const cancelling = books.people.checker.call(voidBilling, {
    body: { billing_request_no: invoice.billing_request_no, reason: 'Wrong' },
  });
  expect(await refusalOf(cancelling)).toMatchObject({ status: 409 });
  const cancel = ({ batch_number }: { batch_number: string }) =>
    books.people.checker.call(voidBatch, { body: { batch_number, document_type: 'JE', reason: 'Wrong' } });
  // 120.00 collected less 500.00 opened again would be less than nothing.
  expect(await refusalOf(cancel(credit))).toMatchObject({ status: 409, code: 'built_upon' });
  await cancel(debit);
  await cancel(credit);
  expect(await open()).toBe('1000.00');
  expect(await desk.daysThatDiffer(books.payees.C0001)).toEqual([]);
});

it('settles what a customer who is inactive has open at a branch that is closed, by collections and journals; nothing else goes there', async () => {
  const inUse = (flag: 0 | 1) =>
    inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update branch set brnc_stat = ${flag} where id = ${books.branch_id}`.execute(db);
      await sql`update payee set status = ${flag} where id = ${books.payees.C0001}`.execute(db);
    });
  const { rows } = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql<{
      id: number;
    }>`insert into branch (brnc_code, brnc_name) values ('SMP-777', 'SAMPOL OPEN') returning id`.execute(db),
  );
  const open_branch = rows[0]!.id;
  const { billing_invoice_no } = await desk.invoice('336.00');
  await inUse(0);
  try {
    const collected = await desk.collect([{ billing_invoice_no: billing_invoice_no!, cash_amount: '100.00' }], {
      received_amount: '150.00',
      branch_id: open_branch,
    });
    expect(collected.status).toBe(7);
    const settled = await journal(10_000, { billing_invoice_no });
    await post(settled);
    await desk.void(collected);
    // A line that settles nothing names neither.
    expect(
      (await refusalOf(journal(10_000, { billing_invoice_no: null, account_code: '102101' }))).errors,
    ).toMatchObject({
      'details.1.branch_id': [expect.stringMatching(/^line 2: branch .* is inactive\.$/)],
      'details.1.payee_id': ['line 2: payee C0001 is inactive.'],
    });
  } finally {
    await inUse(1);
  }
});

it('is asked about before a branch or a customer who has something open is taken out of use, in forms; many at once are refused', async () => {
  const admin: typeof call = (...asked) => books.people.admin.call(...asked);
  const [branches, payees] = [resourceRoutes(branch), resourceRoutes(payee)];
  const place = (await admin(branches.create, { body: { brnc_code: 'SMP-778', brnc_name: 'SAMPOL TO CLOSE' } })).data;
  const customer = (
    await admin(payees.create, { body: { payee_type: 6, payee_code: 'C0009', payee_desc: 'CUSTOMER WHO LEAVES' } })
  ).data;
  const owing = { payee_id: customer.id, branch_id: place.id };
  const [first, second] = [await desk.invoice('336.00', owing), await desk.invoice('112.00', owing)];
  await desk.collect([{ billing_invoice_no: first.billing_invoice_no!, cash_amount: '36.00' }], {
    ...owing,
    received_amount: '86.00',
  });
  const numbers = `${first.billing_invoice_no}, ${second.billing_invoice_no}`;
  const rest = 'They stay in the books and can still be settled. Take it out of use all the same?';
  const close = (query: { confirmed?: '1' }) =>
    admin(branches.update, { params: { id: place.id }, query, body: { brnc_stat: 0 } });
  const leave = (query: { confirmed?: '1' }) =>
    admin(payees.update, { params: { id: customer.id }, query, body: { status: 0 } });

  const { data: many } = await admin(uploadRoutes(payee).changeMany, {
    query: {},
    body: { upload_id: '0123456789abcdef0123456789abcdef', ids: [customer.id], change: { status: 0 } },
  });
  expect(many.counts).toMatchObject({ changed: 0, refused: 1 });
  expect(await refusalOf(leave({}))).toMatchObject({
    status: 409,
    code: 'confirm',
    message: `This payee has 2 open invoices (PHP 412.00): ${numbers}, and PHP 50.00 paid in advance and not used. ${rest}`,
  });
  expect(await refusalOf(close({}))).toMatchObject({
    status: 409,
    code: 'confirm',
    message: `This branch has 2 open invoices (PHP 412.00): ${numbers}. ${rest}`,
  });
  await leave({ confirmed: '1' });
  await close({ confirmed: '1' });
  // What is closed already is changed without a question.
  await admin(branches.update, { params: { id: place.id }, body: { brnc_name: 'SAMPOL CLOSED' } });
});

it('of a payee who is merged is open and collected under the other one, without a question, until the merge ends', async () => {
  const admin: typeof call = (...asked) => books.people.admin.call(...asked);
  const payees = resourceRoutes(payee);
  const enter = async (payee_code: string) =>
    (await admin(payees.create, { body: { payee_type: 6, payee_code, payee_desc: `CUSTOMER ${payee_code}` } })).data;
  const [twin, survivor] = [await enter('C0010'), await enter('C0011')];
  const { billing_invoice_no } = await desk.invoice('336.00', { payee_id: twin.id });
  const merge = (merged_into: string | null) =>
    admin(payees.update, { params: { id: twin.id }, body: { merged_into, status: 0 } });
  const openOf = async ({ id }: { id: number }) =>
    (await admin(readCustomer, { params: { id }, query: { as_of: BOOKS_DAY } })).data.receivables!.invoices.map(
      (owed) => [owed.billing_invoice_no, owed.open_amount],
    );

  await merge('C0011');
  expect(await openOf(survivor)).toEqual([[billing_invoice_no, '336.00']]);
  const collected = await desk.collect([{ billing_invoice_no: billing_invoice_no!, cash_amount: '100.00' }], {
    payee_id: survivor.id,
    received_amount: '100.00',
  });
  expect(await openOf(survivor)).toEqual([[billing_invoice_no, '236.00']]);
  const told = (await admin(payees.history, { params: { id: survivor.id }, query: { page: 1 } })).data;
  expect(told[0]?.changes).toEqual([
    expect.objectContaining({ before: null, after: expect.stringContaining('C0010') }),
  ]);
  await desk.void(collected);
  await merge(null);
  expect(await openOf(survivor)).toEqual([]);
  expect(await openOf(twin)).toEqual([[billing_invoice_no, '336.00']]);
});

it('is refused, when it is submitted, at other pesos than those at which a foreign invoice came in', async () => {
  const { billing_invoice_no } = await desk.invoice('300.00', { currency_id: 2, dollar_rate: '55.125', vat: 3 });
  const dollars = { currency_id: 2, dollar_rate: '56' };
  const cash = { branch_id: books.branch_id, payee_id: books.payees.C0001, account_code: '102303' };
  const receivable = { ...cash, account_code: '105010', billing_invoice_no };
  const entry = async (...differences: object[]) => {
    const details = [{ ...cash, debit_amount: '100.01' }, { ...receivable, credit_amount: '100.01' }, ...differences];
    const headers = [{ document_date: BOOKS_DAY, remarks: 'SET OFF', ...dollars }];
    return (await call(createBatch, { body: { document_type: 'JE', headers, details } })).data;
  };
  const refused = await refusalOf(post(await entry()));
  expect([refused.status, refused.errors]).toEqual([
    422,
    {
      [INVOICE]: [
        `line 2: invoice ${billing_invoice_no} leaves the books at the pesos at which it came in: 5,513.05 here, not 5,600.56. Enter 87.51 as a debit in pesos alone on another line that names it, and the other side as exchange difference.`,
      ],
    },
  ]);
  const gain = { ...cash, account_code: '404020', department_id: books.department_id, credit_php: '87.51' };
  await post(await entry({ ...receivable, debit_php: '87.51' }, gain));
});
