import { expect, test } from 'vitest';
import { anyResource } from '@talaan/contract/resource/define-resource';
import { company } from '@talaan/contract/resources/organisation/company.resource';
import { department } from '@talaan/contract/resources/organisation/department.resource';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { user } from '@talaan/contract/resources/access/user.resource';
import { chosenChange, differencesOf, presetSide, type TwoVersions } from './conflict-choices.ts';

const section = (id: number | undefined, code: string, name: string) => ({
  ...(id === undefined ? {} : { id }),
  section_code: code,
  section_name: name,
});

const DEPARTMENT = {
  dept_code: 'DISB',
  dept_desc: 'Disbursements',
  dept_status: 1,
  div_code: null,
  sections: [section(1, 'S1', 'Checks'), section(2, 'S2', 'Online')],
};

test('what both changed must be chosen, what one changed is kept, what both changed alike is no question', () => {
  const versions: TwoVersions = {
    opened: DEPARTMENT,
    current: { ...DEPARTMENT, dept_desc: 'Payments', dept_status: 0, org_level: '3' },
    mine: { dept_desc: 'Disbursement and Payments', div_code: '20', org_level: '3' },
  };
  const found = differencesOf(anyResource(department), versions);
  expect(found.map((one) => [one.key, one.label, one.before, one.theirs, one.mine, presetSide(one)])).toEqual([
    ['dept_desc', 'Description', 'Disbursements', 'Payments', 'Disbursement and Payments', null],
    ['div_code', 'Division', '', '', '20', 'mine'],
    ['dept_status', 'Status', 'Active', 'Inactive', 'Active', 'theirs'],
  ]);
  expect(chosenChange(anyResource(department), versions, () => 'theirs')).toEqual({});
  expect(chosenChange(anyResource(department), versions, () => 'mine')).toEqual({
    dept_desc: 'Disbursement and Payments',
    div_code: '20',
    dept_status: 1,
  });
});

test('inner rows are chosen one by one: rows of both survive, a row that both added keeps its Record ID', () => {
  const versions: TwoVersions = {
    opened: DEPARTMENT,
    current: {
      ...DEPARTMENT,
      sections: [
        section(1, 'S1', 'Cheques'),
        section(2, 'S2', 'Online'),
        section(3, 'S3', 'Cash'),
        section(4, 'S4', 'Theirs'),
      ],
    },
    mine: {
      sections: [section(1, 'S1', 'Checks'), section(undefined, 'S3', 'Petty cash'), section(undefined, 'S5', 'Mine')],
    },
  };
  const found = differencesOf(anyResource(department), versions);
  expect(found.map((one) => [one.key, one.label, presetSide(one)])).toEqual([
    ['sections/#1', 'Sections: section S1', 'theirs'],
    ['sections/#2', 'Sections: section S2', 'mine'],
    ['sections/+S3', 'Sections: section S3', null],
    ['sections/+S4', 'Sections: section S4', 'theirs'],
    ['sections/+S5', 'Sections: section S5', 'mine'],
  ]);
  const preset = new Map(found.map((one) => [one.key, presetSide(one) ?? 'mine']));
  expect(chosenChange(anyResource(department), versions, (key) => preset.get(key)!)).toEqual({
    sections: [
      section(1, 'S1', 'Cheques'),
      section(3, 'S3', 'Petty cash'),
      section(4, 'S4', 'Theirs'),
      section(undefined, 'S5', 'Mine'),
    ],
  });
});

test('inner rows without a key are never taken for one another: those that both added all survive', () => {
  const line = (id: number | undefined, remarks: string) => ({
    ...(id === undefined ? {} : { id }),
    account_id: 1,
    acct_desc: 'Rental Fee',
    account_code: '502010',
    remarks,
  });
  const versions: TwoVersions = {
    opened: { txn_type: 'Rent', lines: [line(1, 'A'), line(2, 'A')] },
    current: { txn_type: 'Rent', lines: [line(1, 'A'), line(2, 'B'), line(3, 'Theirs')] },
    mine: { lines: [line(1, 'A'), line(2, 'A'), line(undefined, 'Mine'), line(undefined, 'Mine')] },
  };
  const found = differencesOf(anyResource(regularTransaction), versions);
  expect(found.map((one) => [one.key, one.label, presetSide(one)])).toEqual([
    ['lines/#2', 'Lines: line Rental Fee 502010', 'theirs'],
    ['lines/#3', 'Lines: line Rental Fee 502010', 'theirs'],
    ['lines/+2', 'Lines: line Rental Fee 502010', 'mine'],
    ['lines/+3', 'Lines: line Rental Fee 502010', 'mine'],
  ]);
  const preset = new Map(found.map((one) => [one.key, presetSide(one)!]));
  expect(chosenChange(anyResource(regularTransaction), versions, (key) => preset.get(key)!)).toEqual({
    lines: [line(1, 'A'), line(2, 'B'), line(3, 'Theirs'), line(undefined, 'Mine'), line(undefined, 'Mine')],
  });
});

test('rows that name a record by its Record ID go by its name, typed or stored', () => {
  const bank = (id: number | undefined, number: string, acct_name: string, names = {}) => ({
    ...(id === undefined ? {} : { id }),
    bank_id: 3,
    account_number: number,
    acct_name,
    acct_type: 'SAV',
    currency: 1,
    ...names,
  });
  const names = { bank_code: 'BDO', bank_name: 'BDO Unibank' };
  const found = differencesOf(anyResource(payee), {
    opened: { payee_banks: [bank(1, '001', 'Ana', names)] },
    current: { payee_banks: [bank(1, '001', 'Ana', names)] },
    mine: { payee_banks: [bank(1, '001', 'Ana'), bank(undefined, '002', 'Ben')] },
  });
  expect(found.map((one) => [one.label, one.theirs, one.mine])).toEqual([
    ['Bank accounts: bank account BDO Unibank BDO 002', '', 'BDO Unibank BDO · 002 · Ben · Savings Account · Peso'],
  ]);
});

test('settings kept together and lists of roles are chosen entry by entry', () => {
  const profile = { legal_name: 'Sampol Inc.', tin: null, address: 'Quiapo' };
  const versions: TwoVersions = {
    opened: { profile },
    current: { profile: { ...profile, tin: '001-002' } },
    mine: { profile: { ...profile, address: 'Binondo' } },
  };
  const found = differencesOf(anyResource(company), versions);
  expect(found.map(({ key }) => key)).toEqual(['profile/tin', 'profile/address']);
  expect(
    chosenChange(anyResource(company), versions, (key) => (key === 'profile/address' ? 'mine' : 'theirs')),
  ).toMatchObject({ profile: { legal_name: 'Sampol Inc.', tin: '001-002', address: 'Binondo' } });

  const roles: TwoVersions = {
    opened: { roles: ['Cashier', 'Preparer'] },
    current: { roles: ['Cashier', 'Preparer', 'Checker'] },
    mine: { roles: ['Preparer'] },
  };
  const changed = differencesOf(anyResource(user), roles);
  expect(changed.map((one) => [one.key, one.theirs, one.mine])).toEqual([
    ['roles/Cashier', 'Cashier', ''],
    ['roles/Checker', 'Checker', ''],
  ]);
  const preset = new Map(changed.map((one) => [one.key, presetSide(one)!]));
  expect(chosenChange(anyResource(user), roles, (key) => preset.get(key)!)).toEqual({
    roles: ['Preparer', 'Checker'],
  });
});
