import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AccessVersion } from './user-rights.store.ts';
import { hashSecret, newSecret } from './session-token.ts';

/** Seconds that a session lasts after its last write, and hours that it lasts at most (decisions §8). */
export const SESSION_SECONDS = 3600;

/** A session that runs, with the version of everything that rights are made of. */
export interface StoredSession extends AccessVersion {
  user_id: number;
  /** As whom its user looks at the product, and since which instant; null for a session of one's own. */
  preview_user_id: number | null;
  preview_since: string | null;
  /** Instant at which it ends, and the seconds until then by the database's clock. */
  expires_at: string;
  seconds_left: number;
  /** How far the log was after its last write; null where nothing asks for it. */
  last_write_lsn: string | null;
}

export interface OpenedSession {
  token: string;
  expires_at: string;
}

/** Opens a session for a user; the token goes into the cookie and nowhere else. Also removes sessions that have ended. */
export async function openSession(
  transaction: Database,
  userId: number,
  hrToken: (token: string) => Buffer | null,
): Promise<OpenedSession> {
  const token = newSecret();
  await sql`delete from session where expires_at <= now()`.execute(transaction);
  const opened = await sql<{ expires_at: string }>`
    insert into session (token_hash, user_id, hr_token, expires_at)
    values (${hashSecret(token)}, ${userId}, ${hrToken(token)}, now() + make_interval(secs => ${SESSION_SECONDS}))
    returning expires_at`.execute(transaction);
  return { token, expires_at: opened.rows[0]!.expires_at };
}

/**
 * The session of each token, by their keys alone and in one statement, because every call asks for one; null where there is none
 * or it has ended.
 */
export async function findSessions(
  database: Database,
  tokenHashes: readonly Buffer[],
): Promise<(StoredSession | null)[]> {
  const keys = [...tokenHashes];
  while (keys.length & (keys.length - 1)) keys.push(keys[0]!);
  const found = await database.executeQuery<StoredSession & { token_hash: Buffer }>(
    CompiledQuery.raw((findText[keys.length] ??= findSessionsBy(keys.length)), keys),
  );
  const sessions = new Map(found.rows.map((session) => [session.token_hash.toString('hex'), session]));
  return tokenHashes.map((hash) => sessions.get(hash.toString('hex')) ?? null);
}

/** By number of keys: every call runs one of them, so each is built once. */
const findText: string[] = [];

/**
 * One parameter for each key, and powers of two of them: PostgreSQL keeps the plan of each. Of keys in one array it does not know how
 * many they are, and plans anew with every call, which takes four times as long as the look-up.
 */
function findSessionsBy(count: number): string {
  const places = Array.from({ length: count }, (_, at) => `$${at + 1}`).join(', ');
  return `
  select s.token_hash, s.user_id, s.preview_user_id, s.preview_since, s.expires_at, s.last_write_lsn::text,
    extract(epoch from s.expires_at - now())::float8 as seconds_left, a.version, manila_today() as day
  from session s, access_version a where s.token_hash in (${places}) and s.expires_at > now()`;
}

/** Moves the end of a session to 3600 seconds from now, 12 hours after it was opened at most; null when it has ended. */
export async function prolongSession(
  database: Database,
  tokenHash: Buffer,
): Promise<{ expires_at: string; server_time: string } | null> {
  const prolonged = await sql<{ expires_at: string; server_time: string }>`
    update session
    set expires_at = least(now() + make_interval(secs => ${SESSION_SECONDS}), created_at + interval '12 hours')
    where token_hash = ${tokenHash} and expires_at > now()
    returning expires_at, now() as server_time`.execute(database);
  return prolonged.rows[0] ?? null;
}

/** Keeps how far the log is, after a write of a session: no report of it is of an earlier moment. */
export async function noteLastWrite(database: Database, tokenHash: Buffer): Promise<void> {
  await sql`update session set last_write_lsn = pg_current_wal_insert_lsn() where token_hash = ${tokenHash}`.execute(
    database,
  );
}

/** Makes a session look at the product as another user, or with null as its own again. */
export async function changePreview(transaction: Database, tokenHash: Buffer, userId: number | null): Promise<void> {
  await sql`
    update session set preview_user_id = ${userId}, preview_since = case when ${userId}::int is not null then now() end
    where token_hash = ${tokenHash}`.execute(transaction);
}

/** Ends one session. */
export async function endSession(database: Database, tokenHash: Buffer): Promise<void> {
  await sql`delete from session where token_hash = ${tokenHash}`.execute(database);
}

/** The HR system's access token of a session, still encrypted; null when its sign-in brought none. */
export async function findHrToken(database: Database, tokenHash: Buffer): Promise<Buffer | null> {
  const found = await sql<{
    hr_token: Buffer | null;
  }>`select hr_token from session where token_hash = ${tokenHash}`.execute(database);
  return found.rows[0]?.hr_token ?? null;
}
