import { STATUS } from '@talaan/core/documents/document-status';
import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { BATCH_COLUMNS } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../../batches/lists/batch-list-kind.ts';

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

const LIST: BatchListKind = {
  module: JOURNALS.module,
  title: JOURNALS.module,
  kind: JOURNALS,
  types: JOURNALS.types,
  statuses: [
    STATUS.ACTIVE,
    STATUS.FOR_REVIEW,
    STATUS.FOR_APPROVAL_1,
    STATUS.FOR_APPROVAL_2,
    STATUS.FOR_APPROVAL_3,
    STATUS.APPROVED,
    STATUS.ARCHIVED,
  ],
  always: { document_type: ['JE'] },
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
  many: JOURNALS.many,
  isEntryList: true,
};

/** /trx-gen-journal: the journals of a month (ux §3). */
export function JournalListScreen() {
  return <BatchList list={LIST} />;
}
