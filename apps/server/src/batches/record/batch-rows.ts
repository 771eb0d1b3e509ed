import { sql, type RawBuilder } from 'kysely';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/status';
import type { DocumentFacts } from '@talaan/core/documents/document-facts';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import { LOCK_MINUTES } from './batch-record.ts';

/** A row as lists and details show it, before the actions that a person may take and the risks that he should know. */
export type StoredBatchRow = Omit<BatchRow, 'allowed_actions' | 'risks'>;

/** Rows of the batches whose ids a query answers, in the order of that query. */
export async function readRowsOf(database: Database, ids: RawBuilder<unknown>): Promise<StoredBatchRow[]> {
  const found = await sql<StoredBatchRow>`
    select ${BATCH_ROW_COLUMNS}
    from unnest(array(${ids})) with ordinality w (id, place)
    ${BATCH_ROW_JOINS}
    order by w.place`.execute(database);
  return found.rows;
}

/** Rows of the batches with these ids, in their order. */
export function readBatchRows(database: Database, ids: readonly string[]): Promise<StoredBatchRow[]> {
  return readRowsOf(database, sql`select unnest(${ids}::bigint[])`);
}

/** What many batches have, by batch id and in the order of the rows. */
export function byBatch<Row extends { readonly batch_id: string }>(
  rows: readonly Row[],
): Map<string, Omit<Row, 'batch_id'>[]> {
  const found = new Map<string, Omit<Row, 'batch_id'>[]>();
  for (const { batch_id, ...row } of rows) {
    const before = found.get(batch_id);
    if (before) before.push(row);
    else found.set(batch_id, [row]);
  }
  return found;
}

/** Rows with what the slice of their type knows of each; `readFacts` answers it by the id of the batch. */
export async function withFacts<Row extends { readonly id: string }, Facts>(
  database: Database,
  rows: readonly Row[],
  readFacts: (database: Database, ids: readonly string[]) => Promise<ReadonlyMap<string, Facts>>,
): Promise<(Row & Facts)[]> {
  const facts = await readFacts(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...facts.get(row.id)! }));
}

/**
 * Sums of lines are read for drafts only: once submitted, debit and credit are both the total. Likewise a posted document
 * is looked up only where Approved does not say it already (post-dated).
 */
export const sumOfLines = (column: 'debit_amount' | 'credit_amount') => sql`
  case when b.status = ${sql.lit(STATUS.ACTIVE)} then (
    select coalesce(sum(l.${sql.ref(column)}), 0)::numeric(18, 2) from document s join line l on l.document_id = s.id
    where s.batch_id = b.id and s.voided_at is null) else b.total_amount end`;

const typesWhere = (isSo: (facts: DocumentFacts) => boolean) =>
  sql.join(ALL_DOCUMENT_TYPES.filter((type) => isSo(DOCUMENT_TYPES[type])).map((type) => sql.lit(type)));

/** What is billed or collected is cancelled in the books when it is archived (decisions §4, §6). */
export const isCancellable = ({ on_receivable }: DocumentFacts): boolean =>
  on_receivable === 'bills' || on_receivable === 'settles';

/**
 * What goes through the bank account of batch `b`, by the lines on its account of the chart; without a bank on its first
 * document, `d`, the total.
 */
export const BANK_MOVEMENT = sql`
  case when d.bank_id is null then b.total_amount else coalesce((
    select abs(sum(l.credit_amount - l.debit_amount)) from document s
    join bank k on k.id = s.bank_id join account a on a.acct_code = k.acct_code
    join line l on l.document_id = s.id and l.account_id = a.id
    where s.batch_id = b.id and (s.voided_at is null or b.is_pdc = 0)), 0)::numeric(18, 2) end`;

/** What became of the last mail of the document `d`. */
export const LAST_MAIL_STATE = sql`(select l.state from mail_message l where l.document_id = d.id order by l.id desc limit 1)`;

const OPEN_CHEQUES = sql`
  from document s where s.batch_id = b.id and s.voided_at is null and not exists (
    select from journal_entry e where e.document_id = s.id and e.round = b.cycle and e.reverses_id is null)`;

const BATCH_ROW_COLUMNS: RawBuilder<unknown> = sql`
  b.id, b.batch_number, b.document_type, b.adjusting::int as adjusting, d.document_number,
  case when b.is_pdc = 1 then (select count(*) from document s where s.batch_id = b.id)::int else 1 end as document_count,
  case when b.is_pdc = 1 then (
    select string_agg(distinct s.document_date::text, ',' order by s.document_date::text) from document s
    where s.batch_id = b.id and (s.voided_at is null or b.status = ${sql.lit(STATUS.ARCHIVED)}))
    else b.document_date::text end as document_date,
  b.status,
  case when b.status = ${sql.lit(STATUS.APPROVED)} and (b.is_pdc = 0 or not exists (select ${OPEN_CHEQUES}))
    then ${sql.lit(STATUS.APPROVED)}
    when b.status = ${sql.lit(STATUS.ARCHIVED)} and b.document_type in (${typesWhere(isCancellable)})
    then ${sql.lit(STATUS.ARCHIVED)} else 0 end as accounting_status,
  d.voided_at is not null and b.status = ${sql.lit(STATUS.ARCHIVED)} as voided,
  d.bank_id, k.bank_code, k.bank_name, d.bank_account, d.cheque_number, d.vat, t.atc_code, d.is_or_ar, d.or_number,
  d.ar_number, d.receipt_status, ${LAST_MAIL_STATE} as mail_state, (select o.batch_number from document p join batch o on o.id = p.batch_id where p.id = d.purchase_order_id)
    as trx_purchase_order, m.amount,
  case when b.document_type in (${typesWhere(({ header }) => header.cheque)}) then m.amount else 0.00 end as cheque_amount,
  case when b.document_type in (${typesWhere(({ pays }) => pays)}) then b.total_amount
    else 0.00 end as voucher_amount,
  case when b.is_pdc = 1 then (select count(*) ${OPEN_CHEQUES})::int else 0 end as number_of_cheques,
  case when b.is_pdc = 1 and b.status = ${sql.lit(STATUS.APPROVED)} then (select min(s.document_date) ${OPEN_CHEQUES}) end
    as matures_on,
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

/** The joins of the columns: the batch `w`, its first document, preparer, currency and payee. */
const BATCH_ROW_JOINS: RawBuilder<unknown> = sql`
  join batch b on b.id = w.id
  join document d on d.batch_id = b.id and d.header_key = 0
  join app_user u on u.id = b.prepared_by
  join currency c on c.id = b.currency_id
  left join payee p on p.id = b.payee_id
  left join bank k on k.id = d.bank_id
  left join alpha_tax_code t on t.id = d.atc_id
  cross join lateral (select ${BANK_MOVEMENT} as amount) m`;
