import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  listBillings,
  listUncollected,
  readBilling,
  voidBilling,
  type BillingDetail,
  type Invoice,
} from '@talaan/contract/documents/billing/billing.contract';
import { readAdvance, type CollectionDetail } from '@talaan/contract/documents/collection/collection.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBatch, moveBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { addDays, requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { COLLECTION_STATUS } from '@talaan/core/documents/billing/collection-status';
import { amountText, requireAmount, sumMinor } from '@talaan/core/money/money';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../../platform/http/principal.ts';
import type { PaymentBooks } from '../../testing/books/payment-books.ts';
import type { JournalInput } from '../../testing/books/journal-books.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { cashReceiptDocument } from '../../documents/cash-receipt/cash-receipt.document.ts';
import { findStatement } from './statement.store.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';

/** `HISTORIES=500` tries so many that nobody has tried; without it the same few are tried each time. */
// oxlint-disable-next-line node/no-process-env -- a test has no configuration but this number
const { HISTORIES } = process.env;
const RUNS = HISTORIES === undefined ? { numRuns: 4, seed: 20_261_123 } : { numRuns: Number(HISTORIES) };
const SECONDS_OF_ONE = 5;

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer(undefined, [journalEntryDocument, cashReceiptDocument]));
  await asSystem(sql`update setting set value = value || '{"BI": false, "JE": false}' where key = 'approval_required'`);
  await asSystem(sql`update setting set value = value || '{"JE": false, "CR": false}' where key = 'review_stage'`);
});
afterAll(() => app.stop());

const asSystem = (statement: ReturnType<typeof sql>) =>
  inTransaction(app.database, SYSTEM_ACTOR, (db) => statement.execute(db));

const dayUpTo = (max: number) =>
  fc.integer({ min: 0, max }).map((days) => addDays(requireCalendarDate('2025-01-01'), days));
const day = dayUpTo(364);
const rate = fc.integer({ min: 40_000_000, max: 60_000_000 }).map((scaled) => (scaled / 1e6).toFixed(6));
/** Pesos or dollars. */
const money = fc.record({ currency_id: fc.constantFrom(1, 1, 2), dollar_rate: rate });
const place = fc.nat(1000);
/** How much of an amount, in hundredths; 33 and 67 are a whole. */
const share = fc.constantFrom(0, 1, 33, 67, 100, 100);

const billed = fc.record({
  act: fc.constant('bill' as const),
  day,
  money,
  minor: fc.integer({ min: 1, max: 1e6 }).map((hundred) => hundred * 100),
});
const collected = fc.record({
  act: fc.constant('collect' as const),
  day,
  money,
  /** Which of the open invoices, bit by bit, and how much of each. */
  chosen: fc.integer({ min: 1, max: 255 }),
  cash: share,
  /** Whether shares are of what is open, or of what was billed as far as it is open. */
  ofBilled: fc.boolean(),
  withheld: fc.constantFrom(0, 0, 2),
  written_off: fc.constantFrom(0, 0, 5),
  excess: fc.constantFrom(0, 12_345, 12_345),
  takesAdvance: fc.boolean(),
});
/** A journal that settles some of an invoice, or opens some of what is settled again. */
const journaled = fc.record({
  act: fc.constant('journal' as const),
  day,
  place,
  side: fc.constantFrom('debit_amount' as const, 'credit_amount' as const),
  hundredths: fc.constantFrom(1, 33, 100, 101),
});
/** What pays some of an advance back. */
const repaid = fc.record({ act: fc.constant('repay' as const), day, money, hundredths: fc.constantFrom(33, 100, 101) });
const ended = fc.record({
  act: fc.constantFrom('void' as const, 'void' as const, 'void_journal' as const, 'cancel' as const),
  place,
});
const closed = fc.record({
  act: fc.constant('close' as const),
  month: fc.integer({ min: 1, max: 12 }),
  module: fc.constantFrom('cash_receipt', 'general_journal'),
  /** 1 opens it again. */
  flag: fc.constantFrom(0, 1),
});
const history = fc
  .tuple(
    // Early, so that most of what follows finds something open.
    fc.array(fc.tuple(billed, dayUpTo(60)), { minLength: 3, maxLength: 6 }),
    fc.array(
      fc.oneof(
        billed,
        collected,
        collected,
        journaled,
        journaled,
        journaled,
        repaid,
        repaid,
        ended,
        ended,
        ended,
        closed,
      ),
      {
        minLength: 12,
        maxLength: 25,
        size: 'max',
      },
    ),
  )
  .map(([bills, acts]) => [...bills.map(([bill, early]) => ({ ...bill, day: early })), ...acts]);
