import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notice } from '@talaan/contract/notices/notice.contract';
import { mailJobs } from '../../jobs/mail-jobs.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import { openBrowser } from '../../testing/sign-in/browser.ts';
import { switchFourEyes } from '../../testing/books/four-eyes.ts';
import { startMailCatcher, type MailCatcher } from '../../platform/mail/mail-catcher.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import {
  createSignedInClient,
  createUser,
  signInAs,
  type SignedInClient,
  type TestUser,
} from '../../testing/sign-in/sign-in.ts';
import { findUserOfAddress } from '../sign-in/sign-in.store.ts';
import { createSignInServer, TEST_PASSWORD, testPasswordHash } from '../../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const ADDRESS = 'https://books.sampol.example';
const NEW_PASSWORD = 'seven green ladders';
const OTHER_PASSWORD = 'nine blue windows';

let app: TestServer;
let catcher: MailCatcher;
let admin: SignedInClient;
let owner: TestUser;
let sendMail: () => Promise<void>;
const { send } = createCaller(() => app);

beforeAll(async () => {
  catcher = await startMailCatcher();
  const mail = { url: catcher.url, from: 'Talaan <books@sampol.example>' };
  app = await createSignInServer({
    is_demo: false,
    configuration: { mail },
    register(server, services) {
      registerMasterdataRoutes(server, services);
      registerNoticeRoutes(server, services);
    },
  });
  admin = await createSignedInClient(app.server, app.database, { super_user: true, email: 'admin@sampol.example' });
  const jobs = mailJobs(app.database, { mail, public_url: ADDRESS, port: 0 });
  sendMail = () => jobs.find(({ name }) => name === 'send_mail')!.run();
});
afterAll(async () => {
  await app.stop();
  await catcher.stop();
});
beforeEach(async () => {
  await sendMail();
  catcher.mails.splice(0);
  await switchFourEyes(app.database);
  owner = await createUser(app.database, {
    last_name: 'Reyes',
    password_hash: await testPasswordHash(),
    levels: { Users: 1 },
  });
});

const login = (user_id: string, password: string, by = openBrowser(app.server)) =>
  by.post('/api/login', { user_id, password });
const call = async (path: string, body: object) => (await openBrowser(app.server).post(`/api${path}`, body)).json();
const stateOf = async (token: string) => (await call('/password-link/state', { token })).data.state as string;
const use = (token: string, password = NEW_PASSWORD) => call('/password-link/use', { token, password });
const bellOf = async (user: SignedInClient) =>
  ((await send(user, 'GET', '/notices')).body['data'] as unknown as Notice[]).map(({ title, text }) => [title, text]);
const mailedTo = () => catcher.mails.map(({ to }) => to).toSorted();

/** Asks for a link, sends the mail and answers the secret that its reader gets. */
async function mailedToken(user: TestUser, asker = admin): Promise<string> {
  expect((await send(asker, 'POST', `/user/${user.id}/password-link`)).status).toBe(200);
  await sendMail();
  const { raw } = catcher.mails.findLast(({ to }) => to === `${user.user_id}@sampol.example`)!;
  return new RegExp(`${ADDRESS}/new-password#([\\w-]{43})`).exec(raw.replaceAll('=\r\n', ''))![1]!;
}

/** As if the address of a user had been his for longer than a day. */
const letStand = ({ id }: TestUser) =>
  runAsOwner(app.ownerUrl, async (db) => {
    await db.query(`begin; set local session_replication_role = replica;
      update app_user set email_stands_at = now() - interval '1 day' where id = ${id}; commit`);
  });

