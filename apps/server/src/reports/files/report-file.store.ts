import { sql } from 'kysely';
import type { ReportFormat } from '@talaan/contract/reports/kit/define-report';
import { FILE_KEPT_HOURS, FILES_AT_ONCE, type ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import type { Database } from '../../platform/database/database.ts';
import { confidentialSeen, hidesOne } from '../../batches/record/batch-visibility.ts';
import { conflict, forbidden, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { FilterTexts } from './filed-report.ts';

/** Whoever makes a file and has not said so for this long is gone. */
const LEASE_SECONDS = 30;
/** A file whose makers went so often brings them down. */
const MOST_ATTEMPTS = 5;

/** Who asked for which file. */
export interface AskedFile {
  readonly user_id: number;
  readonly report: string;
  readonly title: string;
  readonly subject: string;
  readonly filter: FilterTexts;
  readonly format: ReportFormat;
}

/** A file that somebody makes: only his attempt may add to it. */
export interface FileInWork extends AskedFile {
  readonly id: string;
  readonly attempt: number;
}

/** Puts a file among those to be made; 409 where its owner has too many of them, or `atOnce` of this one. */
export async function askForFile(
  transaction: Database,
  { filter, ...asked }: AskedFile,
  atOnce = FILES_AT_ONCE,
): Promise<ReportFile> {
  // One after the other of one person, so that none is counted too few.
  await sql`select from app_user where id = ${asked.user_id} for no key update`.execute(transaction);
  const found = await sql<{ all: number; alike: number }>`
    select count(*)::int as all, (count(*) filter (where report = ${asked.report}))::int as alike from report_file
    where user_id = ${asked.user_id} and state in ('waiting', 'working')`.execute(transaction);
  const { all, alike } = found.rows[0]!;
  if (all >= FILES_AT_ONCE || alike >= atOnce) {
    const many = all >= FILES_AT_ONCE ? `${all} files` : `${alike} files of ${asked.title}`;
    throw conflict('too_many_files', `${many} of yours are being made. Wait for one of them, or cancel it.`);
  }
  const { id } = await transaction
    .insertInto('report_file')
    .values({ ...asked, filter: JSON.stringify(filter) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await findFiles(transaction, asked.user_id)).find((file) => file.id === id)!;
}

/** What a person asked for, the newest first. */
export async function findFiles(database: Database, userId: number): Promise<ReportFile[]> {
  const found = await sql<ReportFile>`
    select id, report, title, subject, format, state, rows_done,
      case when filter ->> 'count' ~ '^[0-9]{1,6}$' then (filter ->> 'count')::int end as rows_expected, name, size::float8 as size, reason, asked_at,
      ended_at + make_interval(hours => ${FILE_KEPT_HOURS}) as expires_at
    from report_file where user_id = ${userId} order by asked_at desc, id`.execute(database);
  return found.rows;
}

/** A file that can be taken out. */
export interface ReadyFile extends AskedFile {
  readonly name: string;
  readonly size: number;
}

/**
 * The file with that id of that person that is ready; 404 for everybody else. What he saw when it was made and may not see any more
 * (reports §0) is refused with 403.
 */
export async function findReadyFile(
  database: Database,
  user: Pick<Principal, 'user_id' | 'preview'>,
  id: string,
): Promise<ReadyFile> {
  const found = await sql<ReadyFile & { state: string; shows_hidden: boolean }>`
    select user_id, report, title, subject, filter, format, name, size::float8 as size, state,
      ${hidesOne(sql`f.confidential`, user)} as shows_hidden
    from report_file f where id = ${id} and user_id = ${user.user_id}`.execute(database);
  const file = found.rows[0];
  if (!file) throw noSuchFile();
  if (file.state !== 'ready') throw conflict('file_not_ready', 'This file is not ready.');
  if (file.shows_hidden)
    throw forbidden(
      'file_confidential',
      'This file was made with confidential documents that you may not see now. Ask for it again: it is made with what you may see.',
    );
  return file;
}

/** The confidential batches that a person sees now, in the snapshot that his file is made from. */
export async function findConfidentialSeen(
  snapshot: Database,
  user: Pick<Principal, 'user_id' | 'preview'>,
): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select array(${confidentialSeen(user)})::text[] as ids`.execute(
    snapshot,
  );
  return rows[0]!.ids;
}

/** The bytes of a file that is ready, piece by piece. */
export async function* readParts(database: Database, id: string, size: number): AsyncGenerator<Buffer> {
  for (let no = 0, read = 0; read < size; no += 1) {
    const part = await database
      .selectFrom('report_file_part')
      .select('bytes')
      .where('file_id', '=', id)
      .where('no', '=', no)
      .executeTakeFirst();
    if (!part) throw noSuchFile();
    read += part.bytes.length;
    yield part.bytes;
  }
}

/** Cancels a file or takes it out of the tray; whoever makes it notices. */
export async function removeFile(transaction: Database, userId: number, id: string): Promise<void> {
  const removed = await sql`delete from report_file where id = ${id} and user_id = ${userId}`.execute(transaction);
  if (removed.numAffectedRows === 0n) throw noSuchFile();
}

const noSuchFile = () => notFound('There is no such file. It may have been cancelled, or be older than a day.');

/**
 * Takes the file that waits longest, or whose maker is gone; null when there is none. What an earlier attempt left is
 * thrown away.
 */
export async function takeFile(transaction: Database): Promise<FileInWork | null> {
  const taken = await sql<FileInWork>`
    select id, user_id, report, title, subject, filter, format, attempt + 1 as attempt from report_file
    where state = 'waiting' or (state = 'working' and beat_at < now() - make_interval(secs => ${LEASE_SECONDS}))
    order by asked_at for update skip locked limit 1`.execute(transaction);
  const file = taken.rows[0];
  if (!file) return null;
  await sql`delete from report_file_part where file_id = ${file.id}`.execute(transaction);
  if (file.attempt > MOST_ATTEMPTS) {
    await failFile(
      transaction,
      { ...file, attempt: MOST_ATTEMPTS },
      'The server stopped each time it made this file. Ask for less at once.',
    );
    return takeFile(transaction);
  }
  await sql`update report_file set state = 'working', attempt = ${file.attempt}, beat_at = now(), rows_done = 0
    where id = ${file.id}`.execute(transaction);
  return file;
}

/** Says that a file is still being made, and how many rows are done; false when it was cancelled, or another one makes it. */
export async function tellProgress(transaction: Database, file: FileInWork, rows: number): Promise<boolean> {
  const told = await sql`update report_file set beat_at = now(), rows_done = ${rows}
    where id = ${file.id} and attempt = ${file.attempt} and state = 'working'`.execute(transaction);
  return told.numAffectedRows === 1n;
}

/** Its maker stops before it is done: the next one need not wait for the end of his lease. */
export async function leaveFile(transaction: Database, { id, attempt }: FileInWork): Promise<void> {
  await sql`update report_file set beat_at = '-infinity' where id = ${id} and attempt = ${attempt} and state = 'working'`.execute(
    transaction,
  );
}

/** Keeps a further piece of a file. */
export async function keepPart(
  transaction: Database,
  { id, attempt }: FileInWork,
  no: number,
  bytes: Buffer,
): Promise<void> {
  await transaction.insertInto('report_file_part').values({ file_id: id, attempt, no, bytes }).execute();
}

/** Every piece is there: tells its owner. False when it was cancelled, or another one makes it. */
export async function endFile(
  transaction: Database,
  file: FileInWork,
  made: { name: string; size: number; rows: number; confidential: readonly string[] },
): Promise<boolean> {
  const ended = await sql`update report_file
    set state = 'ready', name = ${made.name}, size = ${made.size}, rows_done = ${made.rows},
      confidential = ${made.confidential}::bigint[], ended_at = now()
    where id = ${file.id} and attempt = ${file.attempt} and state = 'working'`.execute(transaction);
  const isMine = ended.numAffectedRows === 1n;
  if (isMine) await tellOwner(transaction, file, 'file_ready');
  return isMine;
}

/** There will be no file: tells its owner why. False when it was cancelled, or another one makes it. */
export async function failFile(transaction: Database, file: FileInWork, reason: string): Promise<boolean> {
  await sql`delete from report_file_part where file_id = ${file.id} and attempt = ${file.attempt}`.execute(transaction);
  const failed = await sql`update report_file set state = 'failed', reason = ${reason}, ended_at = now()
    where id = ${file.id} and attempt = ${file.attempt} and state = 'working'`.execute(transaction);
  const isMine = failed.numAffectedRows === 1n;
  if (isMine) await tellOwner(transaction, file, 'file_failed');
  return isMine;
}

async function tellOwner(
  transaction: Database,
  { user_id, id }: FileInWork,
  kind: 'file_ready' | 'file_failed',
): Promise<void> {
  await transaction.insertInto('notification').values({ user_id, kind, file_id: id }).execute();
}

/** Files are kept for a day after they were made. */
export async function removeOldFiles(transaction: Database): Promise<void> {
  await sql`delete from report_file where ended_at < now() - make_interval(hours => ${FILE_KEPT_HOURS})`.execute(
    transaction,
  );
}
