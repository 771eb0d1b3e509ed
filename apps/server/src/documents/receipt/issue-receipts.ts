import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { receiptSeries } from '@talaan/core/documents/document-type';
import type { BatchRecord } from '../../batches/record/batch-record.ts';
import { numberDocuments } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { queueReceipt } from './receipt-mail.ts';

/**
 * Gives the receipts of an approved batch their numbers: official, acknowledgement or one of each, as is_or_ar says
 * (decisions §5, §6), and queues them for their payors in the same transaction. Answers the receipt status: 2 when a payee
 * has no e-mail and the receipt is to be printed. It locks the series, so only its mail follows. Refused when a series is
 * used up.
 */
export async function issueReceipts(
  transaction: Database,
  batch: BatchRecord,
  user: Principal,
): Promise<{ receipt_status: number }> {
  const documents = batch.documents.filter((document) => !document.is_voided);
  for (const kind of ['or', 'ar'] as const) {
    const wanted = documents.filter((document) => receiptSeries(document.is_or_ar ?? 0).includes(kind));
    if (wanted.length === 0) continue;
    await numberDocuments(transaction, {
      kind,
      user_id: user.user_id,
      program: DOCUMENT_MODULES[batch.document_type],
      document_ids: wanted.map((document) => document.id),
    });
  }
  const statuses: number[] = [];
  for (const { id } of documents) statuses.push((await queueReceipt(transaction, user, id)).receipt_status);
  return { receipt_status: Math.max(...statuses) };
}
