import { STATUS } from '@talaan/core/documents/document-status';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../../batches/lists/batch-columns.tsx';
import { BatchList } from '../../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../../batches/lists/batch-list-kind.ts';

const LIST: BatchListKind = {
  module: DISBURSEMENTS.module,
  title: DISBURSEMENTS.module,
  kind: DISBURSEMENTS,
  types: DISBURSEMENTS.types,
  statuses: [
    STATUS.ACTIVE,
    STATUS.FOR_REVIEW,
    STATUS.FOR_APPROVAL_1,
    STATUS.FOR_APPROVAL_2,
    STATUS.FOR_APPROVAL_3,
    STATUS.FOR_RELEASE,
    STATUS.APPROVED,
    STATUS.ARCHIVED,
  ],
  narrowsBy: ['bank', 'party'],
  always: { document_type: [...DISBURSEMENTS.types] },
  columns: [
    BATCH_COLUMNS.batchNumber,
    BATCH_COLUMNS.documentNumber,
    BATCH_COLUMNS.type,
    BATCH_COLUMNS.documentDate,
    BATCH_COLUMNS.payee,
    BATCH_COLUMNS.bank,
    BATCH_COLUMNS.chequeNumber,
    ...PAID_OF_TOTAL,
    BATCH_COLUMNS.currency,
    BATCH_COLUMNS.status,
    BATCH_COLUMNS.preparer,
    BATCH_COLUMNS.flags,
  ],
  many: DISBURSEMENTS.many,
  isEntryList: true,
};

/** /trxdisb: the disbursements of a month (ux §3). */
export function DisbursementListScreen() {
  return <BatchList list={LIST} />;
}
