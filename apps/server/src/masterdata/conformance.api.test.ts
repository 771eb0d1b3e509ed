import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '@talaan/contract/http/client';
import type { Route } from '@talaan/contract/http/route';
import { regularRoutes } from '@talaan/contract/resources/books/regular-transaction.contract';
import { masterdataRoutes } from '@talaan/contract/resources/masterdata-routes';
import { allResources } from '@talaan/contract/resources/resource-table';
import { projectPath } from '../platform/project-paths.ts';
import { createBaseRecords } from '../testing/books/base-records.ts';
import { createCaller, recordOf } from '../testing/raw-caller.ts';
import { createSignedInClient } from '../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import type { BaseRecords, ResourceFixture } from './fixtures/fixture.ts';
import { FIXTURES } from './fixtures/fixture-table.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';
import { registerRegularRoutes } from '../documents/regular/regular.routes.ts';

/** One call that the specification names (spec 1 §7). */
interface SpecifiedCall {
  area: string;
  step: number;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

const FILE = projectPath('packages', 'contract', 'src', 'conformance', 'api-calls.json');
/** The look-ups of the HR system are exercised where they are served. */
const OF_THE_HR_SYSTEM = new Set(['/user/hr-lookup', '/hr/address']);
const SPECIFIED = (JSON.parse(readFileSync(FILE, 'utf8')) as SpecifiedCall[]).filter(
  ({ area, step, path }) => area === 'regular' || (area === 'master data' && step <= 2 && !OF_THE_HR_SYSTEM.has(path)),
);

const ROUTES: readonly Route[] = [...masterdataRoutes, ...Object.values(regularRoutes)];

let world: TestServer;
let admin: SignedInClient;
let base: BaseRecords;
const { send } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerRegularRoutes(server, services, []);
  });
  admin = await createSignedInClient(world.server, world.database, { super_user: true });
  base = await createBaseRecords(admin);
});
afterAll(async () => world.stop());

/** Queries and bodies of the calls that are not of the generic pattern. */
const SPECIAL: Record<string, { query?: Record<string, unknown>; body?: object }> = {
  'POST /coa/getparents': { body: { acct_type: 'S' } },
  'POST /coa/genacct': { body: { acct_type: 'S', acct_parent: '100000' } },
  'GET /coa/byaccttype': { query: { acct_type: 'S', page: 1 } },
  'GET /bank/download': {},
  'GET /data-to-create-regular-txn': {},
  'GET /regular-txn/data-to-create-regular-txn': {},
};

/** What the specification lets a list call carry: `list`, `search`, `page` and `pages`. */
const LIST_QUERY = { list: 'all', search: 'a', page: 1, pages: 25 };

describe('calls of the specification, master data', () => {
  it('are those of the first two steps, and the templates of entries with their sections', () => {
    expect(SPECIFIED).toHaveLength(214);
  });

  it.each(SPECIFIED.map((call) => [call.method, call.path] as const))('%s %s', async (method, path) => {
    const route: Route = ROUTES.find((one) => one.method === method && one.path === path)!;
    const special = SPECIAL[`${method} ${path}`];
    const reply = special
      ? await send(admin, method, addressOf(path, {}, special.query), special.body)
      : await (path.startsWith('/regular-txn/{id}/section') ? callSection(method, path) : callResource(method, path));
    const checked = route.file ? undefined : route.response!.safeParse(reply.body).error;
    expect({ status: reply.status, body: checked }).toEqual({ status: 200 });
  });
});

/** Makes a record where the call needs one, calls, and clears up. */
async function callResource(method: SpecifiedCall['method'], path: string) {
  const own = path.replace(/\/(\{id\}|dropdown-list)$/, '');
  const definition = allResources().find((one) => [one.path, ...one.aliases].includes(own))!;
  const fixture = FIXTURES[definition.name](base);
  const made = path.endsWith('{id}') ? recordOf(await send(admin, 'POST', own, fixture.first)) : undefined;
  const query = method === 'GET' && !made ? LIST_QUERY : {};
  const reply = await send(admin, method, addressOf(path, { id: made?.id }, query), bodyOf(method, fixture));
  const left = made?.id ?? (method === 'POST' ? recordOf(reply).id : undefined);
  if (left !== undefined) await send(admin, 'DELETE', `${own}/${left}`);
  return reply;
}

/** Makes a template of two sections, calls one of them, and clears up. */
async function callSection(method: SpecifiedCall['method'], path: string) {
  const { first } = FIXTURES.regular_transaction(base);
  const { id } = recordOf(await send(admin, 'POST', '/regular-txn', first));
  const line = { account_id: base.account_id, debit_amount: '25.00', remarks: 'Charges of the bank' };
  const body = { section_name: 'Bank charges', lines: [line] };
  const added = await send(admin, 'POST', `/regular-txn/${id}/section`, body);
  const { id: section_id } = recordOf(added);
  const isAnother = method === 'POST';
  const sent = isAnother || method === 'PUT' ? { ...body, section_name: 'Charges' } : undefined;
  const reply = await send(admin, method, addressOf(path, isAnother ? { id } : { id, section_id }), sent);
  await send(admin, 'DELETE', `/regular-txn/${id}`);
  return reply;
}

function bodyOf(method: SpecifiedCall['method'], fixture: ResourceFixture): object | undefined {
  if (method === 'POST') return fixture.first;
  return method === 'PUT' ? fixture.change : undefined;
}
