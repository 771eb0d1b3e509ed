import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, type Browser, type Page } from '../../testing/sign-in/browser.ts';
import {
  returnFromOutside,
  startFaultyProvider,
  visitOutside,
  type FaultyProvider,
  type ProviderFault,
} from '../../testing/sign-in/faulty-provider.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createUser, type TestUser } from '../../testing/sign-in/sign-in.ts';
import {
  createSignInServer,
  messageOf,
  testPasswordHash,
  visitProvider,
} from '../../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const NOT_COMPLETED = 'The sign-in was not completed. Please try again.';
const UNKNOWN_EMAIL = 'Invalid Email Account';

describe('the local provider', () => {
  let app: TestServer;
  beforeAll(async () => {
    app = await createSignInServer();
    const password_hash = await testPasswordHash();
    await createUser(app.database, {
      user_id: 'ana',
      email: 'Ana.Reyes@sampol.example',
      password_hash,
      levels: { 'Journal Entries': 3 },
    });
    await createUser(app.database, { user_id: 'ben', password_hash });
  });
  afterAll(() => app.stop());

  test('leads through its sign-in page to a ticket, and the ticket to a session', async () => {
    const browser = openBrowser(app.server);
    const page = await visitProvider(browser, 'okta-login', 'ana');
    const message = messageOf(page);
    expect([page.statusCode, message.kind]).toEqual([200, 'ticket']);
    expect(page.body).toContain('window.close()');
    expect(browser.cookie('talaan')).toBeUndefined();

    const login = await browser.post('/api/login', { ticket: message.ticket });
    expect(login.json().data).toMatchObject({
      user: { user_id: 'ana' },
      roleaccess: [{ module_name: 'Journal Entries', module_type: 'T', access_level: 3 }],
    });
    expect(browser.cookie('talaan')).toMatch(/^[\w-]{43}$/);
  });

  test('works under every name of the host', async () => {
    for (const host of ['127.0.0.1:3000', 'talaan.sampol.example']) {
      const browser = openBrowser(app.server, host);
      await browser.post('/api/login', {
        ticket: messageOf(await visitProvider(browser, 'google-login', 'ben')).ticket,
      });
      expect(browser.cookie('talaan')).toBeDefined();
    }
  });

  test('works behind a proxy that rewrites the host, at the public address', async () => {
    const behind = await createSignInServer({ configuration: { public_url: 'http://talaan.sampol.example' } });
    await createUser(behind.database, { user_id: 'ana', password_hash: await testPasswordHash() });
    const rewrite = { host: '10.0.0.5:3000' };
    const visitor = openBrowser(behind.server, 'talaan.sampol.example', rewrite);
    const { ticket } = messageOf(await visitProvider(visitor, 'okta-login', 'ana'));
    expect((await visitor.post('/api/login', { ticket })).json().data.user.user_id).toBe('ana');
    await behind.stop();
  });

  test('asks again after a wrong password and keeps the user id', async () => {
    const browser = openBrowser(app.server);
    const refused = await visitProvider(browser, 'okta-login', 'ana"><i>', 'wrong');
    expect(refused.statusCode).toBe(401);
    expect(refused.body).toContain('Invalid username or password');
    expect(refused.body).not.toContain('<i>');
  });

  test('lets the next person sign in after a sign-out', async () => {
    const browser = openBrowser(app.server);
    const login = await browser.post('/api/login', {
      ticket: messageOf(await visitProvider(browser, 'okta-login', 'ana')).ticket,
    });
    // Without a sign-out the provider knows the browser and asks nothing.
    const { data } = (await browser.get('/api/okta-login')).json() as { data: { url: string } };
    expect(messageOf(await browser.get(data.url)).kind).toBe('ticket');

    await browser.post('/api/logout', {}, { 'x-csrf-token': login.json().data.token });
    const second = messageOf(await visitProvider(browser, 'okta-login', 'ben'));
    expect((await browser.post('/api/login', { ticket: second.ticket })).json().data.user.user_id).toBe('ben');
  });

  test('refuses a sign-in form from another site, and one whose sign-in is not running', async () => {
    const browser = openBrowser(app.server);
    const { data } = (await browser.get('/api/okta-login')).json() as { data: { url: string } };
    // A browser names the origin of a form only under a referrer policy that lets it.
    expect((await browser.get(data.url)).headers['referrer-policy']).toBe('same-origin');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const foreign = await app.server.inject({
      method: 'POST',
      url: new URL(browser.address()).pathname,
      headers: { ...form, origin: 'https://evil.example' },
      payload: 'user_id=ana',
    });
    expect(foreign.statusCode).toBe(403);
    const lost = await app.server.inject({
      method: 'POST',
      url: new URL(browser.address()).pathname,
      headers: form,
      payload: 'user_id=ana',
    });
    expect(lost.statusCode).toBe(400);
  });

  test('does not return a browser to another site', async () => {
    const browser = openBrowser(app.server);
    const { data } = (await browser.get('/api/okta-login')).json() as { data: { url: string } };
    const url = new URL(data.url);
    url.searchParams.set('redirect_uri', 'https://evil.example/api/sso/callback');
    const page = await browser.get(url.href);
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('Not signed in');
    const [, nonce] = /<style nonce="(\w+)"/.exec(page.body)!;
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(`^default-src 'none';.*style-src 'self' 'nonce-${nonce}'`),
    );
  });
});

