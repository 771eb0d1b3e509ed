import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { readApprovalCoverage } from '@talaan/contract/resources/approvals/approval-coverage.contract';
import { loadStarterSet, readSetup } from '@talaan/contract/resources/organisation/setup.contract';
import { registerCoverageRoutes } from '../../approvals/coverage.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openJournalBooks, type JournalBooks } from '../../testing/books/journal-books.ts';
import { createCaller, rowsOf } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let books: JournalBooks;
const { send } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerCoverageRoutes(server, services);
  });
  books = await openJournalBooks(world.server, world.database);
});
afterAll(() => world.stop());

const change = (statement: string) =>
  inTransaction(world.database, SYSTEM_ACTOR, (db) => sql.raw(statement).execute(db));
/** The steps that are to be done, each with what is missing. */
async function openSteps(): Promise<[string, string | null][]> {
  const { data } = await books.people.admin.call(readSetup, {});
  const open = data.steps.filter(({ done }) => !done);
  expect(data.complete).toBe(open.length === 0);
  return open.map(({ step, missing }) => [step, missing]);
}

it('warns of what levels and officers leave open, with the amounts', async () => {
  const coverage = async (officers: 'approving' | 'billing') =>
    (await books.people.admin.call(readApprovalCoverage, { query: { officers } })).data;
  expect(await coverage('approving')).toEqual({ levels: [], limits: [], nobody: [] });
  expect((await coverage('billing')).nobody).toEqual([
    '0.01 PHP and more cannot be approved: nobody at level L1 (Section Head).',
  ]);
  await change(`insert into currency_rate (fiscal_year, period_no, currency_id, acct_class, dolr_rate)
    values (2020, 1, 2, 'B', 50), (2020, 2, 2, 'B', 56) on conflict do nothing`);
  await change(`update approving_level set max_amount = 10000 where level_code = 'L1'`);
  await change(`update approving_officer set max_amount = 3000 where level = 'L3' and currency_id = 2`);
  const open = await coverage('approving');
  expect(open).toEqual({
    levels: ['No level is meant for 10,000.01 to 20,000.00 PHP; level L1 approves it.'],
    limits: ['Approver1 Reyes', 'Approver2 Reyes'].map(
      (name) =>
        `${name} has a limit of 20,000.00 PHP at level L1, which ends at 10,000.00 PHP; from 20,000.01 PHP on level L2 approves too.`,
    ),
    nobody: ['3,000.01 USD and more cannot be approved: nobody at level L3 (Finance Director).'],
  });
  await change(`update approving_level set max_amount = 20000 where level_code = 'L1'`);
});

it('says that journals can be posted only when the route of one finds a person for every step', async () => {
  await change(`insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt)
    select extract(year from manila_today()), extract(month from manila_today()), 1, 1
    on conflict (fiscal_year, period_no) do update set general_journal = 0`);
  await change(`insert into role (roles) values ('Preparer')`);
  await change('insert into role_access (role_id, module_id) select r.id, m.id from role r, module m limit 1');
  expect(await openSteps()).toEqual([['periods', null]]);
  await change('update accounting_period set general_journal = 1');
  expect(await openSteps()).toEqual([]);

  // One person for two stages, then nobody for the first, then nobody who reviews.
  const approver1 = books.people.approver1.user.id;
  await change(`delete from approving_officer where user_id <> ${approver1} and level <> 'L3'`);
  await change(`insert into approving_officer (user_id, level, currency_id)
    values (${approver1}, 'L2', 1)`);
  await change(`update app_user set max_amount = null where id = ${approver1}`);
  expect(await openSteps()).toEqual([['approving_officers', expect.stringMatching(/^Not enough different persons/)]]);
  await change(`update app_user set end_date = manila_today() - 1, start_date = manila_today() - 2
    where id = ${approver1}`);
  expect(await openSteps()).toEqual([
    ['approving_officers', expect.stringMatching(/^Nobody can approve 1.00 .* level L1/)],
  ]);
  await change(`update user_access_privilege set access_level = 'S' where access_level <> 'N'`);
  expect(await openSteps()).toEqual([
    ['users', expect.stringContaining('somebody else who reviews them')],
    ['approving_officers', expect.any(String)],
  ]);
});

it('loads the starter set into lists that are empty, for whoever may add to them', async () => {
  await change('delete from account; delete from role_access; delete from role');
  const clerk: SignedInClient = await createSignedInClient(world.server, world.database, {
    levels: { 'ATC Codes': 2, 'Chart of Accounts': 1, Roles: 2, 'Role Access': 1 },
  });
  for (const parts of [['alpha_tax_code', 'account'], ['role']]) {
    expect(await send(clerk, 'POST', '/setup/starter-set', { parts })).toMatchObject({ status: 403 });
  }
  const { admin } = books.people;
  const { data } = await admin.call(readSetup, {});
  expect(data.starter.map(({ part }) => part)).toEqual([
    'account',
    'alpha_tax_code',
    'bank_header',
    'transaction_type',
    'role',
  ]);
  expect((await clerk.call(loadStarterSet, { body: { parts: ['alpha_tax_code'] } })).data.loaded).toEqual([
    data.starter[1],
  ]);
  // The final withholding VAT of non-residents and of registered business enterprises is among them.
  const codes = rowsOf(await send(admin, 'GET', '/alphataxcode?search=WV&sort=atc_code&pages=100'));
  expect(codes.map((code) => [code['atc_code'], code['atc_rate']].join(' '))).toEqual([
    'WV010 5.00',
    'WV020 5.00',
    ...[4, 5, 6, 7, 8, 9, 10, 11].map((at) => `WV${String(at * 10).padStart(3, '0')} 12.00`),
  ]);
  const rest = data.starter.filter(({ part }) => part !== 'alpha_tax_code');
  expect((await admin.call(loadStarterSet, { body: { parts: rest.map(({ part }) => part) } })).data.loaded).toEqual(
    rest,
  );
  expect((await admin.call(readSetup, {})).data.starter).toEqual([]);
  expect(await send(admin, 'POST', '/setup/starter-set', { parts: ['account'] })).toMatchObject({
    status: 409,
    body: {
      message: 'Chart of accounts: there are records already. The starter set goes into an empty list only.',
    },
  });
  expect(await send(admin, 'POST', '/setup/starter-set', { parts: [] })).toMatchObject({ status: 422 });
  // Roles that do something, each another thing.
  const [rights] = rowsOf(await send(admin, 'GET', '/roleaccess?search=Cashier Payment'));
  expect(rights).toMatchObject({ roles: 'Cashier', module_name: 'Payment', access_level: 3 });
  expect(rowsOf(await send(admin, 'GET', '/role?sort=roles')).map(({ roles }) => roles)).toEqual([
    'Administrator',
    'Approver',
    'Auditor',
    'Cashier',
    'Checker',
    'Preparer',
  ]);
  // A chart that posts: every role that the product itself posts to has its account, and no own bank is invented.
  const accounts = rowsOf(await send(admin, 'GET', '/coa?pages=100&acct_type=S&search=tax'));
  expect(
    accounts
      .map((row) => row['role'])
      .filter((role) => typeof role === 'string')
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['CWT', 'EWT']);
  expect(rowsOf(await send(admin, 'GET', '/bank'))).toEqual([]);
});
