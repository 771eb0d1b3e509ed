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
  /** Works on the books as they stand; for every other command the schema is brought up to date first, as at every start. */
  readonly leavesSchema?: true;
  run(call: AdminCall): Promise<void>;
}

/** The books that the console works on. */
export interface OpenedBooks {
  readonly database: Database;
  /** Connection of the owner. */
  readonly owner_url: string;
  /** The run-time connections that the configuration names; null: of roles that the migrations made. */
  readonly app_url: string | null;
  readonly jobs_url: string | null;
  /** Folder of keys and of what is kept outside the database. */
  readonly data_dir: string;
  /** Address that people open, without a slash at the end. */
  readonly address: string;
  close(): Promise<void>;
}

/** What a command works with: its words and options are complete, and no others were given. */
export interface AdminCall extends Omit<OpenedBooks, 'close'> {
  readonly terminal: Terminal;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** The audit trail shows what the console did as the system's, with this in the place of the request. */
export const CONSOLE_ACTOR: Actor = { user_id: null, request_id: 'console' };

/** A command that cannot be done; one sentence with the way out. The console ends with exit code 1. */
export class AdminRefusal extends Error {}