describe('a link to choose a password', () => {
  test('reaches its owner by mail alone, works once and ends his sessions', async () => {
    const own = await signInAs(app.server, app.database, owner);
    const asked = await send(admin, 'POST', `/user/${owner.id}/password-link`);
    expect(Object.keys(asked.body.data as object).toSorted()).toEqual(['email', 'expires_at']);
    const stored = await sql<{ text: string }>`
      select (select json_agg(m)::text from mail_message m) || (select json_agg(l)::text from password_link l) as text`.execute(
      app.database,
    );
    expect(stored.rows[0]!.text).not.toContain(`${ADDRESS}/new-password`);

    const token = await mailedToken(owner);
    expect(await call('/password-link/state', { token })).toEqual({
      data: { state: 'open', owner: { user_id: owner.user_id, user_first_name: 'Test' } },
    });
    expect((await use(token, 'short')).errors.password).toEqual(['Password must have 12 to 128 characters.']);
    expect((await use(token, 'password-password')).errors.password[0]).toContain('easy to guess');
    expect((await use(token, TEST_PASSWORD)).errors.password[0]).toContain('was there before');
    expect(await use(token)).toEqual({ data: { changed: true } });
    expect((await send(own, 'GET', '/notices')).status).toBe(401);
    expect((await login(owner.user_id, TEST_PASSWORD)).statusCode).toBe(401);
    expect((await login(owner.user_id, NEW_PASSWORD)).json().data.password_due).toBeUndefined();
    expect([await stateOf(token), (await use(token)).code]).toEqual(['used', 'link_ended']);
  });

  test('counts until a newer one, another e-mail, a block, the last day of its owner or its end', async () => {
    const first = await mailedToken(owner);
    const second = await mailedToken(owner);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'open']);
    await send(admin, 'PUT', `/user/${owner.id}`, { email: 'elsewhere@sampol.example' });
    expect([await stateOf(second), (await use(second)).code]).toEqual(['replaced', 'link_ended']);

    await send(admin, 'PUT', `/user/${owner.id}`, { email: `${owner.user_id}@sampol.example` });
    await letStand(owner);
    const third = await mailedToken(owner);
    await send(admin, 'POST', `/user/${owner.id}/block`);
    expect([await stateOf(third), (await use(third)).code]).toEqual(['replaced', 'link_ended']);

    await send(admin, 'DELETE', `/user/${owner.id}/block`);
    const ended = await mailedToken(owner);
    await send(admin, 'PUT', `/user/${owner.id}`, { end_date: '2024-12-31' });
    expect([await stateOf(ended), (await use(ended)).code]).toEqual(['expired', 'link_ended']);

    await send(admin, 'PUT', `/user/${owner.id}`, { end_date: null });
    const fourth = await mailedToken(owner);
    await runAsOwner(app.ownerUrl, async (db) => {
      await db.query(`begin; set local talaan.user_id = 'system';
        update password_link set expires_at = now() where ended_at is null; commit`);
    });
    expect([await stateOf(fourth), (await use(fourth)).code]).toEqual(['expired', 'link_ended']);
    expect(await stateOf('x'.repeat(43))).toBe('unknown');
  });

  test('goes to a new user when he is saved, if it reaches him and he may sign in', async () => {
    const add = async (user_id: string, more: object) => {
      const person = { user_id, user_first_name: 'Vic', user_last_name: 'Torres', ...more };
      expect((await send(admin, 'POST', '/user', person)).status).toBe(200);
      await sendMail();
      return catcher.mails.findLast(({ to }) => to === `${user_id}@sampol.example`)?.raw ?? null;
    };
    const name = `new-${owner.id}`;
    const raw = await add(name, { email: `${name}@sampol.example` });
    const [, token] = new RegExp(`${ADDRESS}/new-password#([\\w-]{43})`).exec(raw!.replaceAll('=\r\n', ''))!;
    expect(await use(token!)).toEqual({ data: { changed: true } });
    expect((await login(name, NEW_PASSWORD)).statusCode).toBe(200);
    expect(await add(`${name}-a`, {})).toBeNull();
    expect(await add(`${name}-b`, { email: `${name}-b@sampol.example`, password: OTHER_PASSWORD })).toBeNull();
    expect(await add(`${name}-c`, { email: `${name}-c@sampol.example`, start_date: '2099-01-01' })).toBeNull();
  });

  test('is told to its owner and to who asked, by bell and by mail', async () => {
    const token = await mailedToken(owner);
    expect(mailedTo()).toEqual(['admin@sampol.example', `${owner.user_id}@sampol.example`]);
    const own = await signInAs(app.server, app.database, owner);
    expect(await bellOf(own)).toEqual([['A link to choose your password was sent to you', `By ${admin.user.name}`]]);
    expect((await bellOf(admin))[0]).toEqual(['Password link sent', `${owner.name}\nBy ${admin.user.name}`]);
    expect(catcher.mails.find(({ to }) => to === 'admin@sampol.example')!.raw).not.toContain(token);
  });

  test('is not sent to whom it cannot reach, and says what to do', async () => {
    const away = await createUser(app.database, { email: null });
    const refused = await send(admin, 'POST', `/user/${away.id}/password-link`);
    expect(refused.body).toMatchObject({ status: 409, code: 'no_email' });
    expect(refused.body.message).toContain(`npm run admin -- reset-password ${away.user_id}`);
    const ended = await createUser(app.database, { end_date: '2021-01-01' });
    expect((await send(admin, 'POST', `/user/${ended.id}/password-link`)).body).toMatchObject({ code: 'not_in_use' });
  });
});

