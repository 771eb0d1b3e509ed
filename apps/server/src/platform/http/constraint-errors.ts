import { conflict, forbidden, invalid, Problem } from './problem.ts';

interface DatabaseError {
  code?: string;
  constraint?: string;
  table?: string;
  message?: string;
  detail?: string;
  /** The system call that failed, when no server answered. */
  syscall?: string;
}

type Refusal = (error: DatabaseError) => Problem;

/** Refusals raised by named constraints and triggers of the schema, so that a race and a polite check answer alike. */
const CONSTRAINT_PROBLEMS: Record<string, Refusal> = {};

/** Adds the refusals of one part of the schema; each feature names its own constraints beside its code. */
export function nameConstraints(problems: Readonly<Record<string, Refusal>>): void {
  Object.assign(CONSTRAINT_PROBLEMS, problems);
}

/** The refusal of a constraint in the sentence that the schema raises: 409 under a code. */
export const asConflict =
  (code: string): Refusal =>
  ({ message = 'This cannot be done.' }) =>
    conflict(code, message);

/** The same, of what another person has to do: 403 under a code. */
export const asForbidden =
  (code: string): Refusal =>
  ({ message = 'Another person has to do this.' }) =>
    forbidden(code, message);

/** The same, of a value: 422 under the field that the person can correct. */
export const asFaultOf =
  (field: string): Refusal =>
  ({ message = 'This value cannot stand.' }) =>
    invalid({ [field]: [message] });

/** The problem that a database error means, or null when it is a fault. */
export function problemOfDatabaseError(error: unknown): Problem | null {
  const { code, constraint } = error as DatabaseError;
  if (constraint && CONSTRAINT_PROBLEMS[constraint]) return CONSTRAINT_PROBLEMS[constraint](error as DatabaseError);
  switch (code) {
    case '23505':
      return conflict('already_exists', 'A record with the same key exists already.');
    case '23503':
      return conflict('still_used', 'Another record uses this one, or a record it names does not exist.');
    case '23514':
    case '22003':
    case '22001':
    case '22P02':
    case '22007':
    case '22008':
    case '22021':
    case '22P05':
      return invalid({ request: ['A value is outside what the books accept.'] }, 'value_refused');
    case '40001':
    case '40P01':
    case '55P03':
      // Also when the other call was cut off with its server: its transaction ends a moment later.
      return new Problem(
        503,
        'busy',
        'Another call is at work on the same records. Nothing was saved; try again in a moment.',
      );
    case '57014':
      return new Problem(
        503,
        'too_slow',
        'This took too long and was stopped. Nothing was saved; ask for less at once.',
      );
    case '25006':
      return forbidden('preview_read_only', 'Nothing can be changed while you look at Talaan as another user.');
    case '53100':
      return new Problem(
        507,
        'storage_full',
        'Storage is full. Nothing was saved; ask the administrator to make room.',
      );
    default:
      return isConnectionLost(error as DatabaseError)
        ? new Problem(503, 'database_unavailable', 'The database is not available. Try again in a moment.')
        : null;
  }
}

const LOST_CONNECTION = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/** Sentences of the driver, which gives no code when a connection ends under a statement or a statement comes after it. */
const LOST_CONNECTION_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect)/;

/** Whether the database could not be reached, or went away before it answered. */
function isConnectionLost({ code, syscall, message }: DatabaseError): boolean {
  if (code === undefined) return LOST_CONNECTION_WORDS.test(message ?? '');
  // The socket of a database that is not running is not there.
  return LOST_CONNECTION.has(code) || (code === 'ENOENT' && syscall === 'connect');
}
