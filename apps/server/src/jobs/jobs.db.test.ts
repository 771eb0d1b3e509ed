import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readAuditHead } from '../platform/database/audit-head.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { installJobQueue } from '../platform/job-queue.ts';
import { createUser } from '../testing/sign-in/sign-in.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startJobWorker, type Job } from './job-worker.ts';
import { scheduledJobs } from './scheduled-jobs.ts';

const SILENT = pino({ level: 'silent' });

const dataDir = mkdtempSync(join(tmpdir(), 'talaan-jobs-'));
let copy: TestDatabase;
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase();
  await installJobQueue(copy.ownerUrl);
  database = openDatabase(copy, { poolSize: 4 });
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
  rmSync(dataDir, { recursive: true });
});

const addJob = (name: string) =>
  runAsOwner(copy.ownerUrl, (owner) =>
    owner.query(`select graphile_worker.add_job($1, job_key => $1, max_attempts => 3)`, [name]),
  );

const jobNamed = (name: string) => scheduledJobs(database, dataDir).find((job) => job.name === name)!;

it('installs the queue again without harm', async () => {
  await expect(installJobQueue(copy.ownerUrl)).resolves.toBeUndefined();
});

it('seals what is written, again and again, as the run-time role', async () => {
  const worker = await startJobWorker(copy.jobsUrl, [{ ...jobNamed('seal_audit'), every: { seconds: 0 } }], SILENT);
  try {
    for (const user_id of ['first', 'second']) {
      await createUser(database, { user_id });
      await vi.waitFor(
        async () => {
          const waiting = await sql<{ count: string }>`
            select count(*) from audit_event e
            where not exists (select from audit_seal s where e.id = any (s.event_ids))`.execute(database);
          expect(waiting.rows[0]!.count).toBe('0');
        },
        { timeout: 15_000, interval: 50 },
      );
    }
  } finally {
    await worker.stop();
  }
  const broken = await sql`select * from verify_audit(null, null)`.execute(database);
  expect(broken.rows).toEqual([]);
});

it('keeps the head of the audit trail outside the database, where a cut tail is missed', async () => {
  await jobNamed('seal_audit').run();
  const head = readAuditHead(dataDir)!;
  await runAsOwner(copy.ownerUrl, async (owner) => {
    const problems = async () =>
      (await owner.query(`select problem from verify_audit($1, decode($2, 'hex'))`, [head.seal_no, head.row_hash]))
        .rows;
    expect(await problems()).toEqual([]);
    await owner.query(`begin; alter table audit_seal disable trigger audit_append_only;
      alter table audit_event disable trigger audit_append_only;
      delete from audit_event where id = any (select unnest(event_ids) from audit_seal where seal_no = ${head.seal_no});
      delete from audit_seal where seal_no = ${head.seal_no}`);
    expect((await owner.query('select problem from verify_audit()')).rows).toEqual([]);
    expect(await problems()).toEqual([{ problem: `seals from ${head.seal_no} on are missing` }]);
    await owner.query('rollback');
  });
  const file = join(dataDir, 'audit-head.json');
  const kept = readFileSync(file, 'utf8');
  writeFileSync(file, kept.replace(`"seal_no":"${head.seal_no}"`, '"seal_no":"1"'));
  expect(() => readAuditHead(dataDir)).toThrow(/was changed.*Put a copy of it back/);
  writeFileSync(file, kept);
});

it('does not begin a job that it still runs, so that one that hangs leaves room for the others', async () => {
  let begun = 0;
  let others = 0;
  let release = () => {};
  const hangs = new Promise<void>((resolve) => (release = resolve));
  const every = { seconds: 3600 };
  const jobs: Job[] = [
    { name: 'send_mail', every, run: () => ((begun += 1), hangs) },
    { name: 'free_expired_locks', every, run: async () => void (others += 1) },
  ];
  const worker = await startJobWorker(copy.jobsUrl, jobs, SILENT);
  try {
    await vi.waitFor(() => expect([begun, others]).toEqual([1, 1]), { timeout: 10_000 });
    await addJob('send_mail');
    await addJob('free_expired_locks');
    await vi.waitFor(() => expect(others).toBe(2), { timeout: 10_000 });
    expect(begun).toBe(1);
  } finally {
    release();
    await worker.stop();
  }
});

it.for<[end: string, every: Job['every']]>([
  ['was done', { cron: '0 0 1 1 *' }],
  ['failed', { seconds: 3600 }],
])('outlives a database that goes before it is written down that a job %s, and runs it again', async ([, every]) => {
  let runs = 0;
  const job: Job = {
    name: 'seal_audit',
    every,
    run: async () => {
      runs += 1;
      if (runs === 1) await closeDatabase();
    },
  };
  await addJob(job.name);
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
  const worker = await startJobWorker(copy.jobsUrl, [job], log);
  try {
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 10_000 });
    await vi.waitFor(() => expect(said.join('')).toContain('The job queue cannot begin'), { timeout: 10_000 });
    await letLeasesEnd();
    await openDatabaseAgain();
    // The worker of before may still get to write down what it did.
    await vi.waitFor(async () => expect(runs === 2 || !(await isQueued(job.name))).toBe(true), { timeout: 20_000 });
  } finally {
    await worker.stop();
  }
});

