import { sql } from 'kysely';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { DemoUser } from './demo-access.ts';

export type Person = DemoUser['user_id'];

/** The people of the demo company by their user ids. */
export type People = ReadonlyMap<Person, Principal>;

/** The transaction goes on in this person's name. */
export async function actAs(transaction: Database, people: People, person: Person): Promise<Principal> {
  const user = people.get(person);
  if (!user) throw new RangeError(`The demo company has no user ${person}.`);
  await sql`select set_config('talaan.user_id', ${String(user.user_id)}, true)`.execute(transaction);
  return user;
}

/** The transaction goes on in the system's name. */
export async function actAsSystem(transaction: Database): Promise<void> {
  await sql`set local talaan.user_id = 'system'`.execute(transaction);
}

/** The people of the demo company by their user ids, with their levels. */
export async function loadPrincipals(database: Database): Promise<Map<Person, Principal>> {
  const users = await sql<{
    id: number;
    login: string;
    name: string;
    sper_user: number;
    levels: Record<string, AccessLevel>;
  }>`
    select u.id, u.user_id as login, concat_ws(' ', u.user_first_name, u.user_last_name) as name, u.sper_user,
      (select jsonb_object_agg(e.module_name, e.level) from effective_access e where e.user_id = u.id) as levels
    from app_user u`.execute(database);
  return new Map(
    users.rows.map(({ id, login, name, sper_user, levels }) => [
      login,
      { user_id: id, login, name, super_user: sper_user === 1, levels, session: NO_SESSION },
    ]),
  );
}

/** The people of the demo company act here without signing in. */
const NO_SESSION = { token_hash: Buffer.alloc(0), csrf_hash: Buffer.alloc(0), expires_at: '', seconds_left: 0 };

/** Record ids of branches, departments and payees by their codes. */
export async function loadRecordIds(database: Database) {
  const [branch, department, payee] = await Promise.all([
    database.selectFrom('branch').select(['id', 'brnc_code as code']).execute(),
    database.selectFrom('department').select(['id', 'dept_code as code']).execute(),
    database.selectFrom('payee').select(['id', 'payee_code as code']).execute(),
  ]);
  const byCode = (rows: { id: number; code: string }[]) => new Map(rows.map((row) => [row.code, row.id]));
  return { branch: byCode(branch), department: byCode(department), payee: byCode(payee) };
}
