import { MESSAGES } from '@talaan/contract/errors/messages';
import { statusChip, type StatusAction } from '@talaan/core/documents/document-status';
import { clockText } from '../platform/clock.ts';
import { conflict } from '../platform/http/problem.ts';
import type { BatchRecord } from './batch-record.ts';

/**
 * Refuses a call that names another version than the stored one: 409 with who, when and both versions (decisions §2).
 * After a move it says which one and where the batch stands, so that the second of two approvers knows.
 */
export function requireVersion(batch: BatchRecord, sent: number | undefined): void {
  if (sent === undefined || sent === batch.row_version) return;
  const move = batch.last_move;
  const isMove = move !== null && Date.parse(move.at) >= Date.parse(batch.edit_date);
  const changed_by = isMove ? move.user_name : batch.edit_by_name;
  const changed_at = isMove ? move.at : batch.edit_date;
  const { label } = statusChip(batch.document_type, batch.status);
  const message = isMove
    ? `${changed_by} ${PAST[move.action]} it at ${clockText(changed_at)}; it is now ${label}. Reload to see it.`
    : MESSAGES.changedMeanwhile(changed_by, clockText(changed_at));
  throw conflict('row_version', message, {
    changed_by,
    changed_at,
    row_version: batch.row_version,
    sent_row_version: sent,
    current_status: batch.status,
  });
}

const PAST: Readonly<Record<StatusAction, string>> = {
  submit: 'submitted',
  approve: 'approved',
  return: 'returned',
  reject: 'rejected',
  withdraw: 'withdrew',
  release: 'released',
  archive: 'archived',
  restore: 'restored',
  void: 'voided',
  delete: 'deleted',
};
