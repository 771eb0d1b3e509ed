import { expect, it } from 'vitest';
import { amountWithin } from './amount-within.ts';

it.each([
  ['(28,000)', -2_800_000n],
  ['-5', -500n],
  ['₱ 1,250.50', 125_050n],
  ['PHP 12', 1_200n],
  ['1.5k', null],
  ['12 or 13', null],
  ['(0)', null],
  ['', null],
])('%j was meant to be %s', (text, minor) => {
  expect(amountWithin(text)).toBe(minor);
});
