import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';

const LIST = listOfKind(DISBURSEMENTS, {
  narrowsBy: ['bank', 'party'],
  columns: [
    BATCH_COLUMNS.batchNumber,
    BATCH_COLUMNS.documentNumber,
    BATCH_COLUMNS.type,
    BATCH_COLUMNS.documentDate,
    BATCH_COLUMNS.payee,
    BATCH_COLUMNS.bank,
    BATCH_COLUMNS.chequeNumber,
    ...PAID_OF_TOTAL,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
    BATCH_COLUMNS.preparer,
    BATCH_COLUMNS.flags,
  ],
});

/** /trxdisb: the disbursements of a month (ux §3). */
export function DisbursementListScreen() {
  return <BatchList list={LIST} />;
}
