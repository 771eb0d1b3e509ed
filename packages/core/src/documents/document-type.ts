import { BILLING } from './billing/billing.ts';
import { CASH_RECEIPT } from './cash-receipt/cash-receipt.ts';
import { COLLECTION } from './collection/collection.ts';
import { CHEQUE_VOUCHER, CHEQUE_WRITE, DEBIT_MEMO, ONLINE_BANKING } from './disbursement/disbursement.ts';
import type { DocumentFacts } from './document-facts.ts';
import { JOURNAL_ENTRY } from './journal-entry/journal-entry.ts';
import { PURCHASE_ORDER } from './purchase-order/purchase-order.ts';

/** Every document type of lists and ledger by its code (decisions §10). */
export const DOCUMENT_TYPES = {
  CV: CHEQUE_VOUCHER,
  CW: CHEQUE_WRITE,
  OB: ONLINE_BANKING,
  DM: DEBIT_MEMO,
  JE: JOURNAL_ENTRY,
  CR: CASH_RECEIPT,
  BI: BILLING,
  CN: COLLECTION,
  PO: PURCHASE_ORDER,
} as const satisfies Readonly<Record<string, DocumentFacts>>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** The codes of all types, in the order of lists. */
export const ALL_DOCUMENT_TYPES = Object.keys(DOCUMENT_TYPES) as readonly DocumentType[];

/** The types whose documents are answered with a receipt: they take money in. */
export const RECEIPT_TYPES = ALL_DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPES[type].header.receipt);

/**
 * The period flag that guards a document type: JE and billing general_journal, CR and collection cash_receipt, CV, CW,
 * OB and DM disbursement; null for a purchase order, which has no ledger effect (decisions §4, §6).
 */
export function moduleOf<T extends DocumentType>(type: T): (typeof DOCUMENT_TYPES)[T]['module'] {
  return DOCUMENT_TYPES[type].module;
}

/** What those who approve a type are called, in the plural: officers of its own bear its name (decisions §3). */
export function officersOf(type: DocumentType): string {
  const { own_officers, label } = DOCUMENT_TYPES[type];
  return `${own_officers ? label.toLowerCase() : 'approving'} officers`;
}

/** How a type writes on the receivable account; undefined: not at all (decisions §6). */
export function onReceivable(type: DocumentType): DocumentFacts['on_receivable'] {
  const facts: DocumentFacts = DOCUMENT_TYPES[type];
  return facts.on_receivable;
}

/** Whether a type bills customers: each line of a template of it names one, and each of them gets a document of his own. */
export const billsCustomers = (type: DocumentType): boolean => onReceivable(type) === 'bills';

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

/** Whether a number is one of them. */
export function isReceiptKind(code: number): code is 1 | 2 | 3 {
  return Object.hasOwn(RECEIPT_LABELS, code);
}

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
