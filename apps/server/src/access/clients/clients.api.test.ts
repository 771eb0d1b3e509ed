import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import {
  listApiClients,
  makeApiClient,
  revokeApiClient,
  rotateApiClient,
} from '@talaan/contract/sign-in/api-client.contract';
import { recordOf } from '@talaan/contract/http/envelope';
import { defineRoute } from '@talaan/contract/http/route';
import { registerRoute } from '../../platform/http/register-route.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { raceForRow } from '../../testing/row-lock.ts';
import { createSignedInClient, signInAs, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerClientRoutes } from './client.routes.ts';
import { registerTokenRoute } from './token.routes.ts';

const facts = { tag: 'Test', summary: 'Test', response: recordOf(z.object({ name: z.string() })) } as const;
const receipts = defineRoute({
  ...facts,
  method: 'POST',
  path: '/of-receipts',
  access: { kind: 'module', module: 'Cash Receipt', level: 1 },
  scope: 'receipts',
});
const others = [
  defineRoute({ ...facts, method: 'GET', path: '/of-session', access: { kind: 'session' } }),
  defineRoute({ ...facts, method: 'GET', path: '/of-nobody', access: { kind: 'public' } }),
];

let app: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  app = await createTestServer(async (server, services) => {
    registerClientRoutes(server, services);
    await registerTokenRoute(server, services);
    for (const route of [receipts, ...others])
      registerRoute(server, services, route, async ({ user }) => ({ data: { name: user?.name ?? 'nobody' } }));
  });
  await createSignedInClient(app.server, app.database, { super_user: true });
  admin = await createSignedInClient(app.server, app.database, { levels: { Users: 4, 'Cash Receipt': 1 } });
});
afterAll(() => app.stop());
beforeEach(() => runAsOwner(app.ownerUrl, async (owner) => void (await owner.query('delete from sign_in_try'))));

let made = 0;
const make = async (by = admin) =>
  (await by.call(makeApiClient, { body: { client_name: `Service ${(made += 1)}`, scopes: ['receipts'] } })).data;

const ask = (
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) =>
  app.server.inject({
    method: 'POST',
    remoteAddress,
    url: '/api/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
const credentials = ({ client_id, client_secret }: Awaited<ReturnType<typeof make>>) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
});
const tokenOf = async (client: Awaited<ReturnType<typeof make>>) =>
  (await ask(credentials(client))).json<{ access_token: string }>().access_token;
