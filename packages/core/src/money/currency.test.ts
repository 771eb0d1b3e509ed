import { expect, it } from 'vitest';
import { CURRENCIES, CURRENCY_PESO, currencyByCode, currencyById, currencyLabel } from './currency.ts';

it('holds the six currencies with their fixed ids, letters and words', () => {
  expect(
    CURRENCIES.map(({ id, cur_code, code, cur_desc, word }) => `${id} ${cur_code} ${code} ${cur_desc}: ${word}`),
  ).toEqual([
    '1 P PHP Peso: PESOS',
    '2 D USD Dollar: DOLLARS',
    '3 E EUR Euro: EUROS',
    '4 Y JPY Yen: YENS',
    '5 S SGD Singapore Dollar: SINGAPORE DOLLARS',
    '6 C CNY Yuan: YUAN',
  ]);
});

it('finds a currency by id, ISO code or letter', () => {
  expect(currencyById(CURRENCY_PESO)?.code).toBe('PHP');
  expect(currencyById(7)).toBeNull();
  expect(currencyByCode('SGD')?.id).toBe(5);
  expect(currencyByCode('Y')?.id).toBe(4);
  expect(currencyByCode('XYZ')).toBeNull();
  expect([currencyLabel(2), currencyLabel(7)]).toEqual(['USD', 'currency 7']);
});
