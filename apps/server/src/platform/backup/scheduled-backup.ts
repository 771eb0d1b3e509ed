import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BackupState } from '@talaan/contract/http/health';
import { sql } from 'kysely';
import pg from 'pg';
import { instantInManila, today } from '../clock.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../database/database.ts';
import { sumFile } from './backup-file.ts';
import { backupName, instantOfBackup } from './backup-name.ts';
import { writeBackup, type BackupSource } from './write-backup.ts';

/** What the configuration says of backups by the clock. */
export interface BackupSchedule {
  readonly folder: string;
  /** Hour of the company's day, 0 to 23. */
  readonly at: number;
  /** How many files are kept. */
  readonly keep: number;
}

const DAY_MS = 24 * 3600_000;
/** A failed one is tried again after this time, and a missing one is late. */
const AGAIN_MS = 30 * 60_000;

/** The newest moment at which a backup was due. */
export function lastDue({ at }: Pick<BackupSchedule, 'at'>, now: Date): Date {
  const due = instantInManila(today(now), at);
  return due <= now ? due : new Date(due.getTime() - DAY_MS);
}

/**
 * Makes the backup that is due, if none was made since, and removes the oldest ones of the folder. One server at a time does
 * it; what became of it is stored, a failure too, and told by the database to those who administer users.
 */
export async function backUpWhenDue(
  database: Database,
  schedule: BackupSchedule,
  source: BackupSource,
  now: Date = new Date(),
): Promise<void> {
  const due = lastDue(schedule, now);
  if (!(await isAwaited(database, due, now))) return;
  const holder = new pg.Client({ connectionString: source.ownerUrl });
  holder.on('error', () => {}); // whoever waits for an answer is told
  try {
    await holder.connect();
    const { rows } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock(7003, 2) as mine');
    if (rows[0]!.mine && (await isAwaited(database, due, now))) await backUp(database, schedule, source, { due, now });
  } finally {
    await holder.end();
  }
}

async function backUp(
  database: Database,
  schedule: BackupSchedule,
  source: BackupSource,
  { due, now }: { due: Date; now: Date },
): Promise<void> {
  const file = backupName(now);
  const outcome = await writeBackup(path.join(schedule.folder, file), source).then(
    ({ bytes, sha256 }) => ({ file, bytes, sha256 }),
    (error: Error) => ({ failure: error.message }),
  );
  await inTransaction(database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('backup_run')
      .values({ due_at: due.toISOString(), ended_at: now.toISOString(), ...outcome })
      .execute(),
  );
  if ('file' in outcome) await removeOldest(schedule);
}

/** None was made since it was due, and the last try is long enough ago. */
async function isAwaited(database: Database, due: Date, now: Date): Promise<boolean> {
  const done = await database
    .selectFrom('backup_run')
    .select('id')
    .where('due_at', '=', due.toISOString())
    .where((eb) =>
      eb.or([eb('failure', 'is', null), eb('ended_at', '>', new Date(now.getTime() - AGAIN_MS).toISOString())]),
    )
    .limit(1)
    .executeTakeFirst();
  return done === undefined;
}

async function removeOldest({ folder, keep }: BackupSchedule): Promise<void> {
  const names = (await readdir(folder)).filter((name) => instantOfBackup(name) !== null).toSorted();
  for (const name of names.slice(0, -keep)) {
    const file = path.join(folder, name);
    if (existsSync(sumFile(file))) await rm(sumFile(file));
    await rm(file);
  }
}

/** How scheduled backups stand, and when the newest was made (Unix time; null where none was). */
export async function readBackupState(
  database: Database,
  schedule: BackupSchedule | null,
  now: Date = new Date(),
): Promise<{ state: BackupState; made_at: number | null }> {
  if (schedule === null) return { state: 'off', made_at: null };
  const { rows } = await sql<{ failed: boolean | null; made_at: number | null; due_at: number | null }>`
    select (select failure is not null from backup_run order by id desc limit 1) as failed,
      extract(epoch from max(ended_at))::float8 as made_at, extract(epoch from max(due_at))::float8 as due_at
    from backup_run where failure is null`.execute(database);
  const { failed, made_at, due_at } = rows[0]!;
  if (failed) return { state: 'failed', made_at };
  const due = lastDue(schedule, now).getTime();
  const isLate = (due_at ?? 0) * 1000 < due && now.getTime() > due + AGAIN_MS;
  return { state: isLate ? 'late' : 'done', made_at };
}
