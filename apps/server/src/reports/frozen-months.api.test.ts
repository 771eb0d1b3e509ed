import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBatch, updateBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import { voidBilling, type BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import type { CollectionDetail } from '@talaan/contract/documents/collection/collection.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { SaleRow } from '@talaan/contract/reports/sales-journal.report';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import type { Measure } from '@talaan/contract/reports/profitability/measures';
import { addMonths, endOfMonth, requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { AGING_RULE } from '@talaan/core/receivables/aging';
import { readOpenInvoices } from '../receivables/customer/open-invoices.store.ts';
import { cashReceiptDocument } from '../documents/cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import { FIRST_PERIOD, storeMap } from '../masterdata/result-map/result-map.store.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import type { JournalInput } from '../testing/books/journal-books.ts';
import type { PaymentBooks } from '../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../testing/books/receivable-books.ts';
import { openReceivableServer } from '../testing/books/receivable-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { expectAgreement } from '../testing/books/agrees-with-postings.ts';
import { readAll, readPostings } from '../testing/books/read-reports.ts';
import { salesJournal } from './sales-journal/sales-journal.query.ts';
import { profitability } from './profitability/profitability.query.ts';
import { trialBalance } from './trial-balance/trial-balance.query.ts';

/** `HISTORIES=200` tries so many that nobody has tried; without it the same few are tried each time. */
// oxlint-disable-next-line node/no-process-env -- a test has no configuration but this number
const { HISTORIES } = process.env;
const RUNS = HISTORIES === undefined ? { numRuns: 3, seed: 20_261_126 } : { numRuns: Number(HISTORIES) };
const SECONDS_OF_ONE = 20;

const YEAR = 2026;
const MONTHS = [1, 2, 3, 4];
const FIRST_TODAY = requireCalendarDate('2026-05-04');
const ACCOUNTS = ['102101', '102103', '105010', '202090', '502010', '408010'];
const BANKS = ['102101', '102103'] as const;
/** Whoever may read everything. */
const EVERYTHING = { ...SYSTEM_PRINCIPAL, super_user: true };

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  const documents = [journalEntryDocument, cashReceiptDocument, ...disbursementDocuments];
  ({ app, books, desk } = await openReceivableServer(undefined, documents));
  await asSystem(
    sql`update setting set value = value || '{"BI": false, "JE": false, "OB": false}' where key = 'approval_required'`,
  );
  await asSystem(
    sql`update setting set value = value || '{"JE": false, "CR": false, "CN": false, "OB": false}' where key = 'review_stage'`,
  );
  await asSystem(sql`insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, role)
    values ('103010', 'Revolving Fund Account - Branches', 'S', 'B', 'A', 'D', 'RFA'),
      ('301050', 'Income Summary', 'S', 'B', 'C', 'C', 'INCOME_SUMMARY')`);
  await asSystem(sql`update setting set value = to_jsonb('1.00'::text) where key = 'write_off_without_approval'`);
  await asSystem(sql`update account set role = 'EWT' where acct_code = '203030'`);
  await asSystem(sql`update account set cash_flow = case when acct_code < '103' then 'cash' else 'operating' end
    where acct_class = 'B' and acct_type = 'S' and acct_code < '3'`);
  await readResults();
});
afterAll(() => app.stop());

/** Results are read by a map that puts rent elsewhere from March on; one department is read by itself. */
async function readResults(): Promise<void> {
  await asSystem(sql`update department set group_id = 6 where id = ${books.other_department_id}`);
  const { rows } = await sql<{ acct_code: string }>`
    select acct_code from account where acct_class = 'I' and acct_type = 'S'`.execute(app.database);
  const store = (effective_from: number, rent: Measure) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      storeMap(db, {
        effective_from,
        lines: rows.map(({ acct_code }) => ({
          acct_code,
          measure: acct_code === '502010' ? rent : acct_code < '5' ? 'other_income' : 'interest_expense',
        })),
      }),
    );
  await store(FIRST_PERIOD, 'rental_fee');
  await store(YEAR * 100 + 3, 'leasing_expense');
}

