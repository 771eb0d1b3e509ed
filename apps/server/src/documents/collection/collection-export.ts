import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { EXPORT_COLUMNS, type ExportedList } from '../../batches/lists/export-batches.ts';
import { readBatchRows, withFacts, type StoredBatchRow } from '../../batches/record/batch-rows.ts';
import { readCollectionFacts, sumCollections, type CollectionFacts } from './collection.store.ts';

/** Collections as a file: what their list shows, the numbers of their receipts, and what came in as cash. */
export const COLLECTION_EXPORT: ExportedList<StoredBatchRow & CollectionFacts> = {
  title: COLLECTIONS.module,
  file: 'collections',
  types: COLLECTIONS.types,
  columns: [
    { ...EXPORT_COLUMNS.batchNumber, header: 'Collection No.', width: 14 },
    { header: 'OR No.', kind: 'text', width: 16, cell: (row) => row.or_number },
    { header: 'AR No.', kind: 'text', width: 16, cell: (row) => row.ar_number },
    { header: 'Billing Invoice No.', kind: 'text', width: 24, cell: (row) => row.billing_invoice_no },
    { ...EXPORT_COLUMNS.payee, header: 'Customer Name' },
    EXPORT_COLUMNS.status,
    { ...EXPORT_COLUMNS.documentDate, header: 'Collection Date' },
    EXPORT_COLUMNS.currency,
    { header: 'Billing Amount', kind: 'amount', width: 18, cell: (row) => row.billing_amount },
    { header: 'Collected Amount', kind: 'amount', width: 18, cell: (row) => row.collected_amount },
    { header: 'Received', kind: 'amount', width: 18, cell: (row) => row.received_amount },
    { header: 'From Advances', kind: 'amount', width: 18, cell: (row) => row.advance_amount },
    { header: 'Balance', kind: 'amount', width: 18, cell: (row) => row.balance_amount },
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.accountingStatus,
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
  rowsOf: async (database, ids) => withFacts(database, await readBatchRows(database, ids), readCollectionFacts),
  sumsOf: async (database, ids) =>
    (await sumCollections(database, ids)).map(({ currency, archived, billing_amount, balance_amount }) => ({
      currency,
      archived,
      sums: { 'Billing Amount': billing_amount, Balance: balance_amount },
    })),
};
