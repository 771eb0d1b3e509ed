/**
 * What an approver signs: the content of a batch, apart from its remarks, its numbers and its state.
 *
 *   BatchContent ─┬─ documents (one paper each) ── lines
 *                 └─ attachments (name and digest)
 */
import { createHash } from 'node:crypto';
import type { ProposedPart } from '@talaan/core/documents/proposed-lines';

export interface BatchContent {
  readonly document_type: string;
  readonly adjusting: boolean;
  readonly currency_id: number;
  readonly dollar_rate: string;
  readonly is_confidential: number;
  readonly is_pdc: number;
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

export interface DocumentTotals {
  readonly total_minor: bigint;
  readonly php_minor: bigint;
}

export interface DocumentContent {
  readonly header_key: number;
  readonly document_date: string;
  readonly payee_id: number | null;
  readonly bank_id: number | null;
  readonly bank_account: string | null;
  readonly payee_bank_id: number | null;
  readonly cheque_number: string | null;
  readonly vat: number | null;
  readonly atc_id: number | null;
  readonly is_or_ar: number | null;
  readonly purchase_order_id: string | null;
  readonly remarks: string | null;
  readonly lines: readonly LineContent[];
}

export interface LineContent {
  readonly line_no: number;
  readonly account_id: number;
  readonly payee_id: number | null;
  readonly department_id: number | null;
  readonly branch_id: number | null;
  readonly section_id: number | null;
  readonly billing_service_id: number | null;
  readonly atc_id: number | null;
  readonly tax_base: string | null;
  /** What the helper proposed it as. Not signed: it says nothing of what is booked. */
  readonly part: ProposedPart | null;
  /** Decimal text in the document's currency. */
  readonly debit_amount: string;
  readonly credit_amount: string;
  /** Decimal text in pesos. */
  readonly debit_php: string;
  readonly credit_php: string;
  readonly remarks: string | null;
}

export interface AttachmentContent {
  readonly name: string;
  /** Hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
}

/** What is signed, field by field. Remarks and numbers stay outside: see `fingerprintOf`. */
export const SIGNED_FIELDS = {
  batch: ['document_type', 'adjusting', 'currency_id', 'dollar_rate', 'is_confidential', 'is_pdc'],
  document: [
    'document_date',
    'payee_id',
    'bank_id',
    'bank_account',
    'payee_bank_id',
    'vat',
    'atc_id',
    'is_or_ar',
    'purchase_order_id',
  ],
  line: [
    'account_id',
    'payee_id',
    'department_id',
    'branch_id',
    'section_id',
    'billing_service_id',
    'atc_id',
    'tax_base',
    'debit_amount',
    'credit_amount',
    'debit_php',
    'credit_php',
  ],
} as const satisfies {
  batch: readonly (keyof BatchContent)[];
  document: readonly (keyof DocumentContent)[];
  line: readonly (keyof LineContent)[];
};

/**
 * SHA-256 over headers, lines and attachment digests, in hexadecimal (decisions §3). Remarks stay outside, because they
 * may be corrected without voiding approvals; numbers stay outside, because some are given only at the end.
 */
export function fingerprintOf(content: BatchContent): string {
  const canonical = [
    SIGNED_FIELDS.batch.map((field) => content[field]),
    content.documents.map((document) => [
      document.header_key,
      SIGNED_FIELDS.document.map((field) => document[field]),
      document.lines.map((line) => [line.line_no, SIGNED_FIELDS.line.map((field) => line[field])]),
    ]),
    content.attachments.map((attachment) => attachment.sha256).toSorted(),
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}
