import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { asRefusal } from './backup.ts';
import { AdminRefusal, type AdminCommand } from './admin-command.ts';

/** Brings the books of a backup into an empty database, or over the one that is named. */
export const restore: AdminCommand = {
  usage: '<file> [--over <database>]',
  summary: 'Bring the books of a backup into an empty database, or over those of the database that is named',
  words: ['file'],
  options: ['over'],
  leavesSchema: true,
  async run({ owner_url, app_url, jobs_url, data_dir, terminal, words: [file = ''], options }) {
    const { made_at, rows, problems } = await restoreBackup(file, {
      ownerUrl: owner_url,
      appUrl: app_url,
      jobsUrl: jobs_url,
      dataDir: data_dir,
      over: options['over'] ?? null,
    }).catch(asRefusal);
    terminal.say(`The books of ${made_at} are restored: ${rows} rows. The next start brings their schema up to date.`);
    if (problems.length > 0)
      throw new AdminRefusal(`They were not whole when they were backed up: ${problems.join('; ')}.`);
    terminal.say('Their audit trail and their balances are whole.');
  },
};
