import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageFacts from '../../../package.json' with { type: 'json' };
import { createApplication, type Application } from './application.ts';
import { readConfiguration } from './platform/configuration.ts';
import { installJobQueue } from './platform/job-queue.ts';
import { newestMigration } from './platform/database/migrate.ts';
import { projectPath } from './platform/project-paths.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

/** One call that the specification names (spec 1 §7, spec 2 §7). */
interface SpecifiedCall {
  area: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

const FILE = projectPath('packages', 'contract', 'src', 'conformance', 'api-calls.json');
const SPECIFIED = JSON.parse(readFileSync(FILE, 'utf8')) as SpecifiedCall[];
/** Calls that answer a file, or in the form of another standard. */
const answersOtherwise = (call: SpecifiedCall) =>
  call.area === 'prints' || ['/bank/download', '/maintenance-report', '/oauth/token'].includes(call.path);

/** What somebody who is not signed in may call: the ways to sign in, and whether anybody can at present. */
const PUBLIC = [
  '/api/login',
  '/api/oauth/token',
  '/api/okta-login',
  '/api/google-login',
  '/api/sso/callback',
  '/api/sign-in/methods',
  '/api/password-link/state',
  '/api/password-link/use',
  '/api/maintenance',
  '/api/verify/{code}',
];

interface Description {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: { anyOf?: object[] } }> }> }>
  >;
  components?: { schemas?: Record<string, object> };
}

/** A path by its form, whatever its parameters are called. */
const formOf = (address: string) => address.replaceAll(/\{\w+\}/g, '{}');
function pathNamed(address: string) {
  return Object.entries(description.paths).find(([served]) => formOf(served) === formOf(address))?.[1];
}

let copy: TestDatabase;
let application: Application;
let description: Description;
const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-application-'));

beforeAll(async () => {
  copy = await createTestDatabase();
  await installJobQueue(copy.ownerUrl);
  const configuration = readConfiguration({ DATA_DIR: dataDir, TALAAN_DEMO: '0' });
  application = await createApplication(configuration, copy, pino({ level: 'silent' }));
  await application.server.ready();
  description = (await application.server.inject('/api/openapi.json')).json();
});
afterAll(async () => {
  await application.stop();
  await copy.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every described call. */
const calls = () =>
  Object.entries(description.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), address, operation })),
  );

describe('calls of the specification', () => {
  it('are all of them', () => {
    expect(SPECIFIED).toHaveLength(301);
  });

  it.each(SPECIFIED.filter((call) => !answersOtherwise(call)).map((call) => [call.method, call.path] as const))(
    '%s %s is served below /api and answers its record or list under data',
    (method, address) => {
      const operation = pathNamed(`/api${address}`)?.[method.toLowerCase()];
      const schema = operation?.responses['200']?.content?.['application/json']?.schema;
      for (const answer of schema?.anyOf ?? [schema]) expect(answer).toHaveProperty('properties.data');
    },
  );

  it.each(SPECIFIED.filter(answersOtherwise).map((call) => [call.method, call.path] as const))(
    '%s %s is served below /api',
    (method, address) => expect(pathNamed(`/api${address}`)).toHaveProperty(method.toLowerCase()),
  );
});

describe('whoever runs it', () => {
  it('is told at one address that it is ready, how far its schema is, and what waits', async () => {
    const { statusCode, body } = await application.server.inject('/api/health');
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      {
        live: true,
        ready: true,
        database: 'up',
        version: packageFacts.version,
        migration: await newestMigration(),
        backup: 'off',
        waiting: { jobs: expect.any(Number), mails: 0, webhooks: 0, files: 0 },
      },
    ]);
    const metrics = (await application.server.inject('/api/metrics')).body;
    expect(metrics).toMatch(/^talaan_waiting\{kind="mails"\} 0$/m);
    expect(metrics).toMatch(/^talaan_http_requests_total\{route="\/api\/health",status="200"\} 1$/m);
  });
});

describe('without a session', () => {
  it('every call but those is refused, before anything else is looked at', async () => {
    const closed = calls().filter(({ address }) => !PUBLIC.includes(address));
    expect(closed.length).toBeGreaterThan(SPECIFIED.length);
    const replies: unknown[][] = [];
    for (const { method, address } of closed) {
      const url = address.replaceAll(/\{\w+\}/g, '1');
      const reply = await application.server.inject({ method: method as 'GET', url });
      replies.push([`${method} ${address}`, reply.statusCode, reply.json().code]);
    }
    expect(replies.filter(([, status, code]) => status !== 401 || code !== 'SESSION_EXPIRED')).toEqual([]);
  });

  it('nobody reads mail: the inbox is of the demo company alone', async () => {
    expect(application.inbox).toBeNull();
    expect((await application.server.inject('/demo/inbox')).body).not.toContain('Inbox of the demo');
  });

  it('an address that is no call is not found, as a problem that can be read', async () => {
    const reply = await application.server.inject('/api/no-such-call');
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toMatch('application/problem+json');
    expect(reply.json()).toMatchObject({ code: 'no_such_address', message: 'There is no such address.' });
  });
});
