import { sql } from 'kysely';
import { newPasswordFault, type PasswordOwner } from '../access/new-password.ts';
import { DEMO_PASSWORD } from '../access/password-check.ts';
import { inTransaction } from '../platform/database.ts';
import { hashPassword } from '../platform/sign-in/password-hash.ts';
import { createSignInLimiter } from '../platform/sign-in/sign-in-limiter.ts';
import { AdminRefusal, CONSOLE_ACTOR, type AdminCommand } from './admin-command.ts';
import { askNewPassword } from './ask-new-password.ts';

/** Gives a user a new password. His sessions end (a rule of the table), and his failed tries are forgotten. */
export const resetPassword: AdminCommand = {
  usage: '<user_id>',
  summary: 'Give a user a new password; ends his sessions',
  words: ['user_id'],
  async run({ database, terminal, words }) {
    const found = await sql<PasswordOwner & { id: number; may_enter: boolean }>`
      select id, user_id, user_first_name, user_middle_name, user_last_name, email,
        start_date <= manila_today() and coalesce(end_date, 'infinity') >= manila_today() as may_enter
      from app_user where lower(user_id) = lower(${words[0]!})`.execute(database);
    const user = found.rows[0];
    if (!user) throw new AdminRefusal(`There is no user ${words[0]!}. See list-users.`);
    const password = await askNewPassword(terminal, async (wanted) =>
      wanted === DEMO_PASSWORD ? 'This password is the demo company’s.' : newPasswordFault(database, wanted, user),
    );
    const password_hash = await hashPassword(password);
    await inTransaction(database, CONSOLE_ACTOR, async (db) => {
      await sql`update app_user set password_hash = ${password_hash} where id = ${user.id}`.execute(db);
    });
    await createSignInLimiter(database).forgiveAccount(user.user_id);
    terminal.say(`The password of ${user.user_id} is changed. All sessions of ${user.user_id} have ended.`);
    if (!user.may_enter) {
      terminal.warn(`${user.user_id} may not sign in today: see the start and end date in Users.`);
    }
  },
};
