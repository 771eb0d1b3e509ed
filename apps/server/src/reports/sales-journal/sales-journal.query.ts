import { sql, type RawBuilder } from 'kysely';
import { salesJournalReport, type SaleRow } from '@talaan/contract/reports/sales-journal.report';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { amountText, requireSum } from '@talaan/core/money/money';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { bookEntries, entriesOf, IS_VOID, NUMBER } from '../kit/book-entries.ts';
import type { PlaceIn } from '../kit/cut-page.ts';
import { makeProof } from '../kit/make-proof.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof salesJournalReport.filters>;
type Sql = RawBuilder<unknown>;
type Basis = Context['filter']['basis'];

const TYPES = { receipt: ['CN', 'CR'], invoice: ['BI'] } as const satisfies Record<Basis, readonly DocumentType[]>;

/** The number that orders the rows: of the receipt, or of the invoice. */
const NUMBERS = {
  receipt: sql`coalesce(b.or_number, b.ar_number, '')`,
  invoice: NUMBER,
} as const satisfies Record<Basis, Sql>;

/** Accounts of sales: income, but for differences of exchange, and the VAT on it. */
const OF_SALES = sql`(select id from account where role = 'OUTPUT_VAT'
  or acct_group = 'I' and role is distinct from 'FX_GAIN' and role is distinct from 'FX_LOSS')`;
const VAT_ACCOUNTS = sql`(select id from account where role = 'OUTPUT_VAT')`;

// Looked up entry by entry, as in `kit/book-entries.ts`: as `exists`, all collections there are would be read for a page.

/** Whether entry `e` has an official receipt. */
const IS_OFFICIAL = sql`coalesce((select b.or_number is not null from posted_document b where b.entry_id = e.id), false)`;

/** Whether a document is an opening invoice: its income and its VAT were reported in the old books. All of them are read once. */
function isOpening(document_id: Sql): Sql {
  return sql`coalesce(${document_id} in (select document_id from billing where opening = 1), false)`;
}

/** Which entries `e` are of sales: what was received in advance, or for something else, is none. */
const ARE_SALES = {
  receipt: sql`case e.document_type when 'CN' then coalesce((select true from collection_application a
      where a.document_id = e.document_id and a.cash_amount + a.withholding_amount > 0 and not ${isOpening(sql`a.billing_document_id`)} limit 1), false)
    else coalesce((select true from posting p where p.entry_id = e.id and p.account_id in ${OF_SALES} limit 1), false)
      and ${IS_OFFICIAL} end`,
  invoice: sql`not ${isOpening(sql`e.document_id`)}`,
} as const satisfies Record<Basis, Sql>;

/**
 * The sales journal (reports.md §11), by the index of entries by type and day. What a receipt is for follows from the services of
 * the invoices that it settles, or from the accounts of income of its own entry.
 */
