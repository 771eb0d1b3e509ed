import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelMissingText, type AccessLevel } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { makeApiClient } from '@talaan/contract/sign-in/api-client.contract';
import type { ApiScope } from '@talaan/contract/access/api-scopes';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { Route } from '@talaan/contract/http/route';
import { REPORTS } from '@talaan/contract/reports/report-list';
import { initialFilter } from '@talaan/contract/reports/kit/report-filters';
import { choosingModules } from '@talaan/contract/resources/choice-access';
import { updateSettings } from '@talaan/contract/resources/organisation/settings.contract';
import { listAccessLog } from '@talaan/contract/sign-in/access-log.contract';
import { startPreview } from '@talaan/contract/sign-in/effective-access.contract';
import { registerCalls } from './application.ts';
import { today } from './platform/clock.ts';
import { readConfiguration } from './platform/configuration.ts';
import { ACCESS_POLICY, type Policy } from './testing/access-policy.ts';
import { runAsOwner } from './testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from './testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

/** What answers below `/api` beside the contract: the description of the calls. */
const BESIDE_THE_CONTRACT = /^\/api\/(openapi\.json$|docs(\/|$))/;

/** Calls after which a session is not what it was: they get a client of their own. */
const ENDS_SESSION = new Set(['POST /logout']);

interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly route: Route;
}

let app: TestServer;
let signIn: { stop(): Promise<void> };
const operations: Operation[] = [];
const strangers: string[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-matrix-'));

beforeAll(async () => {
  app = await createTestServer(async (server, services) => {
    server.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) {
        if (one === 'HEAD') continue;
        const route = config?.contract;
        if (route) operations.push(operationOf(route));
        else if (url.startsWith('/api') && !BESIDE_THE_CONTRACT.test(url)) strangers.push(`${one} ${url}`);
      }
    });
    const configuration = readConfiguration({ DATA_DIR: dataDir, TALAAN_DEMO: '0' });
    signIn = await registerCalls(server, { ...services, ...services.access }, configuration);
  });
});
afterAll(async () => {
  await signIn.stop();
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** An operation with an address that names nothing that exists. */
function operationOf(route: Route): Operation {
  const url = route.path.replace(/\{(\w+)\}/g, (_, name: string) => UNKNOWN[name] ?? '2147483647');
  return { name: `${route.method} ${route.path}`, method: route.method, url: `/api${url}`, route };
}
const UNKNOWN: Record<string, string> = { upload_id: '0'.repeat(32), batch_number: '9999999' };

function policyOf({ access }: Route): Policy {
  if (access.kind === 'public' || access.kind === 'session') return access.kind;
  if (access.kind === 'choices') return [1, ...choosingModules(access.of)];
  if (access.kind === 'document') return [access.level as 1, 'documents'];
  const modules = typeof access.module === 'string' ? [access.module] : access.module;
  return [access.level as 1, ...modules];
}

async function send(operation: Operation, headers: Record<string, string>, more: Record<string, string> = {}) {
  const { method, url } = operation;
  const isWrite = method === 'POST' || method === 'PUT';
  const reply = await app.server.inject({
    method,
    url,
    headers: { ...headers, ...(isWrite ? { 'content-type': 'application/json' } : {}), ...more },
    ...(isWrite ? { payload: '{}' } : {}),
  });
  const isJson = /json/.test(String(reply.headers['content-type']));
  const { code, message } = isJson ? reply.json<{ code?: string; message?: string }>() : {};
  return { status: reply.statusCode, code, message };
}

const REFUSED_LEVEL = { status: 403, code: 'module_access' };
const NO_SESSION = { status: 401, code: 'SESSION_EXPIRED' };

/** What the access rule says of an answer, a level that is missing in its words; any but these the call itself answers for. */
function verdictOf({ status, code, message }: Awaited<ReturnType<typeof send>>): string | undefined {
  if (status >= 500) return 'fault';
  if (status === NO_SESSION.status && code === NO_SESSION.code) return 'no session';
  return status === REFUSED_LEVEL.status && code === REFUSED_LEVEL.code ? message : 'in';
}

/** The modules that a refusal names. */
function modulesOf({ access, ...route }: Route): readonly string[] {
  if (access.kind !== 'document') return policyOf({ access, ...route }).slice(1) as string[];
  return [...new Set(Object.values(DOCUMENT_MODULES)), ...(access.level === 1 ? ['Payment'] : [])];
}

describe('the policy', () => {
  it('has a row for every operation, and no row beside', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(ACCESS_POLICY).toSorted());
  });

  it('says what each operation declares', () => {
    const declared = Object.fromEntries(operations.map(({ name, route }) => [name, sorted(policyOf(route))]));
    const wanted = Object.fromEntries(Object.entries(ACCESS_POLICY).map(([name, policy]) => [name, sorted(policy)]));
    expect(declared).toEqual(wanted);
  });

  it('is all that is served', () => {
    expect(strangers).toEqual([]);
  });
});

