import { sql } from 'kysely';
import {
  createBilling,
  postBilling,
  readBilling,
  type BillingDetail,
  type BillingInput,
} from '@talaan/contract/documents/billing/billing.contract';
import {
  createCollection,
  postCollection,
  readCollection,
  voidCollection,
  type CollectionDetail,
  type CollectionInput,
} from '@talaan/contract/documents/collection/collection.contract';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { proofOfReceivables } from '../../reports/kit/proof-of-receivables.ts';
import { makeBillingMasters } from './billing-masters.ts';
import type { Role } from './journal-books.ts';
import { BOOKS_DAY, unseenRisks, type PaymentBooks } from './payment-books.ts';
import { SOMEBODY } from './read-reports.ts';

/** Books that bill and collect, with the accounts of the worked examples E01 to E03 and E12. */
export interface ReceivableBooks {
  /** Record ID of the service that is billed. */
  readonly service: number;
  /** A billing of a total, VAT included, to C0001, as a body to save; dated on the day of the books unless it says otherwise. */
  billing(total: string, change?: Partial<BillingInput>): BillingInput;
  /** An approved invoice of such a billing. */
  invoice(total: string, change?: Partial<BillingInput>): Promise<BillingDetail>;
  /** A collection of cash from C0001 into 102103, as a body to save. */
  collection(rows: CollectionInput['collection_details'], change?: Partial<CollectionInput>): CollectionInput;
  /** Saves one. */
  save(body: CollectionInput, role?: Role): Promise<CollectionDetail>;
  /** Saves one and issues its receipt, after the approvals that what it writes off needs. */
  collect(
    rows: CollectionInput['collection_details'],
    change?: Partial<CollectionInput>,
    role?: Role,
  ): Promise<CollectionDetail>;
  /** Brings a saved one along its route to its receipt, or as far as a status. */
  bring(saved: CollectionDetail, role?: Role, until?: number): Promise<void>;
  move(saved: Pick<CollectionDetail, 'collection_number'>, role: Role, body: object): Promise<MoveResult>;
  read(saved: Pick<CollectionDetail, 'collection_number'>, role?: Role): Promise<CollectionDetail>;
  /** Voids one as the checker does. */
  void(saved: Pick<CollectionDetail, 'collection_number'>): Promise<MoveResult>;
  /** Bills and collects worked example E12; answers what is open of each invoice on the 30th of June 2023, the oldest first. */
  billE12(payee_id: number): Promise<[invoice: string, open: string][]>;
  /** Days at whose end the receivable account of a customer is not what his invoices have open, in pesos. */
  daysThatDiffer(payee_id: number): Promise<readonly DayOfReceivables[]>;
  /** The receivable account against all open invoices at the end of a day, as the trial balance proves it. */
  proofOn(day: CalendarDate): Promise<ReportProof>;
}

interface DayOfReceivables {
  readonly day: string;
  readonly open: string;
  readonly control: string;
}

/** Worked example E12: billing date, amount, its collections, and what is open on the 30th of June 2023. */
const E12 = [
  ['2023-06-30', '11200.00', [], '11200.00'],
  ['2023-05-31', '22400.00', [['2023-06-15', '10000.00']], '12400.00'],
  ['2023-05-30', '33600.00', [], '33600.00'],
  [
    '2023-05-01',
    '44800.00',
    [
      ['2023-06-01', '4800.00'],
      ['2023-07-05', '20000.00'],
    ],
    '40000.00',
  ],
  ['2023-04-30', '56000.00', [['2023-06-02', '6000.00']], '50000.00'],
  ['2023-04-01', '67200.00', [], '67200.00'],
  ['2023-03-31', '78400.00', [['2023-06-30', '78400.00']], null],
  ['2023-03-02', '89600.00', [['2023-04-02', '9600.00']], '80000.00'],
  [
    '2023-03-01',
    '100800.00',
    [
      ['2023-05-02', '50000.00'],
      ['2023-06-03', '800.00'],
    ],
    '50000.00',
  ],
] as const;

