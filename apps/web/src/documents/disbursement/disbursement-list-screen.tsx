import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../../batches/lists/batch-columns.tsx';
import { listScreenOf } from '../../batches/lists/list-screen.tsx';

/** /trxdisb: the disbursements of a month (ux §3). */
export const DisbursementListScreen = listScreenOf(DISBURSEMENTS, {
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