const asSystem = (statement: ReturnType<typeof sql>) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) => statement.execute(db));
const flags = (flag: 0 | 1) => sql`disbursement = ${flag}, cash_receipt = ${flag}, general_journal = ${flag}`;
const setMonth = (month: number, flag: 0 | 1) =>
  asSystem(sql`update accounting_period set ${flags(flag)} where fiscal_year = ${YEAR} and period_no = ${month}`);

/** All that the reports say of a month: trial balance, the postings of every account, and what each customer had open at its end. */
async function reportsOf(month: number, customers_of: readonly number[]) {
  const date_from = requireCalendarDate(`${YEAR}-0${month}-01`);
  const period: ReportPeriod = { date_from, date_to: endOfMonth(date_from) };
  const days = { type: 'daily', date_from, date_to: period.date_to };
  const { header: _when, ...trial_balance } = await readAll(app.database, trialBalance, days, { user: EVERYTHING });
  const { header: _then, ...results } = await readAll(app.database, profitability, days, { user: EVERYTHING });
  const postings = await Promise.all(
    ACCOUNTS.map(async (account_code) => {
      const figure = { column: 'total_debit', account_code };
      const { data, totals } = await readPostings(app.database, trialBalance, days, figure, { user: EVERYTHING });
      return { rows: data, totals };
    }),
  );
  const open = await Promise.all(
    customers_of.map((payee_id) => readOpenInvoices(app.database, EVERYTHING, payee_id, period.date_to, AGING_RULE)),
  );
  const sales = await Promise.all(
    ['receipt', 'invoice'].map(async (basis) => {
      const { data, totals } = await readAll<SaleRow>(
        app.database,
        salesJournal,
        { ...days, basis },
        { user: EVERYTHING },
      );
      // What papers say stays, also of who is merged; his page is that of the survivor.
      return { totals, rows: data.map(({ payee_id: _survivor, ...row }) => row) };
    }),
  );
  // Names of one customer have the same invoices.
  const aging = new Map(open.flat().map((invoice) => [invoice.billing_invoice_no, invoice]));
  return {
    trial_balance,
    results,
    postings,
    sales,
    aging: [...aging.values()].toSorted((a, b) => (a.billing_invoice_no < b.billing_invoice_no ? -1 : 1)),
  };
}
type Reports = Awaited<ReturnType<typeof reportsOf>>;

/** The postings alone; what was there before follows from the months before. */
const rowsOf = ({ postings }: Reports) => postings.flatMap(({ rows }) => rows);

/** What a document of two lines says; the other line is rent. */
interface Said {
  readonly type: 'CR' | 'OB';
  readonly date: string;
  readonly payee_id: number;
  readonly bank: (typeof BANKS)[number];
  readonly remarks: string;
  readonly amount: string;
}

function bodyOf({ type, date, payee_id, bank, remarks, amount }: Said) {
  const body = books.payment(type, amount, { document_date: date, payee_id, bank_id: books.banks[bank], remarks });
  for (const line of body.details) if (line.account_code === '102103') line.account_code = bank;
  const [, rent] = body.details;
  if (type === 'CR' && remarks !== 'RENT') {
    // A sale with its VAT.
    const income = { ...rent!, account_code: '408010', credit_amount: amountText(requireAmount(amount) - 11n) };
    body.details = [
      body.details[0]!,
      income,
      { ...rent!, account_code: '203010', department_id: null, credit_amount: '0.11' },
    ];
  }
  return body;
}
/** Brings a draft into the ledger. */
async function post(type: string, { batch_number }: Pick<BatchDetail, 'batch_number'>): Promise<void> {
  if (type === 'OB') await books.move({ batch_number }, 'preparer', 6);
  await books.move({ batch_number }, type === 'OB' ? 'cashier' : 'preparer', 7);
}
async function enter(said: Said): Promise<BatchDetail> {
  const { data } = await books.people.preparer.call(createBatch, { body: bodyOf(said) });
  await post(said.type, data);
  return data;
}
const revoke = ({ batch_number }: Pick<BatchDetail, 'batch_number'>) =>
  books.people.checker.call(voidBatch, { body: { batch_number, reason: 'Wrong' } });
