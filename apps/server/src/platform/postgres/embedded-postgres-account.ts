import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The operating-system account that runs the database; undefined means the account of this process. */
export interface DatabaseAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses who runs the database. PostgreSQL refuses root, so root hands over to the owner of an existing data folder,
 * else to the `postgres` account, else to `nobody`. An ordinary user runs it himself.
 * Throws one sentence when root finds no such account.
 */
export function chooseDatabaseAccount(clusterFolder: string): DatabaseAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
    if (ids.every(Boolean)) return { uid: Number(ids[0]), gid: Number(ids[1]) };
  }
  throw new Error('PostgreSQL does not run as root: create an account named "postgres", or set DATABASE_URL.');
}

/** True when the account can enter the folder and write in it. */
export function accountCanUse(account: DatabaseAccount | undefined, folder: string): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { cwd: '/', ...account }).status === 0;
}
