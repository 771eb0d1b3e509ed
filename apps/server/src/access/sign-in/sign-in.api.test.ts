import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SIGN_IN_LIMITS } from '../../platform/sign-in/sign-in-limiter.ts';
import { hashPassword } from '../../platform/sign-in/password-hash.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openBrowser, type Browser } from '../../testing/sign-in/browser.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createUser, type TestUser } from '../../testing/sign-in/sign-in.ts';
import { createSignInServer, TEST_PASSWORD, testPasswordHash } from '../../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { DEMO_PASSWORD } from './password-check.ts';
import { createSessionCookies } from '../session/session-cookie.ts';

let app: TestServer;
let ana: TestUser;
let browser: Browser;
const signedOut: number[] = [];

beforeAll(async () => {
  app = await createSignInServer({ onSignOut: async (_, userId) => void signedOut.push(userId) });
  ana = await createUser(app.database, {
    user_id: 'ana',
    first_name: 'Ana',
    last_name: 'Reyes',
    email: 'Ana.Reyes@sampol.example',
    password_hash: await testPasswordHash(),
    levels: { 'Journal Entries': 3, Rates: 1, Users: 0 },
    max_amount: '20000.00',
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  browser = openBrowser(app.server);
  await runAsOwner(app.ownerUrl, async (owner) => void (await owner.query('delete from sign_in_try')));
});

const login = (body: Record<string, unknown>, by = browser) => by.post('/api/login', body);
const signIn = (by = browser) => login({ user_id: 'ana', password: TEST_PASSWORD }, by);
const getUser = (by = browser) => by.post('/api/getuser', {});
const tokenOf = async () => (await signIn()).json().data.token as string;
const wrong = { status: 401, code: 'invalid_credentials', message: 'Invalid username or password' };
const expired = { status: 401, code: 'SESSION_EXPIRED' };

describe('user id and password', () => {
  test('refuses an unknown user, a wrong password, an ended user, and a user without password alike', async () => {
    await createUser(app.database, {
      user_id: 'gone',
      password_hash: await testPasswordHash(),
      end_date: '2021-01-01',
    });
    await createUser(app.database, { user_id: 'sso-only' });
    const tries = [
      { user_id: 'nobody', password: TEST_PASSWORD },
      { user_id: 'ana', password: 'wrong' },
      { user_id: 'gone', password: TEST_PASSWORD },
      { user_id: 'sso-only', password: TEST_PASSWORD },
      { user_id: "' or 1=1 --", password: TEST_PASSWORD },
    ];
    for (const body of tries) {
      const reply = await login(body);
      expect(reply.json()).toEqual({
        ...wrong,
        type: 'about:blank',
        title: 'Sign-in needed',
        request_id: expect.any(String),
      });
    }
    expect((await login({ user_id: 'ana\0', password: TEST_PASSWORD })).statusCode).toBe(422);
    expect(browser.cookie('talaan')).toBeUndefined();
  });

  test('asks for both when nothing, or half of it, is entered', async () => {
    for (const body of [
      {},
      { user_id: '', password: '' },
      { user_id: 'ana' },
      { password: 'x' },
      { email: 'a@b.ph', password: null },
    ]) {
      expect((await login(body)).json()).toMatchObject({ status: 422, message: 'Email and Password cannot be null.' });
    }
  });

  test('refuses a password of more than 128 characters by its length', async () => {
    expect((await login({ user_id: 'ana', password: 'x'.repeat(129) })).json()).toMatchObject({
      status: 422,
      errors: { password: ['Password may have at most 128 characters.'] },
    });
    expect((await login({ user_id: 'ana', password: 'x'.repeat(128) })).statusCode).toBe(401);
  });

  test('answers login data and a cookie that scripts cannot read', async () => {
    const reply = await login({ user_id: ' ANA ', password: TEST_PASSWORD });
    expect(reply.statusCode).toBe(200);
    const { data } = reply.json();
    expect(data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      token_expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      server_time: expect.any(String),
      roleaccess: [
        { module_name: 'Journal Entries', module_type: 'T', access_level: 3 },
        { module_name: 'Rates', module_type: 'F', access_level: 1 },
      ],
      user: expect.objectContaining({
        id: ana.id,
        user_id: 'ana',
        user_first_name: 'Ana',
        user_last_name: 'Reyes',
        sper_user: 0,
        approver: 0,
        level: null,
        max_amount: null,
        user_max_amount: '20000.00',
        officer_limits: [],
      }),
    });
    expect(Date.parse(data.token_expires_at) - Date.parse(data.server_time)).toBeCloseTo(3_600_000, -3);
    expect(reply.headers['set-cookie']).toMatch(/^talaan=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(reply.body).not.toContain(browser.cookie('talaan'));
    expect(reply.body).not.toContain('password');
  });

  test('carries the prefix and Secure under https', () => {
    const set: unknown[] = [];
    const reply = { setCookie: (...given: unknown[]) => set.push(given) } as never;
    createSessionCookies(true).setSession(reply, 'x');
    expect(set).toEqual([['__Host-talaan', 'x', { path: '/', httpOnly: true, secure: true, sameSite: 'strict' }]]);
  });

  test('shows the officer of the peso row first, and all limits', async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, async (tx) => {
      await sql`insert into approving_level (level_code, level_name, min_amount) values ('L1', 'Section Head', 0), ('L2', 'Department Head', 20000.01)`.execute(
        tx,
      );
      await sql`insert into approving_officer (user_id, level, currency_id, min_amount, max_amount)
        values (${ana.id}, 'L2', 2, 400.01, 2000), (${ana.id}, 'L1', 1, 0, 20000), (${ana.id}, 'L2', 1, 20000.01, 100000)`.execute(
        tx,
      );
      await sql`insert into billing_officer (user_id, level, currency_id, min_amount, max_amount)
        values (${ana.id}, 'L1', 1, 0, 5000)`.execute(tx);
    });
    const { user } = (await signIn()).json().data;
    expect(user).toMatchObject({ level: 'L2', min_amount: '20000.01', max_amount: '100000.00' });
    expect(
      user.officer_limits.map(
        ({ own_officers, level, currency_id, max_amount }: CurrentUser['officer_limits'][number]) =>
          `${own_officers ? 'billing ' : ''}${level} ${currency_id} ${max_amount}`,
      ),
    ).toEqual(['L2 1 100000.00', 'L1 1 20000.00', 'L2 2 2000.00', 'billing L1 1 5000.00']);
  });
});

