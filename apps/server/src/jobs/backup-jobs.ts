import { backUpWhenDue, type BackupSchedule } from '../platform/backup/scheduled-backup.ts';
import type { BackupSource } from '../platform/backup/write-backup.ts';
import type { Database } from '../platform/database/database.ts';
import type { Job } from './job-worker.ts';

/** A backup a day, where the configuration asks for one. */
export function backupJobs(database: Database, schedule: BackupSchedule | null, source: BackupSource): Job[] {
  if (schedule === null) return [];
  return [{ name: 'back_up', every: { cron: '* * * * *' }, run: () => backUpWhenDue(database, schedule, source) }];
}
