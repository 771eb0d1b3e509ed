import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { RECEIPT_STATUS, receiptSeries } from '@talaan/core/documents/document-type';
import { numberDocuments } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { BatchRecord } from '../../batches/record/batch-record.ts';

/**
 * Gives the receipts of an approved batch their numbers: official, acknowledgement or one of each, as is_or_ar says
 * (decisions §5, §6). Answers the receipt status: 2 when the payee has no e-mail and the receipt is to be printed. It
 * locks the series, so it is the last write of its transaction. Refused when a series is used up.
 */
export async function issueReceipts(
  transaction: Database,
  batch: BatchRecord,
  user: Principal,
): Promise<{ receipt_status: number }> {
  const documents = batch.documents.filter((document) => !document.is_voided);
  const issued = await sql<{ receipt_status: number }>`
    update document d
    set receipt_status = case when exists (
      select from payee p where p.id = d.payee_id and coalesce(p.email_add, '') <> '') then ${RECEIPT_STATUS.NOT_SENT}::smallint
      else ${RECEIPT_STATUS.NO_EMAIL}::smallint end
    where d.id = any (${documents.map((document) => document.id)}::bigint[])
    returning d.receipt_status`.execute(transaction);
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
  return { receipt_status: Math.max(...issued.rows.map((row) => row.receipt_status)) };
}