const newKey = () => ({ 'idempotency-key': randomUUID() });
const callWith = (token: string, method: 'GET' | 'POST' = 'POST', path = '/of-receipts', headers: object = newKey()) =>
  app.server.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}`, ...headers } });
const statusWith = async (token: string) => (await callWith(token)).statusCode;

test('credentials in a form, or as Basic authorization, give a token for a quarter of an hour, which opens the calls of its scope alone', async () => {
  const client = await make();
  const reply = await ask(credentials(client));
  expect([reply.statusCode, reply.headers['cache-control'], reply.headers['pragma']]).toEqual([
    200,
    'no-store',
    'no-cache',
  ]);
  expect(reply.json()).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 900,
    scope: 'receipts',
  });
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const second = await ask('grant_type=client_credentials&scope=receipts', { authorization: `Basic ${basic}` });
  const token = second.json<{ access_token: string }>().access_token;
  expect((await callWith(token)).json()).toEqual({ data: { name: client.client_name } });
  for (const path of ['/of-session', '/of-nobody', '/api-clients']) {
    const refused = await callWith(token, 'GET', path, { cookie: admin.headers.cookie });
    expect([path, refused.statusCode, refused.json().code]).toEqual([path, 403, 'insufficient_scope']);
  }
  expect(await statusWith('x'.repeat(43))).toBe(401);
  await runAsOwner(app.ownerUrl, (owner) => owner.query(`update api_client_token set expires_at = now()`));
  const ended = await callWith(token);
  expect(ended.json()).toMatchObject({
    status: 401,
    code: 'invalid_token',
    message: 'The token is wrong or has ended. Get another one at /api/oauth/token.',
  });
  expect(ended.headers['www-authenticate']).toBe('Bearer realm="Talaan", error="invalid_token"');
});

test('a write of a client without Idempotency-Key is refused, and one that is repeated with it is answered as before', async () => {
  const token = await tokenOf(await make());
  const refused = await callWith(token, 'POST', '/of-receipts', {});
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'idempotency_key']);
  const key = newKey();
  const [first, again] = [
    await callWith(token, 'POST', '/of-receipts', key),
    await callWith(token, 'POST', '/of-receipts', key),
  ];
  expect([first.statusCode, again.json()]).toEqual([200, first.json()]);
  expect((await callWith(token, 'POST', '/of-receipts?again', key)).json().code).toBe('idempotency_conflict');
});

test('a request that cannot be granted is answered in the words of RFC 6749', async () => {
  const client = await make();
  const good = credentials(client);
  const answers: [string, Parameters<typeof ask>, number, string][] = [
    ['no grant type', [{ ...good, grant_type: '' }], 400, 'invalid_request'],
    ['another grant', [{ ...good, grant_type: 'password' }], 400, 'unsupported_grant_type'],
    ['no secret', [{ ...good, client_secret: '' }], 400, 'invalid_request'],
    ['wrong secret', [{ ...good, client_secret: 'x'.repeat(43) }], 401, 'invalid_client'],
    ['unknown client', [{ ...good, client_id: 'talaan-unknown' }], 401, 'invalid_client'],
    ['a client that no text can hold', [{ ...good, client_id: 'talaan-\0' }], 401, 'invalid_client'],
    ['another scope', [{ ...good, scope: 'receipts ledger' }], 400, 'invalid_scope'],
    ['a field twice', [`${new URLSearchParams(good).toString()}&client_id=x`], 400, 'invalid_request'],
    ['a secret twice', [good, { authorization: 'Basic eDp5' }], 400, 'invalid_request'],
    ['JSON', [JSON.stringify(good), { 'content-type': 'application/json' }], 400, 'invalid_request'],
  ];
  for (const [what, call, status, error] of answers) {
    const reply = await ask(...call);
    expect([what, reply.statusCode, reply.json().error]).toEqual([what, status, error]);
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Talaan"' : undefined);
  }
});

test('tries that fail count as failed sign-ins do: a right one after five of them waits, but for those of other addresses', async () => {
  const client = await make();
  for (let at = 0; at < 5; at += 1) {
    expect((await ask({ ...credentials(client), client_secret: 'wrong' })).statusCode).toBe(401);
  }
  const reply = await ask(credentials(client));
  expect(reply.statusCode).toBe(429);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(credentials(client), {}, '192.0.2.7')).statusCode).toBe(200);
  expect(await tokenOf(await make())).toMatch(/^[\w-]{43}$/);
});

test('another secret and a revocation end the one before with its tokens, for good', async () => {
  const client = await make();
  const first = await tokenOf(client);
  const rotated = (await admin.call(rotateApiClient, { params: { id: client.id } })).data;
  expect(rotated.client_secret).not.toBe(client.client_secret);
  expect([await statusWith(first), (await ask(credentials(client))).statusCode]).toEqual([401, 401]);
  const second = await tokenOf(rotated);
  expect(await statusWith(second)).toBe(200);
  expect((await admin.call(revokeApiClient, { params: { id: client.id } })).data.revoked_at).not.toBeNull();
  expect([await statusWith(second), (await ask(credentials(rotated))).statusCode]).toEqual([401, 401]);
  await expect(admin.call(rotateApiClient, { params: { id: client.id } })).rejects.toMatchObject({
    problem: { status: 409, message: `${client.client_name} was revoked. Make another client.` },
  });
});

test('a client that is made again under its key, or given another secret, is answered as before, to its session alone', async () => {
  const post = (url: string, key: string, payload: object, { headers } = admin) =>
    app.server.inject({ method: 'POST', url, payload, headers: { ...headers, 'idempotency-key': key } });
  const body = { client_name: 'Made once', scopes: ['receipts'] };
  const first = await post('/api/api-clients', 'made-once-0001', body);
  expect((await post('/api/api-clients', 'made-once-0001', body)).json()).toEqual(first.json());
  const { id, client_secret } = first.json<{ data: Awaited<ReturnType<typeof make>> }>().data;
  const rotated = await post(`/api/api-clients/${id}/rotate`, 'given-once-0001', {});
  expect(rotated.json().data.client_secret).not.toBe(client_secret);
  expect((await post(`/api/api-clients/${id}/rotate`, 'given-once-0001', {})).json()).toEqual(rotated.json());
  const later = await signInAs(app.server, app.database, admin.user);
  const elsewhere = await post('/api/api-clients', 'made-once-0001', body, later);
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'secret_told']);
  const kept = await runAsOwner(app.ownerUrl, (owner) => owner.query(`select reply::text from idempotency_key`));
  expect(JSON.stringify(kept.rows)).not.toContain(client_secret);
});

test('many tokens at the same moment wait for each other, and one that is asked for with the secret of before is not given', async () => {
  const client = await make();
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask(credentials(client))));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  // Another secret comes between the look at the one before and its token.
  const late = await runAsOwner(app.ownerUrl, (owner) =>
    raceForRow(owner, {
      lock: `select set_config('talaan.user_id', '${admin.user.id}', true);
        update api_client set secret_hash = sha256('another') where id = ${client.id}`,
      count: 1,
      start: () => ask(credentials(client)),
    }),
  );
  expect([late.statusCode, late.json().error]).toEqual([401, 'invalid_client']);
  const left = await sql`select from api_client_token where client_id = ${client.id}`.execute(app.database);
  expect(left.rows).toEqual([]);
});

test('a client may no more than who made it, and ends with his sign-in', async () => {
  const maker = await createSignedInClient(app.server, app.database, { levels: { Users: 4 } });
  const token = await tokenOf(await make(maker));
  expect((await callWith(token)).json().message).toBe('You need Select on Cash Receipt; you have No Access.');
  await runAsOwner(app.ownerUrl, (owner) =>
    owner
      .query(`select set_config('talaan.user_id', $1, false)`, [String(admin.user.id)])
      .then(() => owner.query('update app_user set blocked_at = now() where id = $1', [maker.user.id])),
  );
  expect(await statusWith(token)).toBe(401);
});

test('every act is in the audit trail without a secret, and the list tells the last use', async () => {
  const client = await make();
  const twice = admin.call(makeApiClient, {
    body: { client_name: client.client_name.toUpperCase(), scopes: ['receipts'] },
  });
  await expect(twice).rejects.toMatchObject({
    problem: { status: 422, errors: { client_name: [expect.any(String)] } },
  });
  const without = admin.call(makeApiClient, { body: { client_name: 'Without scopes' } as never });
  await expect(without).rejects.toMatchObject({ problem: { errors: { scopes: ['scopes is required.'] } } });
  const { data: doubled } = await admin.call(makeApiClient, {
    body: { client_name: 'Doubled', scopes: ['receipts', 'receipts'] },
  });
  expect(doubled.scopes).toEqual(['receipts']);
  const listed = async () => (await admin.call(listApiClients, {})).data.find(({ id }) => id === client.id);
  expect(await listed()).toMatchObject({ made_by: admin.user.name, last_used_at: null });
  await tokenOf(client);
  expect((await listed())?.last_used_at).not.toBeNull();
  await admin.call(rotateApiClient, { params: { id: client.id } });
  await admin.call(revokeApiClient, { params: { id: client.id } });
  const trail = await sql<{ user_id: number; action: string; facts: string }>`
    select user_id, action, concat(before, after) as facts from audit_event
    where table_name = 'api_client' and row_key = ${String(client.id)} order by id`.execute(app.database);
  expect(trail.rows.map(({ action }) => action)).toEqual(['insert', 'token_given', 'update', 'update']);
  expect(new Set(trail.rows.map(({ user_id }) => user_id))).toEqual(new Set([admin.user.id]));
  const hash = await sql<{ hash: string }>`
    select encode(secret_hash, 'hex') as hash from api_client where id = ${client.id}`.execute(app.database);
  for (const { facts: kept } of trail.rows) {
    expect(kept).not.toContain(hash.rows[0]!.hash);
    expect(kept).not.toContain(client.client_secret);
  }
});