describe('work e-mail', () => {
  test('signs in by e-mail and password, and refuses with its own words', async () => {
    expect((await login({ email: 'ana.reyes@SAMPOL.example', password: TEST_PASSWORD })).json().data.user.user_id).toBe(
      'ana',
    );
    for (const email of ['nobody@sampol.example', 'ana.reyes@sampol.example']) {
      expect((await login({ email, password: 'wrong' })).json()).toMatchObject({
        status: 401,
        message: 'Invalid Email Account',
      });
    }
  });
});

describe('session', () => {
  test('is answered again by getuser, with the token, so that a reloaded page can write', async () => {
    const token = await tokenOf();
    const reply = await getUser();
    expect(reply.json().data).toHaveLength(1);
    expect(reply.json().data[0]).toMatchObject({
      id: ana.id,
      user_id: 'ana',
      token,
      roleaccess: [{ access_level: 3 }, { access_level: 1 }],
    });
    expect((await getUser(openBrowser(app.server))).json()).toMatchObject(expired);
  });

  test('is verified by login with its token, and with no other', async () => {
    const token = await tokenOf();
    const cookie = browser.cookie('talaan');
    expect((await login({ token })).json().data).toMatchObject({ token, user: { user_id: 'ana' } });
    expect(browser.cookie('talaan')).toBe(cookie);
    const other = openBrowser(app.server);
    await signIn(other);
    expect((await login({ token }, other)).json()).toMatchObject(expired);
    expect((await login({ token }, openBrowser(app.server))).json()).toMatchObject(expired);
  });

  test('has a new id at every sign-in, and the old one ends', async () => {
    await signIn();
    const before = browser.cookie('talaan')!;
    await signIn();
    expect(browser.cookie('talaan')).not.toBe(before);
    browser.setCookie('talaan', before);
    expect((await getUser()).json()).toMatchObject(expired);
  });

  test('is not kept in the database in a form that opens it', async () => {
    const token = await tokenOf();
    await runAsOwner(app.ownerUrl, async (owner) => {
      const { rows } = await owner.query('select * from session');
      const stored = rows.map((row: Record<string, unknown>) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('base64url') : String(value))),
      );
      expect(stored.flat()).not.toContain(token);
      expect(stored.flat()).not.toContain(browser.cookie('talaan'));
    });
  });

  test('stays an hour from “Stay signed in”, 12 hours at most, and not after its end', async () => {
    const token = await tokenOf();
    const extend = () => browser.post('/api/session/extend', {}, { 'x-csrf-token': token });
    const move = (change: string) =>
      runAsOwner(
        app.ownerUrl,
        async (owner) => void (await owner.query(`update session set ${change} where user_id = $1`, [ana.id])),
      );
    const seconds = ({ token_expires_at, server_time }: { token_expires_at: string; server_time: string }) =>
      (Date.parse(token_expires_at) - Date.parse(server_time)) / 1000;

    await move("expires_at = now() + interval '1 minute'");
    expect(seconds((await extend()).json().data)).toBeCloseTo(3600, 0);
    await move("created_at = now() - interval '11 hours 50 minutes', expires_at = now() + interval '1 minute'");
    expect(seconds((await extend()).json().data)).toBeCloseTo(600, 0);
    await move("expires_at = now() - interval '1 second'");
    expect((await extend()).json()).toMatchObject(expired);
  });

  test('ends with sign-out: cookie gone, id dead, held numbers given back', async () => {
    await signIn();
    const cookie = browser.cookie('talaan')!;
    // Without the token too: a page whose user could not be read never got it.
    expect((await browser.post('/api/logout', {})).json()).toEqual({ data: { signed_out: true } });
    expect(signedOut).toContain(ana.id);
    expect(browser.cookie('talaan')).toBeUndefined();
    browser.setCookie('talaan', cookie);
    expect((await getUser()).json()).toMatchObject(expired);
  });

  test('cannot be opened or ended from another site', async () => {
    const token = await tokenOf();
    const origin = 'https://evil.example';
    expect((await browser.post('/api/login', { user_id: 'ana', password: TEST_PASSWORD }, { origin })).statusCode).toBe(
      403,
    );
    expect((await browser.post('/api/getuser', {}, { origin })).statusCode).toBe(403);
    expect((await browser.post('/api/logout', {}, { origin, 'x-csrf-token': token })).statusCode).toBe(403);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await browser.post('/api/login', {}, form)).statusCode).toBe(415);
    expect((await getUser()).statusCode).toBe(200);
  });
});

