import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../platform/clock.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { insertOpenBatch } from '../../testing/books/open-batch.ts';
import { createTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createCaller, recordOf, rowsOf } from '../../testing/raw-caller.ts';
import type { Row } from '../../testing/raw-caller.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
const { send, sendFile } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true, last_name: 'Administrator' });
});
afterAll(async () => world.stop());

const add = async (path: string, body: object): Promise<Row> => recordOf(await send(admin, 'POST', path, body));

describe('chart of accounts', () => {
  const heading = { acct_class: 'B', acct_group: 'A', acct_parent: '0' };
  let assets: Row;
  let cash: Row;
  beforeAll(async () => {
    assets = await add('/coa', { ...heading, acct_code: '1000', acct_desc: 'ASSETS', acct_type: 'M' });
    cash = await add('/coa', {
      ...heading,
      acct_code: '1100',
      acct_desc: 'CASH',
      acct_type: 'G',
      acct_parent: '1000',
    });
    await add('/coa', { ...heading, acct_code: '1110', acct_desc: 'Vault', acct_type: 'S', acct_parent: '1100' });
    await add('/coa', { ...heading, acct_code: '1120', acct_desc: 'Tills', acct_type: 'S', acct_parent: '1100' });
  });

  it('reads type M as P and answers parent 0 as NONE', () => {
    expect(assets).toMatchObject({ acct_type: 'P', acct_parent: '0', acct_parent_desc: 'NONE', normal_balance: 'D' });
    expect(cash).toMatchObject({ acct_parent: '1000', acct_parent_desc: 'ASSETS', cur_desc: 'Peso' });
  });

  it('keeps main accounts at the top', async () => {
    const body = { ...heading, acct_code: '2000', acct_desc: 'OTHER ASSETS', acct_type: 'P', acct_parent: '1000' };
    expect((await send(admin, 'POST', '/coa', body)).body.errors).toEqual({
      acct_parent: ['A main account has no parent; choose NONE (0), or type General or Detail.'],
    });
  });

  it('keeps an account in the group of its parent', async () => {
    const body = {
      ...heading,
      acct_code: '1130',
      acct_desc: 'Loans',
      acct_type: 'S',
      acct_group: 'L',
      acct_parent: '1100',
    };
    expect((await send(admin, 'POST', '/coa', body)).body.errors).toEqual({
      acct_parent: [
        'Account 1100 is of group Asset; account 1130 of group Liability cannot stand below it. Choose a parent of its group.',
      ],
    });
    expect((await send(admin, 'PUT', `/coa/${assets.id}`, { acct_group: 'L' })).body.errors).toEqual({
      acct_group: ['Account 1100 below account 1000 is of group Asset; move it first.'],
    });
  });

  it('keeps subsidiary accounts at the leaves', async () => {
    const below = { ...heading, acct_code: '1111', acct_desc: 'Vault B', acct_type: 'S', acct_parent: '1110' };
    expect((await send(admin, 'POST', '/coa', below)).body.errors).toEqual({
      acct_parent: ['Account 1110 is a subsidiary account and cannot be the parent of 1111.'],
    });
    expect((await send(admin, 'PUT', `/coa/${cash.id}`, { acct_type: 'S' })).body.errors).toEqual({
      acct_type: ['Account 1100 has accounts below it and cannot be a subsidiary account.'],
    });
    expect((await send(admin, 'POST', '/coa', { ...below, acct_parent: '0' })).body.errors).toEqual({
      acct_parent: ['A subsidiary account needs a parent account.'],
    });
  });

  it('gives a foreign currency to assets and liabilities only', async () => {
    const income = { acct_code: '4000', acct_desc: 'INCOME', acct_type: 'P', acct_class: 'I', acct_group: 'I' };
    expect((await send(admin, 'POST', '/coa', { ...income, currency_id: 2 })).body.errors).toEqual({
      currency_id: ['Only asset and liability accounts may carry a foreign currency.'],
    });
    expect((await send(admin, 'POST', '/coa', { ...income, acct_class: 'B' })).body.errors).toEqual({
      acct_group: ['A balance sheet account belongs to group Asset, Liability or Capital.'],
    });
  });

  it('names the one parent of a main account, and the headings above the others', async () => {
    const parentsOf = async (acct_type: string) =>
      rowsOf(await send(admin, 'POST', '/coa/getparents', { acct_type })).map((row) => [row['code'], row['name']]);
    expect(await parentsOf('M')).toEqual([['0', 'NONE']]);
    expect(await parentsOf('G')).toEqual([['1000', 'ASSETS']]);
    expect(await parentsOf('S')).toEqual([
      ['1000', 'ASSETS'],
      ['1100', 'CASH'],
    ]);
    expect((await send(admin, 'POST', '/coa/getparents', {})).body.errors).toEqual({
      acct_type: ['Type is required.'],
    });
  });

  it('suggests the next free code', async () => {
    const next = async (acct_type: string, acct_parent: string) =>
      (await send(admin, 'POST', '/coa/genacct', { acct_type, acct_parent })).body;
    expect(await next('S', '1100')).toEqual({ data: { acct_code: '1130' } });
    expect(await next('G', '1000')).toEqual({ data: { acct_code: '1200' } });
    expect(await next('M', '0')).toEqual({ data: { acct_code: '2000' } });
    expect(await next('S', '9999')).toMatchObject({ errors: { acct_parent: ['Parent account 9999 does not exist.'] } });
    expect(await next('S', '1110')).toMatchObject({
      status: 422,
      errors: { acct_parent: ['Account 1110 is a subsidiary account and has no accounts below it.'] },
    });
  });

  it('lists active accounts of a type to whoever enters transactions', async () => {
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Disbursements: 1 } });
    const list = await send(clerk, 'GET', '/coa/byaccttype?acct_type=S&page=1');
    expect(list.body).toMatchObject({ per_page: 100, total: 2 });
    expect(rowsOf(list).map((row) => row['acct_code'])).toEqual(['1110', '1120']);
  });
});

