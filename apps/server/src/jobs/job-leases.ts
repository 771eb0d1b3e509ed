import type pg from 'pg';

/** A job is taken from a worker that has not said for this long that it still runs it. */
const LEASE_SECONDS = 30;

/** How often a worker says so, and looks for jobs whose worker is gone. */
export const RENEWAL_MS = 10_000;

/**
 * Says that the worker that is known under these names still runs the jobs named `running`, and gives back to the queue
 * what nobody has said so of for half a minute: its process died, or its connection broke before the end of the job was
 * written down. Left to itself the queue waits four hours for that. A job that was queued anew meanwhile is not needed twice.
 */
export async function renewLeases(
  pool: pg.Pool,
  { owners, running }: { owners: readonly string[]; running: readonly string[] },
): Promise<void> {
  await pool.query(
    `with renewed as (
       update graphile_worker._private_jobs j set locked_at = now()
       from graphile_worker._private_tasks t
       where j.locked_by = any ($1::text[]) and t.id = j.task_id and t.identifier = any ($2::text[])
       returning j.id
     ), lost as (
       select id, key from graphile_worker._private_jobs
       where locked_at < now() - make_interval(secs => $3) and id not in (select id from renewed)
       for update skip locked
     ), replaced as (
       delete from graphile_worker._private_jobs where id in (select id from lost where key is null)
     )
     update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where id in (select id from lost where key is not null)`,
    [owners, running, LEASE_SECONDS],
  );
}