/** What books that bill need to collect: the accounts of worked examples E01 to E03 with their roles, and those of the rest. */
export async function makeCollectionMasters(database: Database): Promise<void> {
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'CWT' where acct_code = '108050'`.execute(db);
    await sql`
      insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id, role) values
        ('202090', 'Customer Deposits', 'S', 'B', 'L', 'C', 1, 'CUSTOMER_ADVANCES'),
        ('506070', 'Bad Debts Expense', 'S', 'I', 'E', 'D', 1, 'WRITE_OFF')`.execute(db);
    for (const [code, role, side] of [
      ['404010', 'FX_GAIN', 'C'],
      ['404020', 'FX_LOSS', 'D'],
    ])
      await sql`insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id, role)
        values (${code}, ${role}, 'S', 'I', 'I', ${side}, 1, ${role})
        on conflict (acct_code) do update set role = excluded.role`.execute(db);
  });
}

/** Adds to open books what billing and collecting need. The running server has the calls of both. */
export async function openReceivables(database: Database, books: PaymentBooks): Promise<ReceivableBooks> {
  const [service] = await makeBillingMasters(database, books);
  await makeCollectionMasters(database);
  const billings = billingDesk(books, service);
  const collections = collectionDesk(books);
  return {
    service,
    ...billings,
    ...collections,
    billE12: (payee_id) => billE12({ ...billings, ...collections }, payee_id),
    daysThatDiffer: (payee_id) => daysThatDiffer(database, payee_id),
    proofOn: (day) => proofOfReceivables({ db: database, days: { date_from: day, date_to: day }, user: SOMEBODY }),
  };
}

type Billings = Pick<ReceivableBooks, 'billing' | 'invoice'>;
type Collections = Pick<ReceivableBooks, 'collection' | 'save' | 'collect' | 'bring' | 'move' | 'read' | 'void'>;

function billingDesk(books: PaymentBooks, service: number): Billings {
  const as = (role: Role) => books.people[role].call;
  const billing: Billings['billing'] = (total, change = {}) => ({
    billing_date: BOOKS_DAY,
    payee_id: books.payees.C0001,
    vat: 1,
    payment_term: 30,
    branch_id: books.branch_id,
    department_id: books.department_id,
    billing_details: [{ billing_service_id: service, account_code: '408010', total_amount: total }],
    ...change,
  });
  return {
    billing,
    async invoice(total, change) {
      const saved = (await as('admin')(createBilling, { body: billing(total, change) })).data;
      const params = { id: saved.billing_request_no };
      const actors: Role[] = ['admin', 'approver1', 'approver2', 'approver3'];
      for (const [place, status] of [...saved.route.map((stage) => stage.status), 7].entries())
        await as(actors[place]!)(postBilling, { params, body: { status } });
      return (await as('admin')(readBilling, { params })).data;
    },
  };
}

function collectionDesk(books: PaymentBooks): Collections {
  const as = (role: Role) => books.people[role].call;
  const read: Collections['read'] = async ({ collection_number }, role = 'preparer') =>
    (await as(role)(readCollection, { params: { id: collection_number } })).data;
  const move: Collections['move'] = async ({ collection_number }, role, body) =>
    (await as(role)(postCollection, { params: { id: collection_number }, body })).data as MoveResult;
  /** Says why it is of a day to come, if it is; whoever approves ticks every risk that he is told of. */
  const moveSeen = (saved: CollectionDetail, role: Role, status: number) => {
    const body = { status, approved_remarks: 'So it is dated.' };
    return move(saved, role, body).catch((refusal: unknown) =>
      move(saved, role, { ...body, risks_seen: unseenRisks(refusal) }),
    );
  };
  const collection: Collections['collection'] = (rows, change = {}) => ({
    collection_date: BOOKS_DAY,
    payee_id: books.payees.C0001,
    bank_id: books.banks['102103'],
    is_or_ar: 1,
    branch_id: books.branch_id,
    department_id: books.department_id,
    collection_details: rows,
    ...change,
  });
  const save: Collections['save'] = async (body, role = 'preparer') =>
    (await as(role)(createCollection, { body })).data;
  const bring: Collections['bring'] = async (saved, role = 'preparer', until = 7) => {
    const actors: Role[] = [role, 'checker', 'approver1', 'approver2', 'approver3'];
    const path = [...saved.route.map((stage) => stage.status), 7];
    for (const [place, status] of path.entries())
      if (status > saved.status && status <= until) await moveSeen(saved, actors[place]!, status);
  };
  return {
    collection,
    save,
    async collect(rows, change, role = 'preparer') {
      const saved = await save(collection(rows, change), role);
      await bring(saved, role);
      return read(saved, role);
    },
    bring,
    move,
    read,
    async void({ collection_number }) {
      return (await as('checker')(voidCollection, { body: { collection_number, reason: 'Returned' } })).data;
    },
  };
}

async function billE12(
  desk: Pick<ReceivableBooks, 'invoice' | 'collect'>,
  payee_id: number,
): Promise<[invoice: string, open: string][]> {
  const open: [string, string][] = [];
  for (const [billing_date, total, parts, left] of E12) {
    const billing_invoice_no = (await desk.invoice(total, { billing_date, payee_id })).billing_invoice_no!;
    for (const [collection_date, cash_amount] of parts)
      await desk.collect([{ billing_invoice_no, cash_amount }], {
        collection_date,
        payee_id,
        received_amount: cash_amount,
      });
    if (left !== null) open.unshift([billing_invoice_no, left]);
  }
  return open;
}

async function daysThatDiffer(database: Database, payee_id: number): Promise<readonly DayOfReceivables[]> {
  const { rows } = await sql<DayOfReceivables>`
    with day as (select distinct entry_date as day from posting where payee_id = ${payee_id})
    select day, open, control from day cross join lateral (
      select coalesce(sum(i.open_php), 0) as open from open_invoices(day) i where i.payee_id = ${payee_id}) i
    cross join lateral (
      select coalesce(sum(p.debit - p.credit), 0) as control from posting p join account a on a.id = p.account_id
      where a.role = 'AR' and p.payee_id = ${payee_id} and p.entry_date <= day) p
    where open <> control order by day`.execute(database);
  return rows;
}
