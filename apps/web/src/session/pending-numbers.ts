/** Numbers handed out for work that is not saved yet, and the batch number last searched for (decisions §5). */
export type PendingNumberKind =
  | 'search_batch_number'
  | 'batch_number'
  /** The draft that the batch number is held for; of a billing request, a collection and a PO number their own. */
  | 'batch_draft'
  | 'billing_request_no'
  | 'billing_draft'
  | 'billing_invoice_no'
  | 'collection_number'
  | 'collection_draft'
  | 'po_number'
  | 'po_draft'
  | 'or_number'
  | 'ar_number';

export const PENDING_NUMBERS_KEY = 'dist_data';

/** The number kept for this browser, or null. The server holds the binding copy. */
export function readPendingNumber(kind: PendingNumberKind): string | null {
  const value = readAll()[kind];
  return typeof value === 'string' ? value : null;
}

/** Keeps a number until it is used, given back or signed out of; null forgets it. */
export function keepPendingNumber(kind: PendingNumberKind, number: string | null): void {
  const { [kind]: _before, ...others } = readAll();
  localStorage.setItem(PENDING_NUMBERS_KEY, JSON.stringify(number === null ? others : { ...others, [kind]: number }));
}

function readAll(): Partial<Record<PendingNumberKind, unknown>> {
  try {
    return JSON.parse(localStorage.getItem(PENDING_NUMBERS_KEY) ?? '{}') as Partial<Record<PendingNumberKind, unknown>>;
  } catch {
    return {}; // unreadable: the server still holds the numbers of the drafts
  }
}
