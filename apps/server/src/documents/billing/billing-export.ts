import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { COLLECTION_STATUSES, type CollectionStatus } from '@talaan/core/documents/billing/collection-status';
import { EXPORT_COLUMNS, type ExportedList } from '../../batches/lists/export-batches.ts';
import { readBatchRows, withFacts, type StoredBatchRow } from '../../batches/record/batch-rows.ts';
import { readBillingFacts, type BillingFacts } from './billing.store.ts';

/** Billings as a file: what their list shows, and what of it is due when. */
export const BILLING_EXPORT: ExportedList<StoredBatchRow & BillingFacts> = {
  title: BILLINGS.module,
  file: 'billings',
  types: BILLINGS.types,
  columns: [
    { ...EXPORT_COLUMNS.batchNumber, header: 'Billing Request No.', width: 18 },
    { ...EXPORT_COLUMNS.documentNumber, header: 'Billing Invoice No.', width: 18 },
    EXPORT_COLUMNS.payee,
    EXPORT_COLUMNS.status,
    { ...EXPORT_COLUMNS.documentDate, header: 'Request Date' },
    { header: 'Payment Term', kind: 'integer', width: 14, cell: (row) => row.payment_term },
    { header: 'Due Date', kind: 'date', width: 14, cell: (row) => row.due_date },
    {
      header: 'Collection Status',
      kind: 'text',
      width: 18,
      cell: (row) => COLLECTION_STATUSES[row.collection_status as CollectionStatus].label,
    },
    EXPORT_COLUMNS.currency,
    EXPORT_COLUMNS.totalAmount,
    { header: 'Collected Amount', kind: 'amount', width: 18, cell: (row) => row.collected_amount },
    { header: 'Open Amount', kind: 'amount', width: 18, cell: (row) => row.open_amount },
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.accountingStatus,
    { header: 'Dispute', kind: 'text', width: 32, cell: (row) => row.dispute_reason },
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
  rowsOf: async (database, ids) => withFacts(database, await readBatchRows(database, ids), readBillingFacts),
};
