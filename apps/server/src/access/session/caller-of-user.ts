import type { Database } from '../../platform/database/database.ts';
import { SYSTEM_PRINCIPAL, type Principal } from '../../platform/http/principal.ts';
import { readUserRights } from './user-rights.store.ts';

/** As whom a job works that a person asked for: with the rights that he has now; null when he may not sign in any more. */
export async function findCallerOf(database: Database, userId: number): Promise<Principal | null> {
  const rights = await readUserRights(database, userId);
  if (!rights?.admitted) return null;
  const { user_id, login, name, super_user, levels } = rights;
  return { user_id, login, name, super_user, levels, session: SYSTEM_PRINCIPAL.session };
}
