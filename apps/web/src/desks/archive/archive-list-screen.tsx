import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_KINDS } from '@talaan/contract/documents/document-kinds';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../../batches/lists/batch-list-kind.ts';
import { RestoreAction, ViewAction, type RowActionsProps } from '../../batches/lists/row-actions.tsx';

const TYPES = DOCUMENT_KINDS.flatMap((kind) => kind.types);

const LIST: BatchListKind = {
  module: 'Archived Transactions',
  title: 'Archived Entries',
  documentTitle: 'Archived',
  kind: null,
  types: TYPES,
  statuses: [],
  always: { document_type: TYPES, status: [String(STATUS.ARCHIVED)] },
  columns: [
    // A billing that was never approved has none.
    { ...BATCH_COLUMNS.documentNumber, priority: 'number', cell: (row) => row.document_number ?? 'none' },
    BATCH_COLUMNS.batchNumber,
    BATCH_COLUMNS.type,
    BATCH_COLUMNS.documentDate,
    BATCH_COLUMNS.payee,
    ...PAID_OF_TOTAL,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.preparer,
    BATCH_COLUMNS.approvedRemarks,
    BATCH_COLUMNS.status,
  ],
  sort: 'document_number',
  many: 'archived entries',
  isEntryList: false,
};

/** /trx-archive, 'Archived Entries': what was rejected, withdrawn or voided in a month, and the way back (spec 2 §2, ux §6.2). */
export function ArchiveListScreen() {
  return <BatchList list={LIST} OwnActions={ArchivedActions} />;
}

function ArchivedActions(props: RowActionsProps) {
  return (
    <>
      <ViewAction {...props} />
      <RestoreAction {...props} />
    </>
  );
}