describe('inner rows', () => {
  it('keeps, changes, adds and removes sections with their department, under one version', async () => {
    const sections = [
      { section_code: 'GL', section_name: 'Ledger' },
      { section_code: 'AP', section_name: 'Payables' },
    ];
    const made = await add('/dept', { dept_code: 'ACC', dept_desc: 'Accounting', sections });
    const [ledger, payables] = made['sections'] as Row[];
    const changed = await send(admin, 'PUT', `/dept/${made.id}`, {
      row_version: 1,
      sections: [
        { ...ledger, section_name: 'General Ledger' },
        { section_code: 'AR', section_name: 'Receivables' },
      ],
    });
    expect(recordOf(changed)).toMatchObject({
      row_version: 2,
      sections: [
        { id: ledger!.id, section_code: 'GL', section_name: 'General Ledger' },
        { section_code: 'AR', section_name: 'Receivables' },
      ],
    });
    expect(JSON.stringify(changed.body)).not.toContain(`"id":${payables!.id},"section_code":"AP"`);
    const renamed = await send(admin, 'PUT', `/dept/${made.id}`, { dept_code: 'ACCT' });
    expect((recordOf(renamed)['sections'] as Row[]).map((row) => row['section_code'])).toEqual(['GL', 'AR']);
    const stale = await send(admin, 'PUT', `/dept/${made.id}`, { row_version: 2, sections: [] });
    expect(stale.body).toMatchObject({ status: 409, code: 'row_version' });
  });

  it('names the row that repeats another, and the field of the row that is missing', async () => {
    const twice = [
      { section_code: 'X1', section_name: 'One' },
      { section_code: 'X1', section_name: 'Two' },
    ];
    const reply = await send(admin, 'POST', '/dept', { dept_code: 'XX', dept_desc: 'X', sections: twice });
    expect(reply.body.errors).toEqual({
      'sections.1.section_code': ['Section code of row 2 is the same as in row 1.'],
    });
    const taken = await send(admin, 'POST', '/dept', {
      dept_code: 'XX',
      dept_desc: 'X',
      sections: [{ section_code: 'GL', section_name: 'Another ledger' }],
    });
    expect(taken.body).toMatchObject({ status: 409, message: 'This section code exists already.' });
  });

  it('shows the bank accounts of its payee at a branch, and never removes those it did not show', async () => {
    const bdoBank = await add('/bankheader', { bank_code: 'BDO', bank_name: 'BDO Unibank, Inc.' });
    const bpiBank = await add('/bankheader', { bank_code: 'BPI', bank_name: 'Bank of the Philippine Islands' });
    const bdo = { bank_id: bdoBank.id, account_number: '001-1', acct_type: 'SAV', currency: 2 };
    await add('/payefile', { payee_type: 3, payee_code: 'P-1', payee_desc: 'Branch payee', payee_banks: [bdo] });
    const bpi = { bank_id: bpiBank.id, account_number: '002-2' };
    const made = await add('/branch', { brnc_code: 'B-1', brnc_name: 'One', payee_code: 'P-1', payee_banks: [bpi] });
    const banks = made['payee_banks'] as Row[];
    expect(banks).toMatchObject([
      { ...bdo, payee_account_id: banks[0]!.id, payee_code: 'P-1', bank_code: 'BDO', acct_name: 'Branch payee' },
      { ...bpi, acct_type: 'CHE', currency: 1, bank_name: 'Bank of the Philippine Islands' },
    ]);
    const kept = await send(admin, 'PUT', `/branch/${made.id}`, { payee_banks: [banks[1]] });
    expect(recordOf(kept)['payee_banks']).toEqual([banks[1]]);
    const without = await send(admin, 'POST', '/branch', { brnc_code: 'B-2', brnc_name: 'Two', payee_banks: [bpi] });
    expect(without.body.errors).toEqual({ payee_code: ['Choose the payee to whom the bank accounts belong.'] });
    const unknown = await send(admin, 'PUT', `/branch/${made.id}`, { payee_banks: [{ ...bpi, bank_id: 99_999 }] });
    expect(unknown.body.errors).toEqual({ 'payee_banks.0.bank_id': ['Bank 99999 does not exist.'] });
  });
});

