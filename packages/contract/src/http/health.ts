/** How scheduled backups stand: none is asked for, the newest is there, it is late, or the last try failed. */
export type BackupState = 'off' | 'done' | 'late' | 'failed';

/** What `GET /api/health` answers, to anybody; with 503, and without what the database would have to tell, while it does not answer. */
export interface Health {
  readonly live: true;
  readonly ready: boolean;
  readonly database: 'up' | 'down';
  readonly version: string;
  /** Name of the newest migration. */
  readonly migration: string;
  readonly backup?: BackupState | undefined;
  /** The replica that reports are read from, where one is set; the seconds are null while it is down. */
  readonly replica?: { readonly state: 'up' | 'down'; readonly seconds_behind: number | null } | undefined;
  /** Work that waits to be done in the background, by kind. */
  readonly waiting?: Readonly<Record<'jobs' | 'mails' | 'webhooks' | 'files', number>> | undefined;
}
