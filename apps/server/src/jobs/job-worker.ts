import { Logger, parseCronItems, run, type Task } from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

/** One kind of background work. It may run on any node, and twice after a crash: its effect must be safe to repeat. */
export interface Job {
  readonly name: string;
  run(): Promise<void>;
  /** Repeats by itself this long after each run, or by the clock (`*\/15 * * * *`, in UTC). */
  readonly every: { readonly seconds: number } | { readonly cron: string };
}

export interface JobWorker {
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>;
}

/** Two jobs at once, and one connection that listens. */
const CONNECTIONS = 3;

/**
 * Works off the queue with the given jobs until stopped. The queue's tables are installed with the migrations; the
 * connection is the run-time role's, and must be a session of its own (LISTEN).
 */
export async function startJobWorker(url: string, jobs: readonly Job[], log: FastifyBaseLogger): Promise<JobWorker> {
  const pool = openQueuePool(url, log);
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: 2,
    pollInterval: 1000,
    logger: new Logger(({ taskIdentifier }) => (level, message) => {
      log[LOG_METHODS[level]]({ job: taskIdentifier }, message);
    }),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job)])),
    parsedCronItems: parseCronItems(
      jobs.map((job) => ({
        task: job.name,
        match: 'cron' in job.every ? job.every.cron : '* * * * *',
        // The minute's run keeps the chain of a repeating job alive, and never adds a second one.
        options: { jobKey: job.name, jobKeyMode: 'preserve_run_at' as const, maxAttempts: 3 },
      })),
    ),
  });
  for (const job of jobs)
    if ('seconds' in job.every) await runner.addJob(job.name, {}, { jobKey: job.name, maxAttempts: 3 });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

/** A connection that breaks leaves the pool and is logged by one line; the queue opens another and goes on. */
function openQueuePool(url: string, log: FastifyBaseLogger): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const noteBreak = (error: Error) => {
    if (!pool.ending) log.warn(`A connection of the job queue broke: ${error.message}`);
  };
  pool.on('error', noteBreak);
  pool.on('connect', (client) => client.on('error', noteBreak));
  return pool;
}

/** The queue talks much at info level: every start, every job. */
const LOG_METHODS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** A run that has not ended is not joined by a second one: a job that hangs leaves room for the others. */
function taskOf(job: Job): Task {
  const { every } = job;
  let runs = false;
  return async (_payload, helpers) => {
    if (!runs) {
      runs = true;
      await job.run().finally(() => (runs = false));
    }
    if (!('seconds' in every)) return;
    await helpers.addJob(
      job.name,
      {},
      {
        jobKey: job.name,
        runAt: new Date(Date.now() + every.seconds * 1000),
        maxAttempts: 3,
      },
    );
  };
}