it('takes up what a worker that is gone had begun, and leaves what another one still runs', async () => {
  const ran: string[] = [];
  const job = (name: string): Job => ({ name, every: { cron: '0 0 1 1 *' }, run: async () => void ran.push(name) });
  await addJob('age_cheques');
  await addJob('remove_old_uploads');
  await runAsOwner(copy.ownerUrl, async (owner) => {
    await owner.query(`
      update graphile_worker._private_jobs j
      set locked_by = 'pool-of-another', attempts = 1,
        locked_at = now() - make_interval(secs => case t.identifier when 'age_cheques' then 40 else 20 end)
      from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier in ('age_cheques', 'remove_old_uploads')`);
  });
  const worker = await startJobWorker(copy.jobsUrl, [job('age_cheques'), job('remove_old_uploads')], SILENT);
  try {
    await vi.waitFor(() => expect(ran).toEqual(['age_cheques']), { timeout: 5000 });
  } finally {
    await worker.stop();
  }
  expect(ran).toEqual(['age_cheques']);
});

it('keeps one chain of a repeating job when several nodes start', async () => {
  const job = { ...jobNamed('free_expired_locks'), every: { seconds: 3600 } };
  const workers = await Promise.all([1, 2, 3].map(() => startJobWorker(copy.jobsUrl, [job], SILENT)));
  await Promise.all(workers.map((worker) => worker.stop()));
  const queued = await sql<{ count: string }>`
    select count(*) from graphile_worker.jobs
    where task_identifier = 'free_expired_locks' and attempts < max_attempts`.execute(database);
  expect(queued.rows[0]!.count).toBe('1');
});

it('gives back numbers of people who are not signed in, and keeps those of a kept draft and of what is being entered', async () => {
  const { id } = await createUser(database, { user_id: 'away' });
  const draft = '0b9a2f0c-0d3e-4b54-9a4c-4b8a3b9d6a10';
  await inTransaction(database, { user_id: id, request_id: null }, async (transaction) => {
    await sql`select reserve_numbers('batch', ${id}, null, 1), reserve_numbers('batch', ${id}, ${draft}::uuid, 1),
      reserve_numbers('batch', ${id}, gen_random_uuid(), 1)`.execute(transaction);
    await transaction
      .insertInto('draft')
      .values({ id: draft, user_id: id, document_type: 'JE', batch_number: '0000002' })
      .execute();
  });
  await runAsOwner(copy.ownerUrl, (owner) =>
    owner.query(`update number_reservation set held_since = now() - interval '16 minutes' where number < 3`),
  );
  await jobNamed('return_empty_reservations').run();
  const states = await sql<{ number_text: string; state: string }>`
    select number_text, state from number_reservation order by number`.execute(database);
  expect(states.rows).toEqual([
    { number_text: '0000001', state: 'free' },
    { number_text: '0000002', state: 'reserved' },
    { number_text: '0000003', state: 'reserved' },
  ]);
});

it('forgets idempotency keys after thirty days', async () => {
  await inTransaction(database, SYSTEM_ACTOR, (transaction) =>
    sql`insert into idempotency_key (principal, key, request_hash) values ('user:1', 'key-of-today', '\\x00')`.execute(
      transaction,
    ),
  );
  await jobNamed('forget_idempotency_keys').run();
  const kept = await database.selectFrom('idempotency_key').select('key').execute();
  expect(kept.map((row) => row.key)).toEqual(['key-of-today']);
});

/** Ends every connection of the run-time roles and lets none in; the owner is not held back by a limit. */
async function closeDatabase(): Promise<void> {
  await runAsOwner(copy.ownerUrl, async (owner) => {
    await owner.query(`do $$ begin execute format('alter database %I connection limit 0', current_database()); end $$`);
    // Who was let in before holds the database by a lock until he stands in the list.
    const coming = `select from pg_locks where classid = 'pg_database'::regclass and pid <> pg_backend_pid()
      and objid = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect((await owner.query(coming)).rowCount).toBe(0), { timeout: 10_000 });
    await owner.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
}

async function openDatabaseAgain(): Promise<void> {
  await runAsOwner(copy.ownerUrl, (owner) =>
    owner.query(`do $$ begin execute format('alter database %I connection limit -1', current_database()); end $$`),
  );
}

async function isQueued(name: Job['name']): Promise<boolean> {
  const { rowCount } = await runAsOwner(copy.ownerUrl, (owner) =>
    owner.query('select from graphile_worker.jobs where task_identifier = $1', [name]),
  );
  return rowCount !== 0;
}

/** As if half a minute had passed since any worker said that it still runs its jobs. */
async function letLeasesEnd(): Promise<void> {
  await runAsOwner(copy.ownerUrl, (owner) =>
    owner.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
      where locked_at is not null`),
  );
}