export const salesJournal = defineStatement({
  report: salesJournalReport,
  filed: true,
  order: ['receipt_date', 'or_oar_number', 'entry_id', 'line_no'],

  rows: (context, { after, limit }) => sql<SaleRow>`
    with c as materialized (${entriesOfPage(context, after, limit)})
    select c.entry_date as receipt_date, coalesce(f.says ->> 'tin', payee.tin, '') as customer_tin_no,
      coalesce(f.says ->> 'payee_desc', payee.payee_desc) as customer_name,
      coalesce(f.says ->> 'address', address_on_paper(payee), '') as customer_address, payee.id as payee_id,
      nullif(c.number, '') as or_oar_number,
      concat_ws(' · ', case when e.reverses_id is not null then 'REVERSAL' end, case when c.is_void then 'VOID' else l.service end)
        as or_oar_service,
      round(coalesce(l.principal, 0), 2)::text as or_oar_principal_amount, round(coalesce(l.vat, 0), 2)::text as or_oar_vat_amount,
      round(coalesce(l.principal - l.vat, 0), 2)::text as net_service_fee, e.document_type, b.document_number, b.batch_number,
      c.entry_id::text, coalesce(l.line_no, 0) as line_no, e.reverses_id is not null as is_reversal,
      not ${seesConfidential(context.user)} as is_masked
    from c
    join journal_entry e on e.id = c.entry_id
    join posted_document b on b.entry_id = c.entry_id
    join payee_in_reports y on y.id = e.payee_id
    join payee on payee.id = y.payee_id
    left join lateral (
      select z.record -> 'payee' as says from frozen_paper z where z.document_id = e.document_id
        and (z.kind, z.number_text) in (('bi', b.document_number), ('or', b.or_number), ('ar', b.ar_number))
      order by z.kind desc limit 1) f on true
    left join (${linesOf(sql`select e.* from c join journal_entry e on e.id = c.entry_id where not c.is_void`, context)}) l
      on l.entry_id = c.entry_id and l.line_no > ${lineAfter(after)}
    where c.is_void or l.line_no is not null
    order by c.entry_date, c.number, c.entry_id, l.line_no limit ${limit}`,

  async sums(context) {
    // Both entries of what was voided on its day are in it, and come to nothing.
    const { rows } = await sql<Record<'principal' | 'vat' | 'collected', string>>`
      select round(coalesce(sum(principal), 0), 2)::text as principal, round(coalesce(sum(vat), 0), 2)::text as vat,
        round(coalesce(sum(principal) filter (where document_type = 'CN'), 0), 2)::text as collected
      from (${linesOf(salesOf(context), context)}) l`.execute(context.db);
    const { principal, vat, collected } = rows[0]!;
    const net_service_fee = amountText(requireSum(principal) - requireSum(vat));
    const totals = { or_oar_principal_amount: principal, or_oar_vat_amount: vat, net_service_fee };
    if (isOwnAlone(context)) return { totals, proof: [] };
    const proof =
      context.filter.basis === 'invoice' ? proofOfVat(context, vat) : proofOfReceivables(context, collected);
    return { totals, proof: [await proof] };
  },
});

/** Whether the caller is told no more than what was made in his own name: a client whose token is not good for reports. */
function isOwnAlone({ user }: Context): boolean {
  return user.client !== undefined && !user.client.scopes.includes('reports');
}

function isTold(context: Context): Sql {
  return isOwnAlone(context) ? sql`b.prepared_by = ${context.user.user_id}` : sql`true`;
}

/** The entries of sales in the period, with others that have no lines of one. */
function salesOf(context: Context): Sql {
  const { basis } = context.filter;
  const heads = isOwnAlone(context)
    ? sql`cross join lateral (select * from posted_document where entry_id = e.id offset 0) b`
    : sql``;
  return sql`select e.* from journal_entry e ${heads}
    where ${entriesOf(TYPES[basis], context.days)} and ${isTold(context)}
      and ${basis === 'receipt' ? sql`(e.document_type = 'CN' or ${IS_OFFICIAL})` : ARE_SALES.invoice}`;
}

function entriesOfPage(context: Context, after: PlaceIn | null, limit: number | null): Sql {
  const { filter, days } = context;
  const number = NUMBERS[filter.basis];
  const beyond =
    after === null
      ? sql`true`
      : sql`(e.entry_date, ${number}, e.id, case when ${IS_VOID} then 0 else ${MOST_LINES} end) > (${after['receipt_date']}::date,
          ${after['or_oar_number'] ?? ''}, ${after['entry_id']}::bigint, ${after['line_no']}::int)`;
  return bookEntries(
    {
      streams: sql`unnest(${TYPES[filter.basis]}::char(2)[]) s (document_type)`,
      where: sql`e.document_type = s.document_type and e.entry_date between ${after?.['receipt_date'] ?? days.date_from} and ${days.date_to}
        and ${ARE_SALES[filter.basis]} and ${isTold(context)} and ${beyond}`,
      order: sql`entry_date, number, entry_id`,
      number,
      // At least so many: of the entry that the page before ended in, none may be left.
      rows: after === null ? sql`1` : sql`case when c.entry_id = ${after['entry_id']}::bigint then 0 else 1 end`,
    },
    limit,
  );
}

