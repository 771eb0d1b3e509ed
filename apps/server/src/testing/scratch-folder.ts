import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** The journeys hold five companies of 200 MB and as many copies of PostgreSQL: half of it. */
const ROOM_BYTES = 3 * 2 ** 30;

const PREFIX = 'talaan-test-';

/** A new folder for databases of this process, which the account that runs them can pass through. */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(path.join(scratchFolder(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Folders of processes that were killed before they could remove them. */
export function abandonedFolders(): string[] {
  const parents = [...new Set([MEMORY, tmpdir()])].filter((folder) => existsSync(folder));
  return parents
    .flatMap((parent) => readdirSync(parent).map((name) => path.join(parent, name)))
    .filter((folder) => {
      const name = path.basename(folder);
      if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) return false;
      return statSync(folder).uid === (process.getuid?.() ?? 0);
    });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Where tests make databases: in memory, where the system offers enough of it, as a disk spends more time on the thousand
 * files of each new database than PostgreSQL does; else in the temporary folder.
 */
export function scratchFolder(): string {
  return memoryHasRoom() ? MEMORY : tmpdir();
}

function memoryHasRoom(): boolean {
  try {
    // PostgreSQL is copied beside its data where its account cannot enter the folder of the packages.
    const mayRunPrograms = !/^\S+ \/dev\/shm tmpfs \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
    const { bavail, bsize } = statfsSync(MEMORY);
    return mayRunPrograms && Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES;
  } catch {
    return false;
  }
}