describe('too many tries', () => {
  const tryAgain = (user_id: string) => login({ user_id, password: 'wrong' });

  test('an account has five, known or not; the sixth answers 429 even with the right password', async () => {
    for (const user_id of ['ana', 'nobody']) {
      for (let n = 0; n < SIGN_IN_LIMITS.per_account; n += 1) expect((await tryAgain(user_id)).statusCode).toBe(401);
      const reply = await login({ user_id: user_id.toUpperCase(), password: TEST_PASSWORD });
      expect(reply.json()).toMatchObject({
        status: 429,
        code: 'too_many_tries',
        message: 'Too many tries. Try again in 5 minutes.',
      });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(290);
    }
  });

  test('tries by user id count for the e-mail of the account, in silence', async () => {
    for (let n = 0; n < SIGN_IN_LIMITS.per_account; n += 1) await tryAgain('ana');
    const reply = await login({ email: 'ana.reyes@sampol.example', password: TEST_PASSWORD });
    expect(reply.json()).toMatchObject({ status: 401, message: 'Invalid Email Account' });
  });

  test('an address has twenty, whatever the account', async () => {
    const statuses = [];
    for (let n = 0; n <= SIGN_IN_LIMITS.per_address; n += 1) statuses.push((await tryAgain(`user ${n}`)).statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(SIGN_IN_LIMITS.per_address);
    expect(statuses.at(-1)).toBe(429);
  });

  test('parallel tries do not slip through', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => tryAgain('ana')));
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(SIGN_IN_LIMITS.per_account);
  });

  test('a try that is refused costs nothing more', async () => {
    for (let n = 0; n < 2 * SIGN_IN_LIMITS.per_address; n += 1) await tryAgain('ana');
    expect((await tryAgain('somebody else')).statusCode).toBe(401);
  });

  test('a success gives the tries back', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < SIGN_IN_LIMITS.per_account - 1; n += 1) await tryAgain('ana');
      expect((await signIn()).statusCode).toBe(200);
    }
  });
});

