import { sql, type RawBuilder } from 'kysely';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/document-status';
import type { Database } from '../platform/database.ts';
import { LOCK_MINUTES } from './batch-record.ts';

/** A row as lists and details show it, before the actions that a person may take. */
export type StoredBatchRow = Omit<BatchRow, 'allowed_actions'>;

/** Rows of the batches whose ids a query answers, in the order of that query. */
export async function readRowsOf(database: Database, ids: RawBuilder<unknown>): Promise<StoredBatchRow[]> {
  const found = await sql<StoredBatchRow>`
    select ${BATCH_ROW_COLUMNS}
    from unnest(array(${ids})) with ordinality w (id, place)
    ${BATCH_ROW_JOINS(sql`b.id = w.id`)}
    order by w.place`.execute(database);
  return found.rows;
}

/** Rows of the batches with these ids, in their order. */
export function readBatchRows(database: Database, ids: readonly string[]): Promise<StoredBatchRow[]> {
  return readRowsOf(database, sql`select unnest(${ids}::bigint[])`);
}

/**
 * Sums of lines are read for drafts only: once submitted, a journal's debit and credit are both its total. Likewise a
 * posted document is looked up only where Approved does not say it already (post-dated).
 */
const sumOfLines = (column: 'debit_amount' | 'credit_amount') => sql`
  case when b.status = ${sql.lit(STATUS.ACTIVE)} or b.document_type <> 'JE' then (
    select coalesce(sum(l.${sql.ref(column)}), 0)::numeric(18, 2) from document s join line l on l.document_id = s.id
    where s.batch_id = b.id) else b.total_amount end`;

export const BATCH_ROW_COLUMNS: RawBuilder<unknown> = sql`
  b.id, b.batch_number, b.document_type, b.adjusting::int as adjusting, d.document_number,
  case when b.is_pdc = 1 then (select count(*) from document s where s.batch_id = b.id)::int else 1 end as document_count,
  case when b.is_pdc = 1 then (
    select string_agg(distinct s.document_date::text, ',' order by s.document_date::text) from document s
    where s.batch_id = b.id) else b.document_date::text end as document_date,
  b.status,
  case when b.status = ${sql.lit(STATUS.APPROVED)} and (b.is_pdc = 0 or exists (
    select from journal_entry e where e.document_id = d.id and e.round = b.cycle)) then ${sql.lit(STATUS.APPROVED)}
    else 0 end as accounting_status,
  d.voided_at is not null as voided,
  (b.processing = 1 and b.heartbeat_at > now() - make_interval(mins => ${sql.lit(LOCK_MINUTES)}))::int as processing,
  case when b.processing = 1 then b.locked_by end as locked_by,
  case when b.processing = 1 then (
    select concat_ws(' ', u.user_first_name, u.user_last_name) from app_user u where u.id = b.locked_by)
    end as locked_by_name,
  b.locked_at, b.is_confidential, b.is_pdc, b.regular_trx, b.payee_id, p.payee_code, p.payee_desc,
  coalesce(d.remarks, '') as remarks, b.currency_id, c.iso_code as currency, b.dollar_rate, b.total_amount,
  ${sumOfLines('debit_amount')} as total_debit, ${sumOfLines('credit_amount')} as total_credit, b.amount_php,
  b.prepared_by, concat_ws(' ', u.user_first_name, u.user_last_name) as preparer, b.date_encoded,
  case when b.edit_by = b.prepared_by then concat_ws(' ', u.user_first_name, u.user_last_name)
    else (select concat_ws(' ', e.user_first_name, e.user_last_name) from app_user e where e.id = b.edit_by)
    end as edit_by,
  b.edit_date,
  case when b.approved_by is not null then (
    select concat_ws(' ', a.user_first_name, a.user_last_name) from app_user a where a.id = b.approved_by)
    end as approved_by,
  coalesce(b.approved_remarks, '') as approved_remarks,
  case when b.status <> ${sql.lit(STATUS.ACTIVE)} then (
    select m.at from batch_move m where m.batch_id = b.id and m.cycle = b.cycle and m.status_from = 1) end as submitted_at,
  (select count(*) from attachment t where t.batch_id = b.id and t.removed_at is null)::int as attachments,
  b.row_version`;

/** The joins of the columns: the batch under the condition, its first document, preparer, currency and payee. */
export const BATCH_ROW_JOINS = (on: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  join batch b on ${on}
  join document d on d.batch_id = b.id and d.header_key = 0
  join app_user u on u.id = b.prepared_by
  join currency c on c.id = b.currency_id
  left join payee p on p.id = b.payee_id`;