describe('users', () => {
  it('keeps the last active super user', async () => {
    const last = 'At least one active super user must remain.';
    const ended = await send(admin, 'PUT', `/user/${admin.user.id}`, { end_date: '2021-01-01' });
    expect(ended.body).toMatchObject({ status: 409, code: 'super_user_remains', message: last });
    const demoted = await send(admin, 'PUT', `/user/${admin.user.id}`, { sper_user: 0 });
    expect(demoted.body).toMatchObject({ status: 409, message: last });
    expect(await send(admin, 'GET', '/user')).toMatchObject({ status: 200 });
  });

  it('lets only super users make, change or remove super users', async () => {
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Users: 4 } });
    const refusal = { status: 403, code: 'super_user_only' };
    const person = { user_id: 'newone', user_first_name: 'New', user_last_name: 'One' };
    expect((await send(clerk, 'POST', '/user', { ...person, sper_user: 1 })).body).toMatchObject(refusal);
    const self = await send(clerk, 'PUT', `/user/${clerk.user.id}`, { sper_user: 1, user_last_name: 'Clerk' });
    expect(self.body).toMatchObject(refusal);
    const password = { password: 'a new pass phrase' };
    expect((await send(clerk, 'PUT', `/user/${admin.user.id}`, password)).body).toMatchObject(refusal);
    expect((await send(clerk, 'DELETE', `/user/${admin.user.id}`)).body).toMatchObject(refusal);
    expect(await send(clerk, 'POST', '/user', person)).toMatchObject({ status: 200 });
  });

  it('stores a first password as an argon2id hash; from then on it is changed by its owner alone', async () => {
    const made = await add('/user', {
      user_id: 'pw1',
      user_first_name: 'Pia',
      user_last_name: 'Wong',
      password: 'first pass phrase',
    });
    const hash = async () =>
      (await world.database.selectFrom('app_user').select('password_hash').where('id', '=', made.id).executeTakeFirst())
        ?.password_hash;
    const before = await hash();
    expect(before).toMatch(/^\$argon2id\$/);
    await send(admin, 'PUT', `/user/${made.id}`, { jobt_code: 'Clerk', password: '' });
    const refused = await send(admin, 'PUT', `/user/${made.id}`, { password: 'second pass phrase' });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.stringContaining('by its owner alone')] } },
    });
    expect(await hash()).toBe(before);
  });

  it('keeps department code and department ID as one fact', async () => {
    const department = await add('/dept', { dept_code: 'HRD', dept_desc: 'Human Resources' });
    const person = { user_id: 'dd1', user_first_name: 'Dan', user_last_name: 'Diaz' };
    const made = await add('/user', { ...person, dept_id: department.id });
    expect(made).toMatchObject({ dept_code: 'HRD', dept_id: department.id, dept_desc: 'Human Resources' });
    const none = await send(admin, 'PUT', `/user/${made.id}`, { dept_code: null });
    expect(recordOf(none)).toMatchObject({ dept_code: null, dept_id: null });
  });

  it('shows roles and the access that they give, and offers only users in use', async () => {
    await add('/role', { roles: 'Clerk' });
    await add('/roleaccess', { roles: 'Clerk', module_name: 'Banks', access_level: 3 });
    const person = { user_id: 'rr1', user_first_name: 'Rosa', user_last_name: 'Ramos', roles: ['Clerk'] };
    const made = await add('/user', person);
    expect(made).toMatchObject({
      roles: ['Clerk'],
      roleaccess: [{ module_name: 'Banks', module_type: 'F', access_level: 3 }],
    });
    const changed = await send(admin, 'PUT', `/user/${made.id}`, { roles: [] });
    expect(recordOf(changed)).toMatchObject({ roles: [], roleaccess: [], row_version: 2 });
    await send(admin, 'PUT', `/user/${made.id}`, { start_date: '2020-01-01', end_date: '2020-12-31' });
    expect(rowsOf(await send(admin, 'GET', '/user/dropdown-list?search=rr1'))).toEqual([]);
  });
});

