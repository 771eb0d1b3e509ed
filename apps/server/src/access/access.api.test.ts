import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { AccessLevel } from '@talaan/core/access/access-level';
import { defineRoute } from '@talaan/contract/http/route';
import { recordOf } from '@talaan/contract/http/envelope';
import { SESSION_EXPIRES_HEADER } from '@talaan/contract/sign-in/sign-in.contract';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { setToday } from '../testing/set-today.ts';
import { createSignedInClient, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { requireDocumentLevel } from './authorize.ts';
import { isApprovingOfficer } from './session/current-user.store.ts';
import { hashSecret } from './session/session-token.ts';
import { prolongSession } from './session/session.store.ts';

const answer = recordOf(z.object({ done: z.literal(true) }));
const done = { data: { done: true as const } };
const facts = { tag: 'Test', summary: 'Test', response: answer } as const;
const levelRoutes = ([1, 2, 3, 4] as const).map((level) =>
  defineRoute({
    ...facts,
    method: 'GET',
    path: `/at-${level}`,
    access: { kind: 'module', module: 'Chart of Accounts', level },
  }),
);
const either = defineRoute({
  ...facts,
  method: 'GET',
  path: '/any',
  access: { kind: 'module', module: ['Payment', 'Rates'], level: 3 },
});
const write = defineRoute({ ...facts, method: 'POST', path: '/write', access: { kind: 'session' } });
const documentRoute = defineRoute({
  ...facts,
  method: 'GET',
  path: '/document/{type}',
  access: { kind: 'document', level: 2 },
  params: z.object({ type: z.enum(['JE', 'CV']) }),
});

let app: TestServer;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    for (const route of [...levelRoutes, either, write]) registerRoute(server, services, route, async () => done);
    registerRoute(server, services, documentRoute, async ({ user, params }) => {
      requireDocumentLevel(user, params.type, 2);
      return done;
    });
  });
});
afterAll(() => app.stop());

const get = (url: string, client?: SignedInClient) =>
  app.server.inject({ url: `/api${url}`, headers: client?.headers ?? {} });
const post = (client: SignedInClient, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'POST', url: '/api/write', headers: { ...client.headers, ...headers } });
const expired = { status: 401, code: 'SESSION_EXPIRED' };

