import { describe, expect, it } from 'vitest';
import {
  multiplyByRate,
  parsePercentage,
  parseRate,
  percentageOf,
  percentageText,
  RATE_ONE,
  rateText,
  requireRate,
} from './rate.ts';

function percentage(text: string) {
  const read = parsePercentage(text);
  if (read === null) throw new Error(`${text} is not a percentage`);
  return read;
}

describe('exchange rates', () => {
  it.each([
    ['55.25', '55.25'],
    ['56', '56.00'],
    ['0.365412', '0.365412'],
    ['0.000001', '0.000001'],
    ['55.500000', '55.50'],
    [' 56 ', '56.00'],
    ['999999999.999999', '999999999.999999'],
  ])('reads %s and writes %s', (text, written) => {
    expect(rateText(requireRate(text))).toBe(written);
  });

  it.each(['0', '0.000000', '-56', 'NaN', '1e400', '56,5', '1.0000001', '', '.5', '1234567890', 'x56', '56x'])(
    'refuses %j',
    (text) => {
      expect(parseRate(text)).toBeNull();
      expect(() => requireRate(text)).toThrow('is not an exchange rate');
    },
  );

  it('converts the dollar cheque of worked example E06', () => {
    expect(multiplyByRate(1_234_56n, requireRate('55.25'))).toBe(68_209_44n);
    expect(multiplyByRate(1_234_56n, requireRate('54.80'))).toBe(67_653_89n);
    expect(multiplyByRate(2_000_00n, requireRate('55.10'))).toBe(110_200_00n);
  });

  it('rounds half-up, away from zero below it', () => {
    expect(multiplyByRate(1n, requireRate('0.5'))).toBe(1n);
    expect(multiplyByRate(-1n, requireRate('0.5'))).toBe(-1n);
    expect(multiplyByRate(1n, requireRate('0.499999'))).toBe(0n);
    expect(multiplyByRate(123n, RATE_ONE)).toBe(123n);
  });
});

describe('percentages', () => {
  it('takes the 2 % of worked example E03 half-up: 945.015 is 945.02', () => {
    expect(percentageOf(47_250_75n, percentage('2.00'))).toBe(945_02n);
  });

  it('reads 0 to 100 with 2 decimals', () => {
    expect(percentageText(percentage('12'))).toBe('12.00');
    expect(percentageText(percentage('0.5'))).toBe('0.50');
    expect([' 100 ', '100.00', '0'].map(parsePercentage)).toEqual([100_00n, 100_00n, 0n]);
    expect(['100.01', '-1', '1.005', '1%', 'x1', '0001', ''].map(parsePercentage)).toEqual(Array(7).fill(null));
  });
});