test('the only one who could changes an address alone: it counts a day later, for links and for sign-in', async () => {
  const lone = await createUser(app.database, { last_name: 'Lim', levels: { Users: 1 } });
  expect(await send(admin, 'PUT', `/user/${lone.id}`, { email: 'lone-new@sampol.example' })).toMatchObject({
    status: 200,
  });
  expect((await send(admin, 'POST', `/user/${lone.id}/password-link`)).body).toMatchObject({
    status: 409,
    code: 'address_too_new',
    message: expect.stringMatching(
      /changed less than a day ago\. A link goes to it from \d{4}-\d\d-\d\d \d\d:\d\d on\.$/,
    ),
  });
  expect(await findUserOfAddress(app.database, 'lone-new@sampol.example')).toBeNull();
  await letStand(lone);
  expect(await findUserOfAddress(app.database, 'lone-new@sampol.example')).toMatchObject({ id: lone.id });
  expect((await send(admin, 'POST', `/user/${lone.id}/password-link`)).status).toBe(200);
});

describe("one's own password", () => {
  test('is changed by who knows it; the other sessions end and this one goes on', async () => {
    const other = await signInAs(app.server, app.database, owner);
    const browser = openBrowser(app.server);
    const headers = { 'x-csrf-token': (await login(owner.user_id, TEST_PASSWORD, browser)).json().data.token };
    const change = async (body: object) => (await browser.post('/api/password', body, headers)).json();
    expect(await change({ password: NEW_PASSWORD })).toMatchObject({
      errors: { current_password: ['The current password is not right.'] },
    });
    expect(
      await change({ current_password: TEST_PASSWORD, password: `${owner.user_id}-${owner.user_id}` }),
    ).toMatchObject({
      status: 422,
    });
    expect(await change({ current_password: TEST_PASSWORD, password: NEW_PASSWORD })).toEqual({
      data: { changed: true },
    });
    expect((await browser.post('/api/getuser', {})).statusCode).toBe(200);
    expect((await send(other, 'GET', '/notices')).status).toBe(401);
    expect((await login(owner.user_id, NEW_PASSWORD)).statusCode).toBe(200);
    await sendMail();
    expect(mailedTo()).toEqual([`${owner.user_id}@sampol.example`]);
  });

  test('cannot be guessed from an open session', async () => {
    const own = await signInAs(app.server, app.database, owner);
    const change = (current_password: string) =>
      send(own, 'POST', '/password', { current_password, password: NEW_PASSWORD });
    for (let tries = 0; tries < 5; tries += 1) expect((await change('wrong')).status).toBe(422);
    expect((await change(TEST_PASSWORD)).status).toBe(429);
  });
});

describe('a password that somebody else set', () => {
  test('opens nothing until its owner chose his own', async () => {
    const person = { user_id: `added-${owner.id}`, user_first_name: 'Vic', user_last_name: 'Torres' };
    expect((await send(admin, 'POST', '/user', { ...person, password: OTHER_PASSWORD })).status).toBe(200);
    const browser = openBrowser(app.server);
    const { data } = (await login(person.user_id, OTHER_PASSWORD, browser)).json();
    expect(data.password_due).toBe(true);
    const headers = { 'x-csrf-token': data.token };
    expect((await browser.get('/api/notices')).json()).toMatchObject({ status: 403, code: 'password_due' });
    expect((await browser.post('/api/session/extend', {}, headers)).json()).toMatchObject({ code: 'password_due' });
    expect((await browser.post('/api/getuser', {})).json().data[0].password_due).toBe(true);
    const change = async (password: string) => (await browser.post('/api/password', { password }, headers)).json();
    expect((await change(OTHER_PASSWORD)).errors.password[0]).toContain('was there before');
    expect(await change(NEW_PASSWORD)).toEqual({ data: { changed: true } });
    expect((await browser.get('/api/notices')).statusCode).toBe(200);
    expect((await browser.post('/api/getuser', {})).json().data[0].password_due).toBeUndefined();
  });

  test('is a first one: nobody replaces the password of another, with four eyes or without', async () => {
    for (const guard of [[], ['roles']] as const) {
      await switchFourEyes(app.database, ...guard);
      const set = await send(admin, 'PUT', `/user/${owner.id}`, { password: OTHER_PASSWORD });
      expect(set.body.errors).toEqual({ password: [expect.stringContaining('changed by its owner alone')] });
      expect((await login(owner.user_id, TEST_PASSWORD)).statusCode).toBe(200);
    }
  });
});

