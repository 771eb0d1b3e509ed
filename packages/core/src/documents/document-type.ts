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
  /** Whether it may be an adjusting one, which lists and transaction codes tell from the others (decisions §10). */
  readonly has_adjusting: boolean;
  /** Whether archiving cancels it for good, so that 20 reads Cancelled (decisions §6). */
  readonly archive_cancels: boolean;
  /** The paper on which a batch of it is printed; null while it has none. */
  readonly paper: 'journal_details' | null;
  /** What its header names beside date, currency and remarks (decisions §4; spec 2 §3). */
  readonly header: HeaderFacts;
}

/** The parties and papers that a header names; what a type does not have is neither asked for nor stored. */
export interface HeaderFacts {
  /** Whether it names whom it pays or who pays, and must. */
  readonly payee: boolean;
  /** The side of the entry on which the own bank account stands; null where the header names none. */
  readonly bank_side: 'credit' | 'debit' | null;
  readonly bank_required: boolean;
  /** Whether the bank account of the payee is named, which the bank is told to credit. */
  readonly payee_bank: boolean;
  /** Whether it is paid by a cheque with a number, and may be a post-dated series of them. */
  readonly cheque: boolean;
  /** Whether it is answered with an official or acknowledgement receipt, whose number it takes at Approved. */
  readonly receipt: boolean;
}

const BARE: HeaderFacts = {
  payee: false,
  bank_side: null,
  bank_required: false,
  payee_bank: false,
  cheque: false,
  receipt: false,
};
const DISBURSEMENT: HeaderFacts = { ...BARE, payee: true, bank_side: 'credit', bank_required: true, payee_bank: true };
const CHEQUE: HeaderFacts = { ...DISBURSEMENT, cheque: true };
const RECEIPT: HeaderFacts = { ...BARE, payee: true, bank_side: 'debit', receipt: true };

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
    has_adjusting: false,
    archive_cancels: false,
    paper: null,
    header: CHEQUE,
  },
  CW: {
    label: 'Cheque Write',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'voucher',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
    has_adjusting: false,
    archive_cancels: false,
    paper: null,
    header: CHEQUE,
  },
  OB: {
    label: 'Online Banking',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'ob',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
    has_adjusting: false,
    archive_cancels: false,
    paper: null,
    header: DISBURSEMENT,
  },
  DM: {
    label: 'Debit Memo',
    module: 'disbursement',
    batch_series: 'batch',
    document_series: 'dm',
    has_review_stage: true,
    has_release_stage: true,
    needs_approval: true,
    has_adjusting: false,
    archive_cancels: false,
    paper: null,
    header: DISBURSEMENT,
  },
  JE: {
    label: 'General Journal',
    module: 'general_journal',
    batch_series: 'batch',
    document_series: 'je',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: true,
    has_adjusting: true,
    archive_cancels: false,
    paper: 'journal_details',
    header: BARE,
  },
  CR: {
    label: 'Cash Receipt',
    module: 'cash_receipt',
    batch_series: 'batch',
    document_series: 'cr',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: false,
    has_adjusting: false,
    archive_cancels: false,
    paper: null,
    header: RECEIPT,
  },
  BI: {
    label: 'Billing',
    module: 'general_journal',
    batch_series: 'request',
    document_series: 'bi',
    has_review_stage: false,
    has_release_stage: false,
    needs_approval: true,
    has_adjusting: false,
    archive_cancels: false,
    paper: null,
    header: { ...BARE, payee: true },
  },
  CN: {
    label: 'Collection',
    module: 'cash_receipt',
    batch_series: 'collection',
    document_series: 'collection',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: false,
    has_adjusting: false,
    archive_cancels: true,
    paper: null,
    header: RECEIPT,
  },
  PO: {
    label: 'Purchase Order',
    module: null,
    batch_series: 'po',
    document_series: 'po',
    has_review_stage: true,
    has_release_stage: false,
    needs_approval: true,
    has_adjusting: false,
    archive_cancels: true,
    paper: null,
    header: { ...BARE, payee: true },
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

/**
 * Whether restoring asks if the number is to be kept: cheque vouchers and writes, whose numbers come from a booklet
 * (spec 2 §4).
 */
export function asksNumberOnRestore(type: DocumentType): boolean {
  return DOCUMENT_TYPES[type].document_series === 'voucher';
}

/** The values of is_or_ar: which receipts a cash receipt issues (spec 2 §3). */
export const RECEIPT_KINDS = { OFFICIAL: 1, ACKNOWLEDGEMENT: 2, BOTH: 3 } as const;

/** What those values are called. */
export const RECEIPT_LABELS = { 1: 'Official Receipt', 2: 'Acknowledgement Receipt', 3: 'Both' } as const;

/** The label of an is_or_ar value; '' for none. */
export function receiptLabel(kind: number | null): string {
  const labels: Readonly<Record<number, string>> = RECEIPT_LABELS;
  return labels[kind ?? 0] ?? '';
}

/** The series from which a receipt takes its numbers: 1 official, 2 acknowledgement, 3 one of each (decisions §6). */
export function receiptSeries(kind: number): ('or' | 'ar')[] {
  if (kind === RECEIPT_KINDS.OFFICIAL) return ['or'];
  if (kind === RECEIPT_KINDS.ACKNOWLEDGEMENT) return ['ar'];
  return kind === RECEIPT_KINDS.BOTH ? ['or', 'ar'] : [];
}

/** The values of receipt_status: what became of the mail with the receipt (decisions §6). */
export const RECEIPT_STATUS = { NOT_SENT: 0, SENT: 1, NO_EMAIL: 2 } as const;
