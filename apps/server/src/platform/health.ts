import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Database } from './database/database.ts';

export interface HealthFacts {
  version: string;
  /** Name of the newest migration that has run. */
  migration: string;
}

/**
 * `database` is a connection of its own, so that the answer does not wait behind the work of others.
 * `/api/health` (live, ready, database, migration, version) and `/api/metrics` (Prometheus) (decisions §2).
 * Not ready, with 503, while the database does not answer.
 */
export function registerHealth(server: FastifyInstance, database: Database, facts: HealthFacts): void {
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
  const databaseAnswersInTime = createProbe(database);
  server.get('/api/health', { schema: { hide: true } }, async (_, reply) => {
    const databaseAnswers = await databaseAnswersInTime();
    reply.code(databaseAnswers ? 200 : 503);
    return { live: true, ready: databaseAnswers, database: databaseAnswers ? 'up' : 'down', ...facts };
  });
  server.get('/api/metrics', { schema: { hide: true } }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
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
