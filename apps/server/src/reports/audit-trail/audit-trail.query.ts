import { sql, type RawBuilder } from 'kysely';
import { auditTrailReport, type AuditTrailRow } from '@talaan/contract/reports/audit-trail.report';
import { statusChip } from '@talaan/core/documents/document-status';
import { ALL_DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { accountFigures } from '../kit/account-figures.ts';
import { DISBURSEMENTS, entriesOf } from '../kit/book-entries.ts';
import { makeProof } from '../kit/make-proof.ts';
import { defineStatement, type PageOf, type ReportContext } from '../kit/report-statement.ts';
import { manilaDay, manilaTime } from '../../platform/manila-time.ts';

type Context = ReportContext<typeof auditTrailReport.filters>;

const TYPES = {
  DM: DISBURSEMENTS,
  CR: ['CR'],
  JE: ['JE'],
  BI: ['BI'],
  CN: ['CN'],
} as const satisfies Record<string, readonly DocumentType[]>;

/** What a status of a type is called, by both. */
const STATUS_TEXTS = JSON.stringify(
  Object.fromEntries(
    ALL_DOCUMENT_TYPES.flatMap((type) =>
      Object.values(STATUS).map((status) => [`${type} ${status}`, statusChip(type, status).label]),
    ),
  ),
);
const statusText = (type: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
  sql`${STATUS_TEXTS}::jsonb ->> concat(${type}, ' ', ${status}::int)`;

/**
 * The audit trail (reports.md §10): each entry at its day, so that a void is a second row beside its original, and each document that
 * has no entry of its round, by day and number.
 */
export const auditTrail = defineStatement({
  report: auditTrailReport,
  order: ['document_date', 'document_number', 'entry_id', 'document_id'],

  rows: (context, page) => sql<AuditTrailRow>`
    with entries as materialized (${entriesOfPage(context, page)}), until as materialized (
      -- A page that entries fill ends with the last of them: beyond its day no document is looked for.
      select case when count(*) = ${page.limit}::int then max(entry_date) else ${context.days.date_to}::date end as day from entries
    )
    select t.*
    from (
      ${entryRows(context)}
      union all
      ${documentRows(context, page)}
    ) t
    order by t.document_date, t.document_number is null, t.document_number, t.entry_id::bigint, t.document_id::bigint
    limit ${page.limit}`,

  async sums(context) {
    const { db, filter, days, user } = context;
    const types = TYPES[filter.doc_type];
    const { rows } = await sql<Record<'own' | 'debit' | 'credit' | 'posted' | 'ledger', string>>`
      select round(coalesce(own, 0), 2)::text as own, round(coalesce(posted, 0), 2)::text as posted,
        round(coalesce(open.debit, 0) + coalesce(own, 0), 2)::text as debit,
        round(coalesce(open.credit, 0) + coalesce(own, 0), 2)::text as credit,
        round(coalesce((select sum(debit) from (${accountFigures({ days, by: 'none', user })}) f), 0), 2)::text as ledger
      from (select sum(total) as posted, sum(total) filter (where e.document_type = any (${types}::char(2)[])) as own
        from journal_entry e where ${entriesOf(ALL_DOCUMENT_TYPES, days)}) entries,
      (select sum(debit) as debit, sum(credit) as credit from unposted_document d
        where d.document_type = any (${types}::char(2)[]) and d.document_date between ${days.date_from} and ${days.date_to}) open`.execute(
      db,
    );
    const { own, posted, ledger, debit, credit } = rows[0]!;
    return {
      totals: { total_debit: debit, total_credit: credit, debit, credit },
      proof: [
        makeProof('Entries = Trial Balance', ['entries of all documents', posted], ['debits of the period', ledger]),
        makeProof('Part of this trail', ['entries of this trail', own], ['entries of all documents', posted], {
          stated: true,
        }),
        // What is not posted need not balance.
        makeProof('Debit and credit', ['debit', debit], ['credit', credit], { stated: true }),
      ],
    };
  },
});

/** Beyond the last entry or without one. */
const NO_ENTRY = sql`9223372036854775807`;

/** The condition that a row comes after the place of a page. */
function beyond(
  { after }: PageOf,
  date: RawBuilder<unknown>,
  number: RawBuilder<unknown>,
  entry: RawBuilder<unknown>,
  document: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (after === null) return sql`true`;
  return sql`${date} >= ${after['document_date']}::date
    and (${date}, ${number} is null, coalesce(${number}, ''), ${entry}, ${document})
      > (${after['document_date']}::date, ${after['document_number'] === null}, ${after['document_number'] ?? ''},
        coalesce(${after['entry_id']}::bigint, ${NO_ENTRY}), ${after['document_id']}::bigint)`;
}

/** Types as rows `s`: the entries or documents of each are found in the order of their days by an index. */
const typesOf = ({ filter: { doc_type } }: Context) => sql`unnest(${TYPES[doc_type]}::char(2)[]) s (type)`;

/** The entries of a page; the numbers of other days are not looked up. */
function entriesOfPage(context: Context, page: PageOf): RawBuilder<unknown> {
  const { date_from, date_to } = context.days;
  const number = sql`b.document_number`;
  return sql`
    select found.* from ${typesOf(context)} cross join lateral (
      select e.id, e.entry_date, ${number} as number
      from journal_entry e join posted_document b on b.entry_id = e.id
      where e.document_type = s.type and e.entry_date between ${date_from} and ${date_to}
        and ${beyond(page, sql`e.entry_date`, number, sql`e.id`, sql`e.document_id`)}
      order by e.entry_date, ${number} is null, ${number}, e.id limit ${page.limit}
    ) found
    order by found.entry_date, found.number is null, found.number, found.id limit ${page.limit}`;
}

/** These entries with what is shown of them. */
function entryRows({ user }: Context): RawBuilder<unknown> {
  return sql`
    select e.document_type::text as transaction_type, b.batch_number, b.document_number, e.entry_date as document_date,
      b.date_encoded as date_created, payee.payee_desc as payee, coalesce(b.remarks, '') as remarks,
      round(e.total, 2)::text as debit, round(e.total, 2)::text as credit,
      case when e.reverses_id is null then ${sql.lit(STATUS.APPROVED)} else ${sql.lit(STATUS.ARCHIVED)} end as status,
      case when e.reverses_id is null then ${statusText(sql`e.document_type`, sql.lit(STATUS.APPROVED))} else 'Void' end as status_text,
      ${editedBy(sql`e.posted_at`)}, ${manilaDay(sql`e.posted_at`)} as posted_date,
      e.id::text as entry_id, e.document_id::text, not ${seesConfidential(user)} as is_masked
    from entries chosen
    join journal_entry e on e.id = chosen.id
    join posted_document b on b.entry_id = e.id
    left join payee_in_reports payee on payee.id = b.payee_id
    left join app_user u on u.id = e.posted_by`;
}

/** The documents without an entry of a page with what is shown of them, their last move among it. */
function documentRows(context: Context, page: PageOf): RawBuilder<unknown> {
  const archived = sql`b.status = ${sql.lit(STATUS.ARCHIVED)}`;
  return sql`
    select b.document_type::text, b.batch_number, b.document_number, b.document_date, b.date_encoded, payee.payee_desc,
      coalesce(b.remarks, ''), round(b.debit, 2)::text, round(b.credit, 2)::text,
      case when b.voided_at is not null then ${sql.lit(STATUS.ARCHIVED)} else b.status end,
      case
        when b.deleted_at is not null then 'Deleted'
        when b.voided_at is not null or ${archived} and last.action = 'void' then 'Void'
        when ${archived} then case last.action when 'reject' then 'Rejected' else 'Archived' end
        when b.status = ${sql.lit(STATUS.APPROVED)} then 'Maturing'
        else ${statusText(sql`b.document_type`, sql`b.status`)} end,
      ${editedBy(sql`edit.at`)}, null::date, null, b.document_id::text,
      not ${seesConfidential(context.user)}
    from (
      select found.document_id from ${typesOf(context)} cross join lateral (
        select d.document_id, d.document_date, d.document_number from unposted_document d
        where d.document_type = s.type and d.document_date between ${context.days.date_from} and (select day from until)
          and ${beyond(page, sql`d.document_date`, sql`d.document_number`, NO_ENTRY, sql`d.document_id`)}
        order by d.document_date, d.document_number is null, d.document_number, d.document_id limit ${page.limit}
      ) found
      order by found.document_date, found.document_number is null, found.document_number, found.document_id limit ${page.limit}
    ) chosen
    join unposted_document b on b.document_id = chosen.document_id
    left join payee_in_reports payee on payee.id = b.payee_id
    left join lateral (
      select m.action, m.user_id, m.at from batch_move m where m.batch_id = b.batch_id order by m.id desc limit 1) last on true
    cross join lateral (
      select * from (values (last.user_id, last.at), (b.edit_by, b.edit_date), (b.prepared_by, b.date_encoded)) v (user_id, at)
      where at is not null order by at desc limit 1) edit
    left join app_user u on u.id = edit.user_id`;
}

/** Person `u` who acted last, and when in Manila. */
function editedBy(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`concat_ws(' ', u.user_first_name, u.user_last_name) as edit_by, ${manilaDay(at)} as edit_date,
    ${manilaTime(at)} as edit_time`;
}