type Act = typeof history extends fc.Arbitrary<(infer One)[]> ? One : never;

it(
  'keeps the receivable account equal to the open invoices at every date, and advances to theirs, whatever happens',
  async () => {
    let posted = 0;
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        const payee_id = await newCustomer();
        const done = {
          invoices: [] as BillingDetail[],
          collections: [] as CollectionDetail[],
          journals: [] as BatchDetail[],
        };
        for (const act of acts) await tried(live(act, payee_id, done));
        posted += done.collections.length;
        expect(await desk.daysThatDiffer(payee_id)).toEqual([]);
        expect(await daysUnproven(payee_id)).toEqual([]);
        expect(await advancesThatDiffer(payee_id)).toEqual([]);
        expect(await statementsThatDiffer(payee_id)).toEqual([]);
        expect(await departmentsAstray(payee_id)).toEqual([]);
        await expectListsAgree(payee_id);
      }),
      RUNS,
    );
    expect(posted).toBeGreaterThan(RUNS.numRuns);
    expect(journalsPosted).toBeGreaterThan(RUNS.numRuns);
    expect(repayments).toBeGreaterThan(0);
    expect(voids).toBeGreaterThan(0);
  },
  RUNS.numRuns * SECONDS_OF_ONE * 1000,
);

it('tells a centavo that is open as of a day, and refuses a void that would leave one for good', async () => {
  const payee_id = await newCustomer();
  const dollars = { currency_id: 2, dollar_rate: '55.555555' };
  const pay = async ({ billing_invoice_no }: BillingDetail, cash_amount: string, collection_date: string) =>
    desk.collect([{ billing_invoice_no: billing_invoice_no!, cash_amount }], {
      ...dollars,
      payee_id,
      collection_date,
      bank_id: books.banks['102303'],
      received_amount: cash_amount,
    });
  // 33.34 and 66.66 dollars are 1,852.22 and 3,703.33 pesos, 100.00 are 5,555.56.
  const invoice = await desk.invoice('100.00', { ...dollars, payee_id, billing_date: '2025-01-05', vat: 3 });
  await pay(invoice, '33.34', '2025-03-01');
  const opened = await journal(
    { act: 'journal', day: requireCalendarDate('2025-03-05'), place: 0, side: 'debit_amount', hundredths: 33 },
    invoice,
  );
  const last = await pay(invoice, '66.66', '2025-03-02');
  expect(await desk.daysThatDiffer(payee_id)).toEqual([]);
  const undo = () =>
    books.people.checker.call(voidBatch, { body: { batch_number: opened.batch_number, reason: 'Wrong' } });
  await expect(undo()).rejects.toMatchObject({ problem: { status: 409, code: 'built_upon' } });
  await desk.void(last);
  await undo();
  await pay(invoice, '66.66', '2025-03-02');
  expect(await statedAndOpen(payee_id)).toEqual(['0.00', '0.00']);
  expect(await desk.daysThatDiffer(payee_id)).toEqual([]);
});

it('the proof of the receivable account names the entries that make it red, and tells damage to its running sum', async () => {
  const payee_id = await newCustomer();
  await desk.invoice('112.00', { payee_id, billing_date: '2025-01-07' });
  const invoice = await desk.invoice('1120.00', { payee_id, billing_date: '2025-02-03' });
  const settled = await desk.collect([{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '1000.00' }], {
    payee_id,
    collection_date: '2025-02-05',
    received_amount: '1000.00',
  });
  const [before, settledOn] = ['2025-02-04', '2025-02-05'].map(requireCalendarDate);
  const damaged = (statement: string) =>
    runAsOwner(app.ownerUrl, async (owner) => {
      await owner.query('set session_replication_role = replica');
      expect((await owner.query(statement)).rowCount).toBe(1);
    });
  const { left } = await desk.proofOn(settledOn!);
  await damaged(`update collection_application set receivable_php = receivable_php - 1
    where document_id = (select id from document where document_number = '${settled.document_number}' and document_type = 'CN')`);
  expect(await desk.proofOn(settledOn!)).toMatchObject({
    left,
    difference: '-1.00',
    documents: [{ document_type: 'CN', batch_number: settled.collection_number, amount: '-1.00' }],
  });
  expect(await desk.proofOn(before!)).toMatchObject({ difference: '0.00' });
  await damaged(`update balance_account set debit = debit + 5 where period = 202501
    and account_id = (select id from account where role = 'AR')`);
  expect(await desk.proofOn(settledOn!)).toMatchObject({ difference: '4.00' });
});

