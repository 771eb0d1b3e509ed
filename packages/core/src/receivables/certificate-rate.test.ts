import { expect, it } from 'vitest';
import { parsePercentage } from '../money/rate.ts';
import { certifiedRateDoubt } from './certificate-rate.ts';

const doubt = (withheld_minor: bigint, ...rates: string[]) =>
  certifiedRateDoubt({
    atc_code: 'WC120',
    income_minor: 75_000_00n,
    withheld_minor,
    rates: rates.map((rate) => parsePercentage(rate)!),
  });

it('is none where the code has that rate, give or take what the payments were rounded by', () => {
  expect([1_500_00n, 1_499_00n, 1_501_00n].map((withheld) => doubt(withheld, '2'))).toEqual([null, null, null]);
});

it('says what the rate of the code gives', () => {
  expect(doubt(1_501_01n, '2')).toBe('1,501.01 is withheld, and WC120, 2 % of 75,000.00, is 1,500.00.');
  expect(doubt(750_00n, '2.5')).toBe('750.00 is withheld, and WC120, 2.5 % of 75,000.00, is 1,875.00.');
});

it('is between both where the rate changed in the quarter', () => {
  expect([750_00n, 1_000_00n, 1_500_00n].map((withheld) => doubt(withheld, '2', '1'))).toEqual([null, null, null]);
  expect(doubt(1_600_00n, '2', '1')).toMatch(/2 % of 75,000\.00, is 1,500\.00\.$/);
  expect(doubt(700_00n, '2', '1')).toMatch(/1 % of 75,000\.00, is 750\.00\.$/);
});
