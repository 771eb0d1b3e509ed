import { sql, type RawBuilder } from 'kysely';
import { billingListReport, type BilledRow } from '@talaan/contract/reports/billing-list.report';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { COLLECTION_STATUS, COLLECTION_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { amountText, requireSum } from '@talaan/core/money/money';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { invalid } from '../../platform/http/problem.ts';
import { anyAsOne } from '../kit/account-figures.ts';
import type { PlaceIn } from '../kit/cut-page.ts';
import { makeProof } from '../kit/make-proof.ts';
import { entriesThatDiffer, receivableAt } from '../kit/proof-of-receivables.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof billingListReport.filters>;

/**
 * The billing list (reports.md §5): its cost grows with the invoices of the period, each looked up by its keys. A page looks at one
 * invoice more than it has rows: of the one that the page before ended in, nothing may be left.
 */
export const billingList = defineStatement({
  report: billingListReport,
  order: ['billing_date', 'billing_number', 'entry_id', 'collection_line'],

  rows: (context, { after, limit }) => sql<BilledRow>`
    select * from (
      select payee.payee_desc as name, payee.payee_id, i.document_number as billing_number, i.entry_date as billing_date,
        case g.payment_term when 0 then 'Due Immediately' when 1 then '1 day' else g.payment_term || ' days' end as term, g.due_date,
        case g.opening when 1 then 'Opening: ' else '' end || coalesce((
          select string_agg(concat_ws(', ', v.billing_service_name, coalesce(nullif(s.description, ''), nullif(i.remarks, ''))), '; '
            order by s.line_no)
          from billing_service_line s
          left join posting p on p.entry_id = i.id and p.line_no = s.line_no + 1
          left join billing_service v on v.id = p.billing_service_id where s.document_id = i.document_id), '') as description,
        case when c.collection_line = 1 then round(i.billed, 2)::text end as amount_billed,
        case when i.currency_id <> 1 then currency.iso_code end as currency,
        case when i.currency_id <> 1 and c.collection_line = 1 then round(i.billed_fc, 2)::text end as amount_billed_fc,
        i.status, ${wordsOf(sql`i.status`)} as status_text, c.collection_date, c.collection_number, c.collection_type,
        c.collection_batch, round(c.taken, 2)::text as amount_collected,
        round(i.billed - coalesce(c.so_far, 0), 2)::text as amount_uncollected, c.collection_line,
        'BI' as document_type, i.batch_number, i.id::text as entry_id, i.is_masked
      from (${invoices(context, after)} order by e.entry_date, coalesce(b.document_number, ''), e.id
        limit ${limit === null ? null : limit + 1}) i
      join billing g on g.document_id = i.document_id
      join payee_in_reports payee on payee.id = i.payee_id
      join currency on currency.id = i.currency_id
      cross join lateral (${collectionsOf(context)}) c
    ) r
    where ${after === null ? sql`true` : sql`(billing_date, billing_number, entry_id::bigint, collection_line) > (${after['billing_date']}::date, ${after['billing_number']}, ${after['entry_id']}::bigint, ${after['collection_line']}::int)`}
    order by billing_date, billing_number, entry_id::bigint, collection_line limit ${limit}`,

  async sums(context) {
    const { rows } = await sql<Record<'billed' | 'collected' | 'receivable' | 'cancelled' | 'unlike', string>>`
      select round(coalesce(sum(billed), 0), 2)::text as billed,
        round(coalesce(sum(collected) filter (where not is_cancelled), 0), 2)::text as collected,
        round(coalesce(sum(receivable) filter (where not is_cancelled), 0), 2)::text as receivable,
        round(coalesce(sum(collected) filter (where is_cancelled), 0), 2)::text as cancelled,
        round(coalesce(sum(abs(billed - receivable)) filter (where not is_cancelled), 0), 2)::text as unlike
      from (select i.*, ${RECEIVABLE} as receivable from (${invoices(context)}) i) i`.execute(context.db);
    const { billed, collected, receivable, cancelled, unlike } = rows[0]!;
    const minus = (one: string, other: string) => amountText(requireSum(one) - requireSum(other));
    const totals = {
      amount_billed: billed,
      amount_collected: collected,
      amount_uncollected: minus(billed, collected),
    };
    const proof = [
      makeProof(
        'Billed - collected = uncollected',
        ['billed less collected', totals.amount_uncollected],
        ['receivables of the invoices less collected', minus(receivable, collected)],
        {
          // Two invoices that are wrong by as much do not hide each other.
          difference: unlike,
          documents:
            unlike === '0.00'
              ? []
              : await proofDocuments(
                  context.db,
                  sql`select i.id as entry_id, ${RECEIVABLE} - i.billed as amount from (${invoices(context)}) i where not i.is_cancelled`,
                ),
        },
      ),
    ];
    const whole = await proofOfTheWhole(context, minus(totals.amount_uncollected, cancelled));
    return { totals, proof: whole ? [...proof, whole] : proof };
  },
});

/** The last day whose collections count: no earlier than the period, whose invoices would not be there yet. */
function lastDay({ days, filter: { as_of } }: Context): string {
  if (as_of !== undefined && as_of < days.date_to) throw invalid({ as_of: ['as of is before the end of the period.'] });
  return as_of ?? days.date_to;
}

/** The pesos at which invoice `i` came into the receivable account. */
const RECEIVABLE = sql`(select coalesce(sum(p.debit - p.credit), 0) from posting p
  where p.entry_id = i.id and p.account_id in (select id from account where role = 'AR'))`;

/** The invoices of the period as the filter wants them, each with its head, its state and what was collected of it by then. */
function invoices(context: Context, after: PlaceIn | null = null): RawBuilder<unknown> {
  const { days, found, filter, user } = context;
  const until = lastDay(context);
  const status = statusOf(sql`r.id is not null`, sql`c.collected_fc`, sql`e.fc_total`);
  return sql`
    select e.id, e.entry_date, e.document_id, e.currency_id, e.payee_id, b.document_number, b.batch_number, b.remarks,
      r.id is not null as is_cancelled, case when r.id is null then e.total else 0 end as billed,
      case when r.id is null then e.fc_total else 0 end as billed_fc, c.collected, ${status} as status,
      not ${seesConfidential(user)} as is_masked
    from journal_entry e
    join posted_document b on b.entry_id = e.id
    left join journal_entry r on r.reverses_id = e.id and r.entry_date <= ${until}
    cross join lateral (
      select coalesce(sum(s.amount), 0) as collected_fc, coalesce(sum(s.amount_php), 0) as collected
      from settlement s where s.invoice_id = e.document_id and s.entry_date <= ${until}) c
    where e.document_type = 'BI' and e.reverses_id is null
      and e.entry_date between ${after === null ? days.date_from : after['billing_date']}::date and ${days.date_to}
      and ${after === null ? sql`true` : sql`(e.entry_date, coalesce(b.document_number, ''), e.id) >= (${after['billing_date']}::date, ${after['billing_number']}, ${after['entry_id']}::bigint)`}
      and ${found.payee_id ? sql`e.payee_id = ${anyAsOne(found.payee_id)} and ${seesConfidential(user)}` : sql`true`}
      and ${isOneOf(filter.status, status)}`;
}

/** What became of an invoice, as `collectionStatus` of packages/core says. */
function statusOf(is_cancelled: RawBuilder<unknown>, collected: RawBuilder<unknown>, total: RawBuilder<unknown>) {
  const { CANCELLED, UNCOLLECTED, PARTIALLY_COLLECTED, COLLECTED } = COLLECTION_STATUS;
  const code = (status: number) => sql.lit(status);
  return sql`case when ${is_cancelled} then ${code(CANCELLED)} when ${collected} = 0 then ${code(UNCOLLECTED)}
    when ${collected} < ${total} then ${code(PARTIALLY_COLLECTED)} else ${code(COLLECTED)} end`;
}

function wordsOf(status: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = Object.entries(COLLECTION_STATUSES).map(
    ([code, { label }]) => sql`when ${sql.lit(code)} then ${sql.lit(label)}`,
  );
  return sql`case (${status})::text ${sql.join(words, sql` `)} end`;
}

/** Of no status are all; 7 are those that are not cancelled. */
function isOneOf(wanted: readonly string[], status: RawBuilder<unknown>): RawBuilder<unknown> {
  if (wanted.length === 0) return sql`true`;
  const { UNCOLLECTED, PARTIALLY_COLLECTED, COLLECTED } = COLLECTION_STATUS;
  const standing = [UNCOLLECTED, PARTIALLY_COLLECTED, COLLECTED].map(String);
  return sql`(${status})::text = any (${wanted.flatMap((code) => (code === '7' ? standing : code))}::text[])`;
}

/** What invoice `i` was settled by, entry by entry, with what they took so far; one row of nothing where there is none. */
function collectionsOf(context: Context): RawBuilder<unknown> {
  return sql`
    select s.entry_date as collection_date, b.document_number as collection_number, b.document_type as collection_type,
      case when ${seesConfidential(context.user)} then b.batch_number end as collection_batch, s.taken, s.so_far,
      coalesce(s.line, 1) as collection_line
    from (select) nothing
    left join (
      select entry_id, entry_date, sum(amount_php) as taken,
        sum(sum(amount_php)) over (order by entry_date, entry_id) as so_far,
        (row_number() over (order by entry_date, entry_id))::int as line
      from settlement where invoice_id = i.document_id and entry_date <= ${lastDay(context)} and not i.is_cancelled
      group by entry_id, entry_date
    ) s on true
    left join posted_document b on b.entry_id = s.entry_id`;
}

/**
 * What is uncollected of every invoice there ever was, with what cancelled ones had collected before it was given back, against the
 * receivable account; null where the list is of less than that.
 */
async function proofOfTheWhole(context: Context, open: string): Promise<ReportProof | null> {
  const { db, days, found, filter } = context;
  if (found.payee_id || filter.status.length > 0 || lastDay(context) !== days.date_to) return null;
  const { rows } = await sql<{ earlier: boolean }>`
    select exists (select from journal_entry where document_type = 'BI' and entry_date < ${days.date_from}) as earlier`.execute(
    db,
  );
  if (rows[0]!.earlier) return null;
  const ledger = await receivableAt(context);
  return makeProof('Uncollected = receivable account', ['this report', open], ['receivable account', ledger], {
    documents: ledger === open ? [] : await proofDocuments(db, entriesThatDiffer(days.date_to)),
  });
}
