import { expect, it } from 'vitest';
import type { HistoryEntry, RecordChange } from '@talaan/contract/resource/safe-change';
import { user } from '@talaan/contract/resources/access/user.resource';
import { department } from '@talaan/contract/resources/organisation/department.resource';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { recordAct } from './record-acts.ts';

const change = (label: string, before: string | null, after: string | null, rest: Partial<RecordChange> = {}) => ({
  field: label,
  label,
  row: null,
  before,
  after,
  hidden: false,
  ...rest,
});
const act = (changes: RecordChange[], action: HistoryEntry['action'] = 'changed', definition: object = payee) =>
  recordAct(definition as typeof payee, {
    id: '1',
    at: '2026-11-22T06:02:00Z',
    user_name: 'Ana Reyes',
    action,
    source_file: null,
    changes,
  });
const ACCOUNT = { row: 'bank account #7' };

it.each([
  ['a value', [change('TIN', '1', '2')], 'Changed', ['TIN changed from 1 to 2']],
  ['a first value', [change('City', null, 'Cebu')], 'Changed', ['City: Cebu']],
  ['a value that went', [change('City', 'Cebu', null)], 'Changed', ['City cleared; it was Cebu']],
  ['a secret', [change('Password', null, null, { hidden: true })], 'Changed', ['Password changed']],
  [
    'an inner row that came alone',
    [change('Bank', null, 'BPI', ACCOUNT), change('Account no.', null, '0011-22', ACCOUNT)],
    'Bank account added',
    ['Bank account #7 added: Bank BPI, Account no. 0011-22'],
  ],
  [
    'an inner row that went alone',
    [change('Account no.', '0011-22', null, ACCOUNT)],
    'Bank account removed',
    ['Bank account #7 removed: Account no. 0011-22'],
  ],
  [
    'an inner row that changed, and the record with it',
    [change('Bank', 'BPI', 'BDO', ACCOUNT), change('City', null, 'Cebu')],
    'Changed',
    ['City: Cebu', 'Bank account #7: Bank changed from BPI to BDO'],
  ],
])('tells %s', (_what, changes, title, told) => {
  expect(act(changes)).toEqual({ title, told, details: [] });
});

it('tells of a record that came or went that it did, and its values among the details', () => {
  expect(act([change('TIN', null, '2')], 'added')).toEqual({ title: 'Added', told: [], details: ['TIN: 2'] });
  expect(act([], 'deleted')).toEqual({ title: 'Deleted', told: [], details: [] });
});

it('names an inner row by its key once', () => {
  const row = { row: 'section S1', field: 'section_code' };
  const made = [change('Code', null, 'S1', row), change('Name', null, 'Ledger', { row: 'section S1' })];
  expect(act(made, 'changed', department).told).toEqual(['Section S1 added: Name Ledger']);
});

it('tells which of several records came and went', () => {
  const roles = (before: string | null, after: string | null) => change('Roles', before, after, { field: 'roles' });
  expect(act([roles(null, 'Cashier'), roles('Checker', null)], 'changed', user).told).toEqual([
    'Roles: Cashier added',
    'Roles: Checker removed',
  ]);
});