/** The days on which something of a customer happened at whose end the trial balance does not prove the receivable account. */
async function daysUnproven(payee_id: number) {
  const { rows } = await sql<{ day: CalendarDate }>`
    select distinct entry_date as day from posting where payee_id = ${payee_id}`.execute(app.database);
  const proofs = await Promise.all(rows.map(async ({ day: on }) => ({ on, ...(await desk.proofOn(on)) })));
  return proofs.filter(({ difference }) => difference !== '0.00');
}

/**
 * The days at whose end the statement ends with another figure than what is open, does not begin where the one before it ends, or
 * tells other advances than what stood on their account.
 */
async function statementsThatDiffer(payee_id: number) {
  const { rows: days } = await sql<{ day: CalendarDate; open: string; booked: [string, string, string][] }>`
    select day, (select coalesce(sum(i.open_php), 0)::numeric(18, 2) from open_invoices(day) i where i.payee_id = ${payee_id}) as open, (
      select coalesce(json_agg(json_build_array(iso_code, amount::text, php::text) order by iso_code), '[]') from (
        select c.iso_code, sum(p.fc_credit - p.fc_debit)::numeric(18, 2) as amount, sum(p.credit - p.debit)::numeric(18, 2) as php
        from posting p join account a on a.id = p.account_id join journal_entry e on e.id = p.entry_id join currency c on c.id = e.currency_id
        where a.role = 'CUSTOMER_ADVANCES' and p.payee_id = ${payee_id} and e.entry_date <= day group by 1) s
      where amount <> 0 or php <> 0) as booked
    from (select distinct e.entry_date as day from posting p join journal_entry e on e.id = p.entry_id where p.payee_id = ${payee_id}) days
    order by day`.execute(app.database);
  const told = [];
  let before = '0.00';
  for (const { day: as_of, open, booked } of days) {
    const { opening, closing, advance_php, advances } = (await findStatement(app.database, EVERYTHING, {
      payee_id,
      from_date: as_of,
      as_of,
    }))!;
    const stated = advances.map(({ currency, amount, amount_php }) => [currency, amount, amount_php]);
    const whole = amountText(sumMinor(booked.map(([, , php]) => requireAmount(php))));
    if (closing !== open || opening !== before || advance_php !== whole || !isDeepStrictEqual(stated, booked))
      told.push({ as_of, open, opening, before, closing, advance_php, stated, booked });
    before = closing;
  }
  return told;
}

/** What the statement of the year ends with, and what is open at its end. */
async function statedAndOpen(payee_id: number): Promise<[string, string]> {
  const from_date = requireCalendarDate('2025-07-01');
  const as_of = requireCalendarDate('2025-12-31');
  const { closing } = (await findStatement(app.database, EVERYTHING, { payee_id, from_date, as_of }))!;
  const { rows } = await sql<{ open: string }>`
    select coalesce(sum(i.open_php), 0)::numeric(18, 2) as open from open_invoices(${as_of}::date) i
    where i.payee_id = ${payee_id}`.execute(app.database);
  return [closing, rows[0]!.open];
}

/**
 * Holds lists that are narrowed by an index against the books: the billings of each collection status, and what is open, of
 * everybody and of the customer, at the end of every day on which something happened, against adding it all up.
 */
async function expectListsAgree(payee_id: number): Promise<void> {
  const { call } = books.people.preparer;
  const { data: all } = await call(listBillings, { query: { payee_id, pages: 100 } });
  for (const status of Object.values(COLLECTION_STATUS)) {
    const { data, total } = await call(listBillings, { query: { payee_id, collection_status: status, pages: 100 } });
    const same = all.filter(({ collection_status }) => collection_status === status);
    expect(data.map(({ id }) => id)).toEqual(same.map(({ id }) => id));
    expect(total).toBe(same.length);
  }
  const days = await sql<{ day: CalendarDate; open: string[] | null }>`
    select day, (select array_agg(i.billing_invoice_no order by i.billing_date, i.batch_id) from open_invoices(day) i
      where i.payee_id = ${payee_id} and i.open_amount > 0) as open
    from (select distinct e.entry_date as day from journal_entry e join document d on d.id = e.document_id
      where d.payee_id = ${payee_id}) days`.execute(app.database);
  for (const { day: as_of, open } of days.rows) {
    const found = (await call(listUncollected, { query: { as_of } })).data.filter((row) => row.payee_id === payee_id);
    expect([as_of, found.map((row) => row.billing_invoice_no)]).toEqual([as_of, open ?? []]);
    expect((await call(listUncollected, { query: { as_of, payee_id } })).data).toEqual(found);
  }
}

