import { sql } from 'kysely';
import { inTransaction, type Database } from '../platform/database/database.ts';
import { setPasswordSignIn } from '../platform/database/installation-switches.ts';
import { CONSOLE_ACTOR, type AdminCommand } from './admin-command.ts';

/** Switches the password forms of the sign-in window off or on; single sign-on is not touched. */
export const passwordSignIn: AdminCommand = {
  usage: 'on|off',
  summary: 'Let people sign in with a password, or by single sign-on alone',
  words: ['on|off'],
  async run({ database, terminal, words }) {
    const on = words[0] === 'on';
    await inTransaction(database, CONSOLE_ACTOR, (db) => setPasswordSignIn(db, on));
    terminal.say(`Signing in with a password is switched ${words[0]!}. It acts on the next sign-in.`);
    if (!on && !(await hasSingleSignOn(database))) {
      terminal.warn(
        'Nobody has signed in by single sign-on yet: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET for the ' +
          'server, or people cannot sign in. "password-sign-in on" takes this back.',
      );
    }
  },
};

async function hasSingleSignOn(database: Database): Promise<boolean> {
  const found = await sql`select from user_identity limit 1`.execute(database);
  return found.rows.length > 0;
}
