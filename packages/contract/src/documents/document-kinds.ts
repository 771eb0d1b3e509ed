import { CASH_RECEIPTS } from './cash-receipt/cash-receipt.kind.ts';
import { DISBURSEMENTS } from './disbursement/disbursement.kind.ts';
import type { DocumentKind } from './document-kind.ts';
import { JOURNALS } from './journal-entry/journal-entry.kind.ts';

/** The types that the calls under /trx/header serve; billing, collections and purchase orders have calls of their own. */
export const HEADER_TYPES = [...DISBURSEMENTS.types, ...JOURNALS.types, ...CASH_RECEIPTS.types] as const;

/** The types that the entry page takes. */
export type EntryType = (typeof HEADER_TYPES)[number];

export type EntryKind = DocumentKind<EntryType>;

/** Every family that the entry page takes, in the order of the lists. */
export const DOCUMENT_KINDS: readonly EntryKind[] = [DISBURSEMENTS, CASH_RECEIPTS, JOURNALS];

/** The family of a document type as the wire names it; null for a type that has no entry page of this kind. */
export function kindOf(documentType: string): EntryKind | null {
  return DOCUMENT_KINDS.find(({ types }) => types.some((type) => type === documentType)) ?? null;
}
