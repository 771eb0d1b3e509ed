import { sql, type RawBuilder } from 'kysely';
import {
  arAgingInvoiceReport,
  arAgingReport,
  type AgedCustomer,
  type AgedInvoice,
} from '@talaan/contract/reports/ar-aging.report';
import { amountText, requireSum } from '@talaan/core/money/money';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { accountFigures, anyAsOne } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { entriesThatDiffer, receivableAt } from '../kit/proof-of-receivables.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof arAgingReport.filters>;

/** What each customer owes at the end of a day (reports.md §6). */
export const arAging = defineStatement({
  report: arAgingReport,
  rows: (context) => sql<AgedCustomer>`
    select payee_code, min(payee_desc) as payee_desc, min(payee_id) as payee_id, count(*)::int as invoices,
      max(aged_days)::int as aged_days, round(sum(gross), 2)::text as gross, ${sql.join(AGES.map((age) => sql`round(coalesce(sum(${sql.ref(age)}), 0), 2)::text as ${sql.ref(age)}`))},
      round(sum(remaining), 2)::text as remaining_balance, round(min(whole), 2)::text as total_remaining_balance, is_masked
    from (${openInvoices(context)}) i group by payee_code, is_masked
    order by is_masked, min(payee_desc) collate people_order, payee_code`,
  sums: agingSums,
});

/** The same, invoice by invoice. */
export const arAgingInvoice = defineStatement({
  report: arAgingInvoiceReport,
  rows: (context) => sql<AgedInvoice>`
    select payee_code, payee_desc, payee_id, billing_invoice_no, billing_date,
      case payment_term when 0 then 'Due Immediately' when 1 then '1 day' else payment_term || ' days' end as term, due_date,
      aged_days, round(gross, 2)::text as gross, ${sql.join(AGES.map((age) => sql`round(${sql.ref(age)}, 2)::text as ${sql.ref(age)}`))},
      round(remaining, 2)::text as remaining_balance, round(whole, 2)::text as total_remaining_balance, is_disputed,
      case when is_disputed then 'Disputed' else '' end as mark, 'BI' as document_type, batch_number, is_masked
    from (${openInvoices(context)}) i
    order by is_masked, payee_desc collate people_order, payee_code, billing_date, billing_invoice_no`,
  sums: agingSums,
});

const AGES = ['age_0_30', 'age_31_60', 'age_61_90', 'age_91_120', 'age_over_120'] as const;

/**
 * What was open at the end of the day, with the customer as reports name him, his whole balance and the column of its age. It is
 * looked for among what is open now and what moved since, however many invoices there ever were; so are their heads, one by one.
 */
function openInvoices({ days, filter, found, user }: Context): RawBuilder<unknown> {
  const { date_from, aged_from } = filter;
  return sql`
    select i.*, case when aged_days <= 30 then remaining end as age_0_30,
      case when aged_days > 30 and aged_days <= last_60 then remaining end as age_31_60,
      case when aged_days > last_60 and aged_days <= 90 then remaining end as age_61_90,
      case when aged_days > 90 and aged_days <= 120 then remaining end as age_91_120,
      case when aged_days > 120 then remaining end as age_over_120
    from (
      select i.*, greatest(0, ${days.date_to}::date - ${sql.ref(`i.${aged_from}`)}) as aged_days,
        sum(remaining) over (partition by is_masked, case when is_masked then 0 else payee_id end) as whole,
        coalesce((select case value #>> '{}' when '61-90' then 59 end from setting where key = 'aging_day_60'), 60) as last_60
      from (
        select i.billing_invoice_no, i.billing_date, i.due_date, g.payment_term, g.dispute_reason is not null as is_disputed,
          e.total as gross, i.open_php as remaining, b.batch_number, s.is_masked, case when s.is_masked then '' else y.payee_code end as payee_code,
          y.payee_desc, y.payee_id
        from perhaps_open_invoices(${days.date_to}) m
        join open_invoices(${days.date_to}) i using (document_id)
        join billing g on g.document_id = i.document_id
        join journal_entry e on e.document_id = i.document_id and e.reverses_id is null
        join posted_batch b on b.batch_id = i.batch_id
        join payee_in_reports y on y.id = i.payee_id
        -- Who sees it is asked once: planning that costs more than all else.
        cross join lateral (select not ${seesConfidential(user)} as is_masked offset 0) s
        where ${found.payee_id ? sql`i.payee_id = ${anyAsOne(found.payee_id)} and not s.is_masked` : sql`true`}
      ) i
    ) i
    where ${date_from === undefined ? sql`true` : sql`i.billing_date >= ${date_from}`}`;
}

/** The sums of what is listed; of all customers and days they are the receivable account. */
async function agingSums(context: Context, given: Promise<readonly (AgedCustomer | AgedInvoice)[]>) {
  const { db, days, found, filter, user } = context;
  const advances = accountFigures({ days, by: 'none', accounts: { role: 'CUSTOMER_ADVANCES' }, user });
  const [rows, { rows: read }] = await Promise.all([
    given,
    sql<{ advances: string }>`
      select round(coalesce(-sum(balance), 0), 2)::text as advances from (${advances}) f`.execute(db),
  ]);
  const sum = (field: (typeof AGES)[number] | 'gross' | 'remaining_balance') =>
    amountText(rows.reduce((total, row) => total + requireSum(row[field] ?? '0'), 0n));
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
