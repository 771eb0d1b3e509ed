import { expect, it } from 'vitest';
import { changesTold, plain, type ToldField } from './told-changes.ts';

const PAYEES: Readonly<Record<string, string>> = { 1: 'HULMA REALTY', 2: 'HULMA REALTY', 3: 'MAYNILAD' };
const FIELDS: readonly ToldField[] = [
  { key: 'payee', read: (value) => PAYEES[plain(value)] ?? null, names: true },
  { key: 'amount', read: (value) => `${plain(value)}.00` },
  { key: 'remarks', read: plain },
  { key: 'password', read: plain, hidden: true },
  { key: 'flag', read: () => 'Yes' },
];
const told = (before: object | null, after: object | null) =>
  changesTold(FIELDS, before && { ...before }, after && { ...after }).map((change) => [
    change.field.key,
    change.before,
    change.after,
  ]);

it('tells each field that reads otherwise, in the order of the fields', () => {
  expect(told({ amount: 5, payee: 1, remarks: 'RENT' }, { payee: 3, amount: 6, remarks: 'RENT' })).toEqual([
    ['payee', 'HULMA REALTY', 'MAYNILAD'],
    ['amount', '5.00', '6.00'],
  ]);
});

it('tells records apart that are called alike', () => {
  expect(told({ payee: 1 }, { payee: 2 })).toEqual([['payee', 'HULMA REALTY', 'HULMA REALTY']]);
});

it('tells nothing of a value that reads the same', () => {
  expect(told({ flag: 1 }, { flag: 2 })).toEqual([]);
  expect([plain(5), plain('5'), plain({ a: 1 }), plain(null), plain(undefined)]).toEqual(['5', '5', '{"a":1}', '', '']);
});

it('takes empty, absent and none for the same', () => {
  expect(told({ remarks: '', payee: null }, {})).toEqual([]);
});

it('tells every value of a row that came or went', () => {
  expect(told(null, { amount: 5, remarks: '' })).toEqual([['amount', null, '5.00']]);
  expect(told({ amount: 5 }, null)).toEqual([['amount', '5.00', null]]);
});

it('says of a hidden value only that it was written', () => {
  expect(told({ password: 'old' }, { password: 'new' })).toEqual([['password', null, null]]);
  expect(told({ password: 'old' }, {})).toEqual([]);
});