describe('records of the product itself', () => {
  it('keep their names and stay', async () => {
    const [banks] = rowsOf(await send(admin, 'GET', '/module?search=Banks&sort=-module_name'));
    const built = rowsOf(await send(admin, 'GET', '/module?search=Chart%20of%20Accounts'))[0]!;
    const refusal = { status: 409, code: 'module_built_in' };
    expect((await send(admin, 'PUT', `/module/${built.id}`, { module_name: 'Accounts' })).body).toMatchObject(refusal);
    expect((await send(admin, 'DELETE', `/module/${built.id}`)).body).toMatchObject(refusal);
    expect(banks).toBeDefined();
    expect((await send(admin, 'DELETE', '/currency/6')).body).toMatchObject({
      status: 409,
      message: 'Currency C belongs to the product and cannot be deleted.',
    });
  });

  it('reporting company is one: naming another takes the mark from the first', async () => {
    const one = await add('/company', { company_code: 'C1', company_name: 'One', reporting: 1 });
    const two = await add('/company', { company_code: 'C2', company_name: 'Two', reporting: 1 });
    expect(recordOf(await send(admin, 'GET', `/company/${one.id}`))).toMatchObject({ reporting: 0, row_version: 2 });
    expect(two).toMatchObject({ reporting: 1 });
  });

  it('reporting company is neither deleted nor deactivated, by no door, and says why', async () => {
    const body = { company_code: 'C3', company_name: 'Three', reporting: 1 };
    const { id } = await add('/company', body);
    const uses = (await send(admin, 'GET', `/company/${id}/uses`)).body.data;
    const why = { allowed: false, message: expect.stringContaining('Name another company as the reporting company') };
    expect(uses).toMatchObject({ deletion: why, deactivation: why });

    expect((await send(admin, 'DELETE', `/company/${id}`)).body).toMatchObject({ code: 'reporting_company' });
    for (const change of [{ company_status: 0 }, { reporting: 0 }, { reporting: 0, company_status: 0 }]) {
      expect(await send(admin, 'PUT', `/company/${id}`, change)).toMatchObject({ status: 422 });
    }
    const inactive = { ...body, company_code: 'C4', company_status: 0 };
    expect((await send(admin, 'POST', '/company', inactive)).body.errors).toHaveProperty('company_status');
    const many = async (path: string, asked: object) => {
      const upload_id = randomBytes(16).toString('hex');
      await send(admin, 'POST', path, { upload_id, ids: [id], ...asked });
      return send(admin, 'POST', `/company/uploads/${upload_id}/store`, { rows: 'all' });
    };
    await many('/company/bulk-change', { change: { company_status: 0 } });
    await many('/company/bulk-delete', {});
    const file = { name: 'companies.csv', bytes: Buffer.from('Company code,Company name,Status\nC3,Three,Inactive\n') };
    await sendFile(admin, '/company/import', file);
    const read = async () => (await send(admin, 'GET', `/company/${id}`)).body.data;
    expect(await read()).toMatchObject({ company_status: 1, reporting: 1 });

    // Its mark handed on, it goes out of use and stays for its papers; a company that never reported goes.
    await add('/company', { ...body, company_code: 'C5' });
    expect((await send(admin, 'DELETE', `/company/${id}`)).body).toMatchObject({
      code: 'company_texts',
      message: expect.stringContaining('Make it inactive instead.'),
    });
    expect(await send(admin, 'PUT', `/company/${id}`, { company_status: 0 })).toMatchObject({ status: 200 });
    const other = await add('/company', { ...body, company_code: 'C6', reporting: 0 });
    expect(await send(admin, 'DELETE', `/company/${other.id}`)).toMatchObject({ status: 200 });
    expect(await send(admin, 'POST', `/company/${other.id}/restore`)).toMatchObject({ status: 200 });
  });

  it('there are at most three approving levels, with most amounts not below the least', async () => {
    const level = (n: number) => ({
      level_code: `V${n}`,
      level_name: `Level ${n}`,
      min_amount: `${n}00.00`,
      max_amount: '0',
    });
    for (const n of [1, 2, 3]) await add('/approver-level', level(n));
    expect((await send(admin, 'POST', '/approver-level', level(4))).body).toMatchObject({
      status: 409,
      message: 'There are three approval stages, so there can be at most three approving levels.',
    });
    const ben = await add('/user', { user_id: 'bsy', user_first_name: 'Ben', user_last_name: 'Sy' });
    const officer = { user_id: ben.id, level: 'V1', currency_id: 1 };
    await add('/approvingofficer', officer);
    expect((await send(admin, 'POST', '/approvingofficer', officer)).body.message).toMatch(
      /^User bsy Ben Sy, Level V1, Currency P Peso exists already/,
    );
  });

  it('period flags are 1 and 0 in the record, OPEN and CLOSED in the dropdown list', async () => {
    const made = await add('/acctperiodmain', { fiscal_year: 2022, period_no: 3, disbursement: 1 });
    expect(made).toMatchObject({ period: 202203, disbursement: 1, cash_receipt: 0, general_journal: 0 });
    expect(rowsOf(await send(admin, 'GET', '/acctperiodmain/dropdown-list?search=202203'))).toEqual([
      {
        id: made.id,
        code: '202203',
        name: '202203',
        fiscal_year: 2022,
        period_no: 3,
        disbursement: 'OPEN',
        cash_receipt: 'CLOSED',
        general_journal: 'CLOSED',
      },
    ]);
    expect((await send(admin, 'POST', '/acctperiodmain', { fiscal_year: 2022, period_no: 3 })).body).toMatchObject({
      status: 409,
      message: 'Fiscal year 2022, Period March exists already.',
    });
  });

  it('periods and rates are of a fiscal year that is offered, or that has periods', async () => {
    const last = yearOf(today()) + 1;
    const refusal = { fiscal_year: [`Fiscal year is offered from 2019 to ${last}, and where there are periods.`] };
    const rate = { period_no: 1, currency_id: 2, acct_class: 'B', dolr_rate: '50' };
    for (const fiscal_year of [1950, 1999, last + 1]) {
      for (const [path, body] of [
        ['/acctperiodmain', { fiscal_year, period_no: 1 }],
        ['/dollar', { ...rate, fiscal_year }],
      ] as const) {
        expect((await send(admin, 'POST', path, body)).body.errors).toEqual(refusal);
      }
    }
    expect(await send(admin, 'POST', '/acctperiodmain', { fiscal_year: last, period_no: 1 })).toMatchObject({
      status: 200,
    });
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      db.insertInto('accounting_period').values({ fiscal_year: 2015, period_no: 12 }).execute(),
    );
    const old = await add('/acctperiodmain', { fiscal_year: 2015, period_no: 1 });
    expect(await send(admin, 'PUT', `/acctperiodmain/${old.id}`, { disbursement: 1 })).toMatchObject({ status: 200 });
    expect(await send(admin, 'POST', '/dollar', { ...rate, fiscal_year: 2015 })).toMatchObject({ status: 200 });
  });

  it('rates stay within what the books hold, and never price the peso', async () => {
    const rate = { fiscal_year: 2023, period_no: 1, currency_id: 2, acct_class: 'B' };
    for (const dolr_rate of ['0', '-56', 'NaN', '1e400', '56,5', '1.1234567']) {
      expect((await send(admin, 'POST', '/dollar', { ...rate, dolr_rate })).body.errors).toEqual({
        dolr_rate: ['Rate must be a number above 0 with at most 6 decimals.'],
      });
    }
    expect((await send(admin, 'POST', '/dollar', { ...rate, dolr_rate: '1000000.01' })).body.errors).toEqual({
      dolr_rate: ['Rate must be at most 1,000,000.'],
    });
    expect((await send(admin, 'POST', '/dollar', { ...rate, currency_id: 1, dolr_rate: '1' })).body.errors).toEqual({
      currency_id: ['The peso has no rate against itself; choose another currency.'],
    });
  });
});

