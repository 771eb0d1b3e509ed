import { sql } from 'kysely';
import { giveSecret, linkAddress, openLink } from '../access/passwords/password-link.store.ts';
import { tellOfSignIn } from '../access/passwords/sign-in-notices.ts';
import { dateTimeText } from '../platform/clock.ts';
import { inTransaction } from '../platform/database/database.ts';
import { AdminRefusal, CONSOLE_ACTOR, type AdminCommand } from './admin-command.ts';

/** Prints a one-time link by which a user chooses a new password: for where no mail brings it to him. */
export const resetPassword: AdminCommand = {
  usage: '<user_id>',
  summary: 'Print a one-time link by which a user chooses a new password',
  words: ['user_id'],
  async run({ database, address, terminal, words }) {
    const found = await sql<{ id: number; user_id: string; may_sign_in: boolean }>`
      select u.id, u.user_id, may_sign_in(u) as may_sign_in
      from app_user u where lower(u.user_id) = lower(${words[0]!})`.execute(database);
    const user = found.rows[0];
    if (!user) throw new AdminRefusal(`There is no user ${words[0]!}. See list-users.`);
    if (!user.may_sign_in) {
      throw new AdminRefusal(`${user.user_id} may not sign in today: see the dates in Users, and list-users.`);
    }
    const { secret, expires_at } = await inTransaction(database, CONSOLE_ACTOR, async (db) => {
      const link = await openLink(db, user.id, null);
      await tellOfSignIn(db, user.id, { kind: 'password_link' });
      return { secret: await giveSecret(db, 'id', link.id), expires_at: link.expires_at };
    });
    terminal.say(`Hand this link to ${user.user_id} alone. It works once, until ${dateTimeText(expires_at)}:`);
    terminal.say(linkAddress(address, secret));
  },
};
