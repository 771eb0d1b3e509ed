import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createBilling,
  listUncollected,
  readBilling,
  voidBilling,
} from '@talaan/contract/documents/billing/billing.contract';
import {
  createCollection,
  deleteCollection,
  exportCollections,
  listCollections,
  postCollection,
  postCollectionTwin,
  readAdvance,
  searchCollections,
  setCollectionAccountingStatus,
  takeCollectionNumber,
  updateCollection,
  type CollectionDetail,
} from '@talaan/contract/documents/collection/collection.contract';
import { readClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { addressOf } from '@talaan/contract/http/client';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { writtenOffOf } from '@talaan/core/receivables/written-off';
import { readDecisionInput } from '../../batches/record/batch-record.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import type { Role } from '../../testing/books/journal-books.ts';
import { BOOKS_DAY, refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import { exportedRows } from '../../testing/exported-rows.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { registerDeskRoutes } from '../../desks/desk.routes.ts';
import { billingDocument } from '../billing/billing.document.ts';
import { collectionDocument } from './collection.document.ts';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer((server, services) =>
    registerDeskRoutes(server, services, [billingDocument, collectionDocument]),
  ));
});
afterAll(() => app.stop());

const as = (role: Role) => books.people[role].call;
const openOf = async ({ billing_request_no }: { billing_request_no: string }) => {
  const { data } = await as('auditor')(readBilling, { params: { id: billing_request_no } });
  return [data.open_amount, data.collection_status];
};

