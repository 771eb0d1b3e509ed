import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { timeInManila } from '../clock.ts';
import { openDatabase, type Database } from './database.ts';

/** How long a report waits for what its own session wrote, and for what everybody wrote before it was asked for (ms). */
const WAIT_MS = { own: 1000, current: 50 };
const LOOK_AGAIN_MS = 10;
/** A replica that is further behind says less than a report promises. */
const MOST_SECONDS_BEHIND = 60;
/** How often it is looked at, and how long one that is well needs at most for the smallest question (ms). */
const LOOK_EVERY_MS = 2000;
const ANSWER_WITHIN_MS = 1000;

const ITSELF = 'read from the database itself';
/** What the foot of a report says where the replica was given up. */
export const DOES_NOT_ANSWER = `${ITSELF}: the replica does not answer`;

/** What a reader wrote last: how far the log was after it; null where he wrote nothing. */
export type WrittenUntil = string | null;

/** A connection of the replica that one report has, until it gives it back. */
interface Held {
  readonly db: Database;
  readonly release: () => void;
}

/** Where a report is read from, and what its foot says of that. */
export type ReadingPlace =
  | { readonly node: 'database'; readonly said: string }
  | ({ readonly node: 'replica'; readonly said: string } & Held);

/** How the replica is, for whoever looks after the system. */
export interface ReplicaHealth {
  readonly state: 'up' | 'down';
  /** Null while it is down. */
  readonly seconds_behind: number | null;
}

/**
 * A replica that follows the database, from which reports are read (`REPORTS_DATABASE_URL`). What is read of it is of one connection, and so of
 * one node; it never stands for the database itself: one that follows none, does not answer, or has not replayed what its reader
 * wrote is not read.
 */
export class Replica {
  readonly #primary: Database;
  readonly #readers: Database;
  readonly #watcher: Database;
  readonly #warn: (sentence: string) => void;
  readonly reads = { replica: 0, database: 0 };
  #health: ReplicaHealth = { state: 'down', seconds_behind: null };
  #lost = endless();
  #timer: NodeJS.Timeout | undefined;

  private constructor(primary: Database, url: string, warn: (sentence: string) => void) {
    this.#primary = primary;
    this.#readers = openDatabase(url, { poolSize: 8, readOnly: true, patience_ms: ANSWER_WITHIN_MS });
    this.#watcher = openDatabase(url, { poolSize: 1, readOnly: true, patience_ms: ANSWER_WITHIN_MS });
    this.#warn = warn;
  }

  /** Opens it and looks at it once; one that is down is looked at again and again, and nobody waits for it. */
  static async open(primary: Database, url: string, warn: (sentence: string) => void): Promise<Replica> {
    const replica = new Replica(primary, url, warn);
    await replica.look();
    replica.#lookAgain();
    return replica;
  }

  get health(): ReplicaHealth {
    return this.#health;
  }