test('another sign-in e-mail waits for a second person; old and new address and who asked are told', async () => {
  await switchFourEyes(app.database, 'roles');
  const second = await createSignedInClient(app.server, app.database, { super_user: true });
  const email = `new-${owner.user_id}@sampol.example`;
  const asked = await send(admin, 'PUT', `/user/${owner.id}`, { email });
  expect(asked.status).toBe(202);
  await sendMail();
  expect(mailedTo()).toEqual([]);
  const { id } = (asked.body as unknown as { pending_change: { id: number } }).pending_change;
  expect((await send(second, 'POST', `/access/changes/${id}/confirm`)).status).toBe(200);
  await sendMail();
  expect(mailedTo()).toEqual(['admin@sampol.example', email, `${owner.user_id}@sampol.example`].toSorted());
  const own = await signInAs(app.server, app.database, owner);
  expect(await bellOf(own)).toEqual([['Your sign-in e-mail was changed', `By ${admin.user.name}`]]);
  expect((await bellOf(admin))[0]).toEqual(['Sign-in e-mail changed', `${owner.name}\nBy ${admin.user.name}`]);
});

describe('a clerk of users', () => {
  const path = () => `/user/${owner.id}/password-link`;
  const idOf = ({ body }: { body: object }) => (body as { pending_change: { id: number } }).pending_change.id;

  test('takes over nobody who decides: address and link wait for a second person, with every switch off', async () => {
    const clerk = await createSignedInClient(app.server, app.database, { levels: { Users: 3 } });
    await runAsOwner(app.ownerUrl, async (db) => {
      await db.query(
        `begin; set local talaan.user_id = 'system'; update app_user set approver = 1 where id = ${owner.id}; commit`,
      );
    });
    const elsewhere = `mine-${owner.user_id}@sampol.example`;
    const address = await send(clerk, 'PUT', `/user/${owner.id}`, { email: elsewhere });
    expect(address.status).toBe(202);
    const link = await send(clerk, 'POST', path());
    expect(link.status).toBe(202);
    await sendMail();
    expect(mailedTo()).toEqual([]);
    expect((await send(clerk, 'POST', `/access/changes/${idOf(link)}/confirm`)).status).toBe(403);
    // Whoever confirms reads where it goes; once another address is agreed on, it goes nowhere.
    const waiting = (await send(admin, 'GET', '/access/changes')).body.data as unknown as {
      id: number;
      changes: object[];
    }[];
    expect(waiting.find(({ id }) => id === idOf(link))!.changes).toEqual([
      { label: 'Goes to', before: null, after: `${owner.user_id}@sampol.example` },
    ]);
    expect((await send(admin, 'POST', `/access/changes/${idOf(address)}/confirm`)).status).toBe(200);
    expect((await send(admin, 'POST', `/access/changes/${idOf(link)}/confirm`)).body).toMatchObject({
      code: 'link_outdated',
    });
    expect((await send(clerk, 'POST', path())).body).toMatchObject({ code: 'change_waiting' });
  });

  test('sends a link to whoever decides nothing, at the address that he has had for a day', async () => {
    const clerk = await createSignedInClient(app.server, app.database, { levels: { Users: 3 } });
    expect((await send(clerk, 'POST', path())).status).toBe(200);
    const own = await signInAs(app.server, app.database, owner);
    expect(own.user.id).toBe(owner.id);
  });
});

describe('a blocked user', () => {
  const block = (id: number, by = admin) => send(by, 'POST', `/user/${id}/block`);

  test('is out at once and told so when he proves who he is, until he is let in again', async () => {
    const own = await signInAs(app.server, app.database, owner);
    expect((await block(owner.id)).body.data).toEqual({ blocked_at: expect.any(String) });
    expect((await send(own, 'GET', '/notices')).status).toBe(401);
    const refused = (await login(owner.user_id, TEST_PASSWORD)).json();
    expect(refused).toMatchObject({ status: 403, code: 'user_blocked' });
    expect(refused.message).toMatch(/^You cannot sign in: you are blocked since .+\. Ask an administrator\.$/);
    expect((await login(owner.user_id, 'wrong')).json()).toMatchObject({ message: 'Invalid username or password' });
    expect((await send(admin, 'GET', `/user/${owner.id}`)).body.data).toMatchObject({
      blocked_since: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    });
    expect((await send(admin, 'DELETE', `/user/${owner.id}/block`)).body.data).toEqual({ blocked_at: null });
    expect((await login(owner.user_id, TEST_PASSWORD)).statusCode).toBe(200);
  });

  test('is never oneself, a super user only by a super user, and never the last one', async () => {
    expect((await block(admin.user.id)).body).toMatchObject({ status: 403, code: 'own_block' });
    const clerk = await createSignedInClient(app.server, app.database, { levels: { Users: 4 } });
    expect((await block(admin.user.id, clerk)).body).toMatchObject({ status: 403, code: 'super_user_only' });
    const reader = await createSignedInClient(app.server, app.database, { levels: { Users: 2 } });
    expect((await block(owner.id, reader)).status).toBe(403);
  });
});
