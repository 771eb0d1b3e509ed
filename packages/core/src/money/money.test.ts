import { describe, expect, it } from 'vitest';
import {
  addMoney,
  amountText,
  compareMoney,
  formatAmount,
  MAX_AMOUNT_MINOR,
  money,
  parseAmount,
  parseSignedAmount,
  requireAmount,
  requireSum,
  subtractMoney,
  sumMinor,
} from './money.ts';

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    ['1234.5', 123450n],
    ['1,234.50', 123450n],
    [' 12 ', 1200n],
    ['.05', 5n],
    ['7.', 700n],
    ['0001.00', 100n],
    ['1'.padStart(40, '0'), 100n],
    ['9999999999999.99', MAX_AMOUNT_MINOR],
    ['9,999,999,999,999.99', MAX_AMOUNT_MINOR],
  ])('reads %j', (text, minor) => {
    expect(parseAmount(text)).toBe(minor);
  });

  it.each([
    '',
    '.',
    ',',
    '-5',
    '+5',
    '1.005',
    '1.234,50',
    '1,23',
    '12,3456.00',
    ',123',
    '1 000',
    '1e3',
    'NaN',
    '٣',
    '1'.padStart(41, '0'),
    'x1',
    '1x',
    '10000000000000.00',
    '9'.repeat(1_000_000),
  ])('refuses %.20j', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it('reads a leading minus only where a sign may stand', () => {
    expect(parseSignedAmount('-1,234.50')).toBe(-123450n);
    expect(parseSignedAmount('1.00')).toBe(100n);
    expect(parseSignedAmount(' -1.00 ')).toBe(-100n);
    expect([parseSignedAmount('--1'), parseSignedAmount('1-')]).toEqual([null, null]);
    expect(requireAmount('-0.05')).toBe(-5n);
    expect(() => requireAmount('1.005')).toThrow('"1.005" is not an amount.');
  });

  it('reads sums beyond the largest amount exactly', () => {
    expect(requireSum('-98765432109876543210.5')).toBe(-9876543210987654321050n);
    expect([requireSum('0'), requireSum('1.25')]).toEqual([0n, 125n]);
    for (const text of ['1,000.00', '1.005', '1.', '.5', '--1', '1 ', '']) {
      expect(() => requireSum(text)).toThrow(`"${text}" is not a sum of amounts.`);
    }
  });
});

describe('writing amounts', () => {
  it.each([
    [0n, '0.00', '0.00'],
    [5n, '0.05', '0.05'],
    [-5n, '-0.05', '-0.05'],
    [99900n, '999.00', '999.00'],
    [-123456789n, '-1234567.89', '-1,234,567.89'],
    [MAX_AMOUNT_MINOR, '9999999999999.99', '9,999,999,999,999.99'],
  ])('writes %s for the wire and for people', (minor, wire, shown) => {
    expect(amountText(minor)).toBe(wire);
    expect(formatAmount(minor)).toBe(shown);
  });
});

describe('arithmetic', () => {
  it('adds, subtracts and compares within one currency', () => {
    expect(addMoney(money(100n, 'USD'), money(5n, 'USD'))).toEqual(money(105n, 'USD'));
    expect(subtractMoney(money(100n, 'PHP'), money(105n, 'PHP'))).toEqual(money(-5n, 'PHP'));
    expect([
      compareMoney(money(1n, 'PHP'), money(2n, 'PHP')),
      compareMoney(money(2n, 'PHP'), money(1n, 'PHP')),
    ]).toEqual([-1, 1]);
    expect(compareMoney(money(2n, 'PHP'), money(2n, 'PHP'))).toBe(0);
    expect(sumMinor([1n, 2n, -4n])).toBe(-1n);
  });

  it('throws on mixed currencies', () => {
    const [peso, dollar] = [money(1n, 'PHP'), money(1n, 'USD')];
    for (const mix of [addMoney, subtractMoney, compareMoney]) expect(() => mix(peso, dollar)).toThrow('PHP and USD');
  });
});
