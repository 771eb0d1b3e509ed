import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readEffectiveAccess, startPreview, stopPreview } from '@talaan/contract/sign-in/effective-access.contract';
import { recordOf } from '@talaan/contract/http/envelope';
import { defineRoute } from '@talaan/contract/http/route';
import { getUser } from '@talaan/contract/sign-in/sign-in.contract';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { createSignedInClient, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createSignInServer } from '../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { registerAccessRoutes } from './effective-access.routes.ts';

const answer = recordOf(z.object({ user_id: z.int() }));
const facts = { tag: 'Test', summary: 'Test', response: answer } as const;
const branches = { kind: 'module', module: 'Branches', level: 1 } as const;
const read = defineRoute({ ...facts, method: 'GET', path: '/test/read', access: branches });
const keep = defineRoute({ ...facts, method: 'GET', path: '/test/keep', access: branches, keeps: true });
const smuggle = defineRoute({ ...facts, method: 'GET', path: '/test/smuggle', access: branches });
const write = defineRoute({ ...facts, method: 'POST', path: '/test/write', access: branches });

let app: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  app = await createSignInServer({
    register(server, services) {
      registerAccessRoutes(server, services);
      for (const route of [read, keep, write])
        registerRoute(server, services, route, async ({ user }) => ({ data: { user_id: user.user_id } }));
      registerRoute(server, services, smuggle, async ({ db, user }) => {
        await sql`insert into role (roles) values ('Smuggled')`.execute(db);
        return { data: { user_id: user.user_id } };
      });
    },
  });
  admin = await createSignedInClient(app.server, app.database, {
    super_user: true,
    first_name: 'Ana',
    last_name: 'Reyes',
  });
});
afterAll(() => app.stop());

const asSystem = (work: Parameters<typeof inTransaction<unknown>>[2]) =>
  inTransaction(app.database, SYSTEM_ACTOR, work);
