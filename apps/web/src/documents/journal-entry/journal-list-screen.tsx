import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import { listOfKind } from '../../batches/lists/batch-list-kind.ts';

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

const LIST = listOfKind(JOURNALS, {
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

/** /trx-gen-journal: the journals of a month (ux §3). */
export function JournalListScreen() {
  return <BatchList list={LIST} />;
}