/** Whoever may read every billing. */
const EVERYTHING = { ...SYSTEM_PRINCIPAL, super_user: true };

let journalsPosted = 0;
let repayments = 0;
let voids = 0;
let customers = 0;
/** A customer without a past, in a year that is open. */
async function newCustomer(): Promise<number> {
  customers += 1;
  await asSystem(sql`update accounting_period set cash_receipt = 1, general_journal = 1 where fiscal_year = 2025`);
  const { rows } = await asSystem(
    sql`insert into payee (payee_code, payee_desc, payee_type) values (${`H${customers}`}, 'CUSTOMER', 6) returning id`,
  );
  return (rows[0] as { id: number }).id;
}

/** What may not be is refused, and changes nothing. */
async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((refusal: unknown) => {
    if (!(refusal instanceof CallRefused) || refusal.problem.status >= 500) throw refusal;
  });
}

async function live(
  act: Act,
  payee_id: number,
  {
    invoices,
    collections,
    journals,
  }: { invoices: BillingDetail[]; collections: CollectionDetail[]; journals: BatchDetail[] },
): Promise<void> {
  switch (act.act) {
    case 'bill':
      invoices.push(
        await desk.invoice(amountText(BigInt(act.minor)), { billing_date: act.day, payee_id, vat: 3, ...act.money }),
      );
      return;
    case 'collect':
      collections.push(await collect(act, payee_id));
      return;
    case 'void':
      if (collections.length > 0) await desk.void(collections[act.place % collections.length]!);
      voids += collections.length > 0 ? 1 : 0;
      return;
    case 'journal':
      journals.push(await journal(act, invoices[act.place % invoices.length]!));
      return;
    case 'repay':
      journals.push(await repay(act, payee_id));
      return;
    case 'void_journal':
      if (journals.length > 0) {
        const { batch_number } = journals[act.place % journals.length]!;
        await books.people.checker.call(voidBatch, { body: { batch_number, reason: 'Wrong' } });
      }
      return;
    case 'cancel': {
      const { billing_request_no } = invoices[act.place % invoices.length]!;
      await books.people.checker.call(voidBilling, { body: { billing_request_no, reason: 'Wrong' } });
      return;
    }
    case 'close':
      await asSystem(
        sql`update accounting_period set ${sql.ref(act.module)} = ${act.flag} where fiscal_year = 2025 and period_no = ${act.month}`,
      );
  }
}

/** Collects some of what is open then, from cash or from what was paid in advance. */
async function collect(act: Extract<Act, { act: 'collect' }>, payee_id: number): Promise<CollectionDetail> {
  const { call } = books.people.preparer;
  const { data: open } = await call(listUncollected, { query: { payee_id } });
  const rows = open
    .filter(({ currency_id, billing_date }) => currency_id === act.money.currency_id && billing_date <= act.day)
    .filter((_, at) => (act.chosen & (1 << at)) !== 0)
    .map((invoice) => applicationOf(invoice, act));
  const cash = rows.reduce((sum, row) => sum + requireAmount(row.cash_amount), 0n);
  const { data } = await call(readAdvance, { query: { payee_id, currency_id: act.money.currency_id } });
  const advance = act.takesAdvance ? smaller(requireAmount(data.advance_amount), cash) : 0n;
  const excess = advance > 0n ? 0n : BigInt(act.excess);
  return desk.collect(rows, {
    payee_id,
    collection_date: act.day,
    ...act.money,
    bank_id: books.banks[act.money.currency_id === 1 ? '102103' : '102303'],
    received_amount: amountText(cash - advance + excess),
    advance_amount: amountText(advance),
  });
}

