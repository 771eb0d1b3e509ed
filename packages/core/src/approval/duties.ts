import type { OfficerRow } from './approval-route.ts';

/** Who has touched a batch in the present round, by user id. */
export interface RoundHistory {
  readonly prepared_by: number;
  /** Everyone who has changed the batch since it became Active. */
  readonly editors: readonly number[];
  /** Everyone who has reviewed or approved it in this round, and for whom. */
  readonly approvals: readonly { readonly user_id: number; readonly on_behalf_of: number | null }[];
}

export interface DutyConflict {
  readonly code: 'is_preparer' | 'is_editor' | 'has_acted' | 'principal_has_acted';
  readonly message: string;
}

/** Everyone who may not act on the batch in this round. */
export function barredUsers(history: RoundHistory): Set<number> {
  const acted = history.approvals.flatMap(({ user_id, on_behalf_of }) => [user_id, on_behalf_of ?? user_id]);
  return new Set([history.prepared_by, ...history.editors, ...acted]);
}

/**
 * Why a person must not approve, return or reject, or null: the preparer and the editors of the round never do, and one
 * person acts once in it (decisions §3 Duties, reliability INV-10). Super users are bound too.
 */
export function dutyConflict(
  history: RoundHistory,
  userId: number,
  act: 'approve' | 'return' | 'reject',
): DutyConflict | null {
  if (userId === history.prepared_by) {
    return { code: 'is_preparer', message: `The preparer cannot ${act} this transaction.` };
  }
  if (history.editors.includes(userId)) {
    return { code: 'is_editor', message: `You have changed this transaction, so you cannot ${act} it.` };
  }
  if (barredUsers(history).has(userId)) {
    return { code: 'has_acted', message: 'You have already acted on this transaction in this round.' };
  }
  return null;
}

/** Why a stand-in must not use an officer's row: the duties of the person stood in for count as well. Null if he may. */
export function delegationConflict(history: RoundHistory, officer: OfficerRow): DutyConflict | null {
  if (!barredUsers(history).has(officer.user_id)) return null;
  const message = 'The person you stand in for has prepared, changed or already approved this transaction.';
  return { code: 'principal_has_acted', message };
}
