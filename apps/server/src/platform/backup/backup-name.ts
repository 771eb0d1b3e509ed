import { manilaClock } from '@talaan/contract/papers/manila-clock';

const PATTERN = /^talaan-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})\.backup\.gz$/;

/** The name of a backup of an instant: `talaan-2026-03-31-020000.backup.gz`, on the company's clock. */
export function backupName(instant: Date): string {
  const { date, time } = manilaClock(instant.toISOString());
  const seconds = String(instant.getUTCSeconds()).padStart(2, '0');
  return `talaan-${date}-${time.replace(':', '')}${seconds}.backup.gz`;
}

/** The instant of a backup by its name; null of every other file. */
export function instantOfBackup(name: string): Date | null {
  const [, date, hour, minute, second] = PATTERN.exec(name) ?? [];
  return date === undefined ? null : new Date(`${date}T${hour}:${minute}:${second}+08:00`);
}