/** What the books record of a collection: `2023-03-30 102103 Dr 110000.00`, entry by entry. */
async function postingsOf({ collection_number }: Pick<CollectionDetail, 'collection_number'>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s %s %s %s', e.entry_date, a.acct_code, case when p.debit > 0 then 'Dr' else 'Cr' end, p.debit + p.credit) as line
    from batch b join document d on d.batch_id = b.id join journal_entry e on e.document_id = d.id
    join posting p on p.entry_id = e.id join account a on a.id = p.account_id
    where b.document_type = 'CN' and b.batch_number = ${collection_number} order by e.id, p.line_no`.execute(
    app.database,
  );
  return rows.map(({ line }) => line);
}

/** What settles an invoice, as somebody may see it: number and amount of each. */
async function settledBy({ billing_request_no }: { billing_request_no: string }, role: Role = 'auditor') {
  const { data } = await as(role)(readBilling, { params: { id: billing_request_no } });
  return data.settled_by.map(({ batch_number, amount }) => [batch_number, amount]);
}

describe('a collection', () => {
  it('has its number first, settles an invoice in parts, and says where the cash goes', async () => {
    const invoice = await desk.invoice('1120.00');
    const { collection_number } = (await as('preparer')(takeCollectionNumber, { query: {} })).data;
    expect(collection_number).toMatch(/^\d{7}$/);
    expect((await as('preparer')(takeCollectionNumber, { query: {} })).data).toEqual({ collection_number });
    const billing_invoice_no = invoice.billing_invoice_no!;
    const body = desk.collection(
      [
        {
          billing_invoice_no: billing_invoice_no.toLowerCase(),
          cash_amount: '1,000.00',
          withholding_amount: 20,
          write_off_amount: '0.50',
        },
      ],
      { collection_number, received_amount: '1,250.00', is_or_ar: null, type: '1' },
    );
    const saved = await desk.save(body);
    expect(saved).toMatchObject({
      collection_number,
      document_type: 'CN',
      status: 1,
      is_or_ar: 1,
      customer_name: 'KUNWARI PAWNSHOP NETWORK, INC.',
      collection_date: BOOKS_DAY,
      billing_invoice_no,
      billing_amount: '1120.00',
      balance_amount: '1120.00',
      collected_amount: '1270.00',
      received_amount: '1250.00',
      excess_amount: '250.00',
      write_off_account: '506070',
      accounting_status: 0,
      total_amount: '1270.50',
      warnings: [],
      collection_details: [
        {
          line_no: 1,
          billing_invoice_no,
          billing_request_no: invoice.billing_request_no,
          billing_date: BOOKS_DAY,
          cash_amount: '1000.00',
          withholding_amount: '20.00',
          write_off_amount: '0.50',
          receivable_php: '1020.50',
          open_amount: '1120.00',
        },
      ],
    });
    expect(await desk.read(saved)).toEqual(saved);
    expect(await openOf(invoice)).toEqual(['1120.00', 0]);
    await desk.bring(saved);
    expect(await openOf(invoice)).toEqual(['99.50', 1]);
    expect(await postingsOf(saved)).toEqual(
      ['102103 Dr 1250.00', '108050 Dr 20.00', '506070 Dr 0.50', '105010 Cr 1020.50', '202090 Cr 250.00'].map(
        (line) => `${BOOKS_DAY} ${line}`,
      ),
    );
    const advance = async () =>
      (await as('auditor')(readAdvance, { query: { payee_id: books.payees.C0001 } })).data.advance_amount;
    expect(await advance()).toBe('250.00');
    // The account of his last cash in a currency; of a currency that nobody paid in there is none.
    const depositedTo = async (currency_id: number) =>
      (await as('auditor')(readAdvance, { query: { payee_id: books.payees.C0001, currency_id } })).data.deposited_to;
    expect([await depositedTo(1), await depositedTo(4)]).toEqual([saved.bank_id, null]);
    const rest = await desk.collect([{ billing_invoice_no, cash_amount: '99.50' }], { advance_amount: '99.50' });
    expect(await advance()).toBe('150.50');
    expect(rest).toMatchObject({ received_amount: '0.00', bank_id: null, balance_amount: '0.00' });
    expect(await postingsOf(rest)).toEqual([`${BOOKS_DAY} 202090 Dr 99.50`, `${BOOKS_DAY} 105010 Cr 99.50`]);
    expect(await openOf(invoice)).toEqual(['0.00', 2]);
    expect(await settledBy(invoice)).toEqual([
      [collection_number, '1020.50'],
      [rest.collection_number, '99.50'],
    ]);
    const refused = await refusalOf(desk.void(saved));
    expect(refused).toMatchObject({
      status: 409,
      code: 'advance_exceeded',
      message: 'The advance of this collection is applied by a later one. Void that one first.',
    });
  });

  it('is named with the invoice that it settles while it stands, to whoever may see it', async () => {
    const invoice = await desk.invoice('1120.00');
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '60.00' }];
    const plain = await desk.collect(rows, { received_amount: '60.00' });
    const secret = await desk.collect(rows, { received_amount: '60.00', is_confidential: 1 });
    expect(await openOf(invoice)).toEqual(['1000.00', 1]);
    expect(await settledBy(invoice, 'preparer')).toEqual([
      [plain.collection_number, '60.00'],
      [secret.collection_number, '60.00'],
    ]);
    expect(await settledBy(invoice)).toEqual([[plain.collection_number, '60.00']]);
    await desk.void(plain);
    expect(await settledBy(invoice)).toEqual([]);
  });

  it('of a confidential invoice is confidential, or would tell its number to whoever may not see it', async () => {
    const { billing_invoice_no } = await desk.invoice('100.00', { is_confidential: 1 });
    const number = billing_invoice_no!;
    const rows = [{ billing_invoice_no: number, cash_amount: '60.00' }];
    const given = desk.collection(rows, { received_amount: '60.00' });
    expect((await refusalOf(desk.save(given, 'admin'))).errors).toEqual({
      'collection_details.0.billing_invoice_no': [
        `line 1: invoice ${number} is confidential. Switch on Confidential, or settle it in an entry of its own.`,
      ],
    });
    const saved = await desk.save({ ...given, is_confidential: 1 }, 'admin');
    await desk.move(saved, 'admin', { status: 7 });
    expect((await desk.read(saved, 'admin')).balance_amount).toBe('40.00');
    expect(await refusalOf(desk.read(saved, 'auditor'))).toMatchObject({ status: 404 });
  });

  it('tells every fault by its field and line, and keeps nothing', async () => {
    const [invoice, later] = [
      await desk.invoice('100.00'),
      await desk.invoice('100.00', { billing_date: '2026-04-10' }),
    ];
    const other = await desk.invoice('100.00', { payee_id: books.payees.S0001 });
    const number = invoice.billing_invoice_no!;
    const twofold = desk.collection([], { received_amount: '10.00', is_or_ar: 2, type: 1 });
    expect((await refusalOf(desk.save(twofold))).errors).toEqual({
      is_or_ar: ['is or ar and type name the same receipt: send one of them, or both alike.'],
    });
    expect((await refusalOf(desk.save(desk.collection([], { received_amount: '1,12' })))).errors).toMatchObject({
      received_amount: ['received amount must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
    });
    const errorsOf = async (...given: Parameters<ReceivableBooks['collection']>) =>
      (await refusalOf(desk.save(desk.collection(...given)))).errors;
    expect(
      await errorsOf(
        [
          { billing_invoice_no: number, cash_amount: '60.00' },
          { billing_invoice_no: number, cash_amount: '1.00' },
          { billing_invoice_no: 'BI-HOB9999999', cash_amount: '1.00' },
          { billing_invoice_no: later.billing_invoice_no!, cash_amount: '1.00' },
          { billing_invoice_no: other.billing_invoice_no!, cash_amount: '1.00' },
          { billing_invoice_no: '', cash_amount: '1.005' },
        ],
        { received_amount: '50.00', bank_id: null },
      ),
    ).toEqual({
      bank_id: ['bank is required where cash is received.'],
      received_amount: ['14.00 more is placed on invoices than was received. Place less, or enter what was received.'],
      'collection_details.1.billing_invoice_no': [`line 2: invoice ${number} stands on line 1 already.`],
      'collection_details.2.billing_invoice_no': ['line 3: there is no invoice BI-HOB9999999.'],
      'collection_details.3.billing_invoice_no': [
        `line 4: invoice ${later.billing_invoice_no} is dated 10 Apr 2026, after this collection. Leave it out: what is received before becomes an advance.`,
      ],
      'collection_details.4.billing_invoice_no': [
        `line 5: invoice ${other.billing_invoice_no} is of another customer.`,
      ],
      'collection_details.5.billing_invoice_no': ['line 6: invoice is required.'],
      'collection_details.5.cash_amount': [
        'line 6: cash amount must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.',
      ],
    });
    expect(await errorsOf([])).toEqual({
      collection_details: ['Enter what was received, or choose an invoice to settle.'],
    });
    const writeOff = [{ billing_invoice_no: number, write_off_amount: '1.00' }];
    expect(await errorsOf(writeOff, { write_off_account: '408010' })).toEqual({
      write_off_account: ['account 408010 is no expense account.'],
    });
    expect(await errorsOf(writeOff, { department_id: null })).toEqual({
      department_id: ['department is required on an income or expense account.'],
    });
    expect((await refusalOf(desk.save(desk.collection(writeOff, { collection_date: '2024-01-05' })))).status).toBe(422);
    expect(
      await errorsOf([{ billing_invoice_no: number, cash_amount: '1.00' }], { advance_amount: '9999.00' }),
    ).toEqual({
      advance_amount: [
        expect.stringContaining('is not placed'),
        expect.stringMatching(/^The customer has [\d.,]+ in advance\.$/),
      ],
    });
  });

  it('takes no more than is open, nor anything of a cancelled invoice', async () => {
    const [invoice, cancelled] = [await desk.invoice('100.00'), await desk.invoice('100.00')];
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '100.01' }];
    const refused = await refusalOf(desk.save(desk.collection(rows, { received_amount: '100.01' })));
    expect(refused).toMatchObject({
      status: 409,
      code: 'over_collected',
      message: `Only 100.00 of ${invoice.billing_invoice_no} is still open.`,
      errors: { 'collection_details.0.billing_invoice_no': [refused.message] },
    });
    const drafts = await Promise.all(
      [invoice, cancelled].map(({ billing_invoice_no }) =>
        desk.save(
          desk.collection([{ billing_invoice_no: billing_invoice_no!, cash_amount: '100.00' }], {
            received_amount: '100.00',
          }),
        ),
      ),
    );
    const body = { billing_request_no: cancelled.billing_request_no, reason: 'Billed twice' };
    await as('checker')(voidBilling, { body });
    expect(await refusalOf(desk.move(drafts[1]!, 'preparer', { status: 7 }))).toMatchObject({
      status: 409,
      message: 'Invoice is cancelled.',
    });
    await desk.collect([{ ...rows[0]!, cash_amount: '40.00' }], { received_amount: '40.00' });
    expect(await refusalOf(desk.move(drafts[0]!, 'preparer', { status: 7 }))).toMatchObject({
      status: 409,
      message: `Only 60.00 of ${invoice.billing_invoice_no} is still open.`,
    });
    expect(await openOf(invoice)).toEqual(['60.00', 1]);
    const { billing_request_no } = invoice;
    expect(await refusalOf(as('checker')(voidBilling, { body: { billing_request_no, reason: 'x' } }))).toMatchObject({
      status: 409,
      code: 'billing_collected',
    });
  });

  it.each([
    [1, true, false],
    [2, false, true],
    [3, true, true],
  ])('of is_or_ar %i takes the number of its receipt when it is issued', async (is_or_ar, official, acknowledged) => {
    const invoice = await desk.invoice('10.00');
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '10.00' }];
    const saved = await desk.save(desk.collection(rows, { received_amount: '10.00', is_or_ar }), 'cashier');
    expect([saved.or_number, saved.ar_number]).toEqual([null, null]);
    expect(await desk.move(saved, 'cashier', { status: 7 })).toMatchObject({ status: 7, receipt_status: 0 });
    const issued = await desk.read(saved);
    expect([issued.or_number !== null, issued.ar_number !== null]).toEqual([official, acknowledged]);
  });

  it('asks for its receipt before it is issued', async () => {
    const saved = await desk.save(desk.collection([], { received_amount: '10.00', is_or_ar: null }));
    expect((await refusalOf(desk.move(saved, 'preparer', { status: 7 }))).errors).toEqual({
      is_or_ar: ['Choose the receipt: 1 official, 2 acknowledgement, 3 both.'],
    });
  });
});

describe('the books', () => {
  it.each([
    ['E01', '2023-03-10', 1, '112000.00', '408010', '2023-03-30', '110000.00', '2000.00'],
    ['E02', '2023-04-05', 3, '85000.00', '408020', '2023-04-20', '83300.00', '1700.00'],
    ['E03', '2023-04-12', 2, '47250.75', '408030', '2023-04-27', '46305.73', '945.02'],
  ] as const)('post %s to the centavo', async (_name, billing_date, vat, total, account_code, day, cash, withheld) => {
    const [detail] = (await desk.invoice('1.00')).billing_details;
    const billing_details = [{ billing_service_id: detail!.billing_service_id, account_code, total_amount: total }];
    const invoice = await desk.invoice(total, { billing_date, vat, billing_details });
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: cash, withholding_amount: withheld }];
    const collected = await desk.collect(rows, { collection_date: day, received_amount: cash });
    expect(collected.collected_amount).toBe(total);
    expect(await postingsOf(collected)).toEqual([
      `${day} 102103 Dr ${cash}`,
      `${day} 108050 Dr ${withheld}`,
      `${day} 105010 Cr ${total}`,
    ]);
    expect(await openOf(invoice)).toEqual(['0.00', 2]);
  });

  it('have open at the end of a day what E12 says, whatever is collected later', async () => {
    const payee_id = books.payees.S0001;
    const expected = await desk.billE12(payee_id);
    const query = { payee_id, as_of: '2023-06-30' };
    const { data } = await as('auditor')(listUncollected, { query });
    expect(data.map(({ billing_invoice_no, open_amount }) => [billing_invoice_no, open_amount])).toEqual(expected);
  });

  it('take a foreign receivable out at its own pesos, whatever its parts, with the realised difference', async () => {
    const usd = { currency_id: 2, bank_id: books.banks['102303'] };
    const invoice = await desk.invoice('1000.01', { currency_id: 2, dollar_rate: '55.123456', vat: 3 });
    const billing_invoice_no = invoice.billing_invoice_no!;
    const part = await desk.collect([{ billing_invoice_no, cash_amount: '333.33' }], {
      ...usd,
      dollar_rate: '56.5',
      received_amount: '333.33',
    });
    expect(await postingsOf(part)).toEqual(
      ['102303 Dr 18833.15', '105010 Cr 18833.15', '105010 Dr 458.85', '404010 Cr 458.85'].map(
        (line) => `${BOOKS_DAY} ${line}`,
      ),
    );
    const rest = await desk.collect([{ billing_invoice_no, cash_amount: '666.68' }], {
      ...usd,
      dollar_rate: '54',
      received_amount: '666.68',
    });
    expect((await postingsOf(rest)).slice(2)).toEqual(
      ['105010 Cr 748.99', '404020 Dr 748.99'].map((line) => `${BOOKS_DAY} ${line}`),
    );
    expect(await openOf(invoice)).toEqual(['0.00', 2]);
    expect(await desk.daysThatDiffer(books.payees.C0001)).toEqual([]);
  });

  it('take a foreign advance at its average pesos, refuse what has changed, and leave nothing of it', async () => {
    const usd = { currency_id: 2, bank_id: books.banks['102303'] };
    const invoice = await desk.invoice('300.00', { currency_id: 2, dollar_rate: '55', vat: 3 });
    const billing_invoice_no = invoice.billing_invoice_no!;
    const advance = async () =>
      (await as('auditor')(readAdvance, { query: { payee_id: books.payees.C0001, currency_id: 2 } })).data
        .advance_amount;
    await desk.collect([], { ...usd, dollar_rate: '50', received_amount: '100.00' });
    const used = { ...usd, bank_id: null, dollar_rate: '56', advance_amount: '50.00' };
    const stale = await desk.save(desk.collection([{ billing_invoice_no, cash_amount: '50.00' }], used));
    const dearer = await desk.collect([], { ...usd, dollar_rate: '53', received_amount: '200.00' });
    expect(await advance()).toBe('300.00');
    expect(await refusalOf(desk.move(stale, 'preparer', { status: 7 }))).toMatchObject({
      status: 409,
      code: 'advance_changed',
      message: "The customer's advance has changed. Save the collection again.",
    });
    const part = await desk.collect([{ billing_invoice_no, cash_amount: '50.00' }], used);
    expect(await postingsOf(part)).toEqual(
      ['202090 Dr 2800.00', '105010 Cr 2800.00', '105010 Dr 50.00', '202090 Cr 200.00', '404020 Dr 150.00'].map(
        (line) => `${BOOKS_DAY} ${line}`,
      ),
    );
    expect(await refusalOf(desk.void(dearer))).toMatchObject({
      message: 'The advance of this collection is applied by a later one. Void that one first.',
    });
    await desk.collect([{ billing_invoice_no, cash_amount: '250.00' }], { ...used, advance_amount: '250.00' });
    expect([await advance(), await openOf(invoice)]).toEqual(['0.00', ['0.00', 2]]);
    expect(await desk.daysThatDiffer(books.payees.C0001)).toEqual([]);
  });

  it('never collect more than is open when sixteen collections race for twenty invoices', async () => {
    const invoices = await Promise.all(Array.from({ length: 20 }, () => desk.invoice('100.00')));
    const numbers = invoices.map(({ billing_invoice_no }) => billing_invoice_no!);
    const drafts: CollectionDetail[] = [];
    for (let at = 0; at < 16; at += 1) {
      // Half of them name the invoices the other way round.
      const rows = (at % 2 === 0 ? numbers : numbers.toReversed()).map((billing_invoice_no) => ({
        billing_invoice_no,
        cash_amount: '30.00',
      }));
      drafts.push(await desk.save(desk.collection(rows, { received_amount: '600.00' })));
    }
    const results = await Promise.allSettled(drafts.map((draft) => desk.move(draft, 'preparer', { status: 7 })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { problem: { code: string } }).problem.code] : [],
    );
    // One that met a deadlock again and again would be busy.
    expect(new Set(codes)).toEqual(new Set(['over_collected']));
    for (const invoice of invoices) expect(await openOf(invoice)).toEqual(['10.00', 1]);
  });
});

describe('a write-off', () => {
  const lets = (free: string, flags: Readonly<Record<string, boolean>> = {}) =>
    inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`update setting set value = to_jsonb(${free}::text) where key = 'write_off_without_approval'`.execute(
        db,
      );
      await sql`update setting set value = value || ${JSON.stringify(flags)}::jsonb where key = 'approval_required'`.execute(
        db,
      );
    });
  afterEach(() => lets('0.00', { JE: true, CN: false }));
  const stagesOf = ({ route }: CollectionDetail) => route.map(({ status }) => status);

  it('takes the route of a journal of its amount, and the receipt of the cash beside it waits with the posting', async () => {
    const invoice = await desk.invoice('5600000.00');
    const billing_invoice_no = invoice.billing_invoice_no!;
    const whole = await desk.save(desk.collection([{ billing_invoice_no, write_off_amount: '5000000.00' }]));
    expect(stagesOf(whole)).toEqual([2, 3, 4, 5]);
    for (const status of [7, 3]) {
      expect(await refusalOf(desk.move(whole, 'preparer', { status }))).toMatchObject({ code: 'stage_missing' });
    }
    const row = { billing_invoice_no, cash_amount: '100.00', write_off_amount: '0.01' };
    const saved = await desk.save(desk.collection([row], { received_amount: '100.00', write_off_account: '503090' }));
    expect(stagesOf(saved)).toEqual([2, 3]);
    await desk.bring(saved, 'preparer', 3);
    const waiting = await desk.read(saved);
    expect(waiting).toMatchObject({ status: 3, or_number: null, accounting_status: 0 });
    expect(await openOf(invoice)).toEqual(['5600000.00', 0]);
    // An officer's limit is held against what is written off, and his approval keeps that amount.
    await desk.bring(waiting);
    expect(await desk.read(saved)).toMatchObject({ status: 7, or_number: expect.stringMatching(/^\d{12}$/) });
    const { rows } = await sql<{ amount: string }>`
      select m.amount from batch b join batch_move m on m.batch_id = b.id and m.status_from = 3
      where b.batch_number = ${saved.collection_number} and b.document_type = 'CN'`.execute(app.database);
    expect(rows).toEqual([{ amount: '0.01' }]);
    expect(await openOf(invoice)).toEqual(['5599899.99', 1]);
  });

  it('of what the company lets pass needs nobody, but not in pieces, nor at the same moment', async () => {
    await lets('100.00');
    const invoices = [await desk.invoice('1000.00'), await desk.invoice('1000.00')];
    const off = (at: number, write_off_amount: string) =>
      desk.save(desk.collection([{ billing_invoice_no: invoices[at]!.billing_invoice_no!, write_off_amount }]));
    const issue = (saved: CollectionDetail) => desk.move(saved, 'preparer', { status: 7 });
    expect(stagesOf(await off(0, '100.01'))).toEqual([2, 3]);
    const [first, second] = [await off(0, '60.00'), await off(0, '40.01')];
    expect([stagesOf(first), stagesOf(second)]).toEqual([[], []]);
    await issue(first);
    expect(stagesOf(await desk.read(second))).toEqual([2, 3]);
    expect(await refusalOf(issue(second))).toMatchObject({ status: 409, code: 'stage_missing' });
    await desk.void(first);
    expect(stagesOf(await desk.read(second))).toEqual([]);
    const raced = await Promise.allSettled([await off(1, '60.00'), await off(1, '60.00')].map(issue));
    expect(raced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is also tax withheld beyond any rate, in one piece or more, and an absurd rate is refused', async () => {
    const invoice = await desk.invoice('1120.00');
    const billing_invoice_no = invoice.billing_invoice_no!;
    const withheld = (withholding_amount: string) =>
      desk.save(desk.collection([{ billing_invoice_no, withholding_amount }]));
    const [whole, within, rest] = [await withheld('1120.00'), await withheld('150.00'), await withheld('50.01')];
    expect([whole, within, rest].map(stagesOf)).toEqual([[2, 3], [], []]);
    expect(await refusalOf(desk.move(whole, 'preparer', { status: 7 }))).toMatchObject({ code: 'stage_missing' });
    await desk.move(within, 'preparer', { status: 7 });
    const now = await desk.read(rest);
    expect(stagesOf(now)).toEqual([2, 3]);
    expect(await refusalOf(desk.move(now, 'preparer', { status: 7 }))).toMatchObject({ code: 'stage_missing' });
    const { rows } = await sql<{ written_off: string }>`
      select written_off(id)::text from batch where document_type = 'CN' and batch_number = ${rest.collection_number}`.execute(
      app.database,
    );
    const application = { cash_minor: 0n, withheld_minor: 50_01n, written_off_minor: 0n };
    const before = { base_minor: 1000_00n, withheld_minor: 150_00n, written_off_minor: 0n };
    expect([rows[0]!.written_off, amountText(writtenOffOf(application, before))]).toEqual(['0.01', '0.01']);

    const dollar = await desk.invoice('100.00', { currency_id: 2, dollar_rate: '55', vat: 3 });
    const row = { billing_invoice_no: dollar.billing_invoice_no!, cash_amount: '100.00' };
    const at = (dollar_rate: string) =>
      desk.save(
        desk.collection([row], {
          currency_id: 2,
          bank_id: books.banks['102303'],
          dollar_rate,
          received_amount: '100.00',
        }),
      );
    expect((await refusalOf(at('1'))).errors).toEqual({
      dollar_rate: ['Rate 1.00 is more than 20 % off the usual 55.00. Correct it, or the rate on file.'],
    });
    await at('44');
  });

  it('asks for the same in the database as in the core', async () => {
    const usd = { currency_id: 2, bank_id: books.banks['102303'], dollar_rate: '56.123456' };
    const peso = await desk.invoice('500000.00');
    const dollar = await desk.invoice('9000.00', { currency_id: 2, dollar_rate: '55', vat: 3 });
    const rowsOf = (one: typeof peso, cash_amount: string, write_off_amount: string) => [
      { billing_invoice_no: one.billing_invoice_no!, cash_amount, write_off_amount },
    ];
    await desk.collect(rowsOf(peso, '1.00', '50.00'), { received_amount: '1.00' });
    const saved = [
      await desk.save(desk.collection(rowsOf(peso, '1.00', '50.00'), { received_amount: '1.00' })),
      await desk.save(desk.collection(rowsOf(peso, '300000.00', '20.00'), { received_amount: '300000.00' })),
      await desk.save(desk.collection(rowsOf(dollar, '10.00', '400.33'), { ...usd, received_amount: '10.00' })),
    ];
    for (const free of ['0.00', '50.00', '100.00', '22467.90']) {
      for (const [JE, CN] of [
        [true, false],
        [true, true],
        [false, true],
        [false, false],
      ] as const) {
        await lets(free, { JE, CN });
        for (const { collection_number } of saved) {
          const call = { batch_number: collection_number, types: ['CN' as const], user_id: 0 };
          const { batch, rules } = (await readDecisionInput(app.database, call))!;
          const { to_approve } = batch;
          const inCore = {
            amount: amountText(to_approve.amount_minor),
            amount_php: amountText(to_approve.amount_php_minor),
            is_asked: rules.settings.review_stage,
          };
          const { rows } = await sql`
            select m.amount::numeric(18, 2), m.amount_php::numeric(18, 2), write_off_to_approve(b) is not null as is_asked
            from batch b cross join lateral amount_to_approve(b) m
            where b.batch_number = ${collection_number} and b.document_type = 'CN'`.execute(app.database);
          expect(rows, `${free} ${JE} ${CN}`).toEqual([inCore]);
        }
      }
    }
  });

  it('alone, like an advance alone, brings nothing: no receipt, no paper, no mail', async () => {
    await lets('100.00');
    const invoice = await desk.invoice('1000.00');
    const billing_invoice_no = invoice.billing_invoice_no!;
    await desk.collect([], { received_amount: '500.00' });
    const bare = [
      await desk.collect([{ billing_invoice_no, write_off_amount: '1.00' }]),
      await desk.collect([{ billing_invoice_no, cash_amount: '500.00' }], { advance_amount: '500.00', is_or_ar: 3 }),
    ];
    for (const one of bare)
      expect(one).toMatchObject({
        status: 7,
        accounting_status: 7,
        or_number: null,
        ar_number: null,
        receipt_status: null,
      });
    const withheld = await desk.collect([{ billing_invoice_no, withholding_amount: '10.00' }]);
    expect(withheld.or_number).toMatch(/^\d{12}$/);
    expect(await openOf(invoice)).toEqual(['489.00', 1]);
  });
});

describe('its end', () => {
  it('is a cancel in the table or a void: the mirror is posted, the invoices open again, the receipt stays', async () => {
    const invoice = await desk.invoice('100.00');
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '50.00' }];
    const [one, other] = [
      await desk.collect(rows, { received_amount: '50.00' }, 'admin'),
      await desk.collect(rows, { received_amount: '50.00' }, 'admin'),
    ];
    const params = { id: one.collection_number };
    // Its own settlement is no reason why it cannot be changed.
    const changed = { ...desk.collection(rows, { received_amount: '50.00', remarks: 'CHANGED' }) };
    expect(await refusalOf(as('preparer')(updateCollection, { params, body: changed }))).toMatchObject({
      status: 409,
      message: 'A released transaction can only be reversed.',
    });
    const wrong = await refusalOf(
      as('checker')(setCollectionAccountingStatus, { params, body: { accounting_status: 7, remarks: 'x' } }),
    );
    expect(wrong.errors).toEqual({
      accounting_status: ['accounting status can be set to 20 (Cancelled) only; the rest is computed.'],
    });
    const cancel = { params, body: { accounting_status: 20, remarks: 'Cheque returned' } };
    expect((await refusalOf(as('preparer')(setCollectionAccountingStatus, cancel))).status).toBe(403);
    await as('checker')(setCollectionAccountingStatus, cancel);
    expect(await openOf(invoice)).toEqual(['50.00', 1]);
    await desk.void(other);
    expect(await openOf(invoice)).toEqual(['100.00', 0]);
    const cancelled = await desk.read(one, 'admin');
    expect(cancelled).toMatchObject({ status: 20, accounting_status: 20, or_number: one.or_number });
    expect(cancelled.allowed_actions.restore).toMatchObject({ allowed: false, code: 'cancelled' });
    expect((await postingsOf(one)).slice(2)).toEqual([`${BOOKS_DAY} 102103 Cr 50.00`, `${BOOKS_DAY} 105010 Dr 50.00`]);
  });

  it('of a draft is a deletion; until then it is changed as a whole, and not over a newer version', async () => {
    const invoice = await desk.invoice('100.00');
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '50.00' }];
    const saved = await desk.save(desk.collection(rows, { received_amount: '50.00' }));
    const params = { id: saved.collection_number };
    const body = {
      ...desk.collection([{ ...rows[0]!, cash_amount: '70.00' }], {
        received_amount: '70.00',
        collection_date: '2026-04-01',
      }),
      row_version: saved.row_version,
    };
    const changed = (await as('preparer')(updateCollection, { params, body })).data;
    expect(changed).toMatchObject({ received_amount: '70.00', collection_date: '2026-04-01', total_amount: '70.00' });
    expect(await refusalOf(as('preparer')(updateCollection, { params, body }))).toMatchObject({ code: 'row_version' });
    expect(
      (await as('preparer')(postCollectionTwin, { params: { id: String(Number(params.id)) }, body: {} })).data,
    ).toEqual(changed);
    expect((await as('preparer')(postCollection, { params, body: {} })).data).toEqual(changed);
    await as('preparer')(deleteCollection, { params, query: {} });
    expect((await refusalOf(desk.read(saved))).status).toBe(404);
  });
});

it('is found in the list of its month, by its accounting, and by what it settles', async () => {
  const invoice = await desk.invoice('100.00', { billing_date: '2025-02-03' });
  const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '50.00' }];
  const given = { received_amount: '50.00', collection_date: '2025-02-10' };
  const posted = await desk.collect(rows, given);
  const draft = await desk.save(desk.collection(rows, { ...given, collection_date: '2025-02-11' }));
  const numbers = async (query: object) =>
    (await as('auditor')(listCollections, { query: { collection_date: '2025-02-01', ...query } })).data.map(
      (row) => row.collection_number,
    );
  expect(await numbers({})).toEqual([draft.collection_number, posted.collection_number]);
  expect(await numbers({ accounting_status: 7 })).toEqual([posted.collection_number]);
  expect(await numbers({ accounting_status: 0 })).toEqual([draft.collection_number]);
  expect(await numbers({ collection_date: '2025-03-01' })).toEqual([]);
  const ofMonth = { collection_date: '2025-02-01', accounting_status: 7, format: 'csv' };
  const url = addressOf(exportCollections.path, {}, ofMonth);
  expect(await exportedRows(app.server, url, books.people.auditor.headers)).toMatchObject([
    {
      'Collection No.': posted.collection_number,
      'OR No.': posted.or_number,
      'Billing Invoice No.': invoice.billing_invoice_no,
      'Billing Amount': '100.00',
      'Collected Amount': '50.00',
      Balance: '50.00',
    },
  ]);
  for (const query of [
    { billing_invoice_no: invoice.billing_invoice_no! },
    { search: posted.or_number! },
    { collection_number: posted.collection_number },
  ]) {
    const { data } = await as('auditor')(searchCollections, { query });
    expect(data).toContainEqual(
      expect.objectContaining({
        collection_number: posted.collection_number,
        billing_invoice_no: invoice.billing_invoice_no,
        customer_name: 'KUNWARI PAWNSHOP NETWORK, INC.',
        status: 7,
        billing_amount: '100.00',
        collected_amount: '50.00',
      }),
    );
  }
  expect((await refusalOf(as('approver1')(createCollection, { body: desk.collection([]) }))).status).toBe(403);
});

it('is told before its month is closed while it is not issued, a bill while it is not approved, each by its module', async () => {
  const month = { billing_date: '2025-04-03', payment_term: 30 };
  const invoice = await desk.invoice('100.00', month);
  const draft = await as('preparer')(createBilling, { body: { ...desk.billing('250.00'), ...month } });
  const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '40.00' }];
  const dated = { received_amount: '40.00', collection_date: '2025-04-10' };
  await desk.collect(rows, dated);
  const waiting = await desk.save(desk.collection(rows, dated));
  const openIn = async (module: string) => {
    const { data } = await as('admin')(readClosingChecklist, { query: { period: 202504, module } });
    return data.owners.flatMap(({ items }) =>
      items.map((item) => [item.document_type, item.batch_number, item.amount]),
    );
  };
  expect(await openIn('general_journal')).toEqual([['BI', draft.data.billing_request_no, '250.00']]);
  expect(await openIn('cash_receipt')).toEqual([['CN', waiting.collection_number, '40.00']]);
});

it('is added up apart once it is cancelled, and an invoice once however many collections settle it', async () => {
  const [first, second] = [
    await desk.invoice('1000.00', { billing_date: '2025-01-03' }),
    await desk.invoice('500.00', { billing_date: '2025-01-03' }),
  ];
  const collect = (amount: string, ...invoices: readonly { billing_invoice_no: string | null }[]) =>
    desk.collect(
      invoices.map(({ billing_invoice_no }) => ({ billing_invoice_no: billing_invoice_no!, cash_amount: amount })),
      {
        received_amount: amountText(requireAmount(amount) * BigInt(invoices.length)),
        collection_date: '2025-01-10',
      },
    );
  await collect('300.00', first);
  await collect('100.00', first, second);
  const cancelled = await collect('250.00', second);
  await as('admin')(setCollectionAccountingStatus, {
    params: { id: cancelled.collection_number },
    body: { accounting_status: 20, remarks: 'CHEQUE RETURNED' },
  });
  const query = { collection_date: '2025-01-01' };
  const { totals } = await as('auditor')(listCollections, { query });
  expect(totals).toMatchObject([
    { archived: false, rows: 2, total_amount: '500.00', collected_amount: '500.00' },
    { archived: true, rows: 1, total_amount: '250.00', collected_amount: '250.00' },
  ]);
  // Of 1,000.00 and 500.00, what is left: 600.00 and 400.00.
  expect(totals[0]).toMatchObject({ billing_amount: '1500.00', balance_amount: '1000.00' });
  const url = addressOf(exportCollections.path, {}, { ...query, format: 'xlsx' });
  const rows = await exportedRows(app.server, url, books.people.auditor.headers);
  const figuresOf = (row: (typeof rows)[number]) =>
    ['Collection No.', 'Billing Amount', 'Collected Amount', 'Received', 'Balance'].map((heading) => row[heading]);
  expect(rows.slice(3).map(figuresOf)).toEqual([
    ['Total', '1500.00', '500.00', '500.00', '1000.00'],
    ['Void or archived', '500.00', '250.00', '250.00', '400.00'],
  ]);
});

it('tells its risk signals in the list and on its page, and is narrowed to those that have any', async () => {
  const invoice = await desk.invoice('100.00', { billing_date: '2025-03-03' });
  const { rows: days } = await sql<{ today: string; before: string }>`
    select (now() at time zone 'Asia/Manila')::date as today, (now() at time zone 'Asia/Manila')::date - 1 as before`.execute(
    app.database,
  );
  const { today, before } = days[0]!;
  const collected = async (collection_date: string, write_off_amount = '0.00') => {
    const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '1.00', write_off_amount }];
    const saved = await desk.save(desk.collection(rows, { collection_date, received_amount: '1.00' }));
    await desk.bring(saved);
    return desk.read(saved);
  };
  const kindsOf = async (saved: CollectionDetail) =>
    (await desk.read(saved)).risk_signals.map(({ kind, severity }) => `${kind} ${severity}`);
  // Ranges of numbers go on from other tests: the first one of today may follow one of an earlier day only.
  const first = await collected(today);
  const quiet = await collected(today);
  const outOfOrder = await collected(before);
  const offs = [await collected(today, '0.10'), await collected(today, '0.20')];
  expect(await kindsOf(offs[1]!)).toEqual(['large_write_off notice']);
  offs.push(await collected(today, '0.30'));
  const late = await collected('2025-03-04');
  expect([await kindsOf(first), await kindsOf(quiet)]).toEqual([[], []]);
  expect((await desk.read(outOfOrder)).risk_signals).toMatchObject([
    {
      kind: 'receipt_order',
      sentence: expect.stringMatching(
        `^Receipt ${outOfOrder.or_number} is dated .*, and follows ${quiet.or_number} of `,
      ),
      documents: [{ batch_number: quiet.collection_number, document_type: 'CN' }],
    },
  ]);
  for (const one of offs) expect(await kindsOf(one)).toEqual(['write_offs high', 'large_write_off notice']);
  expect((await desk.read(offs[0]!)).risk_signals[0]!.sentence).toMatch(/writes off PHP 0.60 in 3 collections/);
  expect(await kindsOf(late)).toEqual(['receipt_order notice', 'back_dated notice']);

  const made = [first, quiet, outOfOrder, ...offs, late].map(({ collection_number }) => collection_number);
  const listed = async (query: object) =>
    (await as('auditor')(listCollections, { query: { pages: 100, actions: 1, ...query } })).data.filter(
      ({ collection_number }) => made.includes(collection_number),
    );
  const signalled = await listed({ with_signals: 1 });
  const url = addressOf(exportCollections.path, {}, { with_signals: 1, format: 'csv' });
  const exported = (await exportedRows(app.server, url, books.people.auditor.headers)).map(
    (row) => row['Collection No.']!,
  );
  expect(new Set(exported.filter((number) => made.includes(number)))).toEqual(
    new Set(signalled.map(({ collection_number }) => collection_number)),
  );
  expect(new Set(signalled.map(({ collection_number }) => collection_number))).toEqual(
    new Set([outOfOrder, ...offs, late].map(({ collection_number }) => collection_number)),
  );
  expect(signalled.find(({ collection_number }) => collection_number === late.collection_number)!.risks).toEqual({
    high: 0,
    notice: 2,
  });
  expect(await listed({})).toHaveLength(made.length);
  // What is void says nothing, nor does another speak of it.
  for (const one of [outOfOrder, offs[0]!]) await desk.void(one);
  expect([await kindsOf(outOfOrder), await kindsOf(offs[1]!)]).toEqual([[], ['large_write_off notice']]);
});

it('asks before it books cash of a day that has not come, and tells of tax withheld beyond any rate, also in pieces', async () => {
  const { billing_invoice_no } = await desk.invoice('1120.00');
  const of = (withholding_amount: string, cash_amount = '0.00') => [
    { billing_invoice_no: billing_invoice_no!, cash_amount, withholding_amount },
  ];
  const { rows } = await sql<{ tomorrow: string }>`select manila_today() + 1 as tomorrow`.execute(app.database);
  const later = await desk.save(
    desk.collection(of('0.00', '1.00'), { collection_date: rows[0]!.tomorrow, received_amount: '1.00' }),
  );
  const refused = await refusalOf(desk.move(later, 'preparer', { status: 7 }));
  expect(refused).toMatchObject({ status: 409, code: 'submission_reason' });
  expect(refused.message).toMatch(/^It is dated .*, a day that has not come, and books cash as received on it\./);
  await desk.move(later, 'preparer', { status: 7, approved_remarks: 'Their cheque is dated so.' });

  const told = async (saved: CollectionDetail) =>
    (await desk.read(saved)).risk_signals.filter(({ kind }) => kind === 'withholding').map(({ sentence }) => sentence);
  const [most, beyond] = [await desk.collect(of('200.00')), await desk.collect(of('0.01'))];
  expect(await told(beyond)).toEqual([
    `200.01 is withheld of ${billing_invoice_no}, more than 20 % of the 1,000.00 that was billed without VAT.`,
  ]);
  const { data } = await as('auditor')(listCollections, { query: { pages: 100, with_signals: 1 } });
  const numbers = data.map(({ collection_number }) => collection_number);
  expect([most, beyond].map(({ collection_number }) => numbers.includes(collection_number))).toEqual([true, true]);
});