/** Restores what is void, with its months open for that moment, and posts it with another head, date and amount. */
async function correct(
  batch: BatchDetail,
  type: string,
  given: JournalInput,
  closed: ReadonlySet<number>,
): Promise<void> {
  for (const month of closed) await setMonth(month, 1);
  try {
    await books.move(batch, 'preparer', 1);
    const { row_version } = await books.read(batch);
    await books.people.preparer.call(updateBatch, {
      params: { id: batch.batch_number },
      body: { ...given, row_version },
    });
  } finally {
    for (const month of closed) await setMonth(month, 0);
  }
  await post(type, batch);
}

it('keeps what was reported when a document that was void in a later month is restored, changed and posted anew', async () => {
  await books.setToday(app.ownerUrl, FIRST_TODAY);
  const was = {
    date: '2026-02-10',
    payee_id: books.payees.S0001,
    bank: '102103',
    remarks: 'RENT',
    amount: '400.00',
  } as const;
  for (const type of ['CR', 'OB'] as const) {
    const batch = await enter({ ...was, type });
    await setMonth(2, 0);
    const february = await reportsOf(2, []);
    await revoke(batch);
    await setMonth(3, 0);
    const march = await reportsOf(3, []);
    const may = await reportsOf(5, []);
    const now = {
      type,
      date: '2026-04-02',
      payee_id: books.payees.C0001,
      bank: '102101',
      remarks: 'FEES',
      amount: '123.45',
    } as const;
    await correct(batch, type, bodyOf(now), new Set([2, 3]));
    expect(await reportsOf(2, [])).toEqual(february);
    expect(await reportsOf(3, [])).toEqual(march);
    // The mirror stands at the day of the void, under the number and in the name that it reverses.
    expect(rowsOf(await reportsOf(5, []))).toEqual(rowsOf(may));
    expect(rowsOf(february).filter(({ batch_number }) => batch_number === batch.batch_number)).toHaveLength(2);
    expect(
      rowsOf(await reportsOf(4, [])).find(({ batch_number }) => batch_number === batch.batch_number),
    ).toMatchObject({
      payee: 'KUNWARI PAWNSHOP NETWORK, INC.',
      particulars: 'FEES',
    });
    await setMonth(2, 1);
    await setMonth(3, 1);
  }
});

const nth = fc.nat(1000);
const month = fc.constantFrom(...MONTHS);
const payee = fc.nat(2);
const hundred = fc.integer({ min: 1, max: 9999 });
const head = {
  payee,
  month,
  hundred,
  bank: fc.constantFrom(...BANKS),
  remarks: fc.constantFrom('RENT', 'FEES', 'LIGHT AND WATER'),
};
const hundredths = fc.constantFrom(30, 50, 100);
const entered = fc.record({
  act: fc.constant('enter' as const),
  ...head,
  type: fc.constantFrom('CR' as const, 'OB' as const),
});
const accrued = fc.record({
  act: fc.constant('accrue' as const),
  ...head,
  is_confidential: fc.constantFrom(0 as const, 1 as const),
  foreign: fc.boolean(),
  // On the income summary it closes a year.
  owed: fc.constantFrom('205020', '103010', '203030', '301050'),
  of_line: fc.boolean(),
});
const billed = fc.record({ act: fc.constant('bill' as const), ...head });
const anything = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: entered },
    { weight: 3, arbitrary: billed },
    { weight: 3, arbitrary: accrued },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('collect' as const), nth, month, hundredths }) },
    // What is less than nothing opens an invoice again.
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant('journal' as const),
        nth,
        month,
        hundredths: fc.constantFrom(30, 100, -30, -50),
      }),
    },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('void' as const), nth }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constant('correct' as const), ...head, nth, hundredths }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), nth }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('close' as const), month }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('merge' as const), payee }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('pass' as const), months: fc.constantFrom(1, 2) }) },
  ),
  { minLength: 20, maxLength: 40, size: 'max' },
);
// First what most of the rest finds something to do to.
const history = fc
  .tuple(fc.array(fc.oneof(entered, billed), { minLength: 4, maxLength: 6 }), anything)
  .map(([first, rest]) => [...first, ...rest]);
