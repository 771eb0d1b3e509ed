import { resolve } from 'node:path';

/**
 * What to do about an installation without users, for the terminal in which the server was started: the command as it is
 * to be typed in another one, which finds the same books only with the same `DATA_DIR` or `DATABASE_URL`. The address of a
 * database is not repeated: it may hold a password.
 */
export function firstUserHint({ DATA_DIR, DATABASE_URL }: Readonly<Record<string, string | undefined>>): string {
  const command = 'npm run admin -- create-super-user';
  if (DATABASE_URL) {
    return `Nobody can sign in yet. Add the first user, in another terminal with the same DATABASE_URL:\n  ${command}`;
  }
  const folder = DATA_DIR ? `DATA_DIR=${quoted(resolve(DATA_DIR))} ` : '';
  return `Nobody can sign in yet. Add the first user, in another terminal:\n  ${folder}${command}`;
}

/** A path as one word of a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
