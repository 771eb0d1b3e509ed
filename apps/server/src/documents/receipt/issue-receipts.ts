import { sql } from 'kysely';
import { RECEIPT_STATUS, receiptSeries } from '@talaan/core/documents/document-type';
import type { PassedBatch } from '../../batches/record/batch-record.ts';
import type { DocumentsToNumber } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { queueReceipt } from './receipt-mail.ts';

/** The numbers of the receipts of an approved batch: official, acknowledgement or one of each, as is_or_ar says (decisions §5, §6). */
export function receiptNumbers(batch: PassedBatch): DocumentsToNumber[] {
  return (['or', 'ar'] as const).map((kind) => ({
    kind,
    document_ids: openDocuments(batch)
      .filter((document) => receiptSeries(document.is_or_ar ?? 0).includes(kind))
      .map(({ id }) => id),
  }));
}

/**
 * Queues the numbered receipts of approved batches for their payors. Answers the receipt status of each batch: 2 when a
 * payee has no e-mail and the receipt is to be printed. What a source sent that mails no receipts is numbered alone.
 */
export async function sendReceipts(
  transaction: Database,
  batches: readonly PassedBatch[],
  user: Principal,
): Promise<{ receipt_status: number }[]> {
  const sent: { receipt_status: number }[] = [];
  const unmailed = await findUnmailed(transaction, batches);
  for (const batch of batches) {
    if (unmailed.has(batch.id)) {
      sent.push({ receipt_status: RECEIPT_STATUS.NOT_SENT });
      continue;
    }
    const statuses: number[] = [];
    for (const { id } of openDocuments(batch))
      statuses.push((await queueReceipt(transaction, user, id)).receipt_status);
    sent.push({ receipt_status: Math.max(...statuses) });
  }
  return sent;
}

/** Which of the batches came from sources that mail no receipts. */
async function findUnmailed(transaction: Database, batches: readonly PassedBatch[]): Promise<ReadonlySet<string>> {
  const received = batches.filter(({ received_from }) => received_from !== null).map(({ id }) => id);
  if (received.length === 0) return new Set();
  const found = await sql<{ id: string }>`
    select b.id from batch b join integrated_batch i on i.id = b.integrated_batch_id join integration_source s on s.id = i.source_id
    where b.id = any (${received}::bigint[]) and s.mails_receipts = 0`.execute(transaction);
  return new Set(found.rows.map(({ id }) => id));
}

const openDocuments = ({ documents }: PassedBatch) => documents.filter((document) => !document.is_voided);