/** Above every line number: 500 invoices of 500 services. */
const MOST_LINES = sql`1000000`;

/** The line of entry `c` that the page before ended with. */
function lineAfter(after: PlaceIn | null): Sql {
  if (after === null) return sql`0`;
  return sql`case when c.entry_id = ${after['entry_id']}::bigint then ${after['line_no']}::int else 0 end`;
}

/** What some entries of sales are for, a row for each service: (entry_id, document_type, line_no, service, principal, vat) in pesos. */
function linesOf(entries: Sql, { filter }: Context): Sql {
  return filter.basis === 'invoice'
    ? billedServices(entries)
    : sql`with e as (${entries}) ${collectedServices(sql`select * from e where document_type = 'CN'`)}
        union all ${receivedServices(sql`select * from e where document_type = 'CR'`)}`;
}

/**
 * Of collections: what cash and tax withheld take of the pesos of each invoice, without what is written off, over its services by
 * what they were billed at; the VAT of each as the invoice has it.
 */
function collectedServices(entries: Sql): Sql {
  return sql`
    select entry_id, document_type, part_of * 1000 + line_no as line_no, service, sign * part as principal,
      sign * round(part * vat / weight, 2) as vat
    from (${shared(sql`
      select e.id as entry_id, e.document_type, case when e.reverses_id is null then 1 else -1 end as sign, a.line_no::int as part_of,
        s.line_no::int as line_no, v.billing_service_name as service, ${RECEIVED_PHP} as whole, s.total_amount::numeric as weight,
        s.total_amount - p.fc_credit as vat
      from (${entries}) e
      join collection_application a on a.document_id = e.document_id and a.cash_amount + a.withholding_amount > 0
        and not ${isOpening(sql`a.billing_document_id`)}
      join journal_entry i on i.document_id = a.billing_document_id and i.reverses_id is null
      join billing_service_line s on s.document_id = a.billing_document_id
      join posting p on p.entry_id = i.id and p.line_no = s.line_no + 1
      left join billing_service v on v.id = p.billing_service_id`)}) s`;
}

/** The pesos that an application `a` took of what was received, half-up. */
const RECEIVED_PHP = sql`round(a.receivable_php * (a.cash_amount + a.withholding_amount)
  / (a.cash_amount + a.withholding_amount + a.write_off_amount), 2)`;

/** Of cash receipts: each account of income, the VAT by what they came to; the VAT itself where there is no other. */
function receivedServices(entries: Sql): Sql {
  return sql`
    select entry_id, document_type, line_no, service, weight + part as principal, part as vat
    from (${shared(sql`
      select g.*, 0 as part_of, case when is_vat then 0 else amount end as weight
      from (
        select g.*, coalesce(sum(amount) filter (where is_vat) over w, 0) as whole, bool_and(is_vat) over w as is_vat_alone
        from (
          select e.id as entry_id, e.document_type, min(p.line_no)::int as line_no, min(a.acct_desc) as service,
            a.role is not distinct from 'OUTPUT_VAT' as is_vat, sum(p.credit - p.debit) as amount
          from (${entries}) e
          join posting p on p.entry_id = e.id and p.account_id in ${OF_SALES}
          join account a on a.id = p.account_id
          group by e.id, e.document_type, a.id
        ) g window w as (partition by entry_id)
      ) g where is_vat = is_vat_alone`)}) s`;
}

/** Of invoices: the income of each service and its VAT, of one in another currency the pesos of its VAT by service. */
function billedServices(entries: Sql): Sql {
  return sql`
    select entry_id, document_type, line_no, service, income + vat as principal, vat
    from (
      select s.*, case when in_pesos then sign * weight else part end as vat
      from (${shared(sql`
        select e.id as entry_id, e.document_type, case when e.reverses_id is null then 1 else -1 end as sign, e.currency_id = 1 as in_pesos,
          0 as part_of, s.line_no::int as line_no, v.billing_service_name as service, p.credit - p.debit as income,
          case when e.currency_id = 1 then 0 else ${VAT_OF_ENTRY} end as whole, s.total_amount - abs(p.fc_credit - p.fc_debit) as weight
        from (${entries}) e
        join billing_service_line s on s.document_id = e.document_id
        join posting p on p.entry_id = e.id and p.line_no = s.line_no + 1
        left join billing_service v on v.id = p.billing_service_id`)}) s
    ) s`;
}

