import { expect, it } from 'vitest';
import { nearestChoice } from './nearest-choice.ts';

const CHOICES = [
  { id: 1, code: 'BRNO', name: 'Branch Operations' },
  { id: 2, code: 'ACCT', name: 'Accounting' },
  { id: 3, code: '502010', name: 'Rental Fee - Branches' },
  { id: 4, code: '502011', name: 'Rental Fee - Head Office' },
];
const nearest = (text: string) => nearestChoice(CHOICES, text)?.code ?? null;

it('takes the only record that has the words, or whose code is fewest keys away', () => {
  expect(nearest('operations')).toBe('BRNO');
  expect(nearest('BROP')).toBe('BRNO');
  expect(nearest('actc')).toBe('ACCT');
  expect(nearest('5020100')).toBe('502010');
});

it('offers nothing where several are as near, or none is near', () => {
  expect(nearest('50201')).toBeNull();
  expect(nearest('502019')).toBeNull();
  expect(nearest('999999')).toBeNull();
  expect(nearest('X')).toBeNull();
});