/** Settles some of what is open of an invoice by a journal, or opens some of what is settled again, at the rate of the invoice. */
async function journal(
  { day: typed, side, hundredths }: Extract<Act, { act: 'journal' }>,
  { billing_request_no, billing_invoice_no, currency_id, dollar_rate, billing_date, payee_id }: BillingDetail,
): Promise<BatchDetail> {
  const { call } = books.people.preparer;
  const { data: now } = await call(readBilling, { params: { id: billing_request_no } });
  const within = requireAmount(side === 'credit_amount' ? now.open_amount : now.collected_amount);
  const amount = amountText((within * BigInt(hundredths)) / 100n);
  const document_date = typed > billing_date ? typed : billing_date;
  const line = { branch_id: books.branch_id, payee_id };
  const other = side === 'credit_amount' ? 'debit_amount' : 'credit_amount';
  const { data: saved } = await call(createBatch, {
    body: {
      document_type: 'JE',
      headers: [{ document_date, currency_id, dollar_rate, remarks: 'SET OFF' }],
      details: [
        { ...line, account_code: currency_id === 1 ? '102103' : '102303', [other]: amount },
        { ...line, account_code: '105010', billing_invoice_no, [side]: amount },
      ],
    },
  });
  await call(moveBatch, { params: { id: saved.batch_number }, body: { document_type: 'JE', status: 7 } });
  journalsPosted += 1;
  return saved;
}

/** Pays some of what a customer has in advance back to him, at the rate of the day. */
async function repay(
  { day: document_date, money: header, hundredths }: Extract<Act, { act: 'repay' }>,
  payee_id: number,
): Promise<BatchDetail> {
  const { call } = books.people.preparer;
  const { data: advance } = await call(readAdvance, { query: { payee_id, currency_id: header.currency_id } });
  const amount = amountText((requireAmount(advance.advance_amount) * BigInt(hundredths)) / 100n);
  const line = { branch_id: books.branch_id, payee_id };
  const body: JournalInput = {
    document_type: 'CR',
    headers: [{ document_date, ...header, payee_id, is_or_ar: 2, remarks: 'PAID BACK' }],
    details: [
      { ...line, account_code: '202090', debit_amount: amount },
      { ...line, account_code: header.currency_id === 1 ? '102103' : '102303', credit_amount: amount },
    ],
  };
  const { data: saved } = await call(createBatch, { body });
  await call(moveBatch, { params: { id: saved.batch_number }, body: { document_type: 'CR', status: 7 } });
  repayments += 1;
  return saved;
}

function applicationOf(
  { billing_invoice_no, open_amount, total_amount }: Invoice,
  { cash, withheld, written_off, ofBilled }: Extract<Act, { act: 'collect' }>,
) {
  let open = requireAmount(open_amount);
  const whole = ofBilled ? requireAmount(total_amount) : open;
  const taken = (hundredths: number) => {
    const part = smaller((whole * BigInt(hundredths)) / 100n, open);
    open -= part;
    return amountText(part);
  };
  const withholding_amount = taken(withheld);
  const write_off_amount = taken(written_off);
  return { billing_invoice_no, withholding_amount, write_off_amount, cash_amount: taken(cash) };
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

/** Lines of collections on accounts of assets and liabilities that name a department, as income and expenses alone do. */
async function departmentsAstray(payee_id: number) {
  const { rows } = await sql`
    select d.document_number, a.acct_code, l.remarks from line l join document d on d.id = l.document_id join account a on a.id = l.account_id
    where d.payee_id = ${payee_id} and d.document_type = 'CN' and a.acct_class = 'B' and l.department_id is not null`.execute(
    app.database,
  );
  return rows;
}

/** Where what a customer has in advance is not what stands on the account of advances, or is less than nothing at the end of a day. */
async function advancesThatDiffer(payee_id: number) {
  const { rows } = await sql`
    select * from (
      select currency_id, entry_date, sum(amount) over days as booked, sum(amount) over whole as ended, sum(php) over whole as ended_php,
        customer_advance_on(${payee_id}, currency_id, '2100-01-01') as usable, customer_advance(${payee_id}, currency_id) as unused,
        customer_advance_php(${payee_id}, currency_id) as unused_php
      from (
        select e.currency_id, e.entry_date, sum(p.fc_credit - p.fc_debit) as amount, sum(p.credit - p.debit) as php
        from posting p join account a on a.id = p.account_id join journal_entry e on e.id = p.entry_id
        where a.role = 'CUSTOMER_ADVANCES' and p.payee_id = ${payee_id} group by 1, 2) moved
      window whole as (partition by currency_id), days as (whole order by entry_date)) s
    where booked < 0 or usable <> ended or unused <> ended or unused_php <> ended_php or ended_php < 0 or ended = 0 and ended_php <> 0
  `.execute(app.database);
  return rows;
}
