import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '@talaan/contract/http/client';
import type { Route } from '@talaan/contract/http/route';
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
/** Calls of a later step: the generic ones of templates; their sections and runs are exercised where they are served. */
const OF_TEMPLATES = new Set(['/regular-txn', '/regular-txn/{id}', '/regular-txn/dropdown-list']);
const SPECIFIED = (JSON.parse(readFileSync(FILE, 'utf8')) as SpecifiedCall[]).filter(
  ({ area, step, path }) =>
    OF_TEMPLATES.has(path) || (area === 'master data' && step <= 2 && !OF_THE_HR_SYSTEM.has(path)),
);

let world: TestServer;
let admin: SignedInClient;
let base: BaseRecords;
const { send } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
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
};

/** What the specification lets a list call carry: `list`, `search`, `page` and `pages`. */
const LIST_QUERY = { list: 'all', search: 'a', page: 1, pages: 25 };

describe('calls of the specification, master data', () => {
  it('are those of the first two steps, and the templates of entries', () => {
    expect(SPECIFIED).toHaveLength(208);
  });

  it.each(SPECIFIED.map((call) => [call.method, call.path] as const))('%s %s', async (method, path) => {
    const route: Route = masterdataRoutes.find((one) => one.method === method && one.path === path)!;
    const special = SPECIAL[`${method} ${path}`];
    const reply = special
      ? await send(admin, method, addressOf(path, {}, special.query), special.body)
      : await callResource(method, path);
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

function bodyOf(method: SpecifiedCall['method'], fixture: ResourceFixture): object | undefined {
  if (method === 'POST') return fixture.first;
  return method === 'PUT' ? fixture.change : undefined;
}
