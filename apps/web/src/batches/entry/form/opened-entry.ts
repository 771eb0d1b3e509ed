import type { BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';

/** How many cheques a stored series still has; null for every other entry. */
export function openChequesOf(stored: BatchDetail | null): number | null {
  return stored !== null && stored.is_pdc === 1 ? stored.number_of_cheques : null;
}

/** The number of the document that is shown; null before the first save. */
export function shownNumber(stored: BatchDetail | null): string | null {
  return stored === null ? null : (firstOpenDocument(stored)?.document_number ?? stored.document_number);
}

/** The document that an edit shows: the first open one, which of a series is the next cheque (spec 2 §2). */
export function firstOpenDocument({ headers }: BatchDetail): DocumentView | undefined {
  return headers.find((document) => isOfBatch(document) && document.voided_at === null);
}

/** The summary record of a series stands before its documents. */
export function isOfBatch({ header_key }: DocumentView): boolean {
  return header_key >= 0;
}