type Act = typeof history extends fc.Arbitrary<(infer One)[]> ? One : never;
type Head = Extract<Act, { act: 'bill' }>;

/** Whole months, cut ones and days, over which the reports are worked out again from the postings. */
const PERIODS = [
  { from: `${YEAR}-02-01`, to: `${YEAR}-03-31` },
  { from: `${YEAR}-01-02`, to: `${YEAR}-04-03` },
  { from: `${YEAR}-03-03`, to: `${YEAR}-03-03` },
];

const done = {
  enter: 0,
  accrue: 0,
  bill: 0,
  collect: 0,
  journal: 0,
  void: 0,
  correct: 0,
  cancel: 0,
  close: 0,
  merge: 0,
  pass: 0,
};

it(
  'keeps every closed month as it was, whatever happens afterwards, and says of every period what its postings come to',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        await asSystem(sql`update accounting_period set ${flags(1)} where fiscal_year = ${YEAR}`);
        const past = await begin();
        for (const one of acts) {
          const happened = await tried(live(one, past));
          done[one.act] += happened ? 1 : 0;
        }
        for (const [closed, reported] of past.closed)
          expect(await reportsOf(closed, past.customers)).toEqual(renamed(reported, past.renames));
        expect(await leftSettled()).toEqual([]);
        expect(await leftPosted()).toEqual([]);
        await expectAgreement(app.database, PERIODS);
      }),
      // A history of calls is no shorter for trying it again and again.
      { ...RUNS, endOnFailure: true },
    );
    expect(Object.entries(done).filter(([, times]) => times < RUNS.numRuns / 5)).toEqual([]);
  },
  RUNS.numRuns * SECONDS_OF_ONE * 1000,
);

/** What may not be is refused, and changes nothing. */
const tried = <Done>(work: Promise<Done>): Promise<Done | false> =>
  work.catch((refusal: unknown) => {
    if (!(refusal instanceof CallRefused) || refusal.problem.status >= 500) throw refusal;
    return false;
  });

interface Past {
  readonly customers: number[];
  /** Names of payees that were merged, and the names under which they are read since. */
  readonly renames: Map<string, string>;
  readonly documents: { readonly type: 'CR' | 'OB' | 'JE'; readonly batch: BatchDetail }[];
  readonly invoices: BillingDetail[];
  readonly collections: CollectionDetail[];
  /** What was reported of each month when it was closed. */
  readonly closed: Map<number, Reports>;
  today: CalendarDate;
}

let customers = 0;
/** Three customers without a past. */
async function begin(): Promise<Past> {
  customers += 3;
  const codes = [2, 1, 0].map((before) => `F${customers - before}`);
  const { rows } = await asSystem(sql`insert into payee (payee_code, payee_desc, payee_type)
    select code, 'CUSTOMER ' || code, 6 from unnest(${codes}::text[]) code returning id`);
  await books.setToday(app.ownerUrl, FIRST_TODAY);
  return {
    customers: (rows as { id: number }[]).map(({ id }) => id),
    renames: new Map(),
    documents: [],
    invoices: [],
    collections: [],
    closed: new Map(),
    today: FIRST_TODAY,
  };
}

/** A day of the month, or of the first one that is open. */
const dayIn = (wanted: number, { closed }: Pick<Past, 'closed'>) => `${YEAR}-0${Math.max(wanted, closed.size + 1)}-03`;
const amountOf = (hundreds: number) => `${hundreds}.00`;
const saidBy = (given: Omit<Head, 'act'>, type: Said['type'], past: Past): Said => ({
  type,
  date: dayIn(given.month, past),
  payee_id: past.customers[given.payee]!,
  bank: given.bank,
  remarks: given.remarks,
  amount: amountOf(given.hundred),
});

