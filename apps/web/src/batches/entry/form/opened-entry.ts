import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { firstOpenDocument } from './entry-form.ts';

/** How many cheques a stored series still has; null for every other entry. */
export function openChequesOf(stored: BatchDetail | null): number | null {
  return stored !== null && stored.is_pdc === 1 ? stored.number_of_cheques : null;
}

/** The number of the document that is shown; null before the first save. */
export function shownNumber(stored: BatchDetail | null): string | null {
  return stored === null ? null : (firstOpenDocument(stored)?.document_number ?? stored.document_number);
}