test('an office that signs in at once from one address gets in, whoever mistypes', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `colleague ${n}`);
  const password_hash = await testPasswordHash();
  for (const user_id of names) await createUser(app.database, { user_id, password_hash });
  const tries = names.flatMap((user_id, n) => [
    ...Array.from({ length: 4 }, () => ({ user_id, password: TEST_PASSWORD })),
    ...(n < 6 ? [{ user_id, password: 'mistyped' }] : []),
  ]);
  const replies = await Promise.all(tries.map((body) => login(body)));
  const statuses = tries.map(({ password }, n) => [password === TEST_PASSWORD, replies[n]!.statusCode] as const);
  expect(statuses.filter(([right, status]) => status !== (right ? 200 : 401))).toEqual([]);
  expect(statuses).toHaveLength(86);
});

describe('an installation that is not the demo', () => {
  test('refuses the demo password, has no local provider, and offers what is configured', async () => {
    const real = await createSignInServer({ is_demo: false, configuration: { email_sign_in: false } });
    await createUser(real.database, { user_id: 'admin', password_hash: await hashPassword(DEMO_PASSWORD) });
    const visitor = openBrowser(real.server);
    expect((await login({ user_id: 'admin', password: DEMO_PASSWORD }, visitor)).json()).toMatchObject(wrong);
    expect((await visitor.get('/api/okta-login')).json()).toMatchObject({ status: 404, code: 'sign_in_method_off' });
    expect((await visitor.get('/oidc/.well-known/openid-configuration')).statusCode).toBe(404);
    expect((await login({ email: 'a@b.ph', password: 'x' }, visitor)).json()).toMatchObject({
      status: 404,
      code: 'sign_in_method_off',
    });
    expect((await visitor.get('/api/sign-in/methods')).json()).toEqual({
      data: { methods: ['password'], company_name: null, demo: false, demo_sign_in: null },
    });
    await real.stop();
  });

  test('while the demo takes it and offers its own provider and HR system', async () => {
    await createUser(app.database, { user_id: 'demo', password_hash: await hashPassword(DEMO_PASSWORD) });
    expect((await login({ user_id: 'demo', password: DEMO_PASSWORD })).statusCode).toBe(200);
    expect((await browser.get('/api/sign-in/methods')).json().data).toMatchObject({
      methods: ['okta', 'password', 'email', 'hr'],
      demo: true,
    });
  });
});

test('sign-ins, refusals and sign-outs are in the audit trail, without anything that was typed', async () => {
  await login({ user_id: 'ana', password: 'typed-secret' });
  await login({ user_id: 'typed-name', password: 'typed-secret' });
  const token = await tokenOf();
  await browser.post('/api/logout', {}, { 'x-csrf-token': token });
  const { rows } = await sql<{ action: string; user_id: number | null; row_key: string; after: unknown }>`
    select action, user_id, row_key, after from audit_event where table_name = 'session' order by id desc limit 4`.execute(
    app.database,
  );
  expect(rows).toEqual([
    { action: 'sign_out', user_id: ana.id, row_key: String(ana.id), after: { address: '127.0.0.1' } },
    { action: 'sign_in', user_id: ana.id, row_key: String(ana.id), after: { method: 'user_id', address: '127.0.0.1' } },
    {
      action: 'sign_in_refused',
      user_id: null,
      row_key: 'unknown',
      after: { method: 'user_id', reason: 'wrong', address: '127.0.0.1' },
    },
    {
      action: 'sign_in_refused',
      user_id: null,
      row_key: String(ana.id),
      after: { method: 'user_id', reason: 'wrong', address: '127.0.0.1' },
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/typed-(secret|name)/);
});
