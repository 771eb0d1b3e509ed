import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Maintenance of the whole product: only super users work while it lasts. */
export interface Maintenance {
  /** What people are told beside the fact itself; null: nothing. */
  readonly message: string | null;
  /** Instant since which it lasts. */
  readonly since: string;
}

const MAINTENANCE = 'maintenance';
const PASSWORD_SIGN_IN = 'password_sign_in';

/** A change of the switch is seen by every server process after this long at the latest. */
const SEEN_WITHIN_MS = 1000;

/** The maintenance that runs, or null. */
export async function readMaintenance(database: Database): Promise<Maintenance | null> {
  return (await readSwitch<Maintenance | null>(database, MAINTENANCE)) ?? null;
}

/** Starts maintenance or changes its message; requests in work are not touched. */
export async function startMaintenance(transaction: Database, message: string | null): Promise<void> {
  const before = await readMaintenance(transaction);
  const clock = await sql<{ now: string }>`select now() as now`.execute(transaction);
  await writeSwitch(transaction, MAINTENANCE, { message, since: before?.since ?? clock.rows[0]!.now });
}

/** Ends maintenance: everybody works again within a second. */
export async function endMaintenance(transaction: Database): Promise<void> {
  await writeSwitch(transaction, MAINTENANCE, null);
}

/** Whether the password forms are switched on for the installation; the environment can switch them off besides. */
export async function readPasswordSignIn(database: Database): Promise<boolean> {
  return (await readSwitch<boolean>(database, PASSWORD_SIGN_IN)) ?? true;
}

/** Switches the password forms on or off. Sessions that run are not touched. */
export async function setPasswordSignIn(transaction: Database, on: boolean): Promise<void> {
  await writeSwitch(transaction, PASSWORD_SIGN_IN, on);
}

/** Answers the running maintenance for every request, from a read of the database that is a second old at most. */
export function watchMaintenance(database: Database): () => Promise<Maintenance | null> {
  let read: Promise<Maintenance | null> = Promise.resolve(null);
  let read_at = -Infinity;
  return () => {
    if (performance.now() - read_at >= SEEN_WITHIN_MS) {
      read_at = performance.now();
      read = readMaintenance(database);
      // Whoever waits for this read gets its error; the next request asks again.
      read.catch(() => void (read_at = -Infinity));
    }
    return read;
  };
}

async function readSwitch<Value>(database: Database, key: string): Promise<Value | undefined> {
  const found = await sql<{ value: Value }>`select value from setting where key = ${key}`.execute(database);
  return found.rows[0]?.value;
}

async function writeSwitch(transaction: Database, key: string, value: unknown): Promise<void> {
  await sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(transaction);
}
