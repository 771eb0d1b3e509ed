import { decideAction, type BatchAction } from '@talaan/core/approval/allowed-actions';
import type { Database } from '../../platform/database/database.ts';
import { forbidden } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readVisible, type BatchCall } from './batch-call.ts';
import { actingUserOf, batchFactsOf } from './batch-decision.ts';
import type { BatchRecord, DecisionInput, EditLock } from './batch-record.ts';
import { setEditLock } from './edit-lock.ts';

/** The edit lock of a batch as the wire tells it. */
export interface LockState {
  readonly processing: number;
  readonly locked_by: number | null;
  readonly locked_by_name: string | null;
  readonly locked_at: string | null;
  readonly expires_at: string | null;
  readonly row_version: number;
}

/** What a person opens a batch for with a lock on it. */
const WORK: readonly BatchAction[] = ['edit', 'submit', 'approve', 'return', 'reject', 'release'];

/** Takes or keeps the edit lock for somebody who has something to do with the batch; the others only view it. */
export async function lockForWork(transaction: Database, call: BatchCall): Promise<LockState> {
  const input = await readVisible(transaction, call);
  requireWork(input, call.user);
  return lockStateOf(await setEditLock(transaction, input, call.user, true), input.batch);
}

/** Frees the caller's own lock; somebody else's stays. */
export async function unlockOwn(transaction: Database, call: BatchCall): Promise<LockState> {
  const input = await readVisible(transaction, call);
  const { batch } = input;
  const isOwn = batch.lock?.user_id === call.user.user_id;
  return lockStateOf(isOwn ? await setEditLock(transaction, input, call.user, false) : batch.lock, batch);
}

/** Refuses the lock to whoever could do nothing under it. */
export function requireWork(input: DecisionInput, user: Principal): void {
  const unlocked = { ...input, batch: { ...input.batch, lock: null } };
  const facts = batchFactsOf(unlocked);
  const person = actingUserOf(user, unlocked);
  if (WORK.some((action) => decideAction(action, facts, person, input.rules).allowed)) return;
  throw forbidden('nothing_to_do', 'You can view this transaction, but neither change nor approve it.');
}

function lockStateOf(lock: EditLock | null, batch: BatchRecord): LockState {
  return {
    processing: lock === null ? 0 : 1,
    locked_by: lock?.user_id ?? null,
    locked_by_name: lock?.user_name ?? null,
    locked_at: lock?.since ?? null,
    expires_at: lock?.expires_at ?? null,
    row_version: batch.row_version,
  };
}
