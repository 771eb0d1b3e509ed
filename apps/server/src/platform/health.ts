import type { Health } from '@talaan/contract/http/health';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readBackupState, type BackupSchedule } from './backup/scheduled-backup.ts';
import type { Database } from './database/database.ts';

export interface HealthFacts {
  version: string;
  /** Name of the newest migration that has run. */
  migration: string;
}

export interface Watched {
  /** A connection of its own, so that the answer does not wait behind the work of others. */
  readonly database: Database;
  readonly backup: BackupSchedule | null;
}

/**
 * `/api/health` (live, ready, database, migration, version, backup, what waits in the queues) and `/api/metrics` (Prometheus) (decisions §2).
 * Not ready, with 503, while the database does not answer.
 */
export function registerHealth(server: FastifyInstance, { database, backup }: Watched, facts: HealthFacts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'talaan_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'talaan_http_request_seconds',
    help: 'Server time of requests by route',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ route, status: String(reply.statusCode) });
    durations.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  watchQueues(registry, database, backup);
  const databaseAnswersInTime = createProbe(database);
  server.get('/api/health', { schema: { hide: true } }, async (_, reply): Promise<Health> => {
    const databaseAnswers = await databaseAnswersInTime();
    reply.code(databaseAnswers ? 200 : 503);
    const told = databaseAnswers ? await tellOperations(database, backup) : null;
    return { live: true, ready: databaseAnswers, database: databaseAnswers ? 'up' : 'down', ...facts, ...told };
  });
  server.get('/api/metrics', { schema: { hide: true } }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

type Waiting = NonNullable<Health['waiting']>;

/** Each is counted in an index of what is not done yet. */
async function countWaiting(database: Database): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select (select count(*) from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts)::int as jobs,
      (select count(*) from mail_message where state = 'waiting')::int as mails,
      (select count(*) from webhook_message where state = 'waiting')::int as webhooks,
      (select count(*) from report_file where state in ('waiting', 'working'))::int as files`.execute(database);
  return rows[0]!;
}

async function tellOperations(database: Database, backup: BackupSchedule | null) {
  const [{ state }, waiting] = await Promise.all([readBackupState(database, backup), countWaiting(database)]);
  return { backup: state, waiting };
}

/** Gauges are asked for when they are read; a database that does not answer leaves them out. */
function watchQueues(registry: Registry, database: Database, backup: BackupSchedule | null): void {
  const waiting = new Gauge({
    name: 'talaan_waiting',
    help: 'Work that waits to be done in the background, by kind',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counted = await countWaiting(database).catch(() => ({}));
      this.reset();
      for (const [kind, count] of Object.entries(counted)) waiting.set({ kind }, count);
    },
  });
  if (backup === null) return;
  const failing = new Gauge({
    name: 'talaan_backup_failing',
    help: '1 while the newest scheduled backup failed or is late',
    registers: [registry],
  });
  const made = new Gauge({
    name: 'talaan_backup_made_timestamp_seconds',
    help: 'When the newest scheduled backup was made',
    registers: [registry],
    async collect() {
      const found = await readBackupState(database, backup).catch(() => null);
      failing.set(found?.state === 'done' ? 0 : 1);
      if (found?.made_at) made.set(found.made_at);
    },
  });
}

/** How long a database that is well needs at most for the smallest question. */
const ANSWER_WITHIN_MS = 1000;

/** Asks the database whether it answers; whoever asks meanwhile shares the answer. */
function createProbe(database: Database): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return async () => {
    asked ??= sql`select 1`
      .execute(database)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
}
