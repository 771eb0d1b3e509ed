import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { changesTold } from '@talaan/core/text/told-changes';
import type { PartRow } from '@talaan/contract/documents/document-part';
import { partsOf } from '@talaan/contract/documents/document-parts';
import { toldOf, type EntryFields } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { groupBy } from '../../platform/group-by.ts';
import type { BatchContent, DocumentContent, LineContent } from '../record/batch-content.ts';
import type { RecordTexts } from './record-texts.store.ts';
import { toldFields } from './told-fields.ts';

/** One field by the name of the wire, with its value before and after as people read it; null for none. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface LineChange {
  readonly header_key: number;
  readonly line_no: number;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Null on a row that is no line of account. */
  readonly account_id: number | null;
  readonly fields: readonly FieldChange[];
}

/** A document that came or went as a whole, such as a cheque of a series. Its total is decimal text. */
export interface DocumentChange {
  readonly header_key: number;
  readonly kind: 'added' | 'removed';
  readonly document_date: string;
  readonly cheque_number: string | null;
  readonly total_amount: string;
}

export interface ContentChanges {
  readonly documents: readonly DocumentChange[];
  readonly headers: readonly (FieldChange & { readonly header_key: number })[];
  readonly lines: readonly LineChange[];
  readonly attachments: readonly { readonly name: string; readonly kind: 'added' | 'removed' }[];
}

/**
 * What differs between two versions of a batch, in the order of the later one (decisions §3: what changed since). Records
 * are told by what they are called.
 */
export function changesBetween(before: BatchContent, after: BatchContent, records: RecordTexts): ContentChanges {
  const pairs = pairByKey(before.documents, after.documents);
  const documents = pairs.flatMap(([key, old, now]) => (old && now ? [[key, old, now] as const] : []));
  return {
    documents: pairs.flatMap(([, old, now]) => {
      if (old && !now) return [documentChange('removed', old)];
      return now && !old ? [documentChange('added', now)] : [];
    }),
    headers: [
      ...fieldChanges(BATCH_FIELDS, before, after, records).map((change) => ({ header_key: 0, ...change })),
      ...documents.flatMap(([key, old, now]) =>
        [
          ...fieldChanges(DOCUMENT_FIELDS, old, now, records),
          ...partsOf(after.document_type).flatMap(({ name, rows, fields }) =>
            rows === 'one'
              ? fieldChanges(fields, old.parts[name]?.[0] ?? null, now.parts[name]?.[0] ?? null, records)
              : [],
          ),
        ].map((change) => ({ header_key: key, ...change })),
      ),
    ],
    lines: documents.flatMap(([header_key, old, now]) => [
      ...rowChanges(LINE_FIELDS, old.lines, now.lines, LINE_PARTNERS, records).map((change) =>
        lineChange(header_key, change, change.row.account_id),
      ),
      ...partsOf(after.document_type).flatMap(({ name, rows, fields }) =>
        rows === 'many'
          ? rowChanges(fields, numbered(old.parts[name]), numbered(now.parts[name]), [lineNo], records).map((change) =>
              lineChange(header_key, change, null),
            )
          : [],
      ),
    ]),
    attachments: [
      ...missingFrom(after, before).map((name) => ({ name, kind: 'removed' as const })),
      ...missingFrom(before, after).map((name) => ({ name, kind: 'added' as const })),
    ],
  };
}

/** Whether nothing differs. */
export function isSame({ documents, headers, lines, attachments }: ContentChanges): boolean {
  return documents.length + headers.length + lines.length + attachments.length === 0;
}

function documentChange(kind: DocumentChange['kind'], document: DocumentContent): DocumentChange {
  const { header_key, document_date, cheque_number, lines } = document;
  const total = sumMinor(lines.map((line) => parseAmount(line.debit_amount) ?? 0n));
  return { header_key, kind, document_date, cheque_number, total_amount: amountText(total) };
}

function lineChange(
  header_key: number,
  { row, kind, fields }: RowChange<{ readonly line_no: number }>,
  account_id: number | null,
): LineChange {
  return { header_key, line_no: row.line_no, kind, account_id, fields };
}

/** By what a line that is no longer the same is taken for one that was there before. */
const lineNo = ({ line_no }: { readonly line_no: number }) => line_no;
const LINE_PARTNERS = [lineNo, (line: LineContent) => line.account_id];

/** Rows of a part with their numbers, from 1 on. */
function numbered(rows: readonly PartRow[] = []): { readonly line_no: number }[] {
  return rows.map((row, place) => ({ ...row, line_no: place + 1 }));
}

/** A row that came, went or was changed: the later one of the two. */
export interface RowChange<Row> {
  readonly row: Row;
  readonly kind: LineChange['kind'];
  readonly fields: readonly FieldChange[];
}

/**
 * Rows are compared as a set, so that an inserted one does not make all those below it look changed. What is left on both
 * sides is paired by the `partners` in their order, such as line number and then account; the rest was added or removed.
 */
export function rowChanges<Row extends object>(
  declared: EntryFields,
  before: readonly Row[],
  after: readonly Row[],
  partners: readonly ((row: Row) => unknown)[],
  records: RecordTexts,
): RowChange<Row>[] {
  const contentOf = (row: Row) => JSON.stringify(toldOf(declared).map((name) => valueIn(row, name)));
  const unmatched = groupBy(before, contentOf);
  const fresh = after.filter((row) => unmatched.get(contentOf(row))?.shift() === undefined);
  const gone = new Set([...unmatched.values()].flat());
  const former = new Map<Row, Row>();
  for (const keyOf of partners) {
    const candidates = groupBy(gone, keyOf);
    for (const row of fresh) {
      const partner = former.has(row) ? undefined : candidates.get(keyOf(row))?.shift();
      if (partner === undefined) continue;
      former.set(row, partner);
      gone.delete(partner);
    }
  }
  return [
    ...[...gone].map((row) => ({
      row,
      kind: 'removed' as const,
      fields: fieldChanges(declared, row, null, records),
    })),
    ...fresh.map((row) => ({
      row,
      kind: former.has(row) ? ('changed' as const) : ('added' as const),
      fields: fieldChanges(declared, former.get(row) ?? null, row, records),
    })),
  ];
}

function fieldChanges(
  declared: EntryFields,
  before: object | null,
  after: object | null,
  records: RecordTexts,
): FieldChange[] {
  return changesTold(toldFields(declared, records), before && { ...before }, after && { ...after }).map(
    ({ field, ...change }) => ({ field: field.told_as, ...change }),
  );
}

/** An empty text is none, so that it is no change. */
function valueIn(row: object, name: string): unknown {
  const value = (row as Readonly<Record<string, unknown>>)[name];
  return value === '' ? null : value;
}

function pairByKey(before: readonly DocumentContent[], after: readonly DocumentContent[]) {
  const keys = [...new Set([...before, ...after].map((document) => document.header_key))].toSorted((a, b) => a - b);
  const byKey = (documents: readonly DocumentContent[], key: number) =>
    documents.find((document) => document.header_key === key);
  return keys.map((key) => [key, byKey(before, key), byKey(after, key)] as const);
}

function missingFrom(other: BatchContent, content: BatchContent): string[] {
  const known = new Set(other.attachments.map((attachment) => attachment.sha256));
  return content.attachments.filter((attachment) => !known.has(attachment.sha256)).map((attachment) => attachment.name);
}
