import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import packageFacts from '../../../../package.json' with { type: 'json' };
import { BackupRefusal } from '../platform/backup/backup-file.ts';
import { backupName } from '../platform/backup/backup-name.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { AdminRefusal, type AdminCommand } from './admin-command.ts';

/** Writes everything that the books are into one file, whether the server runs or not. */
export const backup: AdminCommand = {
  usage: '<file or folder>',
  summary: 'Write the books with their keys into one file, checked by reading it back; the server may run',
  words: ['file or folder'],
  leavesSchema: true,
  async run({ owner_url, data_dir, terminal, words: [place = ''] }) {
    const isFolder = place.endsWith(path.sep) || (existsSync(place) && statSync(place).isDirectory());
    const file = path.resolve(isFolder ? path.join(place, backupName(new Date())) : place);
    const written = await writeBackup(file, {
      ownerUrl: owner_url,
      dataDir: data_dir,
      version: packageFacts.version,
    }).catch(asRefusal);
    terminal.say(`${file} holds ${written.rows} rows in ${written.bytes} bytes, and was read back to its end.`);
    terminal.say(`Its SHA-256 is ${written.sha256}. It holds keys: keep it where only you may read.`);
  },
};

/** A sentence of a backup is one of the console. */
export function asRefusal(error: unknown): never {
  if (error instanceof BackupRefusal) throw new AdminRefusal(error.message);
  throw error;
}
