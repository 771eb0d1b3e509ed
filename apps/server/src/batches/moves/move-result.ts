import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { statusChip, type Status } from '@talaan/core/documents/document-status';
import type { BatchRecord } from '../record/batch-record.ts';

/** Where a batch stands after a call, without anything posted. */
export function resultOf(batch: BatchRecord, status: Status, rowVersion: number): MoveResult {
  return {
    batch_number: batch.batch_number,
    document_type: batch.document_type,
    document_number: batch.documents[0]?.document_number ?? null,
    status,
    status_label: statusChip(batch.document_type, status).label,
    processing: 0,
    accounting_status: 0,
    row_version: rowVersion,
    journal_entry_ids: [],
    reversal_date: null,
    receipt_status: null,
  };
}
