import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { listScreenOf } from '../../batches/lists/list-screen.tsx';

const {
  batchNumber,
  documentNumber,
  documentDate,
  remarks,
  totalDebit,
  totalCredit,
  currency,
  status,
  preparer,
  flags,
} = BATCH_COLUMNS;

/** /trx-gen-journal: the journals of a month (ux §3). */
export const JournalListScreen = listScreenOf(JOURNALS, {
  columns: [
    batchNumber,
    documentNumber,
    documentDate,
    { ...remarks, priority: 'title' },
    totalDebit,
    totalCredit,
    currency,
    status,
    preparer,
    flags,
  ],
});
