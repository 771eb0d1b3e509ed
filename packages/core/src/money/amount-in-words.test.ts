import { expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

it.each([
  [112_000_00n, 'ONE HUNDRED TWELVE THOUSAND PESOS ONLY'],
  [110_000_00n, 'ONE HUNDRED TEN THOUSAND PESOS ONLY'],
  [85_000_00n, 'EIGHTY FIVE THOUSAND PESOS ONLY'],
  [47_250_75n, 'FORTY SEVEN THOUSAND TWO HUNDRED FIFTY PESOS & 75/100 ONLY'],
  [46_305_73n, 'FORTY SIX THOUSAND THREE HUNDRED FIVE PESOS & 73/100 ONLY'],
  [28_500_00n, 'TWENTY EIGHT THOUSAND FIVE HUNDRED PESOS ONLY'],
  [845_450_25n, 'EIGHT HUNDRED FORTY FIVE THOUSAND FOUR HUNDRED FIFTY PESOS & 25/100 ONLY'],
  [16_000_50n, 'SIXTEEN THOUSAND PESOS & 50/100 ONLY'],
  [21_280_00n, 'TWENTY ONE THOUSAND TWO HUNDRED EIGHTY PESOS ONLY'],
])('spells %s centavos as the worked examples do', (minor, words) => {
  expect(amountInWords(minor, 'PESOS')).toBe(words);
});

it('takes the word of the currency record', () => {
  expect(amountInWords(1_234_56n, 'DOLLARS')).toBe('ONE THOUSAND TWO HUNDRED THIRTY FOUR DOLLARS & 56/100 ONLY');
  expect(amountInWords(1_00n, 'SINGAPORE DOLLARS')).toBe('ONE SINGAPORE DOLLARS ONLY');
});

it('spells nothing, less than one, and the largest amount', () => {
  expect(amountInWords(0n, 'PESOS')).toBe('ZERO PESOS ONLY');
  expect(amountInWords(5n, 'PESOS')).toBe('ZERO PESOS & 05/100 ONLY');
  expect(amountInWords(9_999_999_999_999_99n, 'PESOS')).toBe(
    'NINE TRILLION NINE HUNDRED NINETY NINE BILLION NINE HUNDRED NINETY NINE MILLION NINE HUNDRED NINETY NINE THOUSAND NINE HUNDRED NINETY NINE PESOS & 99/100 ONLY',
  );
  expect(amountInWords(1_000_001_000_000_00n, 'PESOS')).toBe('ONE TRILLION ONE MILLION PESOS ONLY');
  expect(() => amountInWords(-1n, 'PESOS')).toThrow('negative');
});
