import { ACTIONS_WITH_REMARKS } from '@talaan/core/documents/document-status';
import type { Status, StatusAction } from '@talaan/core/documents/status';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { fingerprintOf } from '../record/batch-content.ts';
import { requireStatusChange, type AllowedDecision } from '../record/batch-decision.ts';
import type { BatchRecord, DecisionInput } from '../record/batch-record.ts';
import { checked, passedOf, type Checked } from '../../platform/checked-set.ts';
import { completenessFaults, holdRefusals } from '../checks/completeness.ts';
import { reasonRefusals } from '../risks/submission-reason.ts';

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

/** A batch as it was read, with the move that is asked of it. */
export interface AskedMove {
  readonly input: DecisionInput;
  readonly move: Pick<ParsedMove, 'status' | 'approved_remarks'>;
}

/**
 * Everything that must hold before batches go to another status, without writing: right, duty, limit and period,
 * remarks, a complete entry and a reason for what is doubtful on submit, nobody on hold on release, unchanged contents on
 * approval and release (decisions §3). Of each the first refusal. Moves, of one batch or of many, and the dry run of many
 * all come through here, so that they say the same.
 */
export async function checkMoves(
  database: Database,
  user: Principal,
  asked: readonly AskedMove[],
): Promise<Checked<CheckedMove>[]> {
  const decided = asked.map(({ input, move }) => checked(() => ({ input, ...decide(input, user, move) })));
  const moving = (wanted: StatusAction) => passedOf(decided).filter(({ action }) => action === wanted);
  const submitted = moving('submit');
  const released = moving('release');
  const unexplained = submitted.filter(({ remarks }) => remarks === '');
  const batchOf = ({ input }: { readonly input: DecisionInput }) => input.batch;
  const [faults, doubts, holds] = await Promise.all([
    completenessFaults(database, submitted.map(batchOf)),
    reasonRefusals(
      database,
      unexplained.map(({ input }) => input),
    ),
    holdRefusals(database, released.map(batchOf)),
  ]);
  const refusals = new Map<object, Problem | null | undefined>([
    ...released.map((one, at) => [one, holds[at]] as const),
    ...unexplained.map((one, at) => [one, doubts[at]] as const),
  ]);
  // A submitted entry must be able to post: everything that is wrong is listed at once, and before what is doubtful.
  for (const [at, one] of submitted.entries()) {
    if (Object.keys(faults[at]!).length > 0) refusals.set(one, invalid(faults[at]!));
  }
  return decided.map((one) => {
    if (one instanceof Problem) return one;
    const { input, ...move } = one;
    return refusals.get(one) ?? checked(() => ({ ...move, fingerprint: signedBy(move.action, input.batch) }));
  });
}

/** The same of one batch; throws its refusal. */
export async function checkMove(
  database: Database,
  input: DecisionInput,
  user: Principal,
  move: AskedMove['move'],
): Promise<CheckedMove> {
  const [answer] = await checkMoves(database, user, [{ input, move }]);
  if (answer instanceof Problem) throw answer;
  return answer!;
}

function decide(input: DecisionInput, user: Principal, move: AskedMove['move']) {
  const { action, decision } = requireStatusChange(move.status, input, user);
  if (action === 'edit' || action === 'unlock') throw new TypeError(`${action} is no move.`);
  const remarks = move.approved_remarks.trim();
  if (ACTIONS_WITH_REMARKS.includes(action) && remarks === '')
    throw invalid({ approved_remarks: ['remarks is required.'] });
  return { action, decision, remarks };
}

function signedBy(action: StatusAction, batch: BatchRecord): string | null {
  const signs = action === 'submit' || action === 'approve' || action === 'release';
  return signs ? requireUnchanged(batch) : null;
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
