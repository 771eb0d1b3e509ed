import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { setAccountingStatus, type BillingRow } from '@talaan/contract/documents/billing/billing.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { COLLECTION_STATUSES, type CollectionStatus } from '@talaan/core/documents/billing/collection-status';
import { AccountingStatus } from '../../batches/lists/accounting-status.tsx';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { BillingActs } from './billing-acts.tsx';
import { BILLING_LIST } from './billing-calls.ts';

/** The list asks for billings, so its rows have what billings say. */
const billingIn = (row: BatchRow) => row as BillingRow;

const LIST = listOfKind(BILLINGS, {
  narrowsBy: ['collection', 'accounting', 'party'],
  call: BILLING_LIST,
  cancelBy: setAccountingStatus,
  beside: { path: '/trx-billing/reminders', label: 'Reminders' },
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'Billing Request No.', width: 124 },
    { ...BATCH_COLUMNS.documentNumber, header: 'Billing Invoice No.', width: 124 },
    { ...BATCH_COLUMNS.payee, least: 120 },
    BATCH_COLUMNS.status,
    { ...BATCH_COLUMNS.documentDate, header: 'Request Date' },
    {
      id: 'collection_status',
      header: 'Collection Status',
      priority: 'extra',
      width: 124,
      title: (row) => `${billingIn(row).collected_amount} collected`,
      cell: (row) => <StatusChip {...COLLECTION_STATUSES[billingIn(row).collection_status as CollectionStatus]} />,
    },
    { ...BATCH_COLUMNS.totalAmount, width: 104 },
    { ...BATCH_COLUMNS.currency, width: 40 },
    {
      id: 'accounting_status',
      header: 'Accounting Status',
      priority: 'repeat',
      width: 108,
      cell: (row) => <AccountingStatus batch={billingIn(row)} />,
    },
  ],
  Besides: BillingActs,
});

/** /trx-billing: the billings of a month (ux §3). */
export function BillingListScreen() {
  return <BatchList list={LIST} />;
}
