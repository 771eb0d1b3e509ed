import { sql, type RawBuilder } from 'kysely';
import type { DocumentPart } from '@talaan/contract/documents/document-part';
import { partsOf } from '@talaan/contract/documents/document-parts';
import { DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';

/** The tables that hold what a document says: its header, its lines of account, and the parts of its type. */
export function documentTables(type: string): readonly Pick<DocumentPart, 'table' | 'rows' | 'fields'>[] {
  return [
    { table: 'document', rows: 'one', fields: DOCUMENT_FIELDS },
    { table: 'line', rows: 'many', fields: LINE_FIELDS },
    ...partsOf(type),
  ];
}

/** A query for what the audit trail has of the rows of documents: the columns of `audit_event`. */
export function documentEvents(type: string, documentIds: readonly string[]): RawBuilder<unknown> {
  const events = documentTables(type).map(({ table, rows }) =>
    rows === 'one'
      ? sql`select * from audit_event where table_name = ${table} and row_key = any (${documentIds}::text[])`
      : // A numbered row is under its document's id: '5/' up to '50', which no other id reaches.
        sql`select a.* from unnest(${documentIds}::text[]) d
          join audit_event a on a.table_name = ${table} and a.row_key >= d || '/' and a.row_key < d || '0'`,
  );
  return sql.join(events, sql` union all `);
}

/** A query for the rows of documents as they stand, under the keys of the audit trail; each column is a text. */
export function documentRows(type: string, documentIds: readonly string[]): RawBuilder<unknown> {
  const rowsOf = documentTables(type).map(({ table, rows }) => {
    const id = sql.ref(table === 'document' ? 't.id' : 't.document_id');
    return sql`select ${table}::text as table_name, ${rows === 'one' ? sql`${id}::text` : sql`${id} || '/' || t.line_no`} as row_key,
        (select json_object_agg(c.key, c.value) from jsonb_each_text(to_jsonb(t)) c) as row
      from ${sql.table(table)} t where ${id} = any (${documentIds}::bigint[])`;
  });
  return sql.join(rowsOf, sql` union all `);
}
