import { ACTIONS_WITH_REMARKS, type Status, type StatusAction } from '@talaan/core/documents/document-status';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { fingerprintOf } from '../record/batch-content.ts';
import { requireStatusChange, type AllowedDecision } from '../record/batch-decision.ts';
import type { BatchRecord, DecisionInput } from '../record/batch-record.ts';
import { completenessFaults, requireNoHold } from '../checks/completeness.ts';
import { requireReason } from '../risks/submission-reason.ts';

export type ParsedMove = {
  status: Status;
  processing?: 0 | 1 | undefined;
  approved_remarks: string;
  row_version?: number | undefined;
  /** Fingerprints of the high risk signals that the person ticked as seen. */
  risks_seen?: readonly string[] | undefined;
  new_voucher_number?: 0 | 1 | undefined;
};

/** A move that may be made now. */
export interface CheckedMove {
  readonly action: StatusAction;
  readonly decision: AllowedDecision;
  readonly remarks: string;
  /** Hexadecimal SHA-256 of what is signed by it; null for a move that signs nothing. */
  readonly fingerprint: string | null;
}

/**
 * Everything that must hold before a batch goes to another status, without writing: right, duty, limit and period,
 * remarks, a complete entry and a reason for what is doubtful on submit, nobody on hold on release, unchanged contents on approval and release (decisions §3). Throws the first
 * refusal. The move itself and the dry run of many both come through here, so that they say the same.
 */
export async function checkMove(
  database: Database,
  input: DecisionInput,
  user: Principal,
  move: Pick<ParsedMove, 'status' | 'approved_remarks'>,
): Promise<CheckedMove> {
  const { action, decision } = requireStatusChange(move.status, input, user);
  if (action === 'edit' || action === 'unlock') throw new TypeError(`${action} is no move.`);
  const remarks = move.approved_remarks.trim();
  if (ACTIONS_WITH_REMARKS.includes(action) && remarks === '')
    throw invalid({ approved_remarks: ['remarks is required.'] });
  if (action === 'submit') {
    await requireComplete(database, input.batch);
    await requireReason(database, input, remarks);
  }
  if (action === 'release') await requireNoHold(database, input.batch);
  const signs = action === 'submit' || action === 'approve' || action === 'release';
  return { action, decision, remarks, fingerprint: signs ? requireUnchanged(input.batch) : null };
}

/** A submitted entry must be able to post: everything that is wrong is listed at once. */
async function requireComplete(database: Database, batch: BatchRecord): Promise<void> {
  const faults = await completenessFaults(database, batch);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/**
 * The fingerprint of the content as it stands, which must be the one that was signed before in this round
 * (decisions §3: posting recomputes it and refuses a mismatch).
 */
function requireUnchanged(batch: BatchRecord): string {
  const fingerprint = fingerprintOf(batch);
  const signed = batch.moves.filter((move) => move.fingerprint !== null);
  if (signed.every((move) => move.fingerprint === fingerprint)) return fingerprint;
  throw conflict(
    'content_changed',
    'This transaction is not what was submitted and approved before. Return it to its preparer.',
  );
}
