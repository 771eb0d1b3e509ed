import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** A run holds three or four databases of 15 MB, their write-ahead log and a copy of PostgreSQL: a fifth of it. */
const ROOM_BYTES = 2 * 2 ** 30;

/** Folders that a test run may have left databases in. */
export const SCRATCH_FOLDERS: readonly string[] = [...new Set([MEMORY, tmpdir()])];

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
