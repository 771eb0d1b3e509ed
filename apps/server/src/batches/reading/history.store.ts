import { sql } from 'kysely';
import type { HistoryEntry } from '@talaan/contract/documents/batch.contract';
import { fieldsOf, recordsNamed, type EntryField, type EntryFields } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS } from '@talaan/contract/documents/entry-fields';
import { changesTold, plain, type ToldField } from '@talaan/core/text/told-changes';
import type { Database } from '../../platform/database/database.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { recordTexts, recordTextsOf, type RecordTextRow, type RecordTexts } from './record-texts.store.ts';
import { documentEvents, documentTables } from './document-tables.ts';
import { toldField } from './told-fields.ts';

const PAGE = 100;

const byColumn = (declared: EntryFields): EntryFields =>
  Object.fromEntries(fieldsOf(declared).map(([name, field]) => [field.column ?? name, field]));

/** What people fill in, by table and column. A batch repeats date and payee of its first document. */
function declaredColumns(type: string): Readonly<Record<string, EntryFields>> {
  const tables = documentTables(type).map(({ table, fields }) => [table, byColumn(fields)] as const);
  return { batch: byColumn({ ...BATCH_FIELDS, ...DOCUMENT_FIELDS }), ...Object.fromEntries(tables) };
}

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
  // Of a handover: the batch says the same.
  'from_user',
  'to_user',
  'handed_by',
  'at',
  'file_id',
  // They follow from what is collected of the billing, which is told.
  'settled_amount',
  'collection_status',
]);

/**
 * Every write on a batch, its documents, lines and attachments, and every download of one, newest first, from the audit
 * trail: who, when, and each field before and after. A page holds 100 of them.
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
      ${documentEvents(batch.document_type, documents)}
      union all
      select a.* from attachment t
      join audit_event a on a.table_name = 'attachment' and a.row_key = t.id::text
      where t.batch_id = ${batch.id}::bigint
      union all
      select a.* from batch_handover h
      join audit_event a on a.table_name = 'batch_handover' and a.row_key = h.id::text
      where h.batch_id = ${batch.id}::bigint
    ) e
    left join app_user u on u.id = e.user_id
    order by e.id desc limit ${PAGE + 1} offset ${(page - 1) * PAGE}`.execute(database);
  const rows = found.rows.slice(0, PAGE);
  const declared = declaredColumns(batch.document_type);
  const names = await loadNames(database, rows, declared);
  return {
    data: rows
      .map((row) => historyEntryOf(row, declared[row.table_name] ?? {}, names))
      .filter((entry) => entry.changes.length > 0),
    has_more: found.rows.length > PAGE,
  };
}

/** Columns in which the product notes a person. */
const PEOPLE = ['prepared_by', 'edit_by', 'approved_by', 'voided_by', 'uploaded_by'];

interface Names {
  readonly records: RecordTexts;
  readonly people: ReadonlyMap<number, string>;
}

/** What the records and people are called that the rows name. */
async function loadNames(
  database: Database,
  rows: readonly HistoryRow[],
  declared: Readonly<Record<string, EntryFields>>,
): Promise<Names> {
  const sidesOf = (told: readonly HistoryRow[]) => told.flatMap((row) => [row.before ?? {}, row.after ?? {}]);
  const sides = sidesOf(rows);
  const named = Object.entries(declared).map(
    ([table, fields]) => [fields, sidesOf(rows.filter((row) => row.table_name === table))] as const,
  );
  const people = sides.flatMap((side) => PEOPLE.map((column) => side[column])).filter((id) => typeof id === 'number');
  const found = await sql<{ records: RecordTextRow[]; people: { id: number; name: string }[] }>`
    select ${recordTexts(recordsNamed(named, 'stored'))} as records,
      (select coalesce(json_agg(json_build_object('id', u.id,
          'name', concat_ws(' ', u.user_first_name, u.user_last_name))), '[]')
        from app_user u where u.id = any (${people}::int[])) as people`.execute(database);
  const { records, people: known } = found.rows[0]!;
  return { records: recordTextsOf(records), people: new Map(known.map(({ id, name }) => [id, name])) };
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

function historyEntryOf(row: HistoryRow, declared: EntryFields, names: Names): HistoryEntry {
  if (row.action === 'download') return downloadOf(row);
  const [, line_no] = row.row_key.split('/');
  // What people fill in comes first, in the order in which it is declared.
  const columns = new Set([
    ...Object.keys(declared),
    ...Object.keys(row.before ?? {}),
    ...Object.keys(row.after ?? {}),
  ]);
  const told = [...columns]
    .filter((column) => !INTERNAL.has(column) && !declared[column]?.internal)
    .map((column) => toldColumn(column, declared[column], names));
  return {
    at: row.at,
    user_name: row.user_name === '' ? 'The system' : row.user_name,
    action: row.action,
    subject: line_no === undefined ? row.table_name.replaceAll('_', ' ') : `line ${line_no}`,
    changes: changesTold(told, row.before, row.after).map(({ field, ...change }) => ({ field: field.key, ...change })),
  };
}

/** A column as people read it: what they fill in as it is declared, a person by his name, all else as it stands. */
function toldColumn(column: string, field: EntryField | undefined, { records, people }: Names): ToldField {
  if (field !== undefined) return toldField(column, field, records);
  const isPerson = PEOPLE.includes(column);
  return { key: column, names: isPerson, read: (value) => (isPerson && people.get(Number(value))) || plain(value) };
}

/** Somebody read a file: its name is all that there is to say. */
function downloadOf({ at, user_name, action, after }: HistoryRow): HistoryEntry {
  const changes = [{ field: 'name', before: null, after: String(after?.['of']) }];
  return { at, user_name, action, subject: 'attachment', changes };
}
