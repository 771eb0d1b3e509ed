import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller, recordOf, type Row } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { insertOpenBatch } from '../../testing/books/open-batch.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
/** Records that inputs are about, by the name that the table gives them. */
const made: Record<string, Row> = {};
const { send } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true, last_name: 'Reyes' });
  const heading = { acct_class: 'B', acct_group: 'A' };
  const add = async (name: string, path: string, body: object) => {
    made[name] = recordOf(await send(admin, 'POST', path, body));
  };
  await add('1000', '/coa', { ...heading, acct_code: '1000', acct_desc: 'ASSETS', acct_type: 'P', acct_parent: '0' });
  await add('1100', '/coa', { ...heading, acct_code: '1100', acct_desc: 'CASH', acct_type: 'G', acct_parent: '1000' });
  await add('1101', '/coa', {
    ...heading,
    acct_code: '1101',
    acct_desc: 'VAULTS',
    acct_type: 'D',
    acct_parent: '1100',
  });
  await add('1110', '/coa', { ...heading, acct_code: '1110', acct_desc: 'Vault', acct_type: 'S', acct_parent: '1100' });
  await add('department', '/dept', { dept_code: 'BUSY', dept_desc: 'Busy' });
  await add('branch', '/branch', { brnc_code: 'MAIN', brnc_name: 'Main' });
  await add('series', '/trx/voucher-alloc', { series_from: 1, series_to: 100 });
  await add('period', '/acctperiodmain', { ...PERIOD, period_no: 1 });
  const facts = { prepared_by: admin.user.id, account_id: made['1110']!.id, branch_id: made['branch']!.id };
  for (const batch_number of ['0000901', '0000902', '0000903'])
    await insertOpenBatch(world.database, { ...facts, batch_number, department_id: made['department']!.id });
});
afterAll(() => world.stop());

const PERIOD = { fiscal_year: 2022, disbursement: 1, cash_receipt: 1, general_journal: 1 };
const RATE = { fiscal_year: 2022, period_no: 1, currency_id: 2, acct_class: 'B' };
const PERSON = { user_id: 'newcomer', user_first_name: 'New', user_last_name: 'Comer' };
const MONTHS =
  'Period must be one of: 1 January, 2 February, 3 March, 4 April, 5 May, 6 June, 7 July, 8 August, 9 September, 10 October, 11 November, 12 December.';
const RATE_RULE = 'Rate must be a number above 0 with at most 6 decimals.';
const PHONE_RULE = 'Contact number must contain only digits and be between 7 and 15 digits long.';
const YEAR_RULE = 'Fiscal year must be a whole number from 1901 to 2100.';
const ADMINISTRATOR = 'the administrator';

/** `[case of reliability (d), call, record it changes or null, body, status, field or null, message]`. */
type BadInput = readonly [string, string, string | null, object, 409 | 422, string | null, string];

const INPUTS: readonly BadInput[] = [
  ['1 empty name', '/company', null, company(''), 422, 'company_name', 'Company name is required.'],
  ['1 name of spaces', '/company', null, company('   '), 422, 'company_name', 'Company name is required.'],
  [
    '2 emoji',
    '/branch',
    null,
    branch('Quiapo 😀'),
    422,
    'brnc_name',
    'Branch name can only contain numbers and letters.',
  ],
  [
    '2 zero-width characters',
    '/branch',
    null,
    branch('Qui\u200bapo'),
    422,
    'brnc_name',
    'Branch name can only contain numbers and letters.',
  ],
  ['3 too short', '/branch', null, phone('12345'), 422, 'contact_num', PHONE_RULE],
  ['3 too long', '/branch', null, phone('1234567890123456'), 422, 'contact_num', PHONE_RULE],
  ['3 with a plus', '/branch', null, phone('+639171234567'), 422, 'contact_num', PHONE_RULE],
  [
    '4 its own parent',
    '/coa',
    '1100',
    { acct_parent: '1100' },
    422,
    'acct_parent',
    'Parent account would make a loop: 1100 → 1100.',
  ],
  [
    '4 its child as parent',
    '/coa',
    '1100',
    { acct_parent: '1101' },
    422,
    'acct_parent',
    'Parent account would make a loop: 1100 → 1101 → 1100.',
  ],
  ...['0', '-56', 'NaN', '1e400', '56,5'].map((dolr_rate): BadInput => [
    `5 rate ${dolr_rate}`,
    '/dollar',
    null,
    { ...RATE, dolr_rate },
    422,
    'dolr_rate',
    RATE_RULE,
  ]),
  [
    '6 upside down',
    '/trx/voucher-alloc',
    null,
    { series_from: 200, series_to: 150 },
    422,
    'series_to',
    'Series to must be at least series from.',
  ],
  [
    '6 overlapping',
    '/trx/voucher-alloc',
    null,
    { series_from: 51, series_to: 150 },
    409,
    'series_from',
    'Range overlaps series 1–100.',
  ],
  [
    '7 in use',
    '/dept',
    'department',
    { dept_status: 0 },
    409,
    null,
    '3 open transactions use this department: JE 0000901, JE 0000902, JE 0000903.',
  ],
  [
    '8 ends before it starts',
    '/user',
    null,
    { ...PERSON, start_date: '2030-02-01', end_date: '2030-01-31' },
    422,
    'end_date',
    'End date is before start date.',
  ],
  [
    '8 the last super user',
    '/user',
    ADMINISTRATOR,
    { sper_user: 0 },
    409,
    null,
    'At least one active super user must remain.',
  ],
  [
    '9 the same period',
    '/acctperiodmain',
    null,
    { ...PERIOD, period_no: 1 },
    409,
    'period_no',
    'Fiscal year 2022, Period January exists already.',
  ],
  ['9 period 0', '/acctperiodmain', null, { ...PERIOD, period_no: 0 }, 422, 'period_no', MONTHS],
  ['9 period 13', '/acctperiodmain', null, { ...PERIOD, period_no: 13 }, 422, 'period_no', MONTHS],
  [
    '9 year 20255',
    '/acctperiodmain',
    null,
    { ...PERIOD, fiscal_year: 20255, period_no: 2 },
    422,
    'fiscal_year',
    YEAR_RULE,
  ],
];

function company(company_name: string) {
  return { company_code: 'C1', company_name };
}
function branch(brnc_name: string) {
  return { brnc_code: 'B9', brnc_name };
}
function phone(contact_num: string) {
  return { ...branch('Quiapo'), contact_num };
}

it.each(INPUTS)('case %s', async (_case, path, record, body, status, field, message) => {
  const id = record === ADMINISTRATOR ? admin.user.id : record === null ? null : made[record]!.id;
  const [method, address] = id === null ? (['POST', path] as const) : (['PUT', `${path}/${id}`] as const);
  const before = id === null ? await send(admin, 'GET', path) : await send(admin, 'GET', address);
  const reply = await send(admin, method, address, body);
  expect(reply).toMatchObject({ status, body: { code: expect.any(String), request_id: expect.any(String) } });
  expect(field === null ? [reply.body.message] : reply.body.errors?.[field]).toEqual([message]);
  // Nothing is stored.
  expect(id === null ? await send(admin, 'GET', path) : await send(admin, 'GET', address)).toEqual(before);
});
