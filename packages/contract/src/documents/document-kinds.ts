import { BILLINGS } from './billing/billing.kind.ts';
import { CASH_RECEIPTS } from './cash-receipt/cash-receipt.kind.ts';
import { COLLECTIONS } from './collection/collection.kind.ts';
import { DISBURSEMENTS } from './disbursement/disbursement.kind.ts';
import type { DocumentKind } from './document-kind.ts';
import { JOURNALS } from './journal-entry/journal-entry.kind.ts';
import { PURCHASE_ORDERS } from './purchase-order/purchase-order.kind.ts';

/** The types whose lines are entries: what the calls under /trx/header create and update. */
export const ENTRY_TYPES = [...DISBURSEMENTS.types, ...JOURNALS.types, ...CASH_RECEIPTS.types] as const;

/** The types that the entry page of lines of account takes. */
export type EntryType = (typeof ENTRY_TYPES)[number];

export type EntryKind = DocumentKind<EntryType>;

/** Every family of documents that is served, in the order of the lists. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  DISBURSEMENTS,
  CASH_RECEIPTS,
  JOURNALS,
  BILLINGS,
  COLLECTIONS,
  PURCHASE_ORDERS,
];

/** Their types: those that the calls under /trx/header list, read and move. */
export const SERVED_TYPES = [
  ...ENTRY_TYPES,
  ...BILLINGS.types,
  ...COLLECTIONS.types,
  ...PURCHASE_ORDERS.types,
] as const;

/** The family of a document type as the wire names it; null for a type that is not served. */
export function kindOf(documentType: string): DocumentKind | null {
  return DOCUMENT_KINDS.find(({ types }) => types.some((type) => type === documentType)) ?? null;
}
