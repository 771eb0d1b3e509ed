import { expect, test } from 'vitest';
import { fuzzyMatch } from './fuzzy-match.ts';

test('a start of the text beats a start of a word, and that beats letters inside', () => {
  const scores = ['Billing List', 'AR Billing', 'Rebilling'].map((text) => fuzzyMatch(text, 'bil')?.score ?? -1);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(new Set(scores).size).toBe(3);
});

test('finds letters that are not side by side, and tells where they are', () => {
  expect(fuzzyMatch('Chart of Accounts', 'coa')?.positions).toEqual([0, 6, 9]);
});

test('does not find letters in another order or too far apart', () => {
  expect(fuzzyMatch('Trial Balance', 'ecnalab')).toBeNull();
  expect(fuzzyMatch('Acknowledgement Receipt', 'ap')).toBeNull();
});

test('ñ is found by n, and the positions stay those of the text', () => {
  expect(fuzzyMatch('Muñoz Branch', 'munoz')?.positions).toEqual([0, 1, 2, 3, 4]);
});
