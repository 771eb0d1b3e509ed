import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createAccess, type AccessServices } from '../access/create-access.ts';
import { inTransaction, openDatabase, type Database, type DatabaseUrls } from '../platform/database/database.ts';
import { createHttpServer, type ServerLimits } from '../platform/http/http-server.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { createTestDatabase } from './test-database.ts';

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
}

/**
 * The real HTTP layer, access rules and database of a test file, with only the routes that it registers: call it once
 * per test file, in `beforeAll`. It lets in as many calls as a race needs, unless `limits` say otherwise.
 */
export async function createTestServer(
  register: (server: FastifyInstance, services: TestServices) => void | Promise<void>,
  { limits, requests_per_minute = 1_000_000, reachDatabase = (url) => url }: TestServerOptions = {},
): Promise<TestServer> {
  const copy = await createTestDatabase();
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
  const access = createAccess(database, { secure: false });
  await register(server, {
    ...access,
    access,
    database,
    readOnlyDatabase,
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
      await readOnlyDatabase.destroy();
      await database.destroy();
      await copy.drop();
    },
  };
}