describe('levels', () => {
  test('every level opens its own routes and those below, and the refusal names module and levels', async () => {
    for (const level of [0, 1, 2, 3, 4] as AccessLevel[]) {
      const client = await createSignedInClient(app.server, app.database, { levels: { 'Chart of Accounts': level } });
      const statuses = [];
      for (const needed of [1, 2, 3, 4]) statuses.push((await get(`/at-${needed}`, client)).statusCode);
      expect(statuses).toEqual([1, 2, 3, 4].map((needed) => (level >= needed ? 200 : 403)));
    }
    const reader = await createSignedInClient(app.server, app.database, { levels: { 'Chart of Accounts': 1 } });
    expect((await get('/at-3', reader)).json()).toMatchObject({
      code: 'module_access',
      message: 'You need Update on Chart of Accounts; you have Select.',
    });
  });

  test('a route of several modules opens by any of them', async () => {
    const rates = await createSignedInClient(app.server, app.database, { levels: { Rates: 3 } });
    const nobody = await createSignedInClient(app.server, app.database, { levels: { Payment: 2 } });
    expect((await get('/any', rates)).statusCode).toBe(200);
    expect((await get('/any', nobody)).json().message).toBe('You need Update on Payment or Rates; you have Insert.');
  });

  test('a super user has Delete everywhere', async () => {
    const admin = await createSignedInClient(app.server, app.database, { super_user: true });
    expect((await get('/at-4', admin)).statusCode).toBe(200);
    expect((await get('/document/CV', admin)).statusCode).toBe(200);
  });

  test('a document route opens for the module of the document, not for another', async () => {
    const journals = await createSignedInClient(app.server, app.database, { levels: { 'Journal Entries': 2 } });
    expect((await get('/document/JE', journals)).statusCode).toBe(200);
    expect((await get('/document/CV', journals)).json().message).toBe(
      'You need Insert on Disbursements; you have No Access.',
    );
    const other = await createSignedInClient(app.server, app.database, { levels: { Payment: 4 } });
    expect((await get('/document/JE', other)).json().message).toBe(
      'You need Insert on Disbursements, Journal Entries, Cash Receipt, Billing, Collection or Purchase Order; you have No Access.',
    );
  });

  test('the best role counts, a privilege row overrides it, and No Access wins; both act on the next request', async () => {
    const client = await createSignedInClient(app.server, app.database);
    const as = (work: Parameters<typeof inTransaction<unknown>>[2]) => inTransaction(app.database, SYSTEM_ACTOR, work);
    const grant = (roles: string, level: number) =>
      as((tx) =>
        sql`with made as (insert into role (roles) values (${roles}) returning id),
              given as (insert into user_role (user_id, role_id) select ${client.user.id}, id from made)
            insert into role_access (role_id, module_id, access_level)
            select made.id, module.id, ${level} from made, module where module_name = 'Chart of Accounts'`.execute(tx),
      );
    expect((await get('/at-1', client)).statusCode).toBe(403);
    await grant('Reader', 1);
    await grant('Clerk', 3);
    expect((await get('/at-3', client)).statusCode).toBe(200);
    await as((tx) =>
      sql`insert into user_access_privilege (user_id, prog_code, access_level) values (${client.user.id}, 'Chart of Accounts', 'S')`.execute(
        tx,
      ),
    );
    expect([(await get('/at-1', client)).statusCode, (await get('/at-2', client)).statusCode]).toEqual([200, 403]);
    await as((tx) =>
      sql`update user_access_privilege set access_level = 'N' where user_id = ${client.user.id}`.execute(tx),
    );
    expect((await get('/at-1', client)).statusCode).toBe(403);
  });

  test('what is taken away is gone with the next call: the level of a role, the role, the super user, the last day', async () => {
    await createSignedInClient(app.server, app.database, { super_user: true });
    const client = await createSignedInClient(app.server, app.database, { super_user: true });
    const { id } = client.user;
    const change = (text: string) => inTransaction(app.database, SYSTEM_ACTOR, (tx) => sql.raw(text).execute(tx));
    await change(`with made as (insert into role (roles) values ('Taken away') returning id),
        given as (insert into user_role (user_id, role_id) select ${id}, id from made)
      insert into role_access (role_id, module_id, access_level)
      select made.id, module.id, 2 from made, module where module_name = 'Chart of Accounts'`);
    const ofRole = `(select id from role where roles = 'Taken away')`;
    const status = async () => (await get('/at-2', client)).statusCode;
    expect(await status()).toBe(200);
    await change(`update role_access set access_level = 1 where role_id = ${ofRole}`);
    expect(await status()).toBe(200);
    await change(`update app_user set sper_user = 0 where id = ${id}`);
    expect(await status()).toBe(403);
    await change(`update role_access set access_level = 2 where role_id = ${ofRole}`);
    expect(await status()).toBe(200);
    await change(`delete from user_role where user_id = ${id}`);
    expect(await status()).toBe(403);
    await change(`update app_user set sper_user = 1, end_date = manila_today() where id = ${id}`);
    expect(await status()).toBe(200);
    await setToday(app.ownerUrl, '2090-01-01');
    expect(await status()).toBe(401);
    await setToday(app.ownerUrl, null);
    expect(await status()).toBe(200);
  });

  test('knows who is an approving officer', async () => {
    const client = await createSignedInClient(app.server, app.database);
    expect(await isApprovingOfficer(app.database, client.user.id)).toBe(false);
    await inTransaction(app.database, SYSTEM_ACTOR, async (tx) => {
      await sql`insert into approving_level (level_code, level_name, min_amount) values ('L1', 'Section Head', 0)`.execute(
        tx,
      );
      await sql`insert into approving_officer (user_id, level, currency_id) values (${client.user.id}, 'L1', 1)`.execute(
        tx,
      );
    });
    expect(await isApprovingOfficer(app.database, client.user.id)).toBe(true);
  });
});

