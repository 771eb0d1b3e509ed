import { expect, it } from 'vitest';
import { foundByWords } from './word-rank.ts';

const ACCOUNTS = [
  ['201', 'Lease Liability - Current'],
  ['502', 'Office Rental'],
  ['401', 'Rental Income'],
  ['601', 'Supplies'],
];
const namesFor = (search: string) => foundByWords(ACCOUNTS, search, (texts) => texts).map(([, name]) => name);

it.each([
  ['rent', ['Rental Income', 'Office Rental', 'Lease Liability - Current']],
  ['RENTAL off', ['Office Rental']],
  ['income rental', ['Rental Income']],
  ['401', ['Rental Income']],
  ['rent xyz', []],
  ['', ['Lease Liability - Current', 'Office Rental', 'Rental Income', 'Supplies']],
])('%j finds by words in any order, what begins with them first', (search, names) => {
  expect(namesFor(search)).toEqual(names);
});