describe('tax codes', () => {
  it('hold a rate until the first of the later ones, each from its date on', async () => {
    const rates = [{ effective_from: '2026-02-01', atc_rate: '3.00' }];
    const code = await add('/alphataxcode', { atc_code: 'WD120', atc_desc: 'Dated', atc_rate: '2', rates });
    expect(code).toMatchObject({ atc_rate: '2.00', current_rate: '3.00', rates });
    const [first] = code['rates'] as Row[];
    const next = { effective_from: '2099-01-01', atc_rate: '5.00' };
    const changed = await send(admin, 'PUT', `/alphataxcode/${code.id}`, { rates: [first, next] });
    expect(recordOf(changed)).toMatchObject({ row_version: 2, current_rate: '3.00', rates: [first, next] });
    const twice = { rates: [first, { ...next, effective_from: '2026-02-01' }] };
    expect((await send(admin, 'PUT', `/alphataxcode/${code.id}`, twice)).status).toBe(422);
    const choices = rowsOf(await send(admin, 'GET', '/alphataxcode/dropdown-list?search=WD120'));
    expect(choices).toMatchObject([{ atc_rate: '2.00', current_rate: '3.00' }]);
  });
});

describe('records in use', () => {
  it('are not deleted: the refusal names what uses them, how often and which', async () => {
    const code = await add('/alphataxcode', { atc_code: 'WI999', atc_desc: 'In use', atc_rate: '2' });
    await add('/payefile', { payee_type: 6, payee_code: 'U-1', payee_desc: 'User One', atc_code: 'WI999' });
    await add('/payefile', { payee_type: 6, payee_code: 'U-2', payee_desc: 'User Two', atc_code: 'WI999' });
    await add('/branch', { brnc_code: 'U-3', brnc_name: 'User Three', atc_code: 'WI999' });
    expect((await send(admin, 'DELETE', `/alphataxcode/${code.id}`)).body).toMatchObject({
      status: 409,
      code: 'still_used',
      message:
        'In use WI999 cannot be deleted: 1 branch (User Three U-3) and 2 payees (User One U-1, User Two U-2) use it. Make it inactive instead.',
      uses: ['1 branch', '2 payees'],
    });
    expect(await send(admin, 'GET', `/alphataxcode/${code.id}`)).toMatchObject({ status: 200 });
  });

  it('cannot be named by new records once they are inactive; records that name them keep them', async () => {
    await add('/branch', { brnc_code: 'OLD', brnc_name: 'Old branch' });
    const person = { user_first_name: 'Olga', user_last_name: 'Ong', brnc_code: 'OLD' };
    const made = await add('/user', { ...person, user_id: 'old1' });
    const old = rowsOf(await send(admin, 'GET', '/branch?search=OLD'))[0]!;
    expect(await send(admin, 'PUT', `/branch/${old.id}`, { brnc_stat: 0 })).toMatchObject({ status: 200 });
    expect((await send(admin, 'POST', '/user', { ...person, user_id: 'old2' })).body.errors).toEqual({
      brnc_code: ['Branch OLD is inactive.'],
    });
    expect(await send(admin, 'PUT', `/user/${made.id}`, { jobt_code: 'Teller' })).toMatchObject({ status: 200 });
  });

  it('stay active while open transactions name them, and the refusal lists the batches', async () => {
    const sections = [{ section_code: 'BUSY', section_name: 'Busy' }];
    const department = await add('/dept', { dept_code: 'BUSY', dept_desc: 'Busy', sections });
    const branch = await add('/branch', { brnc_code: 'BUSY', brnc_name: 'Busy' });
    const tax = await add('/alphataxcode', { atc_code: 'BUSY', atc_desc: 'Busy', atc_rate: '2' });
    const [section] = department['sections'] as Row[];
    const ids = { department_id: department.id, branch_id: branch.id, section_id: section!.id, atc_id: tax.id };
    const batches = await openBatches(ids);
    const names = batches.map((number) => `JE ${number}`).join(', ');
    const reply = await send(admin, 'PUT', `/dept/${department.id}`, { dept_status: 0 });
    expect(reply.body).toMatchObject({
      status: 409,
      code: 'used_by_open_transactions',
      message: `3 open transactions use this department: ${names}.`,
      batch_numbers: batches,
    });
    expect((await send(admin, 'PUT', `/branch/${branch.id}`, { brnc_stat: 0 })).body).toMatchObject({
      message: `3 open transactions use this branch: ${names}.`,
    });
    expect((await send(admin, 'PUT', `/alphataxcode/${tax.id}`, { status: 0 })).body).toMatchObject({
      message: `3 open transactions use this ATC code: ${names}.`,
    });
    const ofSection = { message: `3 open transactions use this section: ${names}.` };
    expect((await send(admin, 'PUT', `/section/${section!.id}`, { status: 0 })).body).toMatchObject(ofSection);
    const inside = { sections: [{ ...section, status: 0 }] };
    expect((await send(admin, 'PUT', `/dept/${department.id}`, inside)).body).toMatchObject(ofSection);
  });

  /** Three open journals, one of them confidential, with a line on these records; the numbers that may be told. */
  async function openBatches(named: { department_id: number; branch_id: number; section_id: number; atc_id: number }) {
    const accounts = rowsOf(await send(admin, 'GET', '/coa/byaccttype'));
    const numbers = ['0000901', '0000902', '0000903'];
    for (const [at, batch_number] of numbers.entries()) {
      await insertOpenBatch(world.database, {
        batch_number,
        prepared_by: admin.user.id,
        account_id: accounts[0]!.id,
        ...named,
        is_confidential: at === 2 ? 1 : 0,
      });
    }
    return numbers.slice(0, 2);
  }
});