describe('an outside provider', () => {
  let app: TestServer;
  let provider: FaultyProvider;
  let ana: TestUser;
  let browser: Browser;

  beforeAll(async () => {
    provider = await startFaultyProvider('http://localhost:3000/api/sso/callback');
    app = await createSignInServer({ is_demo: false, configuration: { oidc: provider.settings } });
    ana = await createUser(app.database, { user_id: 'ana', email: 'ana@sampol.example' });
  });
  afterAll(async () => {
    await app.stop();
    await provider.stop();
  });
  beforeEach(() => {
    browser = openBrowser(app.server);
    provider.fault = null;
    provider.person = { subject: 's-ana', email: 'ana@sampol.example' };
  });

  const signIn = async (ticket: string | undefined, by = browser) => by.post('/api/login', { ticket });

  function expectRefusal(page: Page, message: string): void {
    expect(page.statusCode).toBe(401);
    expect(messageOf(page)).toEqual({ kind: 'refused', message });
    expect(page.body).not.toContain('window.close()');
    expect(browser.cookie('talaan')).toBeUndefined();
  }

  test('signs in a person whom it vouches for', async () => {
    const { ticket } = messageOf(await returnFromOutside(browser, provider));
    expect((await signIn(ticket)).json().data.user.user_id).toBe('ana');
  });

  const faults: [string, ProviderFault][] = [
    ['without a nonce', { claims: (claims) => ({ ...claims, nonce: undefined }) }],
    ['with the nonce of another visit', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://other.example' }) }],
    ['for another client', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
    [
      'for several clients without saying for which',
      { claims: (claims) => ({ ...claims, aud: ['talaan-test', 'other'] }) },
    ],
    ['that another client asked for', { claims: (claims) => ({ ...claims, azp: 'other' }) }],
    ['that has expired', { claims: (claims) => ({ ...claims, exp: Number(claims['iat']) - 3600 }) }],
    ['without a signature', { signature: 'none' }],
    ['signed with the shared secret', { signature: 'HS256' }],
    ['signed with a foreign key', { signature: 'foreign key' }],
    ['without a subject', { claims: (claims) => ({ ...claims, sub: undefined }) }],
  ];
  test.each(faults)('is refused with an identity token %s', async (_, fault) => {
    provider.fault = fault;
    expectRefusal(await returnFromOutside(browser, provider), NOT_COMPLETED);
  });

  const returns: [string, (address: URL) => void][] = [
    ['without a state', (address) => address.searchParams.delete('state')],
    ['with a foreign state', (address) => address.searchParams.set('state', 'other')],
    ['with a foreign code', (address) => address.searchParams.set('code', 'other')],
    ['without a code', (address) => address.searchParams.delete('code')],
    ['from another issuer', (address) => address.searchParams.set('iss', 'https://other.example')],
    [
      'with an error',
      (address) => void (address.search = `?error=access_denied&state=${address.searchParams.get('state')}`),
    ],
  ];
  test.each(returns)('is refused when it returns %s', async (_, change) => {
    const address = new URL(await visitOutside(browser, provider));
    change(address);
    expectRefusal(await browser.get(address.href), NOT_COMPLETED);
  });

  test('is refused when the code was asked for with another verifier', async () => {
    const address = await visitOutside(browser, provider);
    await asOwner('update login_state set verifier = repeat($1, 43)', 'x');
    expectRefusal(await browser.get(address), NOT_COMPLETED);
  });

  test('counts a return once: the same address, its code in another visit, and a second code for the visit are refused', async () => {
    const { data } = (await browser.get('/api/okta-login')).json() as { data: { url: string } };
    const address = await provider.visit(data.url);
    const second = await provider.visit(data.url);
    expect(messageOf(await browser.get(address)).kind).toBe('ticket');
    expectRefusal(await browser.get(address), NOT_COMPLETED);
    expectRefusal(await browser.get(second), NOT_COMPLETED);
    const again = new URL(await visitOutside(browser, provider));
    again.searchParams.set('code', new URL(address).searchParams.get('code')!);
    expectRefusal(await browser.get(again.href), NOT_COMPLETED);
  });

  test('is refused in another browser, and after five minutes', async () => {
    const address = await visitOutside(browser, provider);
    const other = openBrowser(app.server);
    expect((await other.get(address)).statusCode).toBe(401);
    const late = await visitOutside(browser, provider);
    await asOwner("update login_state set expires_at = now() - interval '1 second' where $1 = ''", '');
    expectRefusal(await browser.get(late), NOT_COMPLETED);
  });

  test('opens no session by itself: a window that is closed before the return leaves nothing', async () => {
    await visitOutside(browser, provider);
    expect((await browser.post('/api/getuser', {})).json().code).toBe('SESSION_EXPIRED');
  });

  test('gives a ticket that counts once, for a minute, in the browser of the visit', async () => {
    const { ticket } = messageOf(await returnFromOutside(browser, provider));
    const visit = browser.cookie('talaan-visit')!;
    const other = openBrowser(app.server);
    expect((await signIn(ticket, other)).statusCode).toBe(401);
    other.setCookie('talaan-visit', 'a'.repeat(43));
    expect((await signIn(ticket, other)).statusCode).toBe(401);
    expect((await signIn(ticket)).statusCode).toBe(200);
    browser.setCookie('talaan-visit', visit);
    expect((await signIn(ticket)).statusCode).toBe(401);

    const { ticket: late } = messageOf(await returnFromOutside(browser, provider));
    await asOwner("update sign_in_ticket set expires_at = now() - interval '1 second' where $1 = ''", '');
    expect((await signIn(late)).json()).toMatchObject({ status: 401, message: NOT_COMPLETED });
  });

  test('lets in nobody whose e-mail is unknown, unverified or whose account has ended', async () => {
    provider.person = { subject: 's-zoe', email: 'zoe@sampol.example' };
    expectRefusal(await returnFromOutside(browser, provider), UNKNOWN_EMAIL);
    await createUser(app.database, { user_id: 'cora', email: 'cora@sampol.example' });
    for (const email_verified of [false, 'true', undefined]) {
      provider.person = { subject: 's-cora', email: 'cora@sampol.example' };
      provider.fault = { claims: (claims) => ({ ...claims, email_verified }) };
      expectRefusal(await returnFromOutside(browser, provider), UNKNOWN_EMAIL);
    }
    await createUser(app.database, { user_id: 'gone', email: 'gone@sampol.example', end_date: '2020-12-31' });
    provider.fault = null;
    provider.person = { subject: 's-gone', email: 'gone@sampol.example' };
    expectRefusal(await returnFromOutside(browser, provider), UNKNOWN_EMAIL);
  });

  test('binds the account to the first identity: a new e-mail keeps it, a new person with the old e-mail does not get it', async () => {
    await returnFromOutside(browser, provider);
    provider.person = { subject: 's-ana', email: 'ana.married@sampol.example' };
    const { ticket } = messageOf(await returnFromOutside(browser, provider));
    expect((await signIn(ticket)).json().data.user.id).toBe(ana.id);
    browser = openBrowser(app.server);
    provider.person = { subject: 's-successor', email: 'ana@sampol.example' };
    expectRefusal(await returnFromOutside(browser, provider), UNKNOWN_EMAIL);
  });

  test('is named as not available when it does not answer', async () => {
    const away = await createSignInServer({
      is_demo: false,
      configuration: { oidc: { issuer: 'http://127.0.0.1:9', client_id: 'x', client_secret: 'y' } },
    });
    const reply = await away.server.inject('/api/okta-login');
    expect(reply.json()).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect((await away.server.inject('/api/google-login')).json()).toMatchObject({
      status: 404,
      code: 'sign_in_method_off',
    });
    await away.stop();
  });

  async function asOwner(statement: string, value: string): Promise<void> {
    await runAsOwner(app.ownerUrl, async (owner) => void (await owner.query(statement, [value])));
  }
});
