import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { accountCanUse, chooseDatabaseAccount, type DatabaseAccount } from './embedded-postgres-account.ts';

/** Where the database lives and who runs it. */
export interface DatabaseFolder {
  /** The data folder in use: the one asked for, or the system folder that replaces it. */
  readonly dataDir: string;
  /** `<dataDir>/postgres`, with everything of the database, owned by the account that runs it. */
  readonly folder: string;
  readonly account: DatabaseAccount | undefined;
}

/**
 * Makes `<asked>/postgres` ready for the account that runs the database. Where that account cannot enter it (a closed
 * home, root started the server), a folder below /var/lib/talaan takes its place and `log` is told so.
 */
export function prepareDatabaseFolder(asked: string, log: (sentence: string) => void): DatabaseFolder {
  const account = chooseDatabaseAccount(path.join(asked, 'postgres', 'cluster'));
  const inFolder = (dataDir: string) => {
    const folder = path.join(dataDir, 'postgres');
    makeFolder(folder);
    if (account) chownSync(folder, account.uid, account.gid);
    chmodSync(folder, 0o700);
    return accountCanUse(account, folder) ? { dataDir, folder: realpathSync(folder), account } : undefined;
  };
  const there = inFolder(asked);
  if (there) return there;
  rmSync(path.join(asked, 'postgres'), { recursive: true });
  const name = createHash('sha256').update(realpathSync(asked)).digest('hex').slice(0, 12);
  const fallback = inFolder(path.join('/var/lib/talaan', name));
  if (!fallback) throw new Error(`The database account can enter neither ${asked} nor /var/lib/talaan. Set DATA_DIR.`);
  log(
    `The database account cannot enter ${asked}, so the data is kept in ${fallback.dataDir}. Set DATA_DIR to choose.`,
  );
  return fallback;
}

/** Folders that we create can be passed through by the database account, whatever the umask; existing ones are left. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}