function sorted(policy: Policy) {
  return typeof policy === 'string' ? policy : [policy[0], ...policy.slice(1).map(String).toSorted()];
}

describe('every operation', { timeout: 90_000 }, () => {
  it('turns away whoever is not signed in, and whose session has ended', async () => {
    const expired = await createSignedInClient(app.server, app.database, { super_user: true });
    await createSignedInClient(app.server, app.database, { super_user: true });
    await runAsOwner(app.ownerUrl, async (owner) => {
      await owner.query("update session set expires_at = now() - interval '1 second' where user_id = $1", [
        expired.user.id,
      ]);
    });
    const wrong: unknown[] = [];
    for (const operation of operations) {
      const wanted = ACCESS_POLICY[operation.name] === 'public' ? 'in' : 'no session';
      for (const headers of [{}, expired.headers]) {
        const verdict = verdictOf(await send(operation, headers));
        if (verdict !== wanted) wrong.push([operation.name, verdict]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('opens from its level on, on any of its modules, to super users and to nobody below, who is told what is missing', async () => {
    const clients = new Map<string, SignedInClient>();
    const clientOf = async (module: ModuleName, level: AccessLevel) => {
      const key = `${module} ${level}`;
      const client =
        clients.get(key) ?? (await createSignedInClient(app.server, app.database, { levels: { [module]: level } }));
      clients.set(key, client);
      return client;
    };
    const admin = await createSignedInClient(app.server, app.database, { super_user: true });
    const wrong: unknown[] = [];
    for (const operation of operations) {
      const policy = ACCESS_POLICY[operation.name]!;
      if (policy === 'public' || ENDS_SESSION.has(operation.name)) continue;
      const [needed, ...modules] = typeof policy === 'string' ? ([0, 'Trial Balance'] as const) : policy;
      // The first and the last of several modules stand for all of them.
      const named = modules.map((name) => (name === 'documents' ? DOCUMENT_MODULES.JE : name));
      const wanted = (held: AccessLevel) =>
        held >= needed ? 'in' : levelMissingText(modulesOf(operation.route), needed, held);
      for (const module of new Set([named[0]!, named.at(-1)!])) {
        // The edge of what is needed, and of its first module the most; no level at all is tried with another module.
        const most = module === named[0] ? [4] : [];
        for (const level of new Set([Math.max(needed - 1, 0), needed, ...most] as AccessLevel[])) {
          const verdict = verdictOf(await send(operation, (await clientOf(module, level)).headers));
          if (verdict !== wanted(level)) wrong.push([operation.name, module, level, verdict]);
        }
      }
      const other = await clientOf(named.includes('Trial Balance') ? 'Branches' : 'Trial Balance', 4);
      const elsewhere = verdictOf(await send(operation, other.headers));
      if (elsewhere !== wanted(0)) wrong.push([operation.name, 'another module', elsewhere]);
      const verdict = verdictOf(await send(operation, admin.headers));
      if (verdict !== 'in') wrong.push([operation.name, 'super user', verdict]);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a client of the API, whatever its maker may, unless it names the scope of the token', async () => {
    const admin = await createSignedInClient(app.server, app.database, { super_user: true });
    const tokenFor = async (scope: ApiScope) => {
      const made = await admin.call(makeApiClient, { body: { client_name: `Gateway of ${scope}`, scopes: [scope] } });
      const form = { grant_type: 'client_credentials', ...made.data } as unknown as Record<string, string>;
      const granted = await app.server.inject({
        method: 'POST',
        url: '/api/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
      return `Bearer ${granted.json<{ access_token: string }>().access_token}`;
    };
    const openedBy = async (authorization: string) => {
      const opened: string[] = [];
      for (const operation of operations) {
        const { status, code } = await send(operation, { ...admin.headers, authorization });
        if (status !== 403 || code !== 'insufficient_scope') opened.push(operation.name);
      }
      return opened.toSorted();
    };
    expect(await openedBy(await tokenFor('reports'))).toEqual(['GET /rpt/salesrep', 'POST /oauth/token']);
    const authorization = await tokenFor('receipts');
    expect(await openedBy(authorization)).toEqual([
      'GET /rpt/salesrep',
      'POST /oauth/token',
      'POST /trx/print-collection-orar/{id}',
      'POST /trx/print-orar/{id}',
      'POST /trx/receipt-bildetail/{id}',
      'POST /trx/receipt-coldetail',
      'POST /trx/receipt-detail',
    ]);
    // One in the body counts where the specification has it there, and nowhere else; what the head says comes first.
    const inBody = async (name: string, token: unknown, headers: Record<string, string> = {}) => {
      const url = operations.find((operation) => operation.name === name)!.url;
      const answer = await app.server.inject({ method: 'POST', url, headers, payload: { token } });
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    const token = authorization.replace('Bearer ', '');
    const [taken, other] = ['POST /trx/receipt-bildetail/{id}', 'POST /trx/receipt-coldetail'];
    expect(await inBody(taken, token)).toEqual([404, 'not_found']);
    expect(await inBody(taken, 'x'.repeat(43))).toEqual([401, 'invalid_token']);
    expect(await inBody(taken, token, { authorization: `Bearer ${'x'.repeat(43)}` })).toEqual([401, 'invalid_token']);
    for (const none of [undefined, '', 7, { toString: token }])
      expect(await inBody(taken, none)).toEqual([401, 'SESSION_EXPIRED']);
    expect(await inBody(other, token)).toEqual([401, 'SESSION_EXPIRED']);
    expect(await inBody(taken, token, { origin: 'https://evil.example' })).toEqual([403, 'foreign_origin']);
  });

  it('that writes needs the token of the session, our own origin, and JSON or form data', async () => {
    const admin = await createSignedInClient(app.server, app.database, { super_user: true });
    const { cookie } = admin.headers;
    const wrong: unknown[] = [];
    for (const operation of operations) {
      if (operation.method === 'GET' || ACCESS_POLICY[operation.name] === 'public') continue;
      const { without_token, clients_only } = operation.route;
      const wanted = without_token ? undefined : clients_only ? 'token_needed' : 'csrf_token';
      const withoutToken = ENDS_SESSION.has(operation.name) ? null : await send(operation, { cookie });
      if (withoutToken && withoutToken.code !== wanted) wrong.push([operation.name, 'no token', withoutToken]);
      const foreign = await send(operation, admin.headers, { origin: 'https://evil.example' });
      if (foreign.code !== 'foreign_origin') wrong.push([operation.name, 'foreign origin', foreign]);
      if (operation.method === 'DELETE' || clients_only || ENDS_SESSION.has(operation.name)) continue;
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const plain = await send(operation, admin.headers, { 'content-type': type });
        if (plain.status !== 415) wrong.push([operation.name, type, plain]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('takes its method from the request, not from `_method` in the address', async () => {
    const reader = await createSignedInClient(app.server, app.database, { levels: { '*': 1 } });
    const wrong: unknown[] = [];
    for (const operation of operations.filter(({ name }) => name.startsWith('GET ') && name.endsWith('/{id}'))) {
      const asked = await send({ ...operation, url: `${operation.url}?_method=DELETE` }, reader.headers);
      if (![404, 422].includes(asked.status)) wrong.push([operation.name, asked]);
      const posted = await send(
        { ...operation, method: 'POST', url: `${operation.url}?_method=DELETE` },
        reader.headers,
      );
      if (![403, 404, 422].includes(posted.status)) wrong.push([operation.name, posted]);
    }
    expect(wrong).toEqual([]);
  });

  it('that may change something is refused while an administrator looks as another user, and nothing is written', async () => {
    const seen = await createSignedInClient(app.server, app.database, { levels: { '*': 4 } });
    const looker = await createSignedInClient(app.server, app.database, { super_user: true });
    await looker.call(startPreview, { body: { user_id: seen.user.id } });
    const { newest } = await readAudit('0');
    const wrong: unknown[] = [];
    for (const operation of operations) {
      const { route, name } = operation;
      if (route.in_preview || route.access.kind === 'public') continue;
      const isRead = route.method === 'GET' && !route.keeps;
      const { status, code } = await send(operation, looker.headers);
      if (status >= 500 || (code === 'preview_read_only') === isRead) wrong.push([name, status, code]);
    }
    expect(wrong).toEqual([]);
    // What was taken out is noted under the name of the one who looked.
    const { events } = await readAudit(newest);
    expect(new Set(events)).toEqual(new Set([`export by ${looker.user.id}`]));
  });
});

/** Files that are no data of the books, or that the caller has brought himself. */
const NOTHING_TAKEN_OUT = /\/(sso\/callback|logo|picture|import-template|refused|receipt-form\/pdf)$/;
const OF_SOMETHING_MADE = [
  'GET /customer/{id}/statement/pdf',
  'GET /trx/attachments/{id}',
  'GET /withholding-certificate/{id}/file',
  'GET /trx/print-collection-orar/{id}/{paper}/pdf',
  'GET /trx/print-orar/{id}/{paper}/pdf',
  'GET /trx/print-je/{id}/pdf',
  'GET /trx/print-voucher/{id}/pdf',
  'GET /trx/print-letter/{id}/pdf',
  'POST /trx/print-dm/{id}',
  'GET /trx/print-details/{id}/pdf',
  'GET /trx/po-header/{id}/pdf',
  'GET /trx/billing/{id}/pdf',
  'GET /report-files/{id}/file',
  'POST /trx/print-2307/{id}',
  'GET /trxcheck/runs/{id}/file',
  'GET /trxcheck/bank-list',
  'POST /rpt/bir2307/print',
  'GET /cheque-layout/{id}/picture',
];
/** The file of a report takes the filter of a first visit, that of the counts of branches a month. */
const FILE_QUERY = Object.fromEntries([
  ['GET /rpt/pnl/counts/export', '?year=2026&month=5'],
  ['GET /rpt/proofs/export', '?year=2026&month=5&format=csv'],
  ...REPORTS.flatMap(({ calls, filters }) => {
    const query = new URLSearchParams({ ...initialFilter(filters, today()), format: 'csv' });
    return calls.map((call) => [`GET ${call.path}/export`, `?${query.toString()}`]);
  }),
]);

describe('the access log', () => {
  it('holds every file that is taken out, and each call that was refused, counted by the minute', async () => {
    const admin = await createSignedInClient(app.server, app.database, { super_user: true, last_name: 'Auditor' });
    // An attachment and a paper need a batch, a list for the bank its account, a file of the tray one that was made: their own tests download one.
    const files = operations.filter(
      ({ name, route }) => route.file && !NOTHING_TAKEN_OUT.test(route.path) && !OF_SOMETHING_MADE.includes(name),
    );
    const { newest } = await readAudit('0');
    for (const file of files) {
      const url = `${file.url}${FILE_QUERY[file.name] ?? ''}`;
      expect({ file: file.name, ...(await send({ ...file, url }, admin.headers)) }).toMatchObject({ status: 200 });
    }
    const { events } = await readAudit(newest);
    expect(events).toEqual(files.map(() => `export by ${admin.user.id}`));

    const clerk = await createSignedInClient(app.server, app.database, { last_name: 'Curious', levels: { Banks: 1 } });
    for (let call = 0; call < 3; call += 1) await clerk.call(updateSettings, { body: {} }).catch(() => null);
    const asked = async (query: object) => (await admin.call(listAccessLog, { query: { pages: 100, ...query } })).data;
    const refused = await asked({ kind: 'refusal', search: 'curious' });
    expect(refused.reduce((sum, { times }) => sum + times, 0)).toBe(3);
    expect(refused.length).toBeLessThanOrEqual(2); // The minute may turn meanwhile.
    expect(refused[0]).toMatchObject({
      user_name: 'Test Curious',
      what: 'Change settings of the company',
      details: 'You need Update on Companies; you have No Access.',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const [balance] = await asked({ kind: 'export', search: 'trial balance' });
    expect(balance).toMatchObject({
      user_name: 'Test Auditor',
      what: 'Trial Balance',
      details: expect.stringMatching(/^basis .*format csv/),
    });
    await expect(clerk.call(listAccessLog, { query: {} })).rejects.toThrow(
      'You need Select on Audit Trail; you have No Access.',
    );
  });
});

/** What the audit trail holds after an event, and its newest event. */
async function readAudit(after: string): Promise<{ newest: string; events: string[] }> {
  const found = await sql<{ id: string; event: string }>`
    select id::text, action || ' by ' || user_id as event from audit_event where id > ${after}::bigint order by audit_event.id`.execute(
    app.database,
  );
  return { newest: found.rows.at(-1)!.id, events: found.rows.map(({ event }) => event) };
}
