import { receiptSeries } from '@talaan/core/documents/document-type';
import type { BatchRecord } from '../../batches/record/batch-record.ts';
import type { DocumentsToNumber } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { queueReceipt } from './receipt-mail.ts';

/** The numbers of the receipts of an approved batch: official, acknowledgement or one of each, as is_or_ar says (decisions §5, §6). */
export function receiptNumbers(batch: BatchRecord): DocumentsToNumber[] {
  return (['or', 'ar'] as const).map((kind) => ({
    kind,
    document_ids: openDocuments(batch)
      .filter((document) => receiptSeries(document.is_or_ar ?? 0).includes(kind))
      .map(({ id }) => id),
  }));
}

/**
 * Queues the numbered receipts of approved batches for their payors. Answers the receipt status of each batch: 2 when a
 * payee has no e-mail and the receipt is to be printed.
 */
export async function sendReceipts(
  transaction: Database,
  batches: readonly BatchRecord[],
  user: Principal,
): Promise<{ receipt_status: number }[]> {
  const sent: { receipt_status: number }[] = [];
  for (const batch of batches) {
    const statuses: number[] = [];
    for (const { id } of openDocuments(batch))
      statuses.push((await queueReceipt(transaction, user, id)).receipt_status);
    sent.push({ receipt_status: Math.max(...statuses) });
  }
  return sent;
}

const openDocuments = ({ documents }: BatchRecord) => documents.filter((document) => !document.is_voided);