describe('races', () => {
  it('give a key to one of many, and tell the others which field is taken', async () => {
    const body = { atc_code: 'RACE1', atc_desc: 'Race', atc_rate: '1' };
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(admin, 'POST', '/alphataxcode', body)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const others = replies.filter((reply) => reply.status !== 200);
    expect(new Set(others.map((reply) => reply.body['code']))).toEqual(new Set(['already_exists']));
    expect(new Set(others.flatMap((reply) => Object.keys(reply.body.errors!)))).toEqual(new Set(['atc_code']));
  });

  it('let one of many change a version, and tell the others who did', async () => {
    const { id } = await add('/alphataxcode', { atc_code: 'RACE2', atc_desc: 'Race', atc_rate: '1' });
    const change = (n: number) => ({ row_version: 1, atc_rate: `${n}.00` });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(admin, 'PUT', `/alphataxcode/${id}`, change(n + 2))),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const codes = replies.filter((reply) => reply.status !== 200).map((reply) => reply.body['code']);
    expect(new Set(codes)).toEqual(new Set(['row_version']));
    expect(recordOf(await send(admin, 'GET', `/alphataxcode/${id}`))).toMatchObject({ row_version: 2 });
  });
});

describe('pages', () => {
  it('follow one another by the addresses that the server gives', async () => {
    for (let n = 1; n <= 23; n += 1) await add('/role', { roles: `Pager ${n.toString().padStart(2, '0')}` });
    const seen: string[] = [];
    let address: string | null = '/role?search=pager&sort=-roles';
    while (address) {
      const { body } = await send(admin, 'GET', address);
      seen.push(...(body.data as Row[]).map((row) => row['roles'] as string));
      expect(body).toMatchObject({ total: 23, last_page: 3, to: seen.length });
      expect(body['first_page_url']).toBe('/api/role?search=pager&sort=-roles&page=1&pages=10');
      address = body['next_page_url'] as string | null;
    }
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(new Set(seen).size).toBe(23);
  });
});
