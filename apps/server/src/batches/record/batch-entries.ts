import { moduleOf } from '@talaan/core/documents/document-type';
import type { DraftEntry } from '@talaan/core/ledger/journal-entry';
import { matures } from './batch-decision.ts';
import type { BatchRecord, DocumentRecord, PassedBatch } from './batch-record.ts';

/**
 * The documents that the ledger is still to record of an approved batch, each as one entry with its lines as they stand. A
 * voided document posts nothing, a post-dated one posts on its day, and a type without ledger effect never (decisions §4).
 */
export function documentsToPost<Batch extends PassedBatch>(batch: Batch, today: string): Batch['documents'][number][] {
  if (moduleOf(batch.document_type) === null) return [];
  return batch.documents.filter(
    (document) => !document.is_voided && document.journal_entry_id === null && !matures(document, batch, today),
  );
}

/** A stored document as the checks of `packages/core` read it. */
export function draftOf(batch: BatchRecord, document: DocumentRecord): DraftEntry {
  const { currency_id, dollar_rate, adjusting } = batch;
  return { currency_id, dollar_rate, adjusting, lines: document.lines };
}
