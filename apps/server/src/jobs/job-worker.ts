import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Task, type WorkerEvents } from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { renewLeases, RENEWAL_MS } from './job-leases.ts';

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

/** So many at once: a file of a report may take minutes, and two are left for the others. */
const JOBS_AT_ONCE = 3;

/** One connection for each, and one that listens. */
const CONNECTIONS = JOBS_AT_ONCE + 1;

/** A connection that does not come, or a statement that is not answered, is given up after this time (ms). */
const PATIENCE = { connectionTimeoutMillis: 10_000, query_timeout: 70_000 };

/** How long the queue waits before it looks again for a database that it has lost. */
const PAUSE_MS = 500;

/**
 * Works off the queue with the given jobs until stopped. The queue's tables are installed with the migrations; the
 * connection is the run-time role's, and must be a session of its own (LISTEN). A database that goes is waited for: the
 * queue then begins anew.
 */
export async function startJobWorker(url: string, jobs: readonly Job[], log: FastifyBaseLogger): Promise<JobWorker> {
  const worker = new Worker(openQueuePool(url, log), jobs, log);
  await worker.start();
  return worker;
}

class Worker implements JobWorker {
  readonly #pool: pg.Pool;
  readonly #jobs: readonly Job[];
  readonly #log: FastifyBaseLogger;
  /** Names under which its queues, the one that works and those before it, have locked jobs. */
  readonly #owners: string[] = [];
  readonly #running = new Map<string, Promise<void>>();
  #queue!: Queue;
  #stopping = false;
  #watching!: Promise<void>;
  #renewal!: NodeJS.Timeout;

  constructor(pool: pg.Pool, jobs: readonly Job[], log: FastifyBaseLogger) {
    this.#pool = pool;
    this.#jobs = jobs;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#queue = await this.#begin();
    this.#watching = this.#watch();
    this.#renewal = setInterval(() => {
      this.#renewLeases().catch((error: Error) => this.#log.warn(`Jobs are not looked after: ${error.message}`));
    }, RENEWAL_MS);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#renewal);
    await this.#queue.end();
    await this.#watching;
    await Promise.allSettled(this.#running.values());
    await this.#pool.end();
  }

  async #watch(): Promise<void> {
    for (;;) {
      await this.#queue.lost;
      if (this.#stopping) return;
      this.#log.warn('The job queue has lost its database and begins anew.');
      void this.#queue.end();
      this.#queue = await this.#beginAnew();
      if (this.#stopping) await this.#queue.end();
    }
  }

  async #beginAnew(): Promise<Queue> {
    for (;;) {
      await delay(PAUSE_MS);
      try {
        return await this.#begin();
      } catch (error) {
        if (this.#stopping) return ENDED;
        this.#log.warn(`The job queue cannot begin: ${(error as Error).message}`);
      }
    }
  }

  /** The queue ends by itself when it cannot write down how a job went, and goes on trying when it finds no job to take. */
  async #begin(): Promise<Queue> {
    await this.#renewLeases();
    await this.#addRepeating();
    const events: WorkerEvents = new EventEmitter();
    const lost = new Promise<void>((resolve) => {
      events.once('pool:gracefulShutdown', () => resolve());
      events.once('worker:getJob:error', () => resolve());
    });
    events.once('pool:create', ({ workerPool }) => this.#owners.push(workerPool.id));
    const runner = await run({
      pgPool: this.#pool,
      events,
      noHandleSignals: true,
      concurrency: JOBS_AT_ONCE,
      pollInterval: 1000,
      // Without a delay it does not wait for these two statements, and one that fails would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(({ taskIdentifier }) => (level, message) => {
        this.#log[LOG_METHODS[level]]({ job: taskIdentifier }, message);
      }),
      taskList: Object.fromEntries(this.#jobs.map((job) => [job.name, this.#taskOf(job)])),
      parsedCronItems: parseCronItems(
        this.#jobs.map((job) => ({
          task: job.name,
          match: 'cron' in job.every ? job.every.cron : '* * * * *',
          // The minute's run keeps the chain of a repeating job alive, and never adds a second one.
          options: { jobKey: job.name, jobKeyMode: 'preserve_run_at' as const, maxAttempts: 3 },
        })),
      ),
    });
    // One that has ended by itself says so once more.
    const end = () => runner.stop().catch(() => {});
    return { lost, end };
  }

  /**
   * Jobs that repeat run as soon as the queue begins. They are added before it takes any: one that it had taken up again would run
   * beside the one that is added.
   */
  async #addRepeating(): Promise<void> {
    const names = this.#jobs.flatMap(({ name, every }) => ('seconds' in every ? [name] : []));
    await this.#pool.query(
      'select graphile_worker.add_job(name, job_key => name, max_attempts => 3) from unnest($1::text[]) name',
      [names],
    );
  }

  /** A run that has not ended is not joined by a second one: a job that hangs leaves room for the others. */
  #taskOf(job: Job): Task {
    const { every, name } = job;
    return async (_payload, helpers) => {
      if (!this.#running.has(name)) {
        const begun = job.run().finally(() => this.#running.delete(name));
        this.#running.set(name, begun);
        await begun;
      }
      if (!('seconds' in every)) return;
      const runAt = new Date(Date.now() + every.seconds * 1000);
      await helpers.addJob(name, {}, { jobKey: name, runAt, maxAttempts: 3 });
    };
  }

  #renewLeases(): Promise<void> {
    return renewLeases(this.#pool, { owners: this.#owners, running: [...this.#running.keys()] });
  }
}

/** One life of the queue, from a database that is there to one that is gone. */
interface Queue {
  /** Resolves when it is of no use any more. */
  readonly lost: Promise<void>;
  /** Takes no more jobs; resolves when those that it runs have ended. */
  end(): Promise<void>;
}

const ENDED: Queue = { lost: Promise.resolve(), end: async () => {} };

/** A connection that breaks leaves the pool and is logged by one line; the queue opens another and goes on. */
function openQueuePool(url: string, log: FastifyBaseLogger): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, keepAlive: true, ...PATIENCE });
  const noteBreak = (error: Error) => {
    if (!pool.ending) log.warn(`A connection of the job queue broke: ${error.message}`);
  };
  pool.on('error', noteBreak);
  pool.on('connect', (client) => client.on('error', noteBreak));
  return pool;
}

/** The queue talks much at info level: every start, every job. */
const LOG_METHODS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