const refused = { status: 403, code: 'preview_read_only' };
const send = async (client: SignedInClient, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const reply = await app.server.inject({
    method,
    url: `/api${path}`,
    headers: client.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
};

describe('the explanation of access', () => {
  test('says for each module the level, its source, and what each role gives', async () => {
    const client = await createSignedInClient(app.server, app.database, { levels: { Branches: 0, Companies: 4 } });
    await asSystem((tx) =>
      sql`with made as (insert into role (roles) values ('Clerk'), ('Head') returning id, roles),
            given as (insert into user_role (user_id, role_id) select ${client.user.id}, id from made)
          insert into role_access (role_id, module_id, access_level)
          select made.id, module.id, case made.roles when 'Head' then 3 else 1 end
          from made, module where module_name in ('Branches', 'Departments')`.execute(tx),
    );
    const { data } = await client.call(readEffectiveAccess, { query: {} });
    const of = (name: string) => data.modules.find((module) => module.module_name === name)!;
    const roles = [
      { role: 'Head', level: 3 },
      { role: 'Clerk', level: 1 },
    ];
    expect(of('Branches')).toMatchObject({ level: 0, reason: 'privilege', privilege_level: 0, roles });
    expect(of('Departments')).toMatchObject({ level: 3, reason: 'role', privilege_level: null, roles });
    expect(of('Companies')).toMatchObject({ level: 4, reason: 'privilege', roles: [] });
    expect(of('Rates')).toMatchObject({ level: 0, reason: 'none' });
    expect(data.granted_by[0]).toBe('Ana Reyes');
    const own = await admin.call(readEffectiveAccess, { query: {} });
    expect(own.data.modules.every(({ level, reason }) => level === 4 && reason === 'super_user')).toBe(true);
  });

  test("is open for one's own, and for others' with Select on Users or User Roles", async () => {
    const nobody = await createSignedInClient(app.server, app.database);
    const reader = await createSignedInClient(app.server, app.database, { levels: { 'User Roles': 1 } });
    const path = `/access/effective?user_id=${nobody.user.id}`;
    expect((await send(nobody, 'GET', path)).status).toBe(200);
    expect((await send(reader, 'GET', path)).status).toBe(200);
    expect(await send(nobody, 'GET', `/access/effective?user_id=${reader.user.id}`)).toMatchObject({
      status: 403,
      body: { code: 'module_access' },
    });
    expect((await send(reader, 'GET', '/access/effective?user_id=999999')).status).toBe(404);
  });
});

describe('looking at the product as another user', () => {
  test('is for level 4 on Users; a super user is looked at by super users only', async () => {
    const manager = await createSignedInClient(app.server, app.database, { levels: { Users: 4 } });
    const editor = await createSignedInClient(app.server, app.database, { levels: { Users: 3 } });
    const gone = await createSignedInClient(app.server, app.database, { end_date: '2020-06-30' });
    const start = (client: SignedInClient, user_id: number) => send(client, 'POST', '/access/preview', { user_id });
    expect((await start(editor, manager.user.id)).body).toMatchObject({ code: 'module_access' });
    expect((await start(manager, admin.user.id)).body).toMatchObject({ code: 'super_user_only' });
    expect((await start(manager, manager.user.id)).body).toMatchObject({ code: 'preview_self' });
    expect((await start(manager, gone.user.id)).body).toMatchObject({ code: 'preview_inactive' });
    expect((await start(manager, 999_999)).status).toBe(404);
    expect((await start(manager, editor.user.id)).status).toBe(200);
  });

  test("reads with the other's access and is refused every write, by the server and by the database", async () => {
    const clerk = await createSignedInClient(app.server, app.database, { levels: { Branches: 2 } });
    const looker = await createSignedInClient(app.server, app.database, { super_user: true, first_name: 'Ben' });
    await looker.call(startPreview, { body: { user_id: clerk.user.id } });

    expect((await looker.call(read, {})).data.user_id).toBe(clerk.user.id);
    expect((await looker.call(getUser, {})).data[0]).toMatchObject({
      id: clerk.user.id,
      preview: { name: looker.user.name },
      roleaccess: [{ module_name: 'Branches', access_level: 2 }],
    });
    for (const [method, path] of [
      ['POST', '/test/write'],
      ['GET', '/test/keep'],
      ['GET', '/test/smuggle'],
      ['POST', '/access/preview'],
    ] as const) {
      // The other's access decides first: he has none on Users.
      const code = path === '/access/preview' ? 'module_access' : refused.code;
      expect([path, (await send(looker, method, path, method === 'POST' ? {} : undefined)).body]).toMatchObject([
        path,
        { status: 403, code },
      ]);
    }
    expect((await send(looker, 'POST', '/test/write', {})).body['message']).toBe(
      `You are looking at Talaan as ${clerk.user.name}, and nothing can be changed meanwhile. Stop the preview first.`,
    );

    await looker.call(stopPreview, {});
    expect((await looker.call(write, {})).data.user_id).toBe(looker.user.id);
  });

  test('is written into the audit trail: who looked as whom, from when to when', async () => {
    const seen = await createSignedInClient(app.server, app.database);
    const looker = await createSignedInClient(app.server, app.database, { super_user: true });
    await looker.call(startPreview, { body: { user_id: seen.user.id } });
    await looker.call(stopPreview, {});
    await looker.call(stopPreview, {});
    const events = await sql<{ action: string; user_id: number; by: string }>`
      select action, user_id, after ->> 'by' as by from audit_event
      where table_name = 'session' and row_key = ${String(seen.user.id)} order by id`.execute(app.database);
    expect(events.rows).toEqual([
      { action: 'preview_started', user_id: looker.user.id, by: looker.user.user_id },
      { action: 'preview_stopped', user_id: looker.user.id, by: looker.user.user_id },
    ]);
  });

  test('ends with the right to look, and signs the one who looked out', async () => {
    const seen = await createSignedInClient(app.server, app.database, { levels: { Branches: 1 } });
    const looker = await createSignedInClient(app.server, app.database, { levels: { Users: 4 } });
    await looker.call(startPreview, { body: { user_id: seen.user.id } });
    await asSystem((tx) =>
      sql`update user_access_privilege set access_level = 'U' where user_id = ${looker.user.id}`.execute(tx),
    );
    expect((await send(looker, 'GET', '/test/read')).status).toBe(401);
  });

  test('signing out meanwhile signs out who looked, not the other', async () => {
    const seen = await createSignedInClient(app.server, app.database, { levels: { Branches: 1 } });
    const looker = await createSignedInClient(app.server, app.database, { super_user: true });
    await looker.call(startPreview, { body: { user_id: seen.user.id } });
    await send(looker, 'POST', '/logout', {});
    expect((await send(looker, 'GET', '/test/read')).status).toBe(401);
    expect((await send(seen, 'GET', '/test/read')).status).toBe(200);
    const signedOut = await sql<{ user_id: number }>`select user_id from audit_event
      where action = 'sign_out' order by id desc limit 1`.execute(app.database);
    expect(signedOut.rows[0]!.user_id).toBe(looker.user.id);
  });
});
