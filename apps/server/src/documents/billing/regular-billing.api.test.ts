import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBillings, postBilling, readBilling } from '@talaan/contract/documents/billing/billing.contract';
import {
  previewRegularBilling,
  sendRegularBilling,
  type RegularBillingInput,
} from '@talaan/contract/documents/billing/regular-billing.contract';
import type { CallRefused } from '@talaan/contract/http/client';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { regularRoutes, type TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { makeBillingMasters } from '../../testing/books/billing-masters.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { BOOKS_DAY, openPaymentBooks, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { registerRegularRoutes } from '../regular/regular.routes.ts';
import { billingDocument } from './billing.document.ts';
import { registerBillingRoutes } from './billing.routes.ts';

let app: TestServer;
let books: PaymentBooks;
let usage: number;
let training: number;
/** Record IDs of customers without a kind of VAT, VATable and exempt, and of one who is inactive. */
let plain: number;
let vatable: number;
let exempt: number;
let inactive: number;

beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, [billingDocument]);
    registerBillingRoutes(server, services);
    registerMasterdataRoutes(server, services);
    registerRegularRoutes(server, services, [billingDocument]);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  [usage, training] = await makeBillingMasters(app.database, books);
  const customer = (code: string, vat: number, status = 1) => ({
    payee_code: code,
    payee_desc: `Franchise ${code}`,
    payee_type: 4,
    vat,
    status,
  });
  const made = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('payee')
      .values([customer('F1', 0), customer('F2', 1), customer('F3', 2), customer('F4', 1, 0)])
      .returning('id')
      .execute(),
  );
  [plain, vatable, exempt, inactive] = made.map(({ id }) => id) as [number, number, number, number];
});
afterAll(() => app.stop());

const as = (role: Role) => books.people[role].call;

/** Runs a statement as the product's own work. */
const change = (statement: ReturnType<typeof sql>) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) => statement.execute(db));

async function newTemplate(columns: object = {}): Promise<number> {
  const template = { txn_type: `Fees ${randomUUID()}`, document_type: 'BI', ...columns };
  const { id } = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db.insertInto('regular_transaction').values(template).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
}

const fee = (total_amount: string, billing_service_id = usage) => ({
  billing_service_id,
  account_code: '408010',
  description: 'Fee',
  total_amount,
});
const of = (payee_id: number, ...billing_details: ReturnType<typeof fee>[]) => ({
  payee_id,
  branch_id: books.branch_id,
  department_id: books.department_id,
  billing_details,
});
const run = (regular_trx: number, given: Partial<RegularBillingInput> = {}): RegularBillingInput => ({
  regular_trx,
  billing_date: BOOKS_DAY,
  payment_term: 15,
  remarks: 'FEES OF THE MONTH',
  customers: [
    of(vatable, fee('1,120.00'), fee('560.00', training)),
    of(exempt, fee('1000.00')),
    of(plain, fee('10.00')),
  ],
  ...given,
});
const preview = async (body: RegularBillingInput) => (await as('preparer')(previewRegularBilling, { body })).data;
const send = async (body: RegularBillingInput, role: Role = 'preparer') =>
  (await as(role)(sendRegularBilling, { body })).data.billings;
