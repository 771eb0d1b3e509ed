import type { Client } from 'pg';
import { vi } from 'vitest';

/**
 * Holds the rows that `lock` names until `count` others wait for them, so that a race is one at any pace of the machine.
 * `start` lets the others run and answers when they are done.
 */
export async function raceForRow<Outcome>(
  holder: Client,
  { lock, count, start }: { lock: string; count: number; start: () => Promise<Outcome> },
): Promise<Outcome> {
  await holder.query('begin');
  await holder.query(lock);
  const racing = start();
  await vi.waitUntil(async () => (await waitingFor(holder)) >= count, { timeout: 10_000 });
  await holder.query('commit');
  return racing;
}

async function waitingFor(holder: Client): Promise<number> {
  // pg_stat_activity would do for once only: it stands still within a transaction.
  // Who comes later may wait for the row's own lock, which the first of those that wait for the holder has.
  const { rows } = await holder.query<{ waiting: number }>(`
    select count(*)::int as waiting from pg_locks
    where not granted and (pg_backend_pid() = any (pg_blocking_pids(pid))
      or locktype = 'tuple' and database = (select oid from pg_database where datname = current_database()))`);
  return rows[0]!.waiting;
}
