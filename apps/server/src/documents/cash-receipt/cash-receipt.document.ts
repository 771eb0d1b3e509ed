import { defineDocument } from '../../batches/record/document-definition.ts';
import { receiptNumbers, sendReceipts } from '../receipt/issue-receipts.ts';
import { receiptRisks } from '../receipt/receipt-risks.store.ts';

/** A cash receipt is answered with an official or acknowledgement receipt once it is approved (decisions §5, §6). */
export const cashReceiptDocument = defineDocument({
  document_type: 'CR',
  numbersAtApproval: receiptNumbers,
  onApproved: sendReceipts,
  findSignals: receiptRisks,
});
