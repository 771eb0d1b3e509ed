import { DOCUMENT_KINDS } from '@talaan/contract/documents/document-kinds';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../../batches/lists/batch-list-kind.ts';
import { ReleaseLockAction, ViewAction, type RowActionsProps } from '../../batches/lists/row-actions.tsx';

const TYPES = DOCUMENT_KINDS.flatMap((kind) => kind.types);

const LIST: BatchListKind = {
  module: 'Active Transactions',
  title: 'Active Transactions',
  documentTitle: 'Active',
  kind: null,
  types: TYPES,
  statuses: [],
  always: { document_type: TYPES, processing: 1, sum_all: 1 },
  columns: [
    BATCH_COLUMNS.batchNumber,
    BATCH_COLUMNS.documentNumber,
    BATCH_COLUMNS.type,
    BATCH_COLUMNS.documentDate,
    BATCH_COLUMNS.payee,
    ...PAID_OF_TOTAL,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
    BATCH_COLUMNS.preparer,
    BATCH_COLUMNS.inProcess,
  ],
  many: 'transactions in process',
  isEntryList: false,
};

/** /trx-active: what somebody has open for edit or approval, and the release of his lock (spec 2 §2, ux §6.3). */
export function ActiveListScreen() {
  return <BatchList list={LIST} OwnActions={ActiveActions} />;
}

function ActiveActions(props: RowActionsProps) {
  return (
    <>
      <ViewAction {...props} />
      <ReleaseLockAction {...props} />
    </>
  );
}
