import { EXPORT_COLUMNS, type ExportedList } from '../batches/lists/export-batches.ts';
import { readBatchRows } from '../batches/record/batch-rows.ts';

/** A list of transactions of any types as a file, with what all of them have. */
export const TRANSACTIONS: Omit<ExportedList, 'types'> = {
  title: 'Transactions',
  file: 'transactions',
  columns: [
    EXPORT_COLUMNS.batchNumber,
    EXPORT_COLUMNS.documentNumber,
    EXPORT_COLUMNS.type,
    EXPORT_COLUMNS.documentDate,
    EXPORT_COLUMNS.payee,
    EXPORT_COLUMNS.remarks,
    EXPORT_COLUMNS.currency,
    EXPORT_COLUMNS.totalDebit,
    EXPORT_COLUMNS.totalCredit,
    EXPORT_COLUMNS.amountInPesos,
    EXPORT_COLUMNS.status,
    EXPORT_COLUMNS.preparer,
    EXPORT_COLUMNS.dateEncoded,
  ],
  rowsOf: readBatchRows,
};
