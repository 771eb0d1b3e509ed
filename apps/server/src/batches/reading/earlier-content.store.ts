import { sql } from 'kysely';
import type { PartContents } from '@talaan/contract/documents/document-part';
import { partsOf } from '@talaan/contract/documents/document-parts';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { STATUS } from '@talaan/core/documents/status';
import type { Database } from '../../platform/database/database.ts';
import type { BatchContent, DocumentContent } from '../record/batch-content.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { columnsOf } from '../record/entry-columns.ts';
import { documentEvents, documentRows } from './document-tables.ts';

const BATCH = columnsOf(BATCH_FIELDS);
const DOCUMENT = columnsOf(DOCUMENT_FIELDS);
const LINE = columnsOf(LINE_FIELDS);

export interface EarlierContent {
  readonly content: BatchContent;
  readonly since: string;
  readonly by: string;
  /** Hexadecimal SHA-256 of what was signed then; null when nothing was. */
  readonly fingerprint: string | null;
}

/**
 * The content of a batch as it was last submitted in an earlier round, read back from the audit trail; in the first
 * round as it was submitted, and null where nothing was corrected since. What was changed since is undone on the present
 * rows, newest change first. Void documents are left out.
 */
export async function readEarlierContent(database: Database, batch: BatchRecord): Promise<EarlierContent | null> {
  const isFirst = batch.cycle === 1;
  const waits = batch.status > STATUS.ACTIVE && batch.status < STATUS.APPROVED;
  if (isFirst && !waits) return null;
  const documentIds = batch.documents.map((document) => document.id);
  const submitted = await lastSubmission(database, batch, documentIds);
  if (!submitted || (isFirst && !submitted.is_changed)) return null;
  const found = await sql<EarlierRow>`
    select
      (select coalesce(json_agg(json_build_object('table_name', e.table_name, 'row_key', e.row_key, 'action', e.action,
          'before', (select json_object_agg(b.key, b.value) from jsonb_each_text(e.before) b)) order by e.id desc), '[]')
        from (
          select * from audit_event where table_name = 'batch' and row_key = ${batch.id}
          union all ${documentEvents(batch.document_type, documentIds)}
        ) e
        where e.id > ${submitted.event_id}::bigint) as events,
      (select coalesce(json_agg(json_build_object('name', t.name, 'sha256', encode(f.sha256, 'hex'))), '[]')
        from attachment t join file f on f.id = t.file_id
        where t.batch_id = ${batch.id}::bigint and t.uploaded_at <= ${submitted.at}::timestamptz
          and (t.removed_at is null or t.removed_at > ${submitted.at}::timestamptz)) as attachments,
      (select json_object_agg(b.key, b.value) from batch s, jsonb_each_text(to_jsonb(s)) b
        where s.id = ${batch.id}::bigint) as batch,
      (select json_agg(r) from (${documentRows(batch.document_type, documentIds)}) r) as rows`.execute(database);
  const { events, attachments, batch: stored, rows: present } = found.rows[0]!;
  const rows: StoredRows = { batch: { [batch.id]: stored } };
  for (const { table_name, row_key, row } of present) (rows[table_name] ??= {})[row_key] = row;
  for (const event of events) undo((rows[event.table_name] ??= {}), event);
  return {
    content: { ...contentOf(rows, batch), attachments },
    since: submitted.at,
    by: submitted.by,
    fingerprint: submitted.fingerprint,
  };
}

/** A row, its columns as texts. */
type Row = Record<string, string | null>;
/** Rows by table and by their keys in the audit trail. */
type StoredRows = Record<string, Record<string, Row>>;

interface AuditEvent {
  table_name: string;
  row_key: string;
  action: 'insert' | 'update' | 'delete';
  before: Row | null;
}

interface EarlierRow {
  events: AuditEvent[];
  attachments: { name: string; sha256: string }[];
  batch: Row;
  rows: { table_name: string; row_key: string; row: Row }[];
}

interface Submission {
  event_id: string;
  at: string;
  by: string;
  fingerprint: string | null;
  /** Whether a document or a line was written after it. */
  is_changed: boolean;
}

/** The audit event by which the batch last left Active before the present round; in the first one, in that round. */
async function lastSubmission(
  database: Database,
  batch: BatchRecord,
  documentIds: readonly string[],
): Promise<Submission | null> {
  const found = await sql<Submission>`
    select e.id as event_id, e.at, concat_ws(' ', u.user_first_name, u.user_last_name) as by,
      substr(e.after ->> 'fingerprint', 3) as fingerprint,
      exists (select from (${documentEvents(batch.document_type, documentIds)}) d where d.id > e.id)
      as is_changed
    from audit_event e left join app_user u on u.id = e.user_id
    where e.table_name = 'batch' and e.row_key = ${batch.id} and e.action = 'update'
      and e.before ->> 'status' = '1' and (e.after ->> 'status')::int between 2 and 7
      and (${batch.cycle} = 1 or e.id < (
        select max(r.id) from audit_event r
        where r.table_name = 'batch' and r.row_key = ${batch.id} and r.after ->> 'cycle' = ${String(batch.cycle)}))
    order by e.id desc limit 1`.execute(database);
  return found.rows[0] ?? null;
}

function undo(rows: Record<string, Row>, event: AuditEvent): void {
  if (event.action === 'insert') delete rows[event.row_key];
  else rows[event.row_key] = { ...(event.action === 'update' ? rows[event.row_key] : {}), ...event.before };
}

function contentOf(rows: StoredRows, { id, document_type }: BatchRecord): Omit<BatchContent, 'attachments'> {
  return {
    document_type,
    ...BATCH.readTexts(rows['batch']![id]!),
    documents: Object.entries(rows['document'] ?? {})
      .filter(([, row]) => (row['voided_at'] ?? null) === null)
      .map(([documentId, row]) => documentOf(documentId, row, rows, document_type))
      .toSorted((left, right) => left.header_key - right.header_key),
  };
}

function documentOf(id: string, row: Row, rows: StoredRows, type: string): DocumentContent {
  const parts = partsOf(type).map(({ name, table, fields }) => [
    name,
    rowsOf(rows, table, id).map(columnsOf(fields).readTexts),
  ]);
  return {
    header_key: Number(row['header_key']),
    ...DOCUMENT.readTexts(row),
    lines: rowsOf(rows, 'line', id).map((line) => ({ line_no: Number(line['line_no']), ...LINE.readTexts(line) })),
    parts: Object.fromEntries(parts) as PartContents,
  };
}

/** The rows of a document in a table, by their numbers. */
function rowsOf(rows: StoredRows, table: string, documentId: string): Row[] {
  return Object.values(rows[table] ?? {})
    .filter((row) => row['document_id'] === documentId)
    .toSorted((left, right) => Number(left['line_no']) - Number(right['line_no']));
}
