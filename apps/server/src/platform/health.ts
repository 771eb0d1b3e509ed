import type { Health } from '@talaan/contract/http/health';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readBackupState, type BackupSchedule } from './backup/scheduled-backup.ts';
import type { Database } from './database/database.ts';
import type { Replica } from './database/replica.ts';

export interface HealthFacts {
  version: string;
  /** Name of the newest migration that has run. */
  migration: string;
}

export interface Watched {
  /** A connection of its own, so that the answer does not wait behind the work of others. */
  readonly database: Database;
  readonly replica: Replica | null;
  readonly backup: BackupSchedule | null;
}

/**
 * `/api/health` (live, ready, database, migration, version, backup, what waits in the queues) and `/api/metrics` (Prometheus) (decisions §2).
 * Not ready, with 503, while the database does not answer; a replica that does not answer is told, and changes nothing of that.
 */
export function registerHealth(
  server: FastifyInstance,
  { database, replica, backup }: Watched,
  facts: HealthFacts,
): void {
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
  if (replica) measureReplica(registry, replica);
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ route, status: String(reply.statusCode) });
    durations.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  const askInTime = createProbe(database, backup);
  watchOperations(registry, askInTime, backup);
  server.get('/api/health', { schema: { hide: true } }, async (_, reply): Promise<Health> => {
    const told = await askInTime();
    const isUp = told !== null;
    reply.code(isUp ? 200 : 503);
    return {
      live: true,
      ready: isUp,
      database: isUp ? 'up' : 'down',
      ...facts,
      backup: told?.backup?.state,
      waiting: told?.waiting,
      replica: replica?.health,
    };
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

interface Told {
  readonly backup?: Awaited<ReturnType<typeof readBackupState>>;
  readonly waiting?: Waiting;
}

/** A database that answers is up, also where it cannot tell of its backups and queues. */
async function tellOperations(database: Database, backup: BackupSchedule | null): Promise<Told> {
  await sql`select 1`.execute(database);
  return Promise.all([readBackupState(database, backup), countWaiting(database)]).then(
    ([state, waiting]) => ({ backup: state, waiting }),
    () => ({}),
  );
}

/** Gauges are filled when they are read; what a database that does not answer would tell is left out. */
function watchOperations(registry: Registry, ask: () => Promise<Told | null>, backup: BackupSchedule | null): void {
  const gauge = (name: string, help: string, fill: (gauge: Gauge<'kind'>, told: Told) => void) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        this.reset();
        fill(this, (await ask()) ?? {});
      },
    });
  gauge('talaan_waiting', 'Work that waits to be done in the background, by kind', (waiting, told) => {
    for (const [kind, count] of Object.entries(told.waiting ?? {})) waiting.set({ kind }, count);
  });
  if (backup === null) return;
  gauge('talaan_backup_failing', '1 while the newest scheduled backup failed or is late', (failing, told) => {
    if (told.backup) failing.set(told.backup.state === 'done' ? 0 : 1);
  });
  gauge('talaan_backup_made_timestamp_seconds', 'When the newest scheduled backup was made', (made, told) => {
    if (told.backup?.made_at) made.set(told.backup.made_at);
  });
}

/** Whether the replica of reports is up, how far it is behind, and how many reports were read where. */
function measureReplica(registry: Registry, replica: Replica): void {
  const measure = (name: string, help: string, collect: (gauge: Gauge) => void, labelNames: string[] = []) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          collect(this);
        },
      }),
    );
  measure('talaan_replica_up', 'Whether reports have their replica', (gauge) =>
    gauge.set(replica.health.state === 'up' ? 1 : 0),
  );
  measure('talaan_replica_behind_seconds', 'Seconds that the replica is behind', (gauge) =>
    gauge.set(replica.health.seconds_behind ?? Number.NaN),
  );
  const help = 'Reports read since the start, by node';
  measure(
    'talaan_report_reads',
    help,
    (gauge) => {
      for (const [node, count] of Object.entries(replica.reads)) gauge.set({ node }, count);
    },
    ['node'],
  );
}

/** How long a database that is well needs at most for the smallest question. */
const ANSWER_WITHIN_MS = 1000;

/** Asks the database what there is to tell, null when it does not answer in time; whoever asks meanwhile shares the answer. */
function createProbe(database: Database, backup: BackupSchedule | null): () => Promise<Told | null> {
  let asked: Promise<Told | null> | undefined;
  return async () => {
    asked ??= tellOperations(database, backup)
      .catch(() => null)
      .finally(() => (asked = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
}