describe('session', () => {
  test('refuses a missing, malformed, unknown and doubled cookie alike', async () => {
    const client = await createSignedInClient(app.server, app.database, { super_user: true });
    expect((await get('/at-1')).json()).toMatchObject(expired);
    for (const cookie of [
      'talaan=abc',
      `talaan=${'a'.repeat(43)}`,
      `talaan=; x=1`,
      `${client.headers.cookie}; talaan=${'b'.repeat(43)}`,
    ]) {
      const reply = await app.server.inject({ url: '/api/at-1', headers: { cookie } });
      expect(reply.json()).toMatchObject(expired);
    }
    expect((await get('/at-1', client)).statusCode).toBe(200);
  });

  test('ends at its instant, and a read does not move it', async () => {
    const client = await createSignedInClient(app.server, app.database, { super_user: true });
    await endsIn(client, '2 seconds');
    expect((await get('/at-1', client)).statusCode).toBe(200);
    expect(await secondsLeft(client)).toBeLessThanOrEqual(2);
    await endsIn(client, '-1 second');
    expect((await get('/at-1', client)).json()).toMatchObject(expired);
    // A write that was under way when the session ended does not bring it back.
    expect(await prolongSession(app.database, hashSecret(client.headers.cookie.slice('talaan='.length)))).toBeNull();
  });

  test('a write prolongs it to an hour and says so, but never past 12 hours', async () => {
    const client = await createSignedInClient(app.server, app.database);
    await endsIn(client, '10 minutes');
    const written = await post(client);
    expect(written.statusCode).toBe(200);
    expect(await secondsLeft(client)).toBeGreaterThan(3590);
    const stored = await sql<{
      expires_at: string;
    }>`select expires_at from session where user_id = ${client.user.id}`.execute(app.database);
    expect(written.headers[SESSION_EXPIRES_HEADER]).toBe(stored.rows[0]!.expires_at);

    await asOwner(
      client,
      "created_at = now() - interval '11 hours 45 minutes', expires_at = now() + interval '5 minutes'",
    );
    await post(client);
    expect(await secondsLeft(client)).toBeLessThanOrEqual(15 * 60);
  });

  test('is looked up once for the calls of all that arrive at once, and anew for the next one', async () => {
    const client = await createSignedInClient(app.server, app.database, { super_user: true });
    const other = await createSignedInClient(app.server, app.database, { super_user: true });
    await Promise.all([get('/at-1', client), get('/at-1', other)]);
    const asked = vi.spyOn(app.database, 'executeQuery');
    const lookUps = () =>
      asked.mock.calls.filter(([query]) => 'sql' in query && query.sql.includes('from session s')).length;
    const replies = await Promise.all([client, client, other, client].map((one) => get('/at-1', one)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(lookUps()).toBe(1);
    await runAsOwner(app.ownerUrl, (owner) =>
      owner.query('delete from session where token_hash = $1', [
        hashSecret(client.headers.cookie.slice('talaan='.length)),
      ]),
    );
    const [ended, own] = await Promise.all([get('/at-1', client), get('/at-1', other)]);
    expect([ended.statusCode, own.statusCode, lookUps()]).toEqual([401, 200, 2]);
    expect((await get('/at-1', client)).statusCode).toBe(401);
    expect(lookUps()).toBe(3);
    asked.mockRestore();
  });

  test('is looked up by a plan that PostgreSQL keeps', async () => {
    const client = await createSignedInClient(app.server, app.database, { super_user: true });
    for (let call = 0; call < 12; call += 1) await get('/at-1', client);
    const kept = await sql`
      select from pg_prepared_statements where statement like '%from session s,%' and generic_plans > 0`.execute(
      app.database,
    );
    expect(kept.rows).not.toEqual([]);
  });

  test('ends with a password change, an end date and the removal of the user', async () => {
    for (const change of ["password_hash = 'changed'", 'end_date = manila_today() - 1', "start_date = '2090-01-01'"]) {
      const client = await createSignedInClient(app.server, app.database, { super_user: true });
      expect((await get('/at-1', client)).statusCode).toBe(200);
      await createSignedInClient(app.server, app.database, { super_user: true });
      await inTransaction(app.database, SYSTEM_ACTOR, (tx) =>
        sql`update app_user set ${sql.raw(change)} where id = ${client.user.id}`.execute(tx),
      );
      expect((await get('/at-1', client)).json()).toMatchObject(expired);
    }
  });
});

describe('forgery', () => {
  test('a write needs the token of its own session', async () => {
    const client = await createSignedInClient(app.server, app.database);
    const other = await createSignedInClient(app.server, app.database);
    expect((await post(client)).statusCode).toBe(200);
    for (const token of ['', 'x', other.headers['x-csrf-token'], client.headers.cookie.slice('talaan='.length)]) {
      const reply = await post(client, { 'x-csrf-token': token });
      expect(reply.json()).toMatchObject({ status: 403, code: 'csrf_token' });
    }
  });

  test('a write from another site is refused even with cookie and token', async () => {
    const client = await createSignedInClient(app.server, app.database);
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      expect((await post(client, { origin })).json()).toMatchObject({ status: 403, code: 'foreign_origin' });
    }
    expect((await post(client, { origin: 'http://localhost:80', host: 'localhost:80' })).statusCode).toBe(200);
  });
});

const endsIn = (client: SignedInClient, time: string) => asOwner(client, `expires_at = now() + interval '${time}'`);

async function asOwner(client: SignedInClient, change: string): Promise<void> {
  await runAsOwner(
    app.ownerUrl,
    async (owner) => void (await owner.query(`update session set ${change} where user_id = $1`, [client.user.id])),
  );
}

async function secondsLeft(client: SignedInClient): Promise<number> {
  const left = await sql<{ seconds: number }>`
    select extract(epoch from expires_at - now())::float8 as seconds from session where user_id = ${client.user.id}`.execute(
    app.database,
  );
  return left.rows[0]!.seconds;
}
