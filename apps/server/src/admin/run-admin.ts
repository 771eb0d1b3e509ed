import { parseArgs } from 'node:util';
import { Problem } from '../platform/http/problem.ts';
import { AdminRefusal, type AdminCommand, type OpenedBooks } from './admin-command.ts';
import { backup } from './backup.ts';
import { createSuperUser } from './create-super-user.ts';
import { listUsers } from './list-users.ts';
import { maintenance } from './maintenance.ts';
import { passwordSignIn } from './password-sign-in.ts';
import { resetPassword } from './reset-password.ts';
import { restore } from './restore.ts';
import type { Terminal } from './terminal.ts';
import { verifyAudit } from './verify-audit.ts';

/** What `npm run admin -- <name>` does. */
export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  'create-super-user': createSuperUser,
  'reset-password': resetPassword,
  'list-users': listUsers,
  'password-sign-in': passwordSignIn,
  maintenance,
  'verify-audit': verifyAudit,
  backup,
  restore,
};

/** Exit codes of the console: done, refused or failed, not understood. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** The books that a command works on, opened only when its words are understood. */
export type OpenBooks = (as: { isUpToDate: boolean }) => Promise<OpenedBooks>;

/** Runs one command of the console and answers its exit code; what there is to say went to the terminal. */
export async function runAdmin(parameters: readonly string[], terminal: Terminal, open: OpenBooks): Promise<number> {
  const [name = 'help', ...rest] = parameters;
  if (['help', '--help', '-h'].includes(name)) {
    for (const line of helpLines()) terminal.say(line);
    return EXIT.done;
  }
  const command = ADMIN_COMMANDS[name];
  if (!command) {
    terminal.warn(`There is no command ${name}. "npm run admin -- help" lists them.`);
    return EXIT.usage;
  }
  const given = readParameters(command, rest);
  if (!given) {
    terminal.warn(`Use: npm run admin -- ${name} ${command.usage}`.trimEnd());
    return EXIT.usage;
  }
  return runCommand(command, given, terminal, open);
}

async function runCommand(
  command: AdminCommand,
  given: NonNullable<ReturnType<typeof readParameters>>,
  terminal: Terminal,
  open: OpenBooks,
): Promise<number> {
  const books = await open({ isUpToDate: !command.leavesSchema });
  try {
    await command.run({ ...books, terminal, ...given });
    return EXIT.done;
  } catch (refusal) {
    if (!(refusal instanceof AdminRefusal) && !(refusal instanceof Problem)) throw refusal;
    for (const line of linesOf(refusal)) terminal.warn(line);
    return EXIT.refused;
  } finally {
    await books.close();
  }
}

function linesOf(refusal: AdminRefusal | Problem): string[] {
  const errors = refusal instanceof Problem ? Object.values(refusal.details.errors ?? {}).flat() : [];
  return errors.length > 0 ? errors : [refusal.message];
}

/** Words and options of a command, or null when they are not the ones it takes. */
function readParameters({ words = [], options = [] }: AdminCommand, given: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options: Object.fromEntries(options.map((option) => [option, { type: 'string' as const }])),
      allowPositionals: true,
    });
    const fits = positionals.every((word, at) => !words[at]?.includes('|') || words[at].split('|').includes(word));
    return positionals.length === words.length && fits ? { words: positionals, options: values } : null;
  } catch {
    return null; // an option that the command does not have
  }
}

function helpLines(): string[] {
  return [
    'Administration of an installation, at its console. Every change is in the audit trail as the system’s own.',
    '',
    ...Object.entries(ADMIN_COMMANDS).flatMap(([name, { usage, summary }]) => [
      `npm run admin -- ${name} ${usage}`.trimEnd(),
      `    ${summary}`,
    ]),
    'npm run admin -- help',
    '    This list',
    '',
    'It works on the books of DATA_DIR or DATABASE_URL, whether the server runs or not. Passwords are asked for, or read',
    'from standard input; never give one on the command line. Exit codes: 0 done, 1 refused, 2 not understood.',
  ];
}