  /** Looks how it is. */
  async look(): Promise<void> {
    const found = await inTime(this.#find(this.#watcher, null)).catch(() => null);
    if (found === null || !found.follows) this.#fall(found === null ? 'does not answer' : 'follows no database');
    else this.#rise(found.is_current ? 0 : (found.seconds_behind ?? null));
  }

  /** How far the log of the database is. */
  async position(): Promise<string> {
    const found = await sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(
      this.#primary,
    );
    return found.rows[0]!.position;
  }

  /** Chooses where a report is read from, for whoever wrote until there. A connection that is held is to be released. */
  async choose(written: WrittenUntil): Promise<ReadingPlace> {
    const place = await this.#choose(written);
    this.reads[place.node] += 1;
    return place;
  }

  async #choose(written: WrittenUntil): Promise<ReadingPlace> {
    if (this.#health.state === 'down') return { node: 'database', said: DOES_NOT_ANSWER };
    const holding = this.#hold();
    const release = () => void holding.then((held) => held.release()).catch(() => {});
    try {
      const held = await inTime(holding);
      const { isFresh, said } = await this.#await(held.db, written);
      if (isFresh) return { node: 'replica', said, ...held };
      release();
      return { node: 'database', said };
    } catch {
      // It may only have no connection left: whether it is lost tells who looks at it.
      release();
      void this.look();
      return { node: 'database', said: DOES_NOT_ANSWER };
    }
  }

  /** Waits until what is read of a connection is fresh enough; answers of when it is, or why it is not read. */
  async #await(db: Database, written: WrittenUntil): Promise<{ isFresh: boolean; said: string }> {
    const begun = performance.now();
    const asked = await this.#position();
    for (;;) {
      const { follows, is_current, has_own, replayed_at, seconds_behind } = await inTime(
        this.#find(db, written, asked),
      );
      if (!follows) throw new Error('it follows no database');
      if (is_current) return { isFresh: true, said: `as of ${timeInManila(asked.at)}` };
      const waited = performance.now() - begun;
      if (has_own && waited > WAIT_MS.current && replayed_at !== null && seconds_behind !== null)
        return seconds_behind > MOST_SECONDS_BEHIND
          ? { isFresh: false, said: `${ITSELF}: the replica is ${seconds_behind} s behind` }
          : { isFresh: true, said: `as of ${timeInManila(replayed_at)}, ${seconds_behind} s behind` };
      if (waited > WAIT_MS.own) return { isFresh: false, said: `${ITSELF}: the replica has not got what you wrote` };
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** What was written before now; what the log holds until there is on disk, so a replica that is well has it. */
  async #position(): Promise<Asked> {
    const found = await sql<Asked>`
      select pg_current_wal_flush_lsn()::text as position, clock_timestamp() as at`.execute(this.#primary);
    return found.rows[0]!;
  }

  async #find(db: Database, written: WrittenUntil, asked?: Asked): Promise<Replayed> {
    const { position, at } = asked ?? (await this.#position());
    const found = await sql<Replayed>`
      select pg_is_in_recovery() as follows, coalesce(r.lsn >= ${position}::pg_lsn, false) as is_current,
        coalesce(r.lsn >= ${written}::pg_lsn, ${written === null}) as has_own, pg_last_xact_replay_timestamp() as replayed_at,
        greatest(ceil(extract(epoch from ${at}::timestamptz - pg_last_xact_replay_timestamp())), 0)::int as seconds_behind
      from (select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as lsn) r`.execute(db);
    return found.rows[0]!;
  }

  /** Takes a connection for one report. */
  #hold(): Promise<Held> {
    return new Promise((resolve, reject) => {
      this.#readers
        .connection()
        .execute((db) => new Promise<void>((release) => resolve({ db, release })))
        .catch(reject);
    });
  }

  /** The answer of work on the replica; throws as soon as it is lost, for one that is frozen answers nothing. */
  whileUp<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#lost.promise]);
  }

  #rise(seconds_behind: number | null): void {
    if (this.#health.state === 'down') this.#warn('Reports are read from the replica.');
    this.#health = { state: 'up', seconds_behind };
  }

  #fall(why: string): void {
    if (this.#health.state === 'up') this.#warn(`Reports are read from the database itself: the replica ${why}.`);
    this.#health = { state: 'down', seconds_behind: null };
    const lost = this.#lost;
    this.#lost = endless();
    lost.end(new Error(`The replica ${why}.`));
  }

  #lookAgain(): void {
    this.#timer = setTimeout(() => {
      void this.look().finally(() => (this.#timer === undefined ? undefined : this.#lookAgain()));
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all([this.#readers.destroy(), this.#watcher.destroy()]);
  }
}

interface Asked {
  readonly position: string;
  readonly at: string;
}

interface Replayed {
  readonly follows: boolean;
  readonly is_current: boolean;
  readonly has_own: boolean;
  readonly replayed_at: string | null;
  readonly seconds_behind: number | null;
}

/** A promise that only its end rejects. */
function endless(): { readonly promise: Promise<never>; readonly end: (reason: Error) => void } {
  let end: (reason: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, reject) => (end = reject));
  promise.catch(() => {});
  return { promise, end };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The replica of an address: without a user it is read as the calls of people are. */
export function replicaUrl(address: string, appUrl: string): string {
  const url = new URL(address);
  if (url.username !== '') return address;
  const { username, password } = new URL(appUrl);
  url.username = username;
  url.password = password;
  return url.href;
}

const readOfReplica = new WeakSet<Database>();

/** Marks a snapshot as one of a replica. */
export function markReplica(snapshot: Database): void {
  readOfReplica.add(snapshot);
}

/** Refuses a replica to what closes a month, is filed or becomes a paper: it says what the books hold now, or nothing (reports §0). */
export function requireDatabaseItself(database: Database, what: string): void {
  if (readOfReplica.has(database)) throw new TypeError(`${what} is never read from a replica.`);
}
