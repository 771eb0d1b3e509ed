import {
  exportBillings,
  listBillings,
  setAccountingStatus,
  type BillingRow,
} from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_FACTS } from '@talaan/contract/documents/billing/billing.fields';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { COLLECTION_STATUSES, type CollectionStatus } from '@talaan/core/documents/billing/collection-status';
import { ACCOUNTING_COLUMN } from '../../batches/lists/accounting-status.tsx';
import { BATCH_COLUMNS, ownColumns } from '../../batches/lists/batch-columns.tsx';
import { listScreenOf } from '../../batches/lists/list-screen.tsx';
import { ownList } from '../../batches/record/batch-calls.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { BillingActs } from './billing-acts.tsx';

const own = ownColumns<BillingRow>(BILLING_FACTS);

/** /trx-billing: the billings of a month (ux §3). */
export const BillingListScreen = listScreenOf(BILLINGS, {
  narrowsBy: ['collection', 'accounting', 'party'],
  call: ownList(listBillings, exportBillings, 'request_date'),
  cancelBy: setAccountingStatus,
  beside: { path: '/trx-billing/reminders', label: 'Reminders' },
  columns: [
    { ...BATCH_COLUMNS.batchNumber, header: 'Billing Request No.', width: 124 },
    { ...BATCH_COLUMNS.documentNumber, header: 'Billing Invoice No.', width: 124 },
    { ...BATCH_COLUMNS.payee, least: 120 },
    BATCH_COLUMNS.status,
    { ...BATCH_COLUMNS.documentDate, header: 'Request Date' },
    own('collection_status', 124, {
      cell: ({ collection_status, is_opening }) => (
        <>
          <StatusChip {...COLLECTION_STATUSES[collection_status as CollectionStatus]} />
          {is_opening ? <span className="muted"> Opening</span> : null}
        </>
      ),
      title: ({ collected_amount }) => `${collected_amount} collected`,
    }),
    { ...BATCH_COLUMNS.totalAmount, width: 104 },
    { ...BATCH_COLUMNS.currency, width: 40 },
    ACCOUNTING_COLUMN,
  ],
  Besides: BillingActs,
});
