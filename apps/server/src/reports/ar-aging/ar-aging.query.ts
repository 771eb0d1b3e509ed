import { sql, type RawBuilder } from 'kysely';
import {
  arAgingInvoiceReport,
  arAgingReport,
  type AgedCustomer,
  type AgedInvoice,
} from '@talaan/contract/reports/ar-aging.report';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { accountFigures, anyAsOne, hiddenEntries } from '../kit/account-figures.ts';
import type { PlaceIn } from '../kit/cut-page.ts';
import { makeProof } from '../kit/make-proof.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { entriesThatDiffer, receivableAt } from '../kit/proof-of-receivables.ts';
import { CONFIDENTIAL } from '../kit/read-report.ts';
import { defineStatement, type PageOf, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof arAgingReport.filters>;
type Sql = RawBuilder<unknown>;

const AGES = ['age_0_30', 'age_31_60', 'age_61_90', 'age_91_120', 'age_over_120'] as const;
/** The amounts of a customer, in the columns of their names. */
const AMOUNTS = ['gross', ...AGES, 'remaining_balance', 'total_remaining_balance'] as const;

/** The order of customers: what is confidential stands at the end, as one. */
const CUSTOMER = sql`is_masked, payee_desc collate people_order, payee_code collate "C"`;
const customerAt = (place: PlaceIn): Sql =>
  sql`${place['is_masked'] === 'true'}::boolean, ${place['payee_desc']}::text, ${place['payee_code']}::text`;

/** What each customer owes at the end of a day (reports.md §6). */
export const arAging = defineStatement({
  report: arAgingReport,
  rows: (context) => sql<AgedCustomer>`
    select payee_code, payee_desc, payee_id, invoices, aged_days, ${sql.join(AMOUNTS.map((name) => sql.ref(name)))}, is_masked
    from (${owingCustomers(context)}) c order by ${CUSTOMER}`,
  sums: agingSums,
});

/** A customer with the ids of his invoices that are listed. */
type OwingCustomer = AgedCustomer & { readonly documents: readonly string[] };

/** The same, invoice by invoice: what all customers owe tells the totals and which invoices a page has; the heads of these are looked up. */
export const arAgingInvoice = defineStatement({
  report: arAgingInvoiceReport,
  order: ['is_masked', 'payee_desc', 'payee_code', 'billing_date', 'billing_invoice_no'],

  async before(context: Context, { after }): Promise<readonly OwingCustomer[]> {
    const left = after ? sql`(${CUSTOMER}) >= (${customerAt(after)})` : sql`true`;
    const owing = sql<OwingCustomer>`
      select * from (${owingCustomers(context)}) c where ${left} order by ${CUSTOMER}`;
    return (await owing.execute(context.db)).rows;
  },

  rows: (context, page, customers) => sql<AgedInvoice>`
    select c.payee_code, c.payee_desc, c.payee_id, i.billing_invoice_no, i.billing_date,
      case g.payment_term when 0 then 'Due Immediately' when 1 then '1 day' else g.payment_term || ' days' end as term, i.due_date,
      i.aged_days, round(i.gross, 2)::text as gross, ${sql.join(AGES.map((age) => sql`round(${sql.ref(`i.${age}`)}, 2)::text as ${sql.ref(age)}`))},
      round(i.remaining, 2)::text as remaining_balance, c.total_remaining_balance, g.dispute_reason is not null as is_disputed,
      case when g.dispute_reason is not null then 'Disputed' else '' end as mark, 'BI' as document_type, b.batch_number, c.is_masked
    from jsonb_to_recordset(${JSON.stringify(customersOfPage(customers, page))}::jsonb) as c (is_masked boolean, payee_code text,
      payee_desc text, payee_id int, total_remaining_balance text, documents bigint[])
    cross join lateral (${agedInvoices(context, sql`select unnest(c.documents) as document_id`)}) i
    join billing g on g.document_id = i.document_id
    join posted_batch b on b.batch_id = i.batch_id
    where ${page.after ? sql`(${CUSTOMER}, billing_date, billing_invoice_no) > (${customerAt(page.after)}, ${page.after['billing_date']}::date, ${page.after['billing_invoice_no']})` : sql`true`}
    order by ${CUSTOMER}, billing_date, billing_invoice_no limit ${page.limit}`,

  groups: (_context, { after }, customers) =>
    customers
      .filter(({ payee_code }) => payee_code !== after?.['payee_code'])
      .map((customer) => ({
        codes: [customer.payee_code],
        name: customer.is_masked ? CONFIDENTIAL : customer.payee_desc,
        note: '',
        figures: Object.fromEntries(AMOUNTS.map((name) => [name, customer[name] ?? '0.00'])),
      })),

  sums: (context, _rows, customers) => agingSums(context, customers),
});

/** The customers whose invoices a page may have: of the first one, in whom the page before may have ended, nothing may be left. */
function customersOfPage(customers: readonly OwingCustomer[], { limit }: PageOf): readonly OwingCustomer[] {
  if (limit === null) return customers;
  let wanted = limit + (customers[0]?.invoices ?? 0);
  const last = customers.findIndex(({ invoices }) => (wanted -= invoices) <= 0);
  return last === -1 ? customers : customers.slice(0, last + 1);
}

/**
 * What each customer has open at the end of the day, as reports name him, by its age; his whole balance is what he owes whatever is
 * listed. It is looked for among what is open now and what moved since, however many invoices there ever were.
 */
function owingCustomers(context: Context): Sql {
  const { days, filter, found, user } = context;
  const { date_from } = filter;
  const sumOf = (amount: Sql) => sql`round(coalesce(sum(${amount}) filter (where is_listed), 0), 2)::text`;
  return sql`
    select is_masked, payee_code, payee_desc, payee_id, array_agg(document_id) filter (where is_listed) as documents,
      (count(*) filter (where is_listed))::int as invoices, (max(aged_days) filter (where is_listed))::int as aged_days,
      ${sumOf(sql`gross`)} as gross, ${sql.join(AGES.map((age) => sql`${sumOf(sql.ref(age))} as ${sql.ref(age)}`))},
      ${sumOf(sql`remaining`)} as remaining_balance, round(sum(remaining), 2)::text as total_remaining_balance
    from (
      select i.*, s.is_masked, case when s.is_masked then '' else y.payee_code end as payee_code,
        case when s.is_masked then '' else y.payee_desc end as payee_desc, case when s.is_masked then 0 else y.payee_id end as payee_id,
        ${date_from === undefined ? sql`true` : sql`i.billing_date >= ${date_from}`} as is_listed
      from (${agedInvoices(context, sql`select document_id from perhaps_open_invoices(${days.date_to})`)}) i
      join payee_in_reports y on y.id = i.billed_to
      cross join lateral (select i.entry_id in (${hiddenEntries(user)}) as is_masked) s
      where ${found.payee_id ? sql`i.billed_to = ${anyAsOne(found.payee_id)} and not s.is_masked` : sql`true`}
    ) i
    group by is_masked, payee_code, payee_desc, payee_id having count(*) filter (where is_listed) > 0`;
}

/** What of invoices was open at the end of the day, with the column of its age. In: their ids, as rows (document_id). */
function agedInvoices({ days, filter: { aged_from } }: Context, documents: Sql): Sql {
  return sql`
    select i.*, case when aged_days <= 30 then remaining end as age_0_30,
      case when aged_days > 30 and aged_days <= last_60 then remaining end as age_31_60,
      case when aged_days > last_60 and aged_days <= 90 then remaining end as age_61_90,
      case when aged_days > 90 and aged_days <= 120 then remaining end as age_91_120,
      case when aged_days > 120 then remaining end as age_over_120
    from (
      select i.document_id, i.batch_id, e.id as entry_id, i.payee_id as billed_to, i.billing_invoice_no, i.billing_date, i.due_date, e.total as gross,
        i.open_php as remaining, greatest(0, ${days.date_to}::date - ${sql.ref(`i.${aged_from}`)}) as aged_days,
        coalesce((select case value #>> '{}' when '61-90' then 59 end from setting where key = 'aging_day_60'), 60) as last_60
      from (${documents}) m
      join open_invoices(${days.date_to}) i using (document_id)
      join journal_entry e on e.document_id = i.document_id and e.reverses_id is null
    ) i`;
}

/** The sums of what is listed; of all customers and days they are the receivable account. */
async function agingSums(context: Context, given: Promise<readonly AgedCustomer[]> | readonly AgedCustomer[]) {
  const { db, days, found, filter, user } = context;
  const advances = accountFigures({ days, by: 'none', accounts: { role: 'CUSTOMER_ADVANCES' }, user });
  const [rows, { rows: read }] = await Promise.all([
    given,
    sql<{ advances: string }>`
      select round(coalesce(-sum(balance), 0), 2)::text as advances from (${advances}) f`.execute(db),
  ]);
  const sum = (field: (typeof AGES)[number] | 'gross' | 'remaining_balance') =>
    amountText(sumMinor(rows.map((row) => requireSum(row[field] ?? '0'))));
  const totals = {
    gross: sum('gross'),
    age_0_30: sum('age_0_30'),
    age_31_60: sum('age_31_60'),
    age_61_90: sum('age_61_90'),
    age_91_120: sum('age_91_120'),
    age_over_120: sum('age_over_120'),
    remaining_balance: sum('remaining_balance'),
    customer_advances: read[0]!.advances,
  };
  if (found.payee_id || filter.date_from !== undefined) return { totals, proof: [] };
  const ledger = await receivableAt(context);
  const proof = makeProof(
    'Remaining = receivable account',
    ['this report', totals.remaining_balance],
    ['receivable account', ledger],
    { documents: ledger === totals.remaining_balance ? [] : await proofDocuments(db, entriesThatDiffer(days.date_to)) },
  );
  return { totals, proof: [proof] };
}
