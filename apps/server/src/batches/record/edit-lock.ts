import { sql } from 'kysely';
import { clockText } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { LOCK_MINUTES, type DecisionInput, type EditLock } from './batch-record.ts';

/**
 * Takes, keeps or frees the edit lock of a batch (`processing`, decisions §3). Taking it again is the heartbeat. Another
 * person's live lock is refused with who holds it and since when; one that has expired is taken over. Answers the
 * instants of the lock, or null when it is free.
 */
export async function setEditLock(
  transaction: Database,
  { batch }: DecisionInput,
  user: Principal,
  locked: boolean,
): Promise<EditLock | null> {
  if (!locked) {
    await transaction
      .updateTable('batch')
      .set({ processing: 0, locked_by: null, locked_at: null, heartbeat_at: null })
      .where('id', '=', batch.id)
      .where('processing', '=', 1)
      .execute();
    return null;
  }
  const kept = await sql<{ since: string; expires_at: string }>`
    update batch set heartbeat_at = now()
    where id = ${batch.id} and locked_by = ${user.user_id}
      and heartbeat_at > now() - make_interval(mins => ${LOCK_MINUTES})
    returning locked_at as since, now() + make_interval(mins => ${LOCK_MINUTES}) as expires_at`.execute(transaction);
  const taken = kept.rows[0]
    ? kept
    : await sql<{ since: string; expires_at: string }>`
        update batch set processing = 1, locked_by = ${user.user_id}, locked_at = now(), heartbeat_at = now()
        where id = ${batch.id} and (processing = 0 or heartbeat_at <= now() - make_interval(mins => ${LOCK_MINUTES}))
        returning locked_at as since, now() + make_interval(mins => ${LOCK_MINUTES}) as expires_at`.execute(
        transaction,
      );
  const lock = taken.rows[0];
  if (lock) return { user_id: user.user_id, user_name: user.name, ...lock };
  const holder = await lockHolder(transaction, batch.id);
  throw conflict(
    'locked',
    `Being processed by ${holder.user_name} since ${clockText(holder.since)}. You can view it.`,
    {
      locked_by: holder.user_name,
      locked_at: holder.since,
    },
  );
}

/** Frees the locks whose heartbeat stopped long ago; answers how many. Whoever reads already sees them as free. */
export async function freeExpiredLocks(transaction: Database): Promise<number> {
  const freed = await sql`
    update batch set processing = 0, locked_by = null, locked_at = null, heartbeat_at = null
    where processing = 1 and heartbeat_at <= now() - make_interval(mins => ${LOCK_MINUTES})`.execute(transaction);
  return Number(freed.numAffectedRows ?? 0);
}

async function lockHolder(database: Database, batchId: string): Promise<{ user_name: string; since: string }> {
  const found = await sql<{ user_name: string; since: string }>`
    select concat_ws(' ', u.user_first_name, u.user_last_name) as user_name, b.locked_at as since
    from batch b join app_user u on u.id = b.locked_by where b.id = ${batchId}`.execute(database);
  // Freed between the two statements: the next try gets it.
  return found.rows[0] ?? { user_name: 'another user', since: new Date().toISOString() };
}
