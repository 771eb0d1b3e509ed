import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { PassedBatch } from '../record/batch-record.ts';
import { isCancellable } from '../record/batch-rows.ts';

/** Where a batch stands after a call, without anything posted. */
export function resultOf(batch: PassedBatch, status: Status, rowVersion: number): MoveResult {
  return {
    batch_number: batch.batch_number,
    document_type: batch.document_type,
    document_number: batch.documents[0]?.document_number ?? null,
    status,
    status_label: statusChip(batch.document_type, status).label,
    processing: 0,
    accounting_status:
      status === STATUS.ARCHIVED && isCancellable(DOCUMENT_TYPES[batch.document_type]) ? STATUS.ARCHIVED : 0,
    row_version: rowVersion,
    journal_entry_ids: [],
    reversal_date: null,
    receipt_status: null,
  };
}
