import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MAINTENANCE_HEADER } from '@talaan/contract/http/maintenance.contract';
import { openBrowser } from '../testing/sign-in/browser.ts';
import { createSignedInClient, createUser, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createSignInServer, TEST_PASSWORD, testPasswordHash } from '../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { inTransaction, SYSTEM_ACTOR } from './database/database.ts';
import { endMaintenance, startMaintenance } from './database/installation-switches.ts';
import { registerMaintenanceRoutes } from './maintenance.routes.ts';

let app: TestServer;
let ana: SignedInClient;
let root: SignedInClient;

beforeAll(async () => {
  app = await createSignInServer({ register: registerMaintenanceRoutes });
  ana = await createSignedInClient(app.server, app.database, { levels: { '*': 4 } });
  root = await createSignedInClient(app.server, app.database, { super_user: true });
  const password_hash = await testPasswordHash();
  await createUser(app.database, { user_id: 'ben', password_hash, levels: { '*': 4 } });
  await createUser(app.database, { user_id: 'boss', password_hash, super_user: true });
});
afterAll(() => app.stop());
afterEach(() => switchTo(null));

const askWho = (as: SignedInClient) =>
  app.server.inject({ method: 'POST', url: '/api/getuser', headers: as.headers, payload: {} });
const askMaintenance = async () => (await app.server.inject('/api/maintenance')).json().data;

/** Switches as the console does, and waits until this server has seen it. */
async function switchTo(message: string | null): Promise<void> {
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    message === null ? endMaintenance(db) : startMaintenance(db, message),
  );
  await expect.poll(async () => (await askMaintenance())?.message ?? null, { timeout: 5000 }).toBe(message);
}

test('during maintenance everybody but super users gets 503 with the message and Retry-After', async () => {
  expect(await askMaintenance()).toBeNull();
  await switchTo('Back at 14:00.');
  const refused = await askWho(ana);
  expect(refused.statusCode).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({
    code: 'maintenance',
    message: 'Talaan is being maintained. Back at 14:00.',
    maintenance: { message: 'Back at 14:00.', since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  });

  const served = await askWho(root);
  expect(served.statusCode).toBe(200);
  expect(served.headers[MAINTENANCE_HEADER]).toBe('on');
  await switchTo(null);
  const back = await askWho(ana);
  expect([back.statusCode, back.headers[MAINTENANCE_HEADER]]).toEqual([200, undefined]);
});

test('a session is kept and can be prolonged during maintenance, and nobody else signs in', async () => {
  await switchTo('Closing the year.');
  const prolonged = await app.server.inject({ method: 'POST', url: '/api/session/extend', headers: ana.headers });
  expect(prolonged.statusCode).toBe(200);

  const login = (user_id: string) => openBrowser(app.server).post('/api/login', { user_id, password: TEST_PASSWORD });
  const ben = await login('ben');
  expect([ben.statusCode, ben.json().code]).toEqual([503, 'maintenance']);
  expect((await login('boss')).statusCode).toBe(200);
  await switchTo(null);
  expect((await login('ben')).statusCode).toBe(200);
  expect((await askWho(ana)).statusCode).toBe(200);
});

test('the message changes while it lasts; since when does not', async () => {
  await switchTo('First.');
  const { since } = await askMaintenance();
  await switchTo('Second.');
  expect(await askMaintenance()).toEqual({ message: 'Second.', since });
});
