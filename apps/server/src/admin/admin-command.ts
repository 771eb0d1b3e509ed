import type { Actor, Database } from '../platform/database/database.ts';
import type { Terminal } from './terminal.ts';

/** A command of the console. */
export interface AdminCommand {
  /** What follows its name, as the help shows it: '<user_id>'. */
  readonly usage: string;
  /** One line of the help. */
  readonly summary: string;
  /** Options that take a value, without their dashes. */
  readonly options?: readonly string[];
  /** Names of what must stand behind the command; one word of a list is written 'on|off'. */
  readonly words?: readonly string[];
  run(call: AdminCall): Promise<void>;
}

/** What a command works with: its words and options are complete, and no others were given. */
export interface AdminCall {
  readonly database: Database;
  /** Folder of keys and of what is kept outside the database. */
  readonly data_dir: string;
  /** Address that people open, without a slash at the end. */
  readonly address: string;
  readonly terminal: Terminal;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** The audit trail shows what the console did as the system's, with this in the place of the request. */
export const CONSOLE_ACTOR: Actor = { user_id: null, request_id: 'console' };

/** A command that cannot be done; one sentence with the way out. The console ends with exit code 1. */
export class AdminRefusal extends Error {}
