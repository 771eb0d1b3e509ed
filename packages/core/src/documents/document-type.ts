import type { SeriesKind } from '../numbering/series.ts';

/** Document types of lists and ledger (decisions §10). */
export type DocumentType = 'CV' | 'CW' | 'OB' | 'DM' | 'JE' | 'CR' | 'BI' | 'CN' | 'PO';

interface DocumentTypeFacts {
  readonly label: string;
  /** Which flag of the accounting period guards its entry date; null: it has no ledger effect (decisions §4, §6). */
  readonly module: 'disbursement' | 'cash_receipt' | 'general_journal' | null;
  /** The number that groups its documents: batch, request, collection or PO number (decisions §5). */
  readonly batch_series: SeriesKind;
  /** The number of the paper itself (decisions §5). A collection and a PO carry their batch number. */
  readonly document_series: SeriesKind;
  /** Whether For Review stands between the draft and the first approval (decisions §3). */
  readonly has_review_stage: boolean;
  /** Whether For Release stands between the last approval and the ledger (decisions §3). */
  readonly has_release_stage: boolean;
  /** The approval setting of a new installation (decisions §3). */
  readonly needs_approval: boolean;
}

/** What each document type is: its name, its period flag, its numbers and its stages. */
export const DOCUMENT_TYPES = {
  CV: {
    label: 'Cheque Voucher',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'voucher',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
  },
  CW: {
    label: 'Cheque Write',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'voucher',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
  },
  OB: {
    label: 'Online Banking',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'ob',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
  },
  DM: {
    label: 'Debit Memo',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'dm',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
  },
  JE: {
    label: 'General Journal',
    module: 'general_journal',
    batch_series: 'batch',
    document_series: 'je',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: true,
  },
  CR: {
    label: 'Cash Receipt',
    module: 'cash_receipt',
    batch_series: 'batch',
    document_series: 'cr',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: false,
  },
  BI: {
    label: 'Billing',
    module: 'general_journal',
    batch_series: 'request',
    document_series: 'bi',
    has_review_stage: false,
    has_release_stage: false,
    needs_approval: true,
  },
  CN: {
    label: 'Collection',
    module: 'cash_receipt',
    batch_series: 'collection',
    document_series: 'collection',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: false,
  },
  PO: {
    label: 'Purchase Order',
    module: null,
    batch_series: 'po',
    document_series: 'po',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: true,
  },
} as const satisfies Record<DocumentType, DocumentTypeFacts>;

/** The codes under which transaction types are grouped, with their meaning (spec 1 §3). */
export const TRANSACTION_CODES = {
  AE: 'Adjusting Entry',
  CD: 'Cash Disbursement',
  CR: 'Cash Receipt',
  JV: 'Journal Voucher',
} as const;

/** A document type, and whether the journal is an adjusting one. */
export interface DocumentTypeReading {
  readonly document_type: DocumentType;
  readonly adjusting: boolean;
}

const TRANSACTION_CODE_READINGS: Readonly<Record<string, DocumentTypeReading>> = {
  AE: { document_type: 'JE', adjusting: true },
  JV: { document_type: 'JE', adjusting: false },
  CD: { document_type: 'CV', adjusting: false },
};

/** Whether a text is one of the document types, in capitals. */
export function isDocumentType(code: string): code is DocumentType {
  return Object.hasOwn(DOCUMENT_TYPES, code);
}

/**
 * Reads a document type in either of its two readings: the list types as they are, the transaction codes mapped (AE →
 * adjusting JE, JV → JE, CD → CV). Null for any other text (decisions §10).
 */
export function readDocumentType(code: string): DocumentTypeReading | null {
  if (isDocumentType(code)) return { document_type: code, adjusting: false };
  return Object.hasOwn(TRANSACTION_CODE_READINGS, code) ? (TRANSACTION_CODE_READINGS[code] ?? null) : null;
}

/** Code and label as screens show a type: "CV · Cheque Voucher" (ux §2). */
export function documentTypeText(type: DocumentType): string {
  return `${type} · ${DOCUMENT_TYPES[type].label}`;
}
