import { sql } from 'kysely';
import type { DocumentPart, PartContents, PartRow } from '@talaan/contract/documents/document-part';
import { DOCUMENT_PARTS, partsOf } from '@talaan/contract/documents/document-parts';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import { columnsOf } from './entry-columns.ts';

/** Rows of the parts of a document as a statement reads them: by the name of the part, each row the list of its values. */
export type PartLists = Readonly<Record<string, readonly (readonly unknown[])[]>>;

/**
 * Text of SQL: the parts of a document as one value of JSON, null where its type has none. `type` and `document` are the
 * expressions that name both.
 */
export function listedParts(type: string, document: string): string {
  const cases = ALL_DOCUMENT_TYPES.flatMap((code) => {
    const parts = DOCUMENT_PARTS[code];
    return parts === undefined ? [] : [`when '${code}' then json_build_object(${parts.map(listed).join(', ')})`];
  });
  return cases.length === 0 ? 'null::json' : `case ${type} ${cases.join(' ')} end`;

  function listed({ name, table, rows, fields }: DocumentPart): string {
    const order = rows === 'many' ? ' order by p.line_no' : '';
    return `'${name}', (select coalesce(json_agg(json_build_array(${columnsOf(fields).listed('p')})${order}), '[]')
      from ${table} p where p.document_id = ${document})`;
  }
}

/** The rows that such a value holds. */
export function readParts(type: string, lists: PartLists | null): PartContents {
  const parts = partsOf(type).map(({ name, fields }) => {
    const { readList } = columnsOf(fields);
    return [name, (lists?.[name] ?? []).map((values): PartRow => readList(values, 0))];
  });
  return Object.fromEntries(parts) as PartContents;
}

/** A document whose parts are given. */
export interface DocumentWithParts {
  readonly batch_id: string;
  readonly header_key: number;
  readonly parts: PartContents;
}

/**
 * Brings the stored parts of the documents of batches of one type to what is given: only rows that differ are written, so
 * that the history shows what was changed.
 */
export async function storeParts(
  transaction: Database,
  type: string,
  documents: readonly DocumentWithParts[],
): Promise<void> {
  for (const part of partsOf(type)) await storePart(transaction, part, documents);
}

async function storePart(
  transaction: Database,
  { name, table, rows, fields }: DocumentPart,
  documents: readonly DocumentWithParts[],
): Promise<void> {
  const columns = columnsOf(fields);
  const given = documents.flatMap(({ batch_id, header_key, parts }) =>
    (parts[name] ?? []).map((row, place) => ({ batch_id, header_key, line_no: place + 1, ...row })),
  );
  const ids = [...new Set(documents.map(({ batch_id }) => batch_id))];
  const place = rows === 'many' ? sql`, line_no` : sql``;
  const into = sql.table(table);
  await sql`
    with given_row as materialized (
      select d.id as document_id, g.*
      from ${columns.recordSet(given, 'batch_id bigint, header_key int, line_no smallint')}
      join document d on d.batch_id = g.batch_id and d.header_key = g.header_key
    ), gone_row as (
      delete from ${into} p using (
        select o.document_id ${rows === 'many' ? sql`, o.line_no` : sql``} from document d join ${into} o on o.document_id = d.id
        where d.batch_id = any (${ids}::bigint[]) and not exists (
          select from given_row g where g.document_id = o.document_id ${rows === 'many' ? sql`and g.line_no = o.line_no` : sql``})
        order by o.document_id ${place} offset 0
      ) gone
      where p.document_id = gone.document_id ${rows === 'many' ? sql`and p.line_no = gone.line_no` : sql``}
    )
    insert into ${into} as p (document_id ${place}, ${columns.names})
    select g.document_id ${rows === 'many' ? sql`, g.line_no` : sql``}, ${columns.given('g')} from given_row g
    on conflict (document_id ${place}) do update set ${columns.assigned('excluded')}
    where row(${columns.stored('p')}) is distinct from row(${columns.given('excluded')})`.execute(transaction);
}
