import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import type { Database } from '../../platform/database/database.ts';
import { conflict, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readVisible, type BatchCall } from '../record/batch-call.ts';
import { requireAction } from '../record/batch-decision.ts';
import type { DecisionInput } from '../record/batch-record.ts';
import { requireRisksSeen } from '../risks/batch-risks.ts';
import { checkMove, type ParsedMove } from './check-move.ts';
import { followChanges, makeMoves } from './make-moves.ts';
import { setEditLock } from '../record/edit-lock.ts';
import type { DocumentDefinitions } from '../record/document-definition.ts';
import { requireWork } from '../record/lock-batch.ts';
import { resultOf } from './move-result.ts';
import { recordMove } from './record-move.ts';
import { restoreBatch } from './restore-batch.ts';
import { requireVersion } from '../record/stale-version.ts';
import { voidRecord } from './void-batch.ts';

/**
 * Brings a batch to the wanted status, posting it when that is Approved; the same status takes or frees the edit lock
 * (decisions §2 Moves). One read, a decision, one write: a call that was overtaken is refused by its version. It is a set
 * of one (`moveMany`), but for a void and a restore.
 */
export async function moveBatch(
  transaction: Database,
  definitions: DocumentDefinitions,
  call: BatchCall,
  move: ParsedMove,
): Promise<MoveResult> {
  const input = await readVisible(transaction, call);
  const { batch } = input;
  await requireVersion(transaction, batch, move.row_version);
  if (move.status === batch.status) return changeLock(transaction, input, call.user, move.processing);

  const checked = await checkMove(transaction, input, call.user, move);
  const { action, decision, remarks } = checked;
  if (action !== 'void' && action !== 'restore') {
    const [risks_seen] = await requireRisksSeen(transaction, [{ batch, action, ticked: move.risks_seen ?? [] }]);
    if (risks_seen instanceof Problem) throw risks_seen;
    const passed = [{ input, checked, risks_seen: risks_seen! }];
    const [moved] = await makeMoves(transaction, definitions, call.user, passed, call.is_last);
    return moved!;
  }
  const moved =
    action === 'void'
      ? await voidRecord(transaction, input, call.user, { decision, reason: remarks })
      : await restoreBatch(transaction, input, call.user, { decision, new_number: move.new_voucher_number });
  await followChanges(transaction, definitions, [batch], action);
  return moved;
}

/** Deletes a draft: it leaves a tombstone, and its numbers keep their place in the register (decisions §4, INV-17). */
export async function deleteBatch(
  transaction: Database,
  definitions: DocumentDefinitions,
  call: BatchCall,
  rowVersion: number | undefined,
): Promise<MoveResult> {
  const input = await readVisible(transaction, call);
  await requireVersion(transaction, input.batch, rowVersion);
  const decision = requireAction('delete', input, call.user);
  const moved = await recordMove(transaction, input.batch, {
    action: 'delete',
    user_id: call.user.user_id,
    decision,
    remarks: '',
    approved_remarks: null,
    fingerprint: null,
  });
  await followChanges(transaction, definitions, [input.batch], 'delete');
  return resultOf(input.batch, decision.to, moved.row_version);
}

async function changeLock(
  transaction: Database,
  input: DecisionInput,
  user: Principal,
  processing: 0 | 1 | undefined,
): Promise<MoveResult> {
  const { batch } = input;
  const { label } = statusChip(batch.document_type, batch.status);
  if (processing === undefined) {
    throw conflict('already_there', `This transaction is already ${label}. Reload to see it.`, {
      current_status: batch.status,
    });
  }
  // Declining to restore sends the archived status again, and there is nothing to free (spec 2 §4).
  const isDeclined = batch.status === STATUS.ARCHIVED && processing === 0 && batch.lock === null;
  if (isDeclined) return resultOf(batch, batch.status, batch.row_version);
  if (processing === 0) requireAction('unlock', input, user);
  else requireWork(input, user);
  await setEditLock(transaction, input, user, processing === 1);
  return { ...resultOf(batch, batch.status, batch.row_version), processing };
}
