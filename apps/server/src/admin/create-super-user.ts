import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { newPasswordFault } from '../access/passwords/new-password.ts';
import { DEMO_PASSWORD } from '../access/sign-in/password-check.ts';
import { serveResource } from '../masterdata/overrides/serve-resource.ts';
import { checkWholeEntry } from '../masterdata/records/whole-entry.ts';
import { createRecord } from '../masterdata/writing/write-records.ts';
import { inTransaction } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { decideCompany } from '../platform/installation.ts';
import { AdminRefusal, CONSOLE_ACTOR, type AdminCommand } from './admin-command.ts';
import { askNewPassword } from './ask-new-password.ts';
import type { Terminal } from './terminal.ts';

const QUESTIONS = [
  ['user-id', 'user_id', 'User ID'],
  ['first-name', 'user_first_name', 'First name'],
  ['last-name', 'user_last_name', 'Last name'],
  ['email', 'email', 'Work e-mail (may stay empty)'],
] as const;

/** Adds a user who may do everything: the first one of a new installation, or one more. */
export const createSuperUser: AdminCommand = {
  usage: '[--user-id <id>] [--first-name <name>] [--last-name <name>] [--email <address>]',
  summary: 'Add a user who may set up everything; asks for what is not given, and for the password',
  options: QUESTIONS.map(([option]) => option),
  async run({ database, terminal, options }) {
    const facts: Record<string, string | null> = {};
    for (const [option, field, question] of QUESTIONS) {
      facts[field] = (options[option] ?? (await askFact(terminal, option, question))).trim() || null;
    }
    const user = serveResource(resourceNamed('user'));
    const whole = checkWholeEntry(user.definition, null, { ...facts, sper_user: 1 });
    if (!whole.ok) throw new AdminRefusal(whole.faults.map((fault) => fault.message).join('\n'));
    const entry = whole.entry as typeof whole.entry & Parameters<typeof newPasswordFault>[2];
    const password = await askNewPassword(terminal, async (wanted) =>
      wanted === DEMO_PASSWORD ? 'This password is the demo company’s.' : newPasswordFault(database, wanted, entry),
    );
    await inTransaction(database, CONSOLE_ACTOR, async (db) => {
      await decideCompany(db, { demo: false });
      await createRecord({ db, user: SYSTEM_PRINCIPAL }, user, { ...entry, password });
    });
    terminal.say(`User ${entry.user_id} is added. Sign in with this user ID and the password.`);
  },
};

/** A script names everything by options; its standard input carries the password alone. */
async function askFact(terminal: Terminal, option: string, question: string): Promise<string> {
  if (terminal.is_interactive) return terminal.ask(`${question}: `);
  if (option === 'email') return '';
  throw new AdminRefusal(`Name the user with --${option}.`);
}
