import { sql } from 'kysely';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { EffectiveAccess, ModuleAccess } from '@talaan/contract/sign-in/effective-access.contract';
import type { Database } from '../platform/database/database.ts';

/** People whom a refusal names at most. */
const MOST_NAMED = 5;

/** Every module with the level that a user has on it and where it comes from; null when there is no such user. */
export async function loadEffectiveAccess(database: Database, userId: number): Promise<EffectiveAccess | null> {
  const found = await sql<EffectiveAccess['user']>`
    select u.id, u.user_id, concat_ws(' ', u.user_first_name, u.user_last_name) as name, u.sper_user,
      may_sign_in(u) as is_active
    from app_user u where u.id = ${userId}`.execute(database);
  const user = found.rows[0];
  if (!user) return null;
  const modules = await sql<AccessRow>`
    select e.module_name, e.module_type, e.level, e.is_super_user, e.privilege_level, e.role_levels as roles
    from effective_access e where e.user_id = ${userId} order by e.module_type, e.module_name`.execute(database);
  return { user, modules: modules.rows.map(moduleAccessOf), granted_by: await findGrantors(database) };
}

/** The level of a user on a module now. */
export async function levelOf(database: Database, userId: number, module: ModuleName): Promise<AccessLevel> {
  const found = await sql<{ level: AccessLevel }>`
    select level from effective_access where user_id = ${userId} and module_name = ${module}`.execute(database);
  return found.rows[0]?.level ?? ACCESS.none;
}

interface AccessRow extends Omit<ModuleAccess, 'reason'> {
  is_super_user: boolean;
}

function moduleAccessOf({ is_super_user, ...row }: AccessRow): ModuleAccess {
  const hasRole = row.roles.length > 0;
  const reason = is_super_user ? 'super_user' : row.privilege_level !== null ? 'privilege' : hasRole ? 'role' : 'none';
  return { ...row, reason };
}

/** Names of those who can grant access today, super users first. */
async function findGrantors(database: Database): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select concat_ws(' ', u.user_first_name, u.user_last_name) as name
    from app_user u join effective_access e on e.user_id = u.id and e.module_name = 'User Roles'
    where e.level >= ${ACCESS.update} and may_sign_in(u)
    order by u.sper_user desc, u.id limit ${MOST_NAMED}`.execute(database);
  return found.rows.map(({ name }) => name);
}
