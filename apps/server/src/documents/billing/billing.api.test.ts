import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { addAttachments, downloadAttachment } from '@talaan/contract/documents/attachment.contract';
import { batchHistory, deleteBatch, readBatch } from '@talaan/contract/documents/batch.contract';
import { searchBatches } from '@talaan/contract/documents/desk.contract';
import { listDrafts, putDraft } from '@talaan/contract/documents/draft.contract';
import { returnBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { addressOf } from '@talaan/contract/http/client';
import { giveDelegation } from '@talaan/contract/approvals/delegation.contract';
import {
  chooseBilling,
  createBilling,
  deleteBilling,
  disputeBilling,
  exportBillings,
  listBillings,
  listUncollected,
  postBilling,
  postBillingTwin,
  previewInvoiceNumber,
  readBilling,
  readBillingPrint,
  searchInvoices,
  searchInvoicesTwin,
  setAccountingStatus,
  takeRequestNumber,
  updateBilling,
  voidBilling,
  type BillingDetail,
  type BillingInput,
} from '@talaan/contract/documents/billing/billing.contract';
import { registerDelegationRoutes } from '../../approvals/delegation.routes.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { makeBillingMasters } from '../../testing/books/billing-masters.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { BOOKS_DAY, openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { exportedRows } from '../../testing/exported-rows.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { disbursementDocuments } from '../disbursement/disbursement.documents.ts';
import { billingDocument } from './billing.document.ts';
import { registerBillingRoutes } from './billing.routes.ts';

let app: TestServer;
let books: PaymentBooks;
let usage: number;
let training: number;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    const documents = [...disbursementDocuments, billingDocument];
    registerBatchRoutes(server, services, documents);
    registerDeskRoutes(server, services, documents);
    registerBillingRoutes(server, services);
    registerDelegationRoutes(server, services);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  [usage, training] = await makeBillingMasters(app.database, books);
});
afterAll(() => app.stop());

const as = (role: Role) => books.people[role].call;

/** Worked example E01: PHP 112,000.00 with VAT for the system, due in 30 days. */
const e01 = (change: Partial<BillingInput> = {}): BillingInput => ({
  billing_date: '2023-03-10',
  payee_id: books.payees.C0001,
  vat: 1,
  payment_term: 30,
  branch_id: books.branch_id,
  department_id: books.department_id,
  remarks: 'FEBRUARY 2023',
  billing_details: [
    { billing_service_id: usage, account_code: '408010', description: 'FEBRUARY 2023', total_amount: '112,000.00' },
  ],
  ...change,
});
/** One that the first level alone approves. */
const small = (change: Partial<BillingInput> = {}): BillingInput =>
  e01({
    billing_date: BOOKS_DAY,
    billing_details: [{ billing_service_id: usage, account_code: '408010', total_amount: '1,120.00' }],
    ...change,
  });

const bill = async (body: BillingInput = e01(), role: Role = 'preparer'): Promise<BillingDetail> =>
  (await as(role)(createBilling, { body })).data;
type Named = Pick<BillingDetail, 'billing_request_no'>;
const read = async ({ billing_request_no }: Named, role: Role = 'preparer') =>
  (await as(role)(readBilling, { params: { id: billing_request_no } })).data;
const post = async ({ billing_request_no }: Named, role: Role, body: object) =>
  (await as(role)(postBilling, { params: { id: billing_request_no }, body })).data as MoveResult;

/** Submits a billing and has every stage of its route approve it; answers the last move. */
async function approve(saved: BillingDetail, preparer: Role): Promise<MoveResult> {
  const steps = [...saved.route.map(({ status }) => status), 7];
  const actors: Role[] = [preparer, 'approver1', 'approver2', 'approver3'];
  let moved: MoveResult | undefined;
  for (const [place, status] of steps.entries()) moved = await post(saved, actors[place]!, { status });
  return moved!;
}
const approved = async (body = small(), preparer: Role = 'preparer') => {
  const saved = await bill(body, preparer);
  await approve(saved, preparer);
  return read(saved);
};

