import { isApprovalStatus, statusChip } from '../documents/document-status.ts';
import { STATUS } from '../documents/status.ts';
import type { ApprovalRules, ActingUser, ActionDecision, BatchAction, BatchFacts } from './allowed-actions.ts';
import { decideAction } from './allowed-actions.ts';
import { nextStatus, requiredStages } from './approval-route.ts';

export type StatusChangeDecision =
  | { readonly action: BatchAction; readonly decision: ActionDecision }
  | { readonly action: null; readonly code: 'stage_missing' | 'no_such_move'; readonly message: string };

/**
 * Which action a wanted status asks for, and its decision (decisions §2 Moves): the next status submits, approves or
 * releases; 1 returns or, for the preparer, withdraws, and restores from the archive; 20 archives a draft, rejects at
 * 2 … 5 and voids at 6 and 7. A status further on than the next is refused and names what is missing; any other status
 * is no move. The same status is not asked here: it only changes `processing`.
 */
export function decideStatusChange(
  wanted: number,
  batch: BatchFacts,
  user: ActingUser,
  rules: ApprovalRules,
): StatusChangeDecision {
  const action = actionFor(wanted, batch, user, rules);
  if (action !== null) return { action, decision: decideAction(action, batch, user, rules) };
  const next = forwardStatus(batch, rules);
  if (next !== null && wanted > next && wanted <= STATUS.APPROVED) {
    const message = next === STATUS.FOR_RELEASE ? 'The release is missing.' : `Stage ${next} approval is missing.`;
    return { action: null, code: 'stage_missing', message };
  }
  const [from, to] = [batch.status, wanted].map((status) => statusChip(batch.document_type, status).label);
  return { action: null, code: 'no_such_move', message: `A transaction cannot go from ${from} to ${to}.` };
}

function actionFor(wanted: number, batch: BatchFacts, user: ActingUser, rules: ApprovalRules): BatchAction | null {
  const { status, prepared_by } = batch;
  if (wanted === STATUS.ACTIVE) {
    if (status === STATUS.ARCHIVED) return 'restore';
    return user.user_id === prepared_by ? 'withdraw' : 'return';
  }
  if (wanted === STATUS.ARCHIVED) {
    if (status === STATUS.ACTIVE) return 'archive';
    return status === STATUS.FOR_REVIEW || isApprovalStatus(status) ? 'reject' : 'void';
  }
  if (wanted === STATUS.CLOSED) return 'close';
  if (wanted !== forwardStatus(batch, rules)) return null;
  if (status === STATUS.ACTIVE) return 'submit';
  return status === STATUS.FOR_RELEASE ? 'release' : 'approve';
}

function forwardStatus(batch: BatchFacts, rules: ApprovalRules) {
  const stages = requiredStages(rules, batch);
  return nextStatus({ document_type: batch.document_type, settings: rules.settings, stages }, batch.status);
}
