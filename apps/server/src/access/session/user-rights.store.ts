import { sql } from 'kysely';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { Database } from '../../platform/database/database.ts';

/** What rights are as of: the number that moves with every change of users and rights, and the day of the company. */
export interface AccessVersion {
  version: string;
  day: string;
}

/** Who a user is and what he may do. */
export interface UserRights extends AccessVersion {
  user_id: number;
  login: string;
  name: string;
  super_user: boolean;
  password_due: boolean;
  /** Whether he may sign in on that day. */
  admitted: boolean;
  /** His level on every module. */
  levels: Readonly<Record<string, AccessLevel>>;
}

/**
 * Answers the rights of a user as of a version of which the caller was just told, or later; null when there is no such user.
 * They are read once for a version and a day, and kept.
 */
export function keepUserRights(
  database: Database,
): (userId: number, asOf: AccessVersion) => Promise<UserRights | null> {
  const kept = new Map<number, UserRights>();
  return async (userId, { version, day }) => {
    const known = kept.get(userId);
    if (known?.version === version && known.day === day) return known;
    const read = await readUserRights(database, userId);
    if (read) kept.set(userId, read);
    else kept.delete(userId);
    return read;
  };
}

/** The rights of a user as they are; null when there is no such user. */
export async function readUserRights(database: Database, userId: number): Promise<UserRights | null> {
  const found = await sql<UserRights>`
    select a.version, manila_today() as day, u.id as user_id, u.user_id as login,
      concat_ws(' ', u.user_first_name, u.user_last_name) as name, u.sper_user = 1 as super_user,
      u.password_set_by_other as password_due, may_sign_in(u) as admitted,
      (select coalesce(json_object_agg(e.module_name, e.level), '{}') from effective_access e where e.user_id = u.id) as levels
    from app_user u, access_version a where u.id = ${userId}`.execute(database);
  return found.rows[0] ?? null;
}
