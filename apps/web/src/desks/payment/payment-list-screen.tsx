import { STATUS } from '@talaan/core/documents/status';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../../batches/lists/batch-list-kind.ts';
import { ViewAction } from '../../batches/lists/row-actions.tsx';

const LIST: BatchListKind = {
  module: 'Payment',
  title: 'Payment',
  kind: null,
  types: DISBURSEMENTS.types,
  // What was released; who releases also looks for what waits for it.
  statuses: [STATUS.FOR_RELEASE, STATUS.APPROVED],
  always: { payments: 1 },
  columns: [
    { ...BATCH_COLUMNS.documentNumber, priority: 'number' },
    BATCH_COLUMNS.payee,
    BATCH_COLUMNS.bank,
    BATCH_COLUMNS.bankAccount,
    BATCH_COLUMNS.chequeNumber,
    { ...BATCH_COLUMNS.documentDate, header: 'Date' },
    BATCH_COLUMNS.paidAmount,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
  ],
  ownFigures: { total_amount: 'amount' },
  many: 'payments',
  isEntryList: false,
};

/** /trx-payment: what was paid in a month, to read (ux §3). */
export function PaymentListScreen() {
  return <BatchList list={LIST} OwnActions={ViewAction} />;
}
