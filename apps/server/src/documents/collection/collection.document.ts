import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { nothingReceived } from '@talaan/core/documents/collection/collection-lines';
import { requireSum } from '@talaan/core/money/money';
import type { PassedBatch } from '../../batches/record/batch-record.ts';
import { defineDocument } from '../../batches/record/document-definition.ts';
import { receiptNumbers, sendReceipts } from '../receipt/issue-receipts.ts';
import { receiptRisks } from '../receipt/receipt-risks.store.ts';

/**
 * A collection is answered with a receipt once it is in the ledger; the schema settles its invoices (decisions §5, §6). One
 * that brought neither cash nor tax withheld has nothing to acknowledge: no number, no paper, no mail.
 */
export const collectionDocument = defineDocument({
  document_type: 'CN',
  numbersAtApproval: (batch) => (bringsNothing(batch) ? [] : receiptNumbers(batch)),
  async onApproved(transaction, batches, user) {
    const acknowledged = batches.filter((batch) => !bringsNothing(batch));
    const sent = await sendReceipts(transaction, acknowledged, user);
    return batches.map((batch) => sent[acknowledged.indexOf(batch)] ?? { receipt_status: null });
  },
  findSignals: receiptRisks,
});

function bringsNothing({ documents }: PassedBatch): boolean {
  const parts = documents[0]!.parts;
  return nothingReceived({
    received_minor: requireSum(rowsOf(parts, COLLECTION_TERMS)[0]!.received_amount),
    settled: rowsOf(parts, COLLECTION_APPLICATIONS).map(({ withholding_amount }) => ({
      withheld_minor: requireSum(withholding_amount),
    })),
  });
}
