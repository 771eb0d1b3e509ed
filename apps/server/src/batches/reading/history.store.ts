import { sql } from 'kysely';
import type { HistoryEntry } from '@talaan/contract/documents/batch.contract';
import {
  BATCH_FIELDS,
  DOCUMENT_FIELDS,
  fieldsOf,
  LINE_FIELDS,
  type EntryRecord,
} from '@talaan/contract/documents/entry-fields';
import type { Database } from '../../platform/database/database.ts';
import type { BatchRecord } from '../record/batch-record.ts';

const PAGE = 100;

const DECLARED = [...fieldsOf(BATCH_FIELDS), ...fieldsOf(DOCUMENT_FIELDS), ...fieldsOf(LINE_FIELDS)];

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
  ...DECLARED.flatMap(([name, { column = name, internal }]) => (internal ? [column] : [])),
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
  const rows = found.rows.slice(0, PAGE);
  const names = await loadNames(database, rows);
  return {
    data: rows.map((row) => historyEntryOf(row, names)).filter((entry) => entry.changes.length > 0),
    has_more: found.rows.length > PAGE,
  };
}

/** Fields that hold a record's id, and whose; a reader is shown its code or name. */
const NAMED_FIELDS: ReadonlyMap<string, NamedTable> = new Map<string, NamedTable>([
  ...DECLARED.flatMap(([name, { column = name, to }]) => (to === undefined ? [] : [[column, to] as const])),
  ['prepared_by', 'app_user'],
  ['edit_by', 'app_user'],
  ['approved_by', 'app_user'],
  ['voided_by', 'app_user'],
  ['uploaded_by', 'app_user'],
]);

type NamedTable = EntryRecord | 'app_user';
type Names = ReadonlyMap<string, string>;

async function loadNames(database: Database, rows: readonly HistoryRow[]): Promise<Names> {
  const ids = new Map<NamedTable, Set<unknown>>();
  for (const side of rows.flatMap((row) => [row.before ?? {}, row.after ?? {}])) {
    for (const [field, table] of NAMED_FIELDS) {
      if (typeof side[field] !== 'number') continue;
      const known = ids.get(table) ?? new Set();
      ids.set(table, known.add(side[field]));
    }
  }
  const of = (table: NamedTable) => [...(ids.get(table) ?? [])];
  const found = await sql<{ key: string; name: string }>`
    select 'account ' || id as key, acct_code::text || ' ' || acct_desc as name from account where id = any (${of('account')}::int[])
    union all select 'alpha_tax_code ' || id, atc_code from alpha_tax_code where id = any (${of('alpha_tax_code')}::int[])
    union all select 'app_user ' || id, concat_ws(' ', user_first_name, user_last_name) from app_user
      where id = any (${of('app_user')}::int[])
    union all select 'bank ' || id, bank_code || ' ' || account_no from bank where id = any (${of('bank')}::int[])
    union all select 'billing_service ' || id, billing_service_name from billing_service
      where id = any (${of('billing_service')}::int[])
    union all select 'payee_bank ' || id, account_number from payee_bank where id = any (${of('payee_bank')}::int[])
    union all select 'branch ' || id, brnc_code from branch where id = any (${of('branch')}::int[])
    union all select 'currency ' || id, cur_desc from currency where id = any (${of('currency')}::int[])
    union all select 'department ' || id, dept_code from department where id = any (${of('department')}::int[])
    union all select 'payee ' || id, payee_desc from payee where id = any (${of('payee')}::int[])
    union all select 'section ' || id, section_code from section where id = any (${of('section')}::int[])`.execute(
    database,
  );
  return new Map(found.rows.map(({ key, name }) => [key, name]));
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

function historyEntryOf(row: HistoryRow, names: Names): HistoryEntry {
  if (row.action === 'download') return downloadOf(row);
  const fields = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  return {
    at: row.at,
    user_name: row.user_name === '' ? 'The system' : row.user_name,
    action: row.action,
    subject: row.table_name === 'line' ? `line ${row.row_key.split('/')[1] ?? ''}` : row.table_name,
    changes: fields
      .filter((field) => !INTERNAL.has(field))
      .map((field) => ({
        field,
        before: textOf(row.before?.[field], field, names),
        after: textOf(row.after?.[field], field, names),
      }))
      .filter((change) => change.before !== change.after),
  };
}

/** Somebody read a file: its name is all that there is to say. */
function downloadOf({ at, user_name, action, after }: HistoryRow): HistoryEntry {
  const changes = [{ field: 'name', before: null, after: String(after?.['of']) }];
  return { at, user_name, action, subject: 'attachment', changes };
}

function textOf(value: unknown, field: string, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  const name = names.get(`${NAMED_FIELDS.get(field) ?? ''} ${JSON.stringify(value)}`);
  if (name !== undefined) return name;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
