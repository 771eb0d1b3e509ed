import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createAccess, type AccessServices } from '../access/create-access.ts';
import { inTransaction, openDatabase, type Database, type DatabaseUrls } from '../platform/database/database.ts';
import { createHttpServer, type ServerLimits } from '../platform/http/http-server.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { Replica } from '../platform/database/replica.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestServer {
  server: FastifyInstance;
  database: Database;
  ownerUrl: string;
  /** The run-time connections, for a second server on the same books. */
  urls: DatabaseUrls;
  /** Closes the server and removes its database: call it in `afterAll`. */
  stop(): Promise<void>;
}

export interface TestServices extends RouteServices {
  access: AccessServices;
}

export interface TestServerOptions {
  readonly limits?: Partial<ServerLimits>;
  readonly requests_per_minute?: number;
  /** The address by which the server reaches its database, whose own is given. */
  readonly reachDatabase?: (appUrl: string) => string;
  /** Its database, where it is none of the run's own; and the address of one that follows it. */
  readonly books?: TestDatabase;
  readonly replicaUrl?: string;
}

/**
 * The real HTTP layer, access rules and database of a test file, with only the routes that it registers: call it once
 * per test file, in `beforeAll`. It lets in as many calls as a race needs, unless `limits` say otherwise.
 */
export async function createTestServer(
  register: (server: FastifyInstance, services: TestServices) => void | Promise<void>,
  { limits, requests_per_minute = 1_000_000, reachDatabase = (url) => url, books, replicaUrl }: TestServerOptions = {},
): Promise<TestServer> {
  const copy = books ?? (await createTestDatabase());
  const urls = { ...copy, appUrl: reachDatabase(copy.appUrl) };
  const database = openDatabase(urls, { poolSize: 8 });
  const readOnlyDatabase = openDatabase(urls, { poolSize: 1, readOnly: true });
  const server = await createHttpServer({
    version: 'test',
    logger: pino({ level: 'silent' }),
    requests_per_minute,
    secure: false,
    trusted_proxies: 0,
    limits: { work: { calls: 1000, calls_of_one: 1000, writes_of_one: 1000 }, ...limits },
  });
  const replica = replicaUrl ? await Replica.open(database, replicaUrl, () => {}) : null;
  const access = createAccess(database, { secure: false, replicated: replica !== null });
  await register(server, {
    ...access,
    access,
    database,
    readOnlyDatabase,
    replica,
    inTransaction: (actor, work) => inTransaction(database, actor, work),
    allowedOrigins: [],
    publicAddress: 'https://talaan.example',
  });
  await server.ready();
  return {
    server,
    database,
    ownerUrl: copy.ownerUrl,
    urls: copy,
    async stop() {
      await server.close();
      await replica?.close();
      await readOnlyDatabase.destroy();
      await database.destroy();
      await copy.drop();
    },
  };
}
