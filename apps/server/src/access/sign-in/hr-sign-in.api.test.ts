import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HrEmployee } from '@talaan/contract/sign-in/hr.contract';
import { startHrService, type HrService } from '../../demo/hr-service.ts';
import { openBrowser, type Browser } from '../../testing/sign-in/browser.ts';
import { returnFromOutside, startFaultyProvider, type FaultyProvider } from '../../testing/sign-in/faulty-provider.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createUser } from '../../testing/sign-in/sign-in.ts';
import {
  createSignInServer,
  messageOf,
  TEST_PASSWORD,
  testPasswordHash,
  visitProvider,
} from '../../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const employee = (email: string, status = 0): HrEmployee => ({
  employee_no: `E-${email}`,
  first_name: 'Ana',
  middle_name: null,
  last_name: 'Reyes',
  email,
  job_title: 'Accountant',
  dept_code: 'ACCT',
  brnc_code: null,
  status,
});
const places = [
  { region: 'NCR', province: 'Metro Manila', municipality: 'Pasay City', zip_code: '1300' },
  { region: 'NCR', province: 'Metro Manila', municipality: 'Makati City', zip_code: '1200' },
  { region: 'Region VII', province: 'Cebu', municipality: 'Cebu City', zip_code: '6000' },
];
const barangays = [
  { municipality: 'Makati City', barangay: 'Bel-Air' },
  { municipality: 'Makati City', barangay: 'Urdaneta' },
  { municipality: 'Pasay City', barangay: 'Barangay 76' },
];
const WRONG = { status: 401, message: 'Invalid username or password' };
const UNKNOWN_EMAIL = { status: 401, message: 'Invalid Email Account' };
const UNREACHABLE = { status: 503, message: 'Unable to connect in HRIS.' };

let provider: FaultyProvider;
let hr: HrService;
let employees: HrEmployee[];
let app: TestServer;
let browser: Browser;

beforeAll(async () => {
  provider = await startFaultyProvider('http://localhost:3000/api/sso/callback');
  hr = await startHrService({
    issuer: provider.settings.issuer,
    audience: [provider.settings.client_id],
    keys: provider.keys,
    listEmployees: async () => employees,
    places,
    barangays,
  });
  app = await serverWithHr(hr.url);
});
afterAll(async () => {
  await app.stop();
  await hr.stop();
  await provider.stop();
});
beforeEach(() => {
  browser = openBrowser(app.server);
  provider.person = { subject: 's-ana', email: 'ana@sampol.example' };
  employees = [employee('ana@sampol.example')];
});

async function serverWithHr(hr_url: string): Promise<TestServer> {
  const made = await createSignInServer({
    is_demo: false,
    configuration: { oidc: provider.settings, google: provider.settings, hr_url },
  });
  const password_hash = await testPasswordHash();
  await createUser(made.database, { user_id: 'ana', email: 'Ana@sampol.example', password_hash, levels: { Users: 2 } });
  await createUser(made.database, { user_id: 'ben', email: 'ben@sampol.example', levels: { Users: 1 } });
  return made;
}

const hrLogin = (google_id_token: string, by = browser) =>
  by.post('/api/login', { login_type: 2, is_erp: 1, google_id_token });
const emailLogin = (email: string, token: string, by = browser) => by.post('/api/login', { email, token });

