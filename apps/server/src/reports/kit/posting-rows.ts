import { sql, type RawBuilder } from 'kysely';
import type { PostingRow } from '@talaan/contract/reports/kit/posting-row';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { Principal } from '../../platform/http/principal.ts';

/**
 * Postings as the subsidiaries show them (reports §3), in the order of `page`, whose rows are those of `posting` that are wanted:
 * only they are looked up beyond it. The head of an entry is the one that it was posted with; the reference is its cheque, receipt,
 * order, or the invoice that the line settles. `beside` are further columns, of the page as `chosen`.
 */
export function postingRows(
  user: Pick<Principal, 'user_id' | 'preview'>,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`p.entry_date, p.entry_id, p.line_no`,
  ...beside: readonly RawBuilder<unknown>[]
): RawBuilder<PostingRow> {
  return sql<PostingRow>`
    select p.entry_date as document_date, e.document_type as transaction_type, b.document_number, b.batch_number,
      coalesce(nullif(b.cheque_number, ''), b.or_number, b.ar_number, ${numberOf(sql`p.invoice_id`)},
        ${numberOf(sql`b.purchase_order_id`)})
        as reference_number,
      branch.brnc_code as branch, payee.payee_code, payee.payee_desc as payee, coalesce(b.remarks, '') as particulars,
      coalesce(p.remarks, '') as description, round(p.fc_debit, 2)::text as debit, round(p.fc_credit, 2)::text as credit,
      trim_scale(e.rate)::text as rate, round(p.debit, 2)::text as php_da, round(p.credit, 2)::text as php_ca,
      concat_ws(' ', poster.user_first_name, poster.user_last_name) as edit_by, e.posted_at as edit_date,
      a.acct_code, a.acct_desc, currency.iso_code as currency, p.entry_id::text, p.line_no,
      e.reverses_id is not null as is_reversal, ${sql.join([sql`not ${seesConfidential(user)} as is_masked`, ...beside])}
    from (${page}) chosen
    join posting p on p.entry_id = chosen.entry_id and p.line_no = chosen.line_no
    join journal_entry e on e.id = p.entry_id
    join posted_document b on b.entry_id = p.entry_id
    join account a on a.id = p.account_id
    join branch on branch.id = p.branch_id
    join currency on currency.id = e.currency_id
    left join app_user poster on poster.id = e.posted_by
    left join payee_in_reports payee on payee.id = coalesce(p.payee_id, b.payee_id)
    order by ${order}`;
}

/** The number of an invoice or an order: the newest that was issued to it. */
export function numberOf(document: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select i.number_text from number_issue i where i.document_id = ${document}
    order by i.cycle desc, i.issued_at desc limit 1)`;
}