/** Whether there was something to do it to. */
async function live(one: Act, past: Past): Promise<boolean> {
  const { documents, invoices, collections, closed } = past;
  const all = [...documents, ...collections];
  const of = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];
  switch (one.act) {
    case 'enter': {
      const batch = await enter(saidBy(one, one.type, past));
      documents.push({ type: one.type, batch });
      return true;
    }
    case 'accrue': {
      const { data: batch } = await books.people.preparer.call(createBatch, { body: accrualOf(one, past) });
      documents.push({ type: 'JE', batch });
      await post('JE', batch);
      return true;
    }
    case 'bill': {
      const { date: billing_date, payee_id, amount } = saidBy(one, 'CR', past);
      const parts =
        one.remarks === 'FEES' ? [requireAmount(amount) / 3n, requireAmount(amount) - requireAmount(amount) / 3n] : [];
      const billing_details = parts.map((part) => ({
        billing_service_id: desk.service,
        account_code: '408010',
        total_amount: amountText(part),
      }));
      const vat = (one.hundred % 3) + 1;
      const services = parts.length > 0 ? { billing_details } : {};
      invoices.push(await desk.invoice(amount, { billing_date, payee_id, vat, ...services }));
      return true;
    }
    case 'collect': {
      const invoice = of(invoices, one.nth);
      if (invoice === undefined) return false;
      const cash_amount = share(invoice, one.hundredths);
      const { payee_id } = invoice;
      const rest = one.hundredths < 100 ? { write_off_amount: '0.01' } : {};
      const rows = [{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount, ...rest }];
      const change = { payee_id, collection_date: dayIn(one.month, past), received_amount: cash_amount };
      collections.push(await desk.collect(rows, change));
      return true;
    }
    case 'journal': {
      const body = journalOf(of(invoices, one.nth), one, past);
      if (body === null) return false;
      const { data: batch } = await books.people.preparer.call(createBatch, { body });
      documents.push({ type: 'JE', batch });
      await post('JE', batch);
      return true;
    }
    case 'void': {
      const found = of(all, one.nth);
      if (found === undefined) return false;
      await ('batch' in found ? revoke(found.batch) : desk.void(found));
      return true;
    }
    case 'correct': {
      const found = of(documents, one.nth);
      if (found === undefined) return false;
      const body =
        found.type === 'JE' ? journalOf(of(invoices, one.hundred), one, past) : bodyOf(saidBy(one, found.type, past));
      if (body === null) return false;
      // It may be void already.
      await tried(revoke(found.batch));
      await correct(found.batch, found.type, body, new Set(closed.keys()));
      return true;
    }
    case 'cancel': {
      const invoice = of(invoices, one.nth);
      if (invoice === undefined) return false;
      const { billing_request_no } = invoice;
      await books.people.checker.call(voidBilling, { body: { billing_request_no, reason: 'Wrong' } });
      return true;
    }
    case 'close': {
      // A month is closed with those before it: what stands on an account at its end counts them all.
      const open = MONTHS.filter((earlier) => earlier <= one.month && !closed.has(earlier));
      for (const earlier of open) await setMonth(earlier, 0);
      for (const earlier of open) closed.set(earlier, await reportsOf(earlier, past.customers));
      return open.length > 0;
    }
    case 'merge': {
      const [merged, survivor] = [past.customers[one.payee]!, past.customers[(one.payee + 1) % 3]!];
      if (past.renames.size > 0) return false;
      await asSystem(sql`update payee set status = 0, merged_into = ${survivor} where id = ${merged}`);
      const { rows } = await sql<{
        payee_desc: string;
      }>`select payee_desc from payee where id in (${merged}, ${survivor})
        order by id = ${survivor}`.execute(app.database);
      past.renames.set(rows[0]!.payee_desc, rows[1]!.payee_desc);
      return true;
    }
    case 'pass':
      if (past.today >= '2026-11-01') return false;
      past.today = addMonths(past.today, one.months);
      await books.setToday(app.ownerUrl, past.today);
      return true;
  }
}

