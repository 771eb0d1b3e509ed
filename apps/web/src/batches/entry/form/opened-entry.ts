import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DraftView } from '@talaan/contract/documents/draft.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import { firstOpenDocument } from './entry-form.ts';

/** What an editor is opened with; it stays the same until the page opens another entry. */
export interface OpenedEntry {
  kind: EntryKind;
  choices: EntryChoices;
  batchNumber: string;
  draftId: string;
  /** The draft that is continued; null for a fresh start. */
  draft: DraftView | null;
  /** The stored batch that is changed; null for a new entry. */
  stored: BatchDetail | null;
  /** Back to reading a stored entry; undefined for a new one. */
  onCancel?: (() => void) | undefined;
}

/** How many cheques a stored series still has; null for every other entry. */
export function openChequesOf(stored: BatchDetail | null): number | null {
  return stored !== null && stored.is_pdc === 1 ? stored.number_of_cheques : null;
}

/** The number of the document that is shown; null before the first save. */
export function shownNumber(stored: BatchDetail | null): string | null {
  return stored === null ? null : (firstOpenDocument(stored)?.document_number ?? stored.document_number);
}