/** What the books record of a billing: `105010 Dr 112000.00`, entry by entry. */
async function postingsOf({ billing_request_no }: Named): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s %s %s %s', e.entry_date, a.acct_code, case when p.debit > 0 then 'Dr' else 'Cr' end, p.debit + p.credit) as line
    from batch b join document d on d.batch_id = b.id join journal_entry e on e.document_id = d.id
    join posting p on p.entry_id = e.id join account a on a.id = p.account_id
    where b.document_type = 'BI' and b.batch_number = ${billing_request_no} order by e.id, p.line_no`.execute(
    app.database,
  );
  return rows.map(({ line }) => line);
}

describe('a billing', () => {
  it('has its request number first, its lines tagged, its due date by its term, and its sums by VAT', async () => {
    const { request_number } = (await as('preparer')(takeRequestNumber, { query: {} })).data;
    expect(request_number).toMatch(/^\d{7}$/);
    expect((await as('preparer')(takeRequestNumber, { query: {} })).data.request_number).toBe(request_number);
    const saved = await bill(e01({ billing_request_no: request_number }));
    expect(saved).toMatchObject({
      billing_request_no: request_number,
      billing_invoice_no: null,
      document_type: 'BI',
      status: 1,
      billing_date: '2023-03-10',
      request_date: '2023-03-10',
      payment_term: 30,
      due_date: '2023-04-09',
      vat: 1,
      accounting_status: 0,
      collection_status: 0,
      total_amount: '112000.00',
      vatable_sales: '100000.00',
      exempt_sales: '0.00',
      zero_rated_sales: '0.00',
      vat_amount: '12000.00',
      collected_amount: '0.00',
      open_amount: '0.00',
      is_pdc: 0,
      number_of_cheques: 0,
      upload_file: [],
      warnings: [],
    });
    expect(
      saved.details.map(({ remarks, account_code, debit_amount, credit_amount, billing_service_id }) => [
        remarks,
        account_code,
        debit_amount,
        credit_amount,
        billing_service_id,
      ]),
    ).toEqual([
      ['Total Amount', '105010', '112000.00', '0.00', null],
      ['Income Amount', '408010', '0.00', '100000.00', usage],
      ['Vat Amount', '203010', '0.00', '12000.00', null],
    ]);
    expect(saved.billing_details).toEqual([
      expect.objectContaining({
        line_no: 1,
        billing_service_name: 'SYSTEM USAGE FEE',
        description: 'FEBRUARY 2023',
        vat: 1,
        total_amount: '112000.00',
        income_amount: '100000.00',
        vat_amount: '12000.00',
      }),
    ]);
    expect(await read(saved)).toEqual(saved);
    const print = await as('auditor')(readBillingPrint, { body: { billing_request_no: request_number } });
    expect(print.data.billing_details).toEqual(saved.billing_details);
  });

  it('bills services of several VAT kinds at once', async () => {
    const saved = await bill(
      e01({
        billing_details: [
          { billing_service_id: usage, account_code: '408010', total_amount: '1000.02' },
          { billing_service_id: training, account_code: '408020', vat: 3, total_amount: 850 },
          { billing_service_id: training, account_code: '408030', vat: 2, total_amount: '47.25' },
        ],
      }),
    );
    expect(saved).toMatchObject({
      total_amount: '1897.27',
      vatable_sales: '892.88',
      vat_amount: '107.14',
      zero_rated_sales: '850.00',
      exempt_sales: '47.25',
    });
    expect(saved.details.map(({ remarks, credit_amount }) => `${remarks} ${credit_amount}`)).toEqual([
      'Total Amount 0.00',
      'Income Amount 892.88',
      'Income Amount 850.00',
      'Income Amount 47.25',
      'Vat Amount 107.14',
    ]);
  });

  it('tells every fault by its field and line, and keeps nothing', async () => {
    const body = e01({
      vat: null,
      billing_details: [
        { account_code: '105010', total_amount: '0' },
        { billing_service_id: usage, account_code: '', vat: 1, total_amount: '1.234' },
      ],
    });
    expect((await refusalOf(bill(body))).errors).toEqual({
      'billing_details.0.billing_service_id': ['line 1: service is required.'],
      'billing_details.0.vat': ['line 1: VAT is required, on the line or for the whole billing.'],
      'billing_details.0.account_code': ['line 1: account 105010 is no income account.'],
      'billing_details.0.total_amount': [
        'line 1: total must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      ],
      'billing_details.1.account_code': ['line 2: income account is required.'],
      'billing_details.1.total_amount': [
        'line 2: total must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      ],
    });
    const [line] = e01().billing_details;
    const most = { ...line!, total_amount: '9999999999999.99' };
    const tooMuch = { ...line!, total_amount: '10000000000000.00' };
    expect((await refusalOf(bill(e01({ billing_details: [most, tooMuch] })))).errors).toEqual({
      'billing_details.1.total_amount': [
        'line 2: total must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      ],
    });
    expect((await refusalOf(bill(e01({ billing_details: [most, most] })))).errors).toEqual({
      billing_details: ['The total is above 9,999,999,999,999.99.'],
    });
    // A comma stands between thousands, or the amount would be another one.
    for (const total_amount of ['1,12', '1,234,5', ',5'])
      expect(
        Object.keys((await refusalOf(bill(e01({ billing_details: [{ ...line!, total_amount }] })))).errors!),
      ).toEqual(['billing_details.0.total_amount']);
    const unknown = await refusalOf(bill(e01({ billing_details: [line!, { ...line!, account_code: '999999' }] })));
    expect(unknown.message).toBe(unknown.errors!['billing_details.1.account_code']![0]);
    expect(Object.keys(unknown.errors!)).toEqual(['billing_details.1.account_code']);
    expect(unknown.errors!['billing_details.1.account_code']![0]).toMatch(/^line 2: .*999999/);
    expect((await refusalOf(bill(e01({ billing_details: [] })))).errors).toEqual({
      billing_details: ['A billing has at least one service.'],
    });
    expect(await refusalOf(bill(e01({ billing_date: '2024-01-05' })))).toMatchObject({
      code: 'period_closed',
      errors: { billing_date: ['Accounting Period for this date is already Closed.'] },
    });
    const bare = await refusalOf(bill(e01({ payee_id: null, branch_id: null, department_id: null })));
    expect(Object.keys(bare.errors!).toSorted()).toEqual(['branch_id', 'department_id', 'payee_id']);
  });

  it('is changed as a whole while it is a draft, and not over a newer version', async () => {
    const saved = await bill();
    const params = { id: saved.billing_request_no };
    const body = { ...e01({ payment_term: 0, billing_date: '2023-03-15' }), row_version: saved.row_version };
    const changed = (await as('preparer')(updateBilling, { params, body })).data;
    expect(changed).toMatchObject({ payment_term: 0, due_date: '2023-03-15', status: 1 });
    expect(await refusalOf(as('preparer')(updateBilling, { params, body }))).toMatchObject({ code: 'row_version' });
  });
});

describe('what is doubtful about a billing', () => {
  const told = async (saved: Named) =>
    (await read(saved)).risk_signals.map(({ kind, sentence }) => `${kind}: ${sentence}`);
  const owned = async (db: Database, payee: object) => {
    const { rows } = await sql<{ id: number; name: string }>`
      insert into payee (payee_code, payee_desc, payee_type, vat)
      select 'D' || n, 'DOUBTED ' || n, coalesce((${JSON.stringify(payee)}::jsonb ->> 'payee_type')::int, 4),
        coalesce((${JSON.stringify(payee)}::jsonb ->> 'vat')::int, 1)
      from (select count(*) + 1 as n from payee) k returning id, payee_desc as name`.execute(db);
    return rows[0]!;
  };
  const line = (account_code: string, total_amount: string, vat?: number) => ({
    billing_service_id: usage,
    account_code,
    total_amount,
    ...(vat === undefined ? {} : { vat }),
  });

  it('is told on its page and in the list, of its customer, its VAT, and a second one alike', async () => {
    const exempt = await inTransaction(app.database, SYSTEM_ACTOR, (db) => owned(db, { vat: 2 }));
    const employee = await inTransaction(app.database, SYSTEM_ACTOR, (db) => owned(db, { payee_type: 5 }));
    const taxed = await bill(
      small({ payee_id: exempt.id, billing_details: [line('408010', '10.00', 2), line('408010', '20.00')] }),
    );
    expect(await told(taxed)).toEqual([
      `vat_doubt: ${exempt.name} is Vat Exempt by his record, and line 2 is billed VATable.`,
    ]);
    const first = await bill(small({ payee_id: employee.id }));
    expect(await told(first)).toEqual([
      `employee_billed: ${employee.name} is an employee, and is billed as a customer.`,
    ]);
    const second = await bill(small({ payee_id: employee.id }));
    const other = await bill(small({ payee_id: employee.id, billing_date: '2026-02-28' }));
    expect((await read(first)).risk_signals[0]).toMatchObject({
      kind: 'billed_twice',
      documents: [{ batch_number: second.billing_request_no, document_type: 'BI' }],
    });
    expect((await told(other)).map((text) => text.split(':')[0])).toEqual(['employee_billed']);
    const { data } = await as('auditor')(listBillings, { query: { pages: 100, actions: 1 } });
    const listed = data.find(({ billing_request_no }) => billing_request_no === first.billing_request_no)!;
    expect(listed.risks).toEqual({ high: 0, notice: 2 });
  });

  it('is an income that was billed with another VAT until now, once enough of it is in the books', async () => {
    const on = (vat: number, total_amount: string) =>
      small({ vat, billing_details: [line('408020', total_amount)], billing_date: BOOKS_DAY });
    const { id } = await inTransaction(app.database, SYSTEM_ACTOR, (db) => owned(db, { vat: 3 }));
    for (const amount of ['10.00', '20.00', '30.00']) await approved({ ...on(3, amount), payee_id: id });
    const odd = await bill(on(2, '40.00'));
    expect(await told(odd)).toEqual([
      'vat_doubt: Line 1 is billed Vat Exempt on 408020, which was billed Zero Rated before.',
    ]);
  });
});

describe('a billing with files', () => {
  const formOf = (body: BillingInput) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(body))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    form.append('upload_file[]', new File(['%PDF-1.7 letter'], 'letter.pdf', { type: 'application/pdf' }));
    return form;
  };

  it('is saved, and changed, in one form with its services', async () => {
    const { data: saved } = await as('preparer')(createBilling, { form: formOf(small()) });
    expect(saved).toMatchObject({ total_amount: '1120.00', upload_file: [{ name: 'letter.pdf' }] });
    const params = { id: saved.billing_request_no };
    const form = formOf(small({ remarks: 'CHANGED' }));
    const { data: changed } = await as('preparer')(updateBilling, { params, form });
    expect(changed).toMatchObject({ total_amount: '1120.00', remarks: 'CHANGED' });
  });
});

describe('its approval', () => {
  it('goes by its amount through the levels of billing officers, without a review, and gives number and postings', async () => {
    const saved = await bill();
    expect(saved.route.map(({ status, eligible }) => [status, eligible.map(({ user_name }) => user_name)])).toEqual([
      [3, ['Approver1 Reyes']],
      [4, ['Approver2 Reyes']],
      [5, ['Approver3 Reyes']],
    ]);
    await post(saved, 'preparer', { status: 3 });
    // Of approving officers approver2 is one of level 1; of billing officers he is not.
    expect(await refusalOf(post(saved, 'approver2', { status: 4 }))).toMatchObject({
      status: 403,
      code: 'not_officer',
    });
    await post(saved, 'approver1', { status: 4 });
    await post(saved, 'approver2', { status: 5 });
    const next = (await as('preparer')(previewInvoiceNumber, { query: {} })).data.billing_invoice_number;
    const moved = await post(saved, 'approver3', { status: 7 });
    expect(moved).toMatchObject({ status: 7, status_label: 'Approved', document_number: next, accounting_status: 7 });
    expect(next).toMatch(/^BI-HOB\d{7}$/);
    expect(await read(saved)).toMatchObject({
      billing_invoice_no: next,
      accounting_status: 7,
      collection_status: 0,
      open_amount: '112000.00',
      accounting_approved_by: 'Approver3 Reyes',
    });
  });

  it.each([
    ['E01', 1, '408010', '112000.00', ['105010 Dr 112000.00', '408010 Cr 100000.00', '203010 Cr 12000.00']],
    ['E02', 3, '408020', '85000.00', ['105010 Dr 85000.00', '408020 Cr 85000.00']],
    ['E03', 2, '408030', '47250.75', ['105010 Dr 47250.75', '408030 Cr 47250.75']],
  ] as const)('posts %s to the centavo', async (_name, vat, account_code, total_amount, postings) => {
    const body = e01({ vat, billing_details: [{ billing_service_id: usage, account_code, total_amount }] });
    const invoice = await approved(body);
    expect(await postingsOf(invoice)).toEqual(postings.map((line) => `2023-03-10 ${line}`));
  });

  it('may be done by the stand-in of a billing officer', async () => {
    await as('approver1')(giveDelegation, {
      body: { to_user: books.people.auditor.user.id, from_date: BOOKS_DAY, to_date: BOOKS_DAY, reason: 'Leave' },
    });
    const saved = await bill(small());
    await post(saved, 'preparer', { status: 3 });
    expect((await post(saved, 'auditor', { status: 7 })).status).toBe(7);
  });

  it('gives numbers without gaps when sixteen are approved at the same moment', async () => {
    const drafts = await Promise.all(Array.from({ length: 16 }, () => bill(small())));
    for (const draft of drafts) await post(draft, 'preparer', { status: 3 });
    const moved = await Promise.all(drafts.map((draft) => post(draft, 'approver1', { status: 7 })));
    const numbers = moved.map(({ document_number }) => Number(document_number!.slice(6))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, place) => numbers[0]! + place));
    const { rows } = await sql<{ unexplained: string; issued: string; invoices: string }>`
      select c.unexplained, c.registered as issued,
        (select count(*) from document where document_type = 'BI' and document_number is not null) as invoices
      from number_series_check c where c.kind = 'bi'`.execute(app.database);
    expect(rows).toEqual([{ unexplained: '0', issued: rows[0]!.invoices, invoices: rows[0]!.issued }]);
  });

  it('tells when the series of invoices is used up, and approves nothing', async () => {
    const saved = await bill(small());
    await post(saved, 'preparer', { status: 3 });
    const next = await nextOfSeries();
    {
      await using _none = await withoutSeries();
      const refused = await refusalOf(post(saved, 'approver1', { status: 7 }));
      expect(refused).toMatchObject({
        status: 409,
        code: 'number_series_used_up',
        message: 'Please create Billing Invoice Series first.',
      });
      expect(await read(saved)).toMatchObject({ status: 3, billing_invoice_no: null });
    }
    expect(await nextOfSeries()).toBe(next);
    await post(saved, 'approver1', { status: 7 });
    expect((await read(saved)).billing_invoice_no).toMatch(new RegExp(`${next.padStart(7, '0')}$`));
  });
});

async function nextOfSeries(): Promise<string> {
  const { rows } = await sql<{ next_number: string }>`
    select next_number::text from number_series where kind = 'bi'`.execute(app.database);
  return rows[0]!.next_number;
}

/** No invoice number is left until this is disposed of. */
async function withoutSeries(): Promise<AsyncDisposable> {
  const set = (to: string) => asOwner(`update number_series set series_to = ${to} where kind = 'bi'`);
  await set('next_number - 1');
  return { [Symbol.asyncDispose]: () => set('9999999') };
}

describe('its end', () => {
  it('is a cancel in the table or a void: the mirror is posted, the number stays, and it is not restored', async () => {
    const [one, other] = [await approved(small(), 'admin'), await approved(small(), 'admin')];
    const params = { id: one.billing_request_no };
    for (const accounting_status of [0, 7]) {
      const refused = await refusalOf(
        as('checker')(setAccountingStatus, { params, body: { accounting_status, remarks: 'x' } }),
      );
      expect(refused.errors).toEqual({
        accounting_status: ['accounting status can be set to 20 (Cancelled) only; the rest is computed.'],
      });
    }
    const body = { accounting_status: 20, remarks: '' };
    expect((await refusalOf(as('checker')(setAccountingStatus, { params, body }))).errors).toEqual({
      remarks: ['remarks is required.'],
    });
    const cancel = { params, body: { ...body, remarks: 'Billed twice' } };
    expect((await refusalOf(as('preparer')(setAccountingStatus, cancel))).status).toBe(403);
    await as('checker')(setAccountingStatus, cancel);
    await as('checker')(voidBilling, {
      body: { billing_request_no: other.billing_request_no, reason: 'Wrong customer', remarks: 'See letter.' },
    });
    for (const invoice of [one, other]) {
      const cancelled = await read(invoice, 'admin');
      expect(cancelled).toMatchObject({
        status: 20,
        accounting_status: 20,
        collection_status: 20,
        open_amount: '0.00',
        billing_invoice_no: invoice.billing_invoice_no,
      });
      const { data: found } = await as('admin')(searchBatches, { query: { number: invoice.billing_request_no } });
      expect(found.find(({ document_type }) => document_type === 'BI')).toMatchObject({ accounting_status: 20 });
      expect(cancelled.allowed_actions.restore).toMatchObject({ allowed: false, code: 'cancelled' });
      expect((await postingsOf(invoice)).slice(3)).toEqual([
        `${BOOKS_DAY} 105010 Cr 1120.00`,
        `${BOOKS_DAY} 408010 Dr 1000.00`,
        `${BOOKS_DAY} 203010 Dr 120.00`,
      ]);
    }
  });

  it('is refused while collections are applied', async () => {
    const invoice = await approved();
    await using _collected = await collected(invoice, '100.00');
    const refused = await refusalOf(
      as('checker')(voidBilling, { body: { billing_request_no: invoice.billing_request_no, reason: 'x' } }),
    );
    expect(refused).toMatchObject({ status: 409, code: 'billing_collected' });
    // It is not offered either, so that nobody gives a reason for nothing.
    expect((await read(invoice, 'checker')).allowed_actions.void).toEqual({
      allowed: false,
      code: 'billing_collected',
      message: 'Collections are applied to this invoice. Void them before it is cancelled.',
      status: null,
    });
    expect(await read(invoice)).toMatchObject({ status: 7, collection_status: 1, open_amount: '1020.00' });
  });

  it('of a draft is a deletion, and of what was rejected a restore', async () => {
    const draft = await bill(small());
    const params = { id: draft.billing_request_no };
    await as('preparer')(deleteBilling, { params, query: {} });
    expect((await refusalOf(read(draft))).status).toBe(404);
    const rejected = await bill(small(), 'admin');
    await post(rejected, 'admin', { status: 3 });
    await post(rejected, 'approver1', { status: 20, approved_remarks: 'Not agreed' });
    expect((await post(rejected, 'admin', { status: 1 })).status).toBe(1);
    expect((await refusalOf(as('checker')(deleteBilling, { params: { id: '0999999' }, query: {} }))).status).toBe(404);
  });
});

/** So much is collected of an invoice until this is disposed of. */
async function collected({ id }: BillingDetail, amount: string): Promise<AsyncDisposable> {
  const set = (to: string) =>
    asOwner(
      `update billing b set collected_amount = ${to} from document d where d.id = b.document_id and d.batch_id = ${id}`,
    );
  await set(amount);
  return { [Symbol.asyncDispose]: () => set('0') };
}

/** What no call of the run-time role may do. */
const asOwner = (statement: string) =>
  runAsOwner(app.ownerUrl, async (owner) => {
    await owner.query(`set talaan.user_id = 'system'; ${statement}`);
  });

describe('what holds it back', () => {
  const dispute = ({ billing_request_no }: Named, dispute_reason: string, role: Role = 'preparer') =>
    as(role)(disputeBilling, { params: { id: billing_request_no }, body: { dispute_reason } });

  it('is a dispute of its customer, with a reason, of an approved invoice alone', async () => {
    const invoice = await approved();
    const { data } = await dispute(invoice, ' The rate was agreed at 10 %. ');
    expect(data).toMatchObject({ dispute_reason: 'The rate was agreed at 10 %.', status: 7, open_amount: '1120.00' });
    expect((await dispute(invoice, '')).data.dispute_reason).toBe('');
    expect((await refusalOf(dispute(invoice, 'x', 'auditor'))).status).toBe(403);
    expect(await refusalOf(dispute(await bill(small()), 'x'))).toMatchObject({ status: 409, code: 'not_an_invoice' });
  });

  it('is a hold of its customer, which stops new billings and those that are not approved yet', async () => {
    const [draft, submitted] = [await bill(small()), await bill(small())];
    await post(submitted, 'preparer', { status: 3 });
    await using _held = await held('No payment since June.');
    expect(await refusalOf(post(submitted, 'approver1', { status: 7 }))).toMatchObject({
      status: 409,
      code: 'customer_on_hold',
    });
    await post(submitted, 'approver1', { status: 1, approved_remarks: 'Not while he is on hold.' });
    expect((await refusalOf(bill(small()))).errors!['payee_id']![0]).toMatch(
      /^Customer C0001 .* on hold: No payment since June\./,
    );
    const refused = await refusalOf(post(draft, 'preparer', { status: 3 }));
    expect(refused).toMatchObject({ status: 409, code: 'customer_on_hold' });
    expect(refused.message).toContain('No payment since June.');
  });
});

/** The customer is on hold until this is disposed of. */
async function held(reason: string): Promise<AsyncDisposable> {
  const set = (to: string) => asOwner(`update payee set billing_hold = ${to} where payee_code = 'C0001'`);
  await set(`'${reason}'`);
  return { [Symbol.asyncDispose]: () => set('null') };
}

describe('what finds it', () => {
  it('is the list of a month by status, collection and accounting, and a choice of all', async () => {
    const invoice = await approved(small({ billing_date: '2025-02-10' }));
    const draft = await bill(small({ billing_date: '2025-02-11' }));
    const numbers = async (query: object) =>
      (await as('auditor')(listBillings, { query: { request_date: '2025-02-01', ...query } })).data.map(
        (row) => row.billing_request_no,
      );
    const both = [draft.billing_request_no, invoice.billing_request_no];
    const exported = async (query: object) => {
      const url = addressOf(exportBillings.path, {}, { request_date: '2025-02-01', format: 'csv', ...query });
      return exportedRows(app.server, url, books.people.auditor.headers);
    };
    expect(await numbers({})).toEqual(both);
    expect((await exported({})).map((row) => row['Billing Request No.'])).toEqual(both);
    expect(await exported({ collection_status: 20 })).toEqual([]);
    expect(await exported({ accounting_status: 7 })).toMatchObject([
      {
        'Billing Invoice No.': invoice.billing_invoice_no,
        'Due Date': '2025-03-12',
        'Collection Status': 'Uncollected',
        'Total Amount': '1120.00',
        'Collected Amount': '0.00',
        'Open Amount': '1120.00',
        'Accounting Status': 'Posted',
      },
    ]);
    expect(await numbers({ request_date: '2025-03-01' })).toEqual([]);
    expect(await numbers({ status: 7 })).toEqual([invoice.billing_request_no]);
    expect(await numbers({ accounting_status: 0 })).toEqual([draft.billing_request_no]);
    expect(await numbers({ accounting_status: 7 })).toEqual([invoice.billing_request_no]);
    expect(await numbers({ collection_status: 0 })).toEqual(both);
    expect(await numbers({ collection_status: 20 })).toEqual([]);
    // A filter that nobody chose is none.
    const unchosen = '/api/trx/billing?request_date=2025-02-01&collection_status=&accounting_status=&is_pdc=&search=';
    const all = await app.server.inject({ url: unchosen, headers: books.people.auditor.headers });
    expect(all.json<{ total: number }>().total).toBe(2);
    expect((await refusalOf(as('auditor')(listBillings, { query: { collection_status: 5 } }))).errors).toEqual({
      collection_status: ['collection status must be 0, 1, 2 or 20.'],
    });
    const page = await as('auditor')(listBillings, { query: { request_date: '2025-02-01', page: 1 } });
    const { headers } = books.people.auditor;
    expect((await app.server.inject({ url: page.first_page_url, headers })).json()).toEqual(page);
    const { data } = await as('auditor')(chooseBilling, { query: { search: invoice.billing_invoice_no! } });
    expect(data).toEqual([expect.objectContaining({ code: invoice.billing_request_no })]);
  });

  it('is a search of invoices in both spellings, and what is open at the end of a day', async () => {
    const [invoice, cancelled] = [await approved(small({ billing_date: '2025-04-10' })), await approved()];
    const query = { search: invoice.billing_invoice_no! };
    const found = await as('auditor')(searchInvoices, { query });
    expect(found.data).toMatchObject([{ billing_request_no: invoice.billing_request_no, open_amount: '1120.00' }]);
    expect(await as('auditor')(searchInvoicesTwin, { query })).toEqual(found);
    expect(await as('auditor')(searchInvoices, { query: { query: query.search } })).toEqual(found);
    const open = async (as_of?: string) =>
      (await as('auditor')(listUncollected, { query: { payee_id: books.payees.C0001, as_of } })).data.map(
        (row) => row.billing_invoice_no,
      );
    expect(await open('2025-04-09')).not.toContain(invoice.billing_invoice_no);
    expect(await open('2025-04-10')).toContain(invoice.billing_invoice_no);
    expect(await open()).toContain(cancelled.billing_invoice_no);
    await as('checker')(voidBilling, { body: { billing_request_no: cancelled.billing_request_no, reason: 'Twice' } });
    expect(await open()).not.toContain(cancelled.billing_invoice_no);
  });

  it('was open until the day of its cancel where the books of its own day are closed', async () => {
    const { billing_request_no, billing_invoice_no } = await approved(small({ billing_date: '2025-02-10' }));
    const close = (flag: number) =>
      asOwner(`update accounting_period set general_journal = ${flag} where period = 202502`);
    await close(0);
    await as('checker')(voidBilling, { body: { billing_request_no, reason: 'Twice' } });
    await close(1);
    const open = async (query: { as_of?: string; payee_id?: number | undefined }) =>
      (await as('auditor')(listUncollected, { query })).data.map((row) => row.billing_invoice_no);
    for (const narrowed of [{}, { payee_id: books.payees.C0001 }]) {
      expect(await open({ ...narrowed, as_of: '2025-02-10' })).toContain(billing_invoice_no);
      expect(await open(narrowed)).not.toContain(billing_invoice_no);
    }
  });

  it('agrees with the control account at the end of every day', async () => {
    const { rows } = await sql<{ day: string; open: string; control: string }>`
      select day, (select coalesce(sum(open_amount), 0) from open_invoices(day)) as open,
        (select coalesce(sum(p.debit - p.credit), 0) from posting p join account a on a.id = p.account_id
          where a.role = 'AR' and p.entry_date <= day) as control
      from (select distinct entry_date as day from journal_entry) days order by day`.execute(app.database);
    expect(rows.length).toBeGreaterThan(2);
    for (const { day, open, control } of rows) expect([day, open]).toEqual([day, control]);
  });

  it('is its other address', async () => {
    const saved = await bill(small());
    const params = { id: String(Number(saved.billing_request_no)) };
    expect((await as('preparer')(postBillingTwin, { params, body: {} })).data).toEqual(await read(saved));
  });
});

describe('a voucher of the same number', () => {
  /** A voucher and a billing that have one number between them. */
  async function twins() {
    let [voucher, billing] = [await books.pay('CV', '100.00'), await bill(small())];
    while (voucher.batch_number < billing.batch_number) voucher = await books.pay('CV', '100.00');
    while (billing.batch_number < voucher.batch_number) billing = await bill(small());
    return { voucher, billing, params: { id: voucher.batch_number } };
  }
  const BILLING = { document_type: 'BI' } as const;

  it('is what the number alone means; with its type the billing is read, told, searched for and deleted', async () => {
    const { voucher, billing, params } = await twins();
    const call = as('preparer');
    expect((await call(readBatch, { params, query: {} })).data.id).toBe(voucher.id);
    expect((await call(readBatch, { params, query: BILLING })).data.id).toBe(billing.id);
    const acts = await call(batchHistory, { params, query: BILLING });
    expect(JSON.stringify(acts)).toContain('Vat Amount');
    const found = async (number: string) =>
      (await call(searchBatches, { query: { number } })).data.map((batch) => batch.id).toSorted();
    expect(await found(params.id)).toEqual([voucher.id, billing.id].toSorted());
    expect(await found(`bi-${Number(params.id)}`)).toEqual([billing.id]);
    await call(deleteBatch, { params, query: BILLING });
    expect(await found(params.id)).toEqual([voucher.id]);
  });

  it('has its own files and keeps its own unsaved work', async () => {
    const { voucher, billing, params } = await twins();
    const call = as('preparer');
    const form = new FormData();
    form.append('upload_file[]', new File(['%PDF-1.7 letter'], 'letter.pdf', { type: 'application/pdf' }));
    form.append('document_type', 'BI');
    const [file] = (await call(addAttachments, { params, form })).data;
    expect((await read(billing)).upload_file).toHaveLength(1);
    expect((await books.read(voucher)).upload_file).toEqual([]);
    const { headers } = books.people.preparer;
    const url = addressOf(downloadAttachment.path, { id: file!.id });
    expect((await app.server.inject({ url, headers })).body).toBe('%PDF-1.7 letter');

    const kept = { document_type: 'CV', batch_number: params.id, body: { remarks: 'CHANGED' } } as const;
    await call(putDraft, { params: { id: randomUUID() }, body: kept });
    await call(updateBilling, { params, body: small() });
    const drafts = await call(listDrafts, { query: { document_type: 'CV' } });
    expect(drafts.data).toMatchObject([{ batch_number: params.id }]);
  });

  it('does not keep a request number from being given back', async () => {
    const { request_number } = (await as('preparer2')(takeRequestNumber, { query: {} })).data;
    const kept = { document_type: 'CV', batch_number: request_number, body: { remarks: 'CHANGED' } } as const;
    await as('preparer2')(putDraft, { params: { id: randomUUID() }, body: kept });
    const given = { params: { batch_number: request_number }, query: BILLING };
    expect((await as('preparer2')(returnBatchNumber, given)).data.returned).toBe(true);
  });
});