const share = ({ total_amount }: BillingDetail, part: number) =>
  amountText((requireAmount(total_amount) * BigInt(Math.abs(part))) / 100n);

/** Of tax that was withheld of fifty times as much and 12 centavos. */
const taxOf = (amount: string) => ({
  atc_code: 'WC120',
  tax_base: amountText(requireAmount(amount) * 50n + 12n),
});

/** Rent of a department and section against what is owed, perhaps in dollars, confidential, with the payee on the line alone. */
function accrualOf(
  { is_confidential, foreign, of_line, owed, ...given }: Extract<Act, { act: 'accrue' }>,
  past: Past,
): JournalInput {
  const { date: document_date, remarks, amount, payee_id } = saidBy(given, 'CR', past);
  const { branch_id, department_id, other_department_id, section_id } = books;
  const line = { branch_id, ...(of_line ? { payee_id } : {}) };
  const part = given.payee === 0 ? { department_id: other_department_id } : { department_id, section_id };
  return {
    document_type: 'JE',
    headers: [
      { document_date, remarks, is_confidential, ...(foreign ? { currency_id: 2, dollar_rate: '56.25' } : {}) },
    ],
    details: [
      { ...line, ...part, account_code: '502030', debit_amount: amount, remarks: 'Accrued' },
      { ...line, account_code: owed, credit_amount: amount, ...(owed === '203030' ? taxOf(amount) : {}) },
    ],
  };
}

/** A journal that settles a part of an invoice, or with less than nothing opens it again. */
function journalOf(
  invoice: BillingDetail | undefined,
  given: { month: number; hundredths: number },
  past: Past,
): JournalInput | null {
  if (invoice === undefined) return null;
  const { billing_invoice_no, payee_id } = invoice;
  const amount = share(invoice, given.hundredths);
  const [side, other] = given.hundredths > 0 ? ['credit_amount', 'debit_amount'] : ['debit_amount', 'credit_amount'];
  const line = { branch_id: books.branch_id, payee_id };
  return {
    document_type: 'JE',
    headers: [{ document_date: dayIn(given.month, past), remarks: 'SET OFF' }],
    details: [
      { ...line, account_code: '102103', [other]: amount },
      { ...line, account_code: '105010', billing_invoice_no, [side]: amount },
    ],
  };
}

/** Who was merged is read under the name of the survivor, and nothing else is. */
function renamed(reports: Reports, renames: ReadonlyMap<string, string>): Reports {
  const nameOf = (name: string | null) => (name === null ? null : (renames.get(name) ?? name));
  // A customer is called by his code.
  const codeOf = (code: string | null) => (code === null ? null : nameOf(`CUSTOMER ${code}`)!.replace('CUSTOMER ', ''));
  return {
    ...reports,
    postings: reports.postings.map((account) => ({
      ...account,
      rows: account.rows.map((row) => ({ ...row, payee: nameOf(row.payee), payee_code: codeOf(row.payee_code) })),
    })),
  };
}

/** Cancelled invoices of which something is settled. */
async function leftSettled() {
  const { rows } = await sql`
    select d.document_number, sum(s.amount) as amount from settlement s join document d on d.id = s.invoice_id
    join batch b on b.id = d.batch_id where b.status <> 7 group by d.id having sum(s.amount) <> 0`.execute(
    app.database,
  );
  return rows;
}

/** Entries that stand though their document does not, or not in that round. */
async function leftPosted() {
  const { rows } = await sql`
    select e.id, d.document_number, b.status from journal_entry e join document d on d.id = e.document_id join batch b on b.id = d.batch_id
    where e.reverses_id is null and not exists (select from journal_entry r where r.reverses_id = e.id)
      and (b.status <> 7 or b.cycle <> e.round or d.voided_at is not null)`.execute(app.database);
  return rows;
}
