import { runMigrations } from 'graphile-worker';
import pg from 'pg';

/**
 * Installs or updates the tables of the job queue as the owner, and lets the run-time role work with them. The queue's
 * own tables have row security on, so the role gets a policy beside its grants. Safe to repeat, and at the same time by several
 * nodes: one waits for the other.
 */
export async function installJobQueue(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  // Whoever waits for an answer is told that the connection broke.
  owner.on('error', () => {});
  await owner.connect();
  try {
    await owner.query(
      'begin; set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(7003, 1)',
    );
    await runMigrations({ connectionString: ownerUrl, noHandleSignals: true });
    await owner.query(`${LET_RUN_TIME_ROLE_WORK}; commit`);
  } finally {
    await owner.end();
  }
}

const LET_RUN_TIME_ROLE_WORK = `
do $$
declare
  queue_table text;
begin
  grant usage on schema graphile_worker to talaan_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to talaan_app;
  grant usage on all sequences in schema graphile_worker to talaan_app;
  grant execute on all functions in schema graphile_worker to talaan_app;
  revoke insert, update, delete on graphile_worker.migrations from talaan_app;
  for queue_table in
    select c.relname from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'run_time_role')
  loop
    execute format('create policy run_time_role on graphile_worker.%I to talaan_app using (true) with check (true)', queue_table);
  end loop;
end $$`;