const refused = (body: RegularBillingInput, role: Role = 'preparer') => refusalOf(send(body, role));
const read = async (id: string) => (await as('preparer')(readBilling, { params: { id } })).data;
const accountId = async (code: string) => {
  const found = await app.database.selectFrom('account').select('id').where('acct_code', '=', code).executeTakeFirst();
  return found!.id;
};
const countOf = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from batch`.execute(app.database);
  return rows[0]!.n;
};

describe('a regular billing', () => {
  it('shows what it would make, each service with the VAT of its customer, and makes nothing', async () => {
    const before = await countOf();
    const { errors, customers } = await preview(run(await newTemplate()));
    expect(errors).toEqual({});
    expect(customers).toEqual([
      {
        payee_id: vatable,
        payee_code: 'F2',
        payee_desc: 'Franchise F2',
        due_date: expect.any(String),
        billing_details: [
          { vat: 1, total_amount: '1120.00', income_amount: '1000.00', vat_amount: '120.00' },
          { vat: 1, total_amount: '560.00', income_amount: '500.00', vat_amount: '60.00' },
        ],
        income_amount: '1500.00',
        vat_amount: '180.00',
        total_amount: '1680.00',
        errors: {},
      },
      expect.objectContaining({ payee_id: exempt, total_amount: '1000.00', vat_amount: '0.00', errors: {} }),
      expect.objectContaining({ payee_id: plain, total_amount: '10.00', vat_amount: '0.00', errors: {} }),
    ]);
    expect(await countOf()).toBe(before);
  });

  it('makes a billing of each customer as one on its own is made, all of them on their way to the officers', async () => {
    const regular_trx = await newTemplate();
    const body = run(regular_trx);
    const { customers } = await preview(body);
    const billings = await send(body);
    expect(billings.map(({ payee_id, status }) => [payee_id, status])).toEqual([
      [vatable, 3],
      [exempt, 3],
      [plain, 3],
    ]);
    expect(new Set(billings.map(({ billing_request_no }) => billing_request_no)).size).toBe(3);
    const first = await read(billings[0]!.billing_request_no);
    expect(first).toMatchObject({
      status: 3,
      regular_trx,
      payee_id: vatable,
      payment_term: 15,
      due_date: customers[0]!.due_date,
      remarks: 'FEES OF THE MONTH',
      billing_invoice_no: null,
      total_amount: customers[0]!.total_amount,
      vat_amount: customers[0]!.vat_amount,
    });
    expect(first.billing_details.map(({ vat, income_amount }) => [vat, income_amount])).toEqual([
      [1, '1000.00'],
      [1, '500.00'],
    ]);
    expect((await read(billings[1]!.billing_request_no)).exempt_sales).toBe('1000.00');
    // The officer of the first level reaches it: his approval makes it an invoice with a number.
    const params = { id: billings[0]!.billing_request_no };
    await as('approver1')(postBilling, { params, body: { status: 7 } });
    expect((await read(params.id)).billing_invoice_no).toMatch(/^BI-HOB\d{7}$/);
  });

  it('bills a customer once a month: the same again, by its key or without, makes nothing', async () => {
    const body = run(await newTemplate());
    const headers = { 'idempotency-key': randomUUID() };
    const sent = await as('preparer')(sendRegularBilling, { body, headers });
    const after = await countOf();
    expect(await as('preparer')(sendRegularBilling, { body, headers })).toEqual(sent);
    const number = sent.data.billings[1]!.billing_request_no;
    const message = `F3 Franchise F3: Billed by this regular transaction in this month already: request ${number}. Leave the customer out, or archive that billing first.`;
    const again = await refused(body);
    expect([again.status, again.errors?.['customers.1.payee_id']]).toEqual([422, [message]]);
    expect(await countOf()).toBe(after);
    // What was rejected or cancelled does not count, and neither does another month.
    const rejection = { status: 20, approved_remarks: 'Wrong fee' } as const;
    await as('approver1')(postBilling, { params: { id: number }, body: rejection });
    expect(await send({ ...body, customers: [body.customers[1]!] })).toHaveLength(1);
    expect(await send({ ...body, billing_date: '2026-02-28' })).toHaveLength(3);
  });

  it('has in a template the amounts of each customer as he was billed last, with VAT', async () => {
    const line = {
      account_id: await accountId('408010'),
      branch_id: books.branch_id,
      department_id: books.department_id,
    };
    const asked = { ...line, amount_mode: 'last', side: 'C' };
    const lines = [
      { ...asked, payee_id: vatable, billing_service_id: usage },
      { ...asked, payee_id: plain, billing_service_id: usage },
      { ...line, payee_id: plain, billing_service_id: training, credit_amount: '75.00' },
    ];
    const body = { txn_type: `Fees ${randomUUID()}`, document_type: 'BI', lines };
    const { id } = (await as('admin')(resourceRoutes(regularTransaction).create, { body })).data;
    const made = async (document_date: string) =>
      (await as('admin')(regularRoutes.dataToCreate, { query: { id, document_date } })).data as TemplateEntry;
    expect((await made('2026-03-01')).missing.map(({ line: at, last }) => [at, last])).toEqual([
      [1, null],
      [2, null],
    ]);
    for (const [billing_date, amount] of [
      ['2026-01-31', '2,240.00'],
      ['2026-02-28', '1,120.00'],
    ] as const) {
      const [billing] = await send(run(id, { billing_date, customers: [of(vatable, fee(amount))] }));
      const params = { id: billing!.billing_request_no };
      await as('approver1')(postBilling, { params, body: { status: 7 } });
    }
    const { details, missing } = await made('2026-03-01');
    expect(details.map(({ payee_code, credit_amount }) => [payee_code, credit_amount])).toEqual([
      ['F2', '1120.00'],
      ['F1', '0.00'],
      ['F1', '75.00'],
    ]);
    expect(missing.map(({ line: at }) => at)).toEqual([2]);
    expect((await made('2026-02-01')).details[0]!.credit_amount).toBe('2240.00');
  });

  it('is refused to two who send it at once but for one of them', async () => {
    const body = run(await newTemplate());
    const before = await countOf();
    const both = await Promise.allSettled([send(body), send(body, 'preparer2')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect((refusal.reason as CallRefused).problem.message).toMatch(/BI \d{7}|Nothing was sent/);
    expect(await countOf()).toBe(before + 3);
  });
});

describe('nothing is sent', () => {
  it('where customers cannot be billed: each fault names its customer and field, and the preview says the same', async () => {
    await change(sql`update payee set billing_hold = 'Unpaid since May.' where id = ${exempt}`);
    const before = await countOf();
    const body = run(await newTemplate(), {
      customers: [
        of(vatable, fee('0.00'), { ...fee('5'), account_code: '105010' }),
        of(exempt, fee('1000.00')),
        of(inactive, fee('1000.00')),
        of(plain, fee('10.00')),
        of(plain, fee('20.00')),
        { ...of(999_999, fee('10.00')), branch_id: null },
      ],
    });
    const [{ status, message, errors }, { customers }] = await Promise.all([refused(body), preview(body)]);
    await change(sql`update payee set billing_hold = null where id = ${exempt}`);
    const hold =
      'Customer F3 Franchise F3 is on hold: Unpaid since May. Clear Billing hold at Payee Details to bill him.';
    expect([status, message]).toEqual([
      422,
      '5 customers cannot be billed: leave out or correct what is named. Nothing was sent.',
    ]);
    expect(errors).toEqual({
      'customers.0.billing_details.0.total_amount': [
        'F2 Franchise F2: line 1: total must be an amount above 0 with at most 2 decimals, up to 9,999,999,999,999.99.',
      ],
      'customers.0.billing_details.1.account_code': ['F2 Franchise F2: line 2: account 105010 is no income account.'],
      'customers.1.payee_id': [`F3 Franchise F3: ${hold}`],
      'customers.2.payee_id': ['F4 Franchise F4: Payee F4 is inactive.'],
      'customers.4.payee_id': ['F1 Franchise F1: The customer is named twice: put his services together.'],
      'customers.5.payee_id': ['Customer 999999: Payee 999999 does not exist.'],
      'customers.5.branch_id': ['Customer 999999: branch is required.'],
    });
    expect(customers[1]!.errors).toEqual({ payee_id: [hold] });
    expect(customers[3]!.errors).toEqual({});
    expect(await countOf()).toBe(before);
  });

  it('where what all share is wrong, which is said once', async () => {
    const inactiveTemplate = await newTemplate({ status: 0 });
    expect((await refused(run(inactiveTemplate))).errors).toEqual({
      regular_trx: [expect.stringMatching(/^Regular transaction Fees .* is inactive\.$/)],
    });
    const journal = await newTemplate({ document_type: 'JE' });
    expect((await preview(run(journal))).errors).toEqual({
      regular_trx: [expect.stringMatching(/is for General Journal\.$/)],
    });
    const closed = await refused(run(await newTemplate(), { billing_date: '2019-01-15' }));
    expect(closed.errors).toEqual({ billing_date: ['Accounting Period for this date is already Closed.'] });
    expect((await refused(run(await newTemplate(), { customers: [] }))).errors).toEqual({
      customers: ['Choose at least one customer.'],
    });
  });

  it('where nobody could approve the amount of one of them', async () => {
    await change(sql`update billing_officer set max_amount = 100000 where level = 'L3'`);
    const body = run(await newTemplate(), { customers: [of(plain, fee('10.00')), of(vatable, fee('500000.00'))] });
    const { errors } = await refused(body);
    await change(sql`update billing_officer set max_amount = 0 where level = 'L3'`);
    expect(Object.keys(errors!)).toEqual(['customers.1.billing_details']);
    expect(errors!['customers.1.billing_details']![0]).toMatch(/^F2 Franchise F2: .*500,000\.00/);
  });
});

it('lists the billings of a run with their template', async () => {
  const regular_trx = await newTemplate();
  const [one] = await send(run(regular_trx));
  const { data } = await as('preparer')(listBillings, { query: { search: one!.billing_request_no } });
  expect(data.find(({ batch_number }) => batch_number === one!.billing_request_no)).toMatchObject({ regular_trx });
});
