import { sql } from 'kysely';
import { ENDS_WITHIN_DAYS, USER_STATES } from '@talaan/contract/resources/access/user.resource';
import { newPasswordFault, type PasswordOwner } from '../../access/passwords/new-password.ts';
import { sendLink, tellOfSignIn } from '../../access/passwords/sign-in-notices.ts';
import { DEMO_PASSWORD } from '../../access/sign-in/password-check.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { hashPassword } from '../../platform/sign-in/password-hash.ts';
import type { ResourceOverride } from '../records/resource-override.ts';
import { manilaDayAndTime } from '../../platform/manila-time.ts';

/**
 * Users: passwords are hard to guess and kept as argon2id hashes, whoever adds a user may give him a first one and nobody
 * another (decisions §8): else a link by which he chooses it goes to his work e-mail, if he may sign in today. Only super
 * users make, change or remove super users.
 */
export const userOverride: ResourceOverride = {
  active: sql`may_sign_in(t)`,
  computed: {
    state: sql`case when t.blocked_at is not null then ${sql.lit(USER_STATES.blocked)} when t.end_date < manila_today() then ${sql.lit(USER_STATES.ended)}
      when t.end_date <= manila_today() + ${ENDS_WITHIN_DAYS}::int then ${sql.lit(USER_STATES.ends)}
      when t.start_date > manila_today() then ${sql.lit(USER_STATES.begins)} else ${sql.lit(USER_STATES.in_use)} end`,
    blocked_since: manilaDayAndTime(sql`t.blocked_at`),
    roleaccess: sql`(select coalesce(jsonb_agg(jsonb_build_object('module_name', e.module_name,
        'module_type', e.module_type, 'access_level', e.level) order by e.module_name), '[]')
      from effective_access e where e.user_id = t.id and e.level > 0)`,
  },
  async refuseChange({ db, user }, { stored, entry }) {
    if (stored?.['sper_user'] === 1 || entry['sper_user'] === 1) requireSuperUser(user);
    if (stored !== null && entry['password'] !== null) throw invalid({ password: [ONLY_ITS_OWNER] });
    // The seed gives the demo company's people the one password that is written on the sign-in page.
    if (entry['password'] === null || entry['password'] === DEMO_PASSWORD) return;
    // The entry went through the schema of users, which has what a password is held against.
    const fault = await newPasswordFault(db, entry['password'] as string, entry as unknown as PasswordOwner);
    if (fault !== null) throw invalid({ password: [fault] });
  },
  async refuseDelete({ user }, stored) {
    if (stored['sper_user'] === 1) requireSuperUser(user);
  },
  async beforeWrite({ db }, { stored, entry }) {
    if (stored === null) return;
    const [from, to] = [stored['email'] as string | null, entry['email'] as string | null];
    if (from !== to) await tellOfSignIn(db, stored.id, { kind: 'email_changed', from, to });
  },
  async afterInsert({ db }, id, { email, password }) {
    if (email === null || password !== null) return;
    const { rows } = await sql`select from app_user u where u.id = ${id} and may_sign_in(u)`.execute(db);
    if (rows.length > 0) await sendLink(db, id, email as string);
  },
  async completeColumns({ entry }): Promise<Record<string, unknown>> {
    const password = entry['password'] as string | null;
    return password === null ? {} : { password_hash: await hashPassword(password) };
  },
};

const ONLY_ITS_OWNER =
  'A password is changed by its owner alone. Send a link to choose one; your own is changed in the user menu.';

function requireSuperUser(user: Principal): void {
  if (!user.super_user) {
    throw forbidden('super_user_only', 'Only a super user may make, change or remove a super user.');
  }
}
