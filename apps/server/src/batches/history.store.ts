import { sql } from 'kysely';
import type { HistoryEntry } from '@talaan/contract/documents/batch.contract';
import type { Database } from '../platform/database.ts';
import type { BatchRecord } from './batch-record.ts';

const PAGE = 100;

/** Columns that the product keeps for itself; they say nothing to a reader. */
const INTERNAL: ReadonlySet<string> = new Set([
  'id',
  'batch_id',
  'document_id',
  'row_version',
  'fingerprint',
  'processing',
  'locked_by',
  'locked_at',
  'heartbeat_at',
  'header_key',
  'file_id',
]);

/**
 * Every write on a batch, its documents, lines and attachments, newest first, from the audit trail: who, when, and each
 * field before and after. A page holds 100 writes.
 */
export async function readHistory(
  database: Database,
  batch: BatchRecord,
  page: number,
): Promise<{ data: HistoryEntry[]; has_more: boolean }> {
  const documents = batch.documents.map((document) => document.id);
  const found = await sql<HistoryRow>`
    select e.at, coalesce(concat_ws(' ', u.user_first_name, u.user_last_name), '') as user_name, e.action, e.table_name,
      e.row_key, e.before, e.after
    from (
      select * from audit_event where table_name = 'batch' and row_key = ${batch.id}
      union all
      select * from audit_event where table_name = 'document' and row_key = any (${documents}::text[])
      union all
      select a.* from unnest(${documents}::text[]) d
      join audit_event a on a.table_name = 'line' and a.row_key >= d || '/' and a.row_key < d || '0'
      union all
      select a.* from attachment t
      join audit_event a on a.table_name = 'attachment' and a.row_key = t.id::text
      where t.batch_id = ${batch.id}::bigint
    ) e
    left join app_user u on u.id = e.user_id
    order by e.id desc limit ${PAGE + 1} offset ${(page - 1) * PAGE}`.execute(database);
  return {
    data: found.rows
      .slice(0, PAGE)
      .map(historyEntryOf)
      .filter((entry) => entry.changes.length > 0),
    has_more: found.rows.length > PAGE,
  };
}

interface HistoryRow {
  at: string;
  user_name: string;
  action: string;
  table_name: string;
  row_key: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function historyEntryOf(row: HistoryRow): HistoryEntry {
  const fields = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  return {
    at: row.at,
    user_name: row.user_name === '' ? 'The system' : row.user_name,
    action: row.action,
    subject: row.table_name === 'line' ? `line ${row.row_key.split('/')[1] ?? ''}` : row.table_name,
    changes: fields
      .filter((field) => !INTERNAL.has(field))
      .map((field) => ({ field, before: textOf(row.before?.[field]), after: textOf(row.after?.[field]) }))
      .filter((change) => change.before !== change.after),
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
