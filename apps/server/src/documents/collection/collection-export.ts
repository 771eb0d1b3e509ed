import { COLLECTION_FACTS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { EXPORT_COLUMNS, fieldColumns, listAsFile } from '../../batches/lists/export-batches.ts';
import { readCollectionFacts, sumCollections } from './collection.store.ts';

const OWN = fieldColumns({ ...COLLECTION_TERMS.fields, ...COLLECTION_FACTS });

/** Collections as a file: what their list shows, the numbers of their receipts, and what came in as cash. */
export const COLLECTION_EXPORT = listAsFile(COLLECTIONS, {
  file: 'collections',
  readFacts: readCollectionFacts,
  columns: [
    { ...EXPORT_COLUMNS.batchNumber, header: 'Collection No.', width: 14 },
    { header: 'OR No.', kind: 'text', width: 16, cell: (row) => row.or_number },
    { header: 'AR No.', kind: 'text', width: 16, cell: (row) => row.ar_number },
    OWN.billing_invoice_no,
    { ...EXPORT_COLUMNS.payee, header: 'Customer Name' },
    EXPORT_COLUMNS.status,
    { ...EXPORT_COLUMNS.documentDate, header: 'Collection Date' },
    EXPORT_COLUMNS.currency,
    OWN.billing_amount,
    OWN.collected_amount,
    OWN.received_amount,
    OWN.advance_amount,
    OWN.balance_amount,
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.accountingStatus,
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
  sumsOf: async (database, ids) =>
    (await sumCollections(database, ids)).map(({ currency, archived, billing_amount, balance_amount }) => ({
      currency,
      archived,
      sums: { [OWN.billing_amount.header]: billing_amount, [OWN.balance_amount.header]: balance_amount },
    })),
});
