import type { NewDelegation } from '@talaan/contract/approvals/delegation.contract';
import { ACCESS, accessLevelLabel, type AccessLevel } from '@talaan/core/access/access-level';
import { levelOf } from '../access/effective-access.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { forbidden, invalid } from '../platform/http/problem.ts';
import { insertDelegation, listOfficers, listStandIns } from './delegations.store.ts';

/**
 * Names a stand-in and answers its Record ID. Throws 403 where it is for another officer and the person has no Update on
 * Approving Officers, and 422 by field for persons, days or a reason that cannot stand.
 */
export async function nameStandIn(db: Database, user: Principal, body: NewDelegation): Promise<number> {
  const from_user = body.from_user ?? user.user_id;
  if (from_user !== user.user_id) await requireOfficersLevel(db, user, ACCESS.update);
  const reason = body.reason.trim().replaceAll(/\s+/g, ' ');
  const errors: Record<string, string[]> = {};
  if (reason === '') errors['reason'] = ['reason is required.'];
  if (body.to_date < body.from_date) errors['to_date'] = ['last day must not be before the first day.'];
  if (body.to_user === from_user) errors['to_user'] = ['Nobody stands in for himself. Choose another person.'];
  const [officers, standIns] = [await listOfficers(db, from_user), await listStandIns(db, body.to_user)];
  if (officers.length === 0) {
    const message =
      from_user === user.user_id
        ? 'You are neither an approving nor a billing officer, so there is nothing to stand in for.'
        : 'This person is not an officer who may sign in today.';
    errors['from_user'] = [message];
  }
  if (standIns.length === 0) errors['to_user'] ??= ['Choose somebody who may sign in today and sees documents.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { to_user, from_date, to_date } = body;
  return insertDelegation(db, { from_user, to_user, from_date, to_date, reason });
}

/** Throws 403 unless the person has the level on Approving Officers. */
export async function requireOfficersLevel(db: Database, user: Principal, level: AccessLevel): Promise<void> {
  if ((await levelOf(db, user.user_id, 'Approving Officers')) >= level) return;
  throw forbidden(
    'module_access',
    `You need ${accessLevelLabel(level)} access to Approving Officers for stand-ins of other persons.`,
  );
}