/** What entry `e` posted as VAT on sales. */
const VAT_OF_ENTRY = sql`(select coalesce(sum(v.credit - v.debit), 0) from posting v where v.entry_id = e.id and v.account_id in ${VAT_ACCOUNTS})`;

/**
 * Rows with their `part` of a whole by weight, half-up to the centavo; the largest takes what is left. In: rows (entry_id, part_of,
 * line_no, whole, weight), whose whole is that of an entry and part.
 */
function shared(rows: Sql): Sql {
  return sql`
    select r.*, share + case when place = 1 then whole - sum(share) over (partition by entry_id, part_of) else 0 end as part
    from (
      select r.*, coalesce(round(whole * weight / nullif(sum(weight) over w, 0), 2), 0) as share,
        row_number() over (partition by entry_id, part_of order by abs(weight) desc, line_no) as place
      from (${rows}) r window w as (partition by entry_id, part_of)
    ) r`;
}

/** What receipts collected and what was written off with them, or collected of opening invoices, which are no sales here, against what collections credited to the receivable account. */
async function proofOfReceivables(context: Context, collected: string): Promise<ReportProof> {
  const { db, days } = context;
  const writtenOff = sql`select e.id, sum((a.receivable_php - case when ${isOpening(sql`a.billing_document_id`)} then 0 else ${RECEIVED_PHP} end)
      * case when e.reverses_id is null then 1 else -1 end) as amount
    from journal_entry e join collection_application a on a.document_id = e.document_id where ${entriesOf(['CN'], days)} group by e.id`;
  const settledBy = sql`select e.id, sum(p.credit - p.debit) as amount
    from journal_entry e join posting p on p.entry_id = e.id and p.account_id in (select id from account where role = 'AR')
      and p.entry_date between ${days.date_from} and ${days.date_to}
    where ${entriesOf(['CN'], days)} group by e.id`;
  const { rows } = await sql<Record<'written_off' | 'posted', string>>`
    select round(coalesce((select sum(amount) from (${writtenOff}) w), 0), 2)::text as written_off,
      round(coalesce((select sum(amount) from (${settledBy}) p), 0), 2)::text as posted`.execute(db);
  const { written_off, posted } = rows[0]!;
  const settled = amountText(requireSum(collected) + requireSum(written_off));
  return makeProof(
    'Collected + written off = receivables settled',
    ['collected and written off', settled],
    ['receivable account, by collections', posted],
    {
      documents:
        settled === posted
          ? []
          : await proofDocuments(
              db,
              sql`select id as entry_id, sum(amount) as amount from (
                  select id, amount from (${settledBy}) p union all select id, -amount from (${writtenOff}) w
                  union all select entry_id, -principal from (${linesOf(salesOf(context), context)}) l where document_type = 'CN') x
                group by id`,
            ),
    },
  );
}

/** The VAT of what was billed against what invoices posted as VAT on sales. */
async function proofOfVat(context: Context, vat: string): Promise<ReportProof> {
  const { db } = context;
  const entries = sql`select e.*, ${VAT_OF_ENTRY} as posted from (${salesOf(context)}) e`;
  const { rows } = await sql<{ posted: string }>`
    select round(coalesce(sum(posted), 0), 2)::text as posted from (${entries}) e`.execute(db);
  const { posted } = rows[0]!;
  return makeProof('VAT of services = VAT posted', ['this report', vat], ['output VAT, by invoices', posted], {
    documents:
      vat === posted
        ? []
        : await proofDocuments(
            db,
            sql`select e.id as entry_id, e.posted - coalesce(l.vat, 0) as amount from (${entries}) e
              left join (select entry_id, sum(vat) as vat from (${linesOf(salesOf(context), context)}) l group by entry_id) l
                on l.entry_id = e.id`,
          ),
  });
}
