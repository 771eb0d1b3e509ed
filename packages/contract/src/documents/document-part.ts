import type { EntryFields, EntryValue, ValuesOf } from './declared-field.ts';

/**
 * A table of a document type's own, beside its header or in place of lines of account: what it holds is declared like every
 * field, and the engine stores, reads, signs, compares and tells it. Types that have parts have one document to a batch.
 */
export interface DocumentPart {
  /** What it is called on the wire. */
  readonly name: string;
  /** What people call it. */
  readonly label: string;
  /** Its table, with `document_id`, and `line_no` from 1 on where there are many rows. */
  readonly table: string;
  readonly rows: 'one' | 'many';
  readonly fields: EntryFields;
  /** What of the rows is added up; absent: their last amount. */
  readonly summed?: readonly string[];
  /** Where each row has a line of account: that of the first row, and what of the line names the row. */
  readonly beside?: { readonly line_no: number; readonly label: string; readonly name: 'billing_service_name' };
}

/** A row of a part: a value for each declared field. */
export type PartRow = Readonly<Record<string, EntryValue>>;

/** The rows of every part of a document, by the name of the part. */
export type PartContents = Readonly<Record<string, readonly PartRow[]>>;

/** The rows of one part, as its declaration types them. */
export function rowsOf<Part extends DocumentPart>(
  contents: PartContents,
  part: Part,
): readonly ValuesOf<Part['fields']>[] {
  return (contents[part.name] ?? []) as readonly ValuesOf<Part['fields']>[];
}