describe('HR sign-in by the specified calls', () => {
  test('answers an access token, and with the e-mail a session', async () => {
    const first = await hrLogin(provider.issueToken());
    const token = first.json().data.access_token as string;
    expect(first.json()).toEqual({ data: { access_token: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(browser.cookie('talaan')).toBeUndefined();
    expect((await emailLogin(' ANA@sampol.example ', token)).json().data.user.user_id).toBe('ana');
  });

  test('refuses an access token that is used again, made up, too old, or another person’s', async () => {
    employees.push(employee('ben@sampol.example'));
    const next = async () => (await hrLogin(provider.issueToken())).json().data.access_token as string;
    const used = await next();
    await emailLogin('ana@sampol.example', used);
    expect((await emailLogin('ana@sampol.example', used)).json()).toMatchObject(UNKNOWN_EMAIL);
    expect((await emailLogin('ana@sampol.example', 'a'.repeat(43))).json()).toMatchObject(UNKNOWN_EMAIL);
    expect((await emailLogin('ben@sampol.example', await next())).json()).toMatchObject(UNKNOWN_EMAIL);
    const late = await next();
    await runAsOwner(
      app.ownerUrl,
      async (owner) => void (await owner.query("update sign_in_ticket set expires_at = now() - interval '1 s'")),
    );
    expect((await emailLogin('ana@sampol.example', late)).json()).toMatchObject(UNKNOWN_EMAIL);
  });

  test('refuses an identity token that is not of the provider, for us, fresh and of a verified e-mail', async () => {
    const before = Math.floor(Date.now() / 1000) - 3600;
    const tokens = [
      'x.y.z',
      provider.issueToken({}, 'none'),
      provider.issueToken({}, 'HS256'),
      provider.issueToken({}, 'foreign key'),
      provider.issueToken({ aud: 'other' }),
      provider.issueToken({ iss: 'https://other.example' }),
      provider.issueToken({ azp: 'other' }),
      provider.issueToken({ exp: before }),
      provider.issueToken({ iat: before }),
      provider.issueToken({ email_verified: false }),
    ];
    for (const token of tokens) expect((await hrLogin(token)).json()).toMatchObject(WRONG);
    expect((await browser.post('/api/login', { login_type: 2, is_erp: 1 })).json()).toMatchObject({ status: 422 });
  });

  test('refuses whom HR does not know, who has left, and who is no user', async () => {
    employees = [];
    expect((await hrLogin(provider.issueToken())).json()).toMatchObject(WRONG);
    employees = [employee('ana@sampol.example', 2)];
    const { access_token } = (await hrLogin(provider.issueToken())).json().data;
    expect((await emailLogin('ana@sampol.example', access_token)).json()).toMatchObject(UNKNOWN_EMAIL);
    provider.person = { subject: 's-zoe', email: 'zoe@sampol.example' };
    employees = [employee('zoe@sampol.example')];
    const { access_token: zoe } = (await hrLogin(provider.issueToken())).json().data;
    expect((await emailLogin('zoe@sampol.example', zoe)).json()).toMatchObject(UNKNOWN_EMAIL);
  });
});

describe('HR sign-in in the window', () => {
  test('lets in an active employee only', async () => {
    const { ticket } = messageOf(await returnFromOutside(browser, provider, 'google-login?purpose=hr'));
    expect((await browser.post('/api/login', { ticket })).json().data.user.user_id).toBe('ana');
    for (const staff of [[], [employee('ana@sampol.example', 1)]]) {
      employees = staff;
      expect(messageOf(await returnFromOutside(browser, provider, 'google-login?purpose=hr'))).toEqual({
        kind: 'refused',
        message: WRONG.message,
      });
    }
  });

  test('works in the demo with the demo’s own HR system', async () => {
    const demo = await createSignInServer();
    await createUser(demo.database, {
      user_id: 'ana',
      email: 'ana@sampol.example',
      password_hash: await testPasswordHash(),
      levels: { Users: 2 },
    });
    const visitor = openBrowser(demo.server);
    const { ticket } = messageOf(await visitProvider(visitor, 'google-login?purpose=hr', 'ana'));
    const { token } = (await visitor.post('/api/login', { ticket })).json().data;
    const found = await visitor.post(
      '/api/user/hr-lookup',
      { data: 'maquino@sampolpadala.example' },
      { 'x-csrf-token': token },
    );
    expect(found.json().data).toMatchObject({
      first_name: 'Maria Luisa',
      last_name: 'Aquino',
      dept_code: 'TREA',
      status: 0,
    });
    const regions = (await visitor.get('/api/hr/address?level=region')).json().data;
    expect(regions.length).toBeGreaterThan(10);
    await demo.stop();
  });
});

describe('look-ups', () => {
  const lookUp = (data: unknown, token: string, by = browser) =>
    by.post('/api/user/hr-lookup', { data, token: 'ignored' }, { 'x-csrf-token': token });
  const signInByProvider = async (by = browser) => {
    const { ticket } = messageOf(await returnFromOutside(by, provider));
    return (await by.post('/api/login', { ticket })).json().data.token as string;
  };

  test('need a session that HR knows, and Insert on Users', async () => {
    expect((await lookUp('ana@sampol.example', '')).statusCode).toBe(401);
    const { token } = (await browser.post('/api/login', { user_id: 'ana', password: TEST_PASSWORD })).json().data;
    expect((await lookUp('ana@sampol.example', token)).json()).toMatchObject({
      status: 409,
      code: 'hr_sign_in_needed',
    });
    provider.person = { subject: 's-ben', email: 'ben@sampol.example' };
    employees.push(employee('ben@sampol.example'));
    const ben = openBrowser(app.server);
    const reply = await lookUp('ana@sampol.example', await signInByProvider(ben), ben);
    expect(reply.json()).toMatchObject({ status: 403, message: 'You need Insert on Users; you have Select.' });
  });

  test('answer an employee by e-mail, and places inside their parent, after single sign-on', async () => {
    const token = await signInByProvider();
    expect((await lookUp('Ana@Sampol.example', token)).json().data).toEqual(employees[0]);
    expect((await lookUp('nobody@sampol.example', token)).json()).toMatchObject({ status: 404 });
    expect((await lookUp('no e-mail', token)).json()).toMatchObject({ status: 422 });
    const placesOf = async (query: string) => (await browser.get(`/api/hr/address?${query}`)).json().data;
    expect(await placesOf('level=region')).toEqual([
      { name: 'NCR', zip_code: null },
      { name: 'Region VII', zip_code: null },
    ]);
    expect(await placesOf('level=municipality&within=Metro%20Manila')).toEqual([
      { name: 'Makati City', zip_code: '1200' },
      { name: 'Pasay City', zip_code: '1300' },
    ]);
    expect(await placesOf('level=barangay&within=Makati%20City')).toEqual([
      { name: 'Bel-Air', zip_code: null },
      { name: 'Urdaneta', zip_code: null },
    ]);
    expect(await placesOf('level=barangay&within=Cebu%20City')).toEqual([]);
  });
});

describe('an HR system that fails', () => {
  const failures: [string, RequestListener][] = [
    ['breaks the connection', (request) => void request.socket.destroy()],
    ['answers 500', (_, response) => void response.writeHead(500).end()],
    ['answers no JSON', (_, response) => void response.writeHead(200).end('<html>')],
    ['answers something else', (_, response) => void response.writeHead(200).end('{"access_token":7}')],
    ['sends elsewhere', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ];
  let broken: Server;
  let away: TestServer;
  beforeAll(async () => {
    broken = createServer();
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    away = await serverWithHr(`http://127.0.0.1:${(broken.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await away.stop();
    broken.close();
    broken.closeAllConnections();
  });

  test('or lets everybody in, does not: the identity token is judged here too', async () => {
    broken.removeAllListeners('request').on('request', (_, response) => response.end('{"access_token":"any"}'));
    const visitor = openBrowser(away.server);
    const claims = [{ aud: 'other' }, { iss: 'https://other.example' }, { azp: 'other' }, { exp: 1 }];
    for (const wrong of claims)
      expect((await hrLogin(provider.issueToken(wrong), visitor)).json()).toMatchObject(WRONG);
    for (const signature of ['none', 'HS256', 'foreign key'] as const) {
      expect((await hrLogin(provider.issueToken({}, signature), visitor)).json()).toMatchObject(WRONG);
    }
    expect((await hrLogin(provider.issueToken(), visitor)).statusCode).toBe(200);
  });

  test.each(failures)('and %s is named, and single sign-on goes on without it', async (_, listener) => {
    broken.removeAllListeners('request').on('request', listener);
    const visitor = openBrowser(away.server);
    expect((await hrLogin(provider.issueToken(), visitor)).json()).toMatchObject(UNREACHABLE);
    const page = await returnFromOutside(visitor, provider, 'google-login?purpose=hr');
    expect([page.statusCode, messageOf(page).message]).toEqual([503, UNREACHABLE.message]);
    expect(messageOf(await returnFromOutside(visitor, provider)).kind).toBe('ticket');
  });
});
