import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createAccess, type AccessServices } from '../access/create-access.ts';
import { inTransaction, openDatabase, type Database } from '../platform/database.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServer {
  server: FastifyInstance;
  database: Database;
  ownerUrl: string;
  /** The run-time connection, for a second server on the same books. */
  appUrl: string;
  /** Closes the server and removes its database: call it in `afterAll`. */
  stop(): Promise<void>;
}

export interface TestServices extends RouteServices {
  access: AccessServices;
}

/**
 * The real HTTP layer, access rules and database of a test file, with only the routes that it registers: call it once
 * per test file, in `beforeAll`.
 */
export async function createTestServer(
  register: (server: FastifyInstance, services: TestServices) => void | Promise<void>,
): Promise<TestServer> {
  const copy = await createTestDatabase();
  const database = openDatabase(copy.appUrl, { poolSize: 8 });
  const readOnlyDatabase = openDatabase(copy.appUrl, { poolSize: 1, readOnly: true });
  const server = await createHttpServer({
    version: 'test',
    logger: pino({ level: 'silent' }),
    requests_per_minute: 1_000_000,
    secure: false,
    trust_proxy: false,
  });
  const access = createAccess(database, { secure: false });
  await register(server, {
    ...access,
    access,
    database,
    readOnlyDatabase,
    inTransaction: (actor, work) => inTransaction(database, actor, work),
    allowedOrigins: [],
  });
  await server.ready();
  return {
    server,
    database,
    ownerUrl: copy.ownerUrl,
    appUrl: copy.appUrl,
    async stop() {
      await server.close();
      await readOnlyDatabase.destroy();
      await database.destroy();
      await copy.drop();
    },
  };
}
