/**
 * What an approver signs: the content of a batch, apart from its remarks, its numbers and its state.
 *
 *   BatchContent ─┬─ documents (one paper each) ── lines, and rows of the tables of the type's own
 *                 └─ attachments (name and digest)
 */
import { createHash } from 'node:crypto';
import { signedOf, type EntryFields, type ValuesOf } from '@talaan/contract/documents/declared-field';
import type { PartContents } from '@talaan/contract/documents/document-part';
import { partsOf } from '@talaan/contract/documents/document-parts';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';

export interface BatchContent extends ValuesOf<typeof BATCH_FIELDS> {
  readonly document_type: string;
  readonly documents: readonly DocumentContent[];
  readonly attachments: readonly AttachmentContent[];
}

/** An entry that may be stored: its content and its totals. */
export interface CheckedEntry {
  readonly content: Omit<BatchContent, 'attachments'>;
  /** In minor units, by document: the document's currency, and pesos. */
  readonly totals: readonly DocumentTotals[];
  /** The regular transaction that it is made of. Approvers do not sign it: what it brought is in the content. */
  readonly regular_trx: number | null;
}

/** What is debited: what lists show and limits are compared with (decisions §3). */
export interface DocumentTotals {
  readonly total_minor: bigint;
  readonly php_minor: bigint;
}

export interface DocumentContent extends ValuesOf<typeof DOCUMENT_FIELDS> {
  readonly header_key: number;
  readonly lines: readonly LineContent[];
  readonly parts: PartContents;
}

export interface LineContent extends ValuesOf<typeof LINE_FIELDS> {
  readonly line_no: number;
}

export interface AttachmentContent {
  readonly name: string;
  /** Hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
}

/** What is signed, field by field. Remarks and numbers stay outside: see `fingerprintOf`. */
const SIGNED = {
  batch: ['document_type', ...signedOf(BATCH_FIELDS)] as const,
  document: signedOf(DOCUMENT_FIELDS),
  line: signedOf(LINE_FIELDS),
};

/** A field that is younger than stored signatures is left out where it says nothing: what they signed stays signed. */
function signedOfLine(line: LineContent) {
  const declared: EntryFields = LINE_FIELDS;
  return SIGNED.line.flatMap((field) =>
    declared[field]?.signed === 'where_given' && line[field] === null ? [] : [line[field]],
  );
}

/**
 * SHA-256 over headers, lines and attachment digests, in hexadecimal (decisions §3). Remarks stay outside, because they
 * may be corrected without voiding approvals; numbers stay outside, because some are given only at the end.
 */
export function fingerprintOf(content: BatchContent): string {
  const canonical = [
    SIGNED.batch.map((field) => content[field]),
    content.documents.map((document) => [
      document.header_key,
      SIGNED.document.map((field) => document[field]),
      document.lines.map((line) => [line.line_no, signedOfLine(line)]),
      ...partsOf(content.document_type).map(({ name, fields }) =>
        (document.parts[name] ?? []).map((row) => signedOf(fields).map((field) => row[field])),
      ),
    ]),
    content.attachments.map((attachment) => attachment.sha256).toSorted(),
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}
