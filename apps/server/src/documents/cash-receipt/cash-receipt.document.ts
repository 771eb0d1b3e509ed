import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { issueReceipts } from '../receipt/issue-receipts.ts';
import { queueReceipt } from '../receipt/receipt-mail.ts';

/**
 * A cash receipt is answered with an official or acknowledgement receipt once it is approved (decisions §5, §6), which goes
 * to its payor by e-mail in the same transaction.
 */
export const cashReceiptDocument: DocumentDefinition = {
  document_type: 'CR',
  async onApproved(transaction, batch, user) {
    const issued = await issueReceipts(transaction, batch, user);
    for (const { id } of batch.documents) await queueReceipt(transaction, user, id);
    return issued;
  },
};
