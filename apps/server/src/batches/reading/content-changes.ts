import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS, toldOf } from '@talaan/contract/documents/entry-fields';
import type { BatchContent, DocumentContent, LineContent } from '../record/batch-content.ts';

/** One field with its value before and after, as text; null for empty. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface LineChange {
  readonly header_key: number;
  readonly line_no: number;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly account_id: number;
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

/** What differs between two versions of a batch, in the order of the later one (decisions §3: what changed since). */
export function changesBetween(before: BatchContent, after: BatchContent): ContentChanges {
  const pairs = pairByKey(before.documents, after.documents);
  const documents = pairs.flatMap(([key, old, now]) => (old && now ? [[key, old, now] as const] : []));
  return {
    documents: pairs.flatMap(([, old, now]) => {
      if (old && !now) return [documentChange('removed', old)];
      return now && !old ? [documentChange('added', now)] : [];
    }),
    headers: [
      ...fieldChanges(pick(before, TOLD.batch), pick(after, TOLD.batch)).map((change) => ({
        header_key: 0,
        ...change,
      })),
      ...documents.flatMap(([key, old, now]) =>
        fieldChanges(pick(old, TOLD.document), pick(now, TOLD.document)).map((change) => ({
          header_key: key,
          ...change,
        })),
      ),
    ],
    lines: documents.flatMap(([key, old, now]) => lineChanges(old.lines, now.lines, key)),
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

/**
 * Lines are compared as a set, so that an inserted line does not make all those below it look changed. What is left on
 * both sides is paired by line number, then by account; the rest was added or removed.
 */
function lineChanges(before: readonly LineContent[], after: readonly LineContent[], headerKey: number): LineChange[] {
  const unmatched = groupBy(before, contentOf);
  const fresh = after.filter((line) => unmatched.get(contentOf(line))?.shift() === undefined);
  const gone = new Set([...unmatched.values()].flat());
  const partners = new Map<LineContent, LineContent>();
  for (const keyOf of [(line: LineContent) => line.line_no, (line: LineContent) => line.account_id]) {
    const candidates = groupBy(gone, keyOf);
    for (const line of fresh) {
      const partner = partners.has(line) ? undefined : candidates.get(keyOf(line))?.shift();
      if (partner === undefined) continue;
      partners.set(line, partner);
      gone.delete(partner);
    }
  }
  return [
    ...[...gone].map((line) => lineChange('removed', headerKey, line, fieldChanges(fieldsOf(line), {}))),
    ...fresh.map((line) => {
      const partner = partners.get(line);
      const fields = fieldChanges(partner ? fieldsOf(partner) : {}, fieldsOf(line));
      return lineChange(partner ? 'changed' : 'added', headerKey, line, fields);
    }),
  ];
}

function lineChange(
  kind: LineChange['kind'],
  header_key: number,
  { line_no, account_id }: LineContent,
  fields: readonly FieldChange[],
): LineChange {
  return { header_key, line_no, kind, account_id, fields };
}

function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

type FieldValue = string | number | boolean | null | undefined;
type Fields = Readonly<Record<string, FieldValue>>;

const TOLD = { batch: toldOf(BATCH_FIELDS), document: toldOf(DOCUMENT_FIELDS), line: toldOf(LINE_FIELDS) };

function pick<Field extends string>(record: Readonly<Record<Field, FieldValue>>, fields: readonly Field[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

function fieldsOf(line: LineContent): Fields {
  return pick(line, TOLD.line);
}

function contentOf(line: LineContent): string {
  return JSON.stringify(fieldsOf(line));
}

function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((change) => change.before !== change.after);
}

/** Empty and absent read the same on a screen, so they are the same here. */
function textOf(value: FieldValue): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
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
