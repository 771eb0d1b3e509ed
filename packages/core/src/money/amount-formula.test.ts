import { describe, expect, it } from 'vitest';
import { readTypedAmount } from './amount-formula.ts';
import { formatAmount } from './money.ts';

function answer(text: string): string {
  const result = readTypedAmount(text);
  return result.ok ? formatAmount(result.minor) : result.message;
}

describe('readTypedAmount', () => {
  it.each([
    ['100', '100.00'],
    [' 1,234.5 ', '1,234.50'],
    ['50000*1.12', '56,000.00'],
    ['100+200', '300.00'],
    ['(100+20)*2', '240.00'],
    ['11200/1.12', '10,000.00'],
    ['1000.02/1.12', '892.88'],
    ['1000.10/1.12*10%', '89.29'],
    ['1,000.50 + 2', '1,002.50'],
    ['1,000.50 + 2 * 3', '1,006.50'],
    ['(1+2)*(3-1)', '6.00'],
    ['100-50-25', '25.00'],
    ['100/10/4', '2.50'],
    ['-5+10', '5.00'],
    ['10--5', '15.00'],
    ['10*-5*-1', '50.00'],
    ['10*+5', '50.00'],
    ['1,234,567+1', '1,234,568.00'],
    ['-10/-4', '2.50'],
    ['200*(10+2)%', '24.00'],
    ['5-5', '0.00'],
    ['.5+1.', '1.50'],
    ['1/3*3', '1.00'],
    ['0.004+0.001', '0.01'],
    ['9999999999999.99', '9,999,999,999,999.99'],
    ['9999999999999.99+0', '9,999,999,999,999.99'],
    [`10${'+1'.repeat(99)}`, '109.00'],
    ['12,345+1,234.5', '13,579.50'],
    ['100 %+ .25', '1.25'],
  ])('%s is %s, with and without "="', (text, shown) => {
    expect([answer(text), answer(`=${text}`), answer(` = ${text}`)]).toEqual([shown, shown, shown]);
  });

  it.each(
    [
      ['', '-5', '+5', '(100)', '((100))', '50%', '1.5k', '5O', '₱5', '1 000', '2025-01-0x', '5..2+1,23', '1+', '(1+2'],
      ['()', '1+2)', '1.2.3+1', '2**3', 'A1+1', '1e3', `1${'+1'.repeat(100)}`],
    ].flat(),
  )('%.30s is neither a number nor a sum', (text) => {
    expect([answer(text), answer(`=${text}`)]).toEqual(Array(2).fill('can only contain numbers and dot.'));
  });

  it.each([
    ['1/0', 'can only contain numbers and dot. This divides by zero.'],
    ['1/(2-2)', 'can only contain numbers and dot. This divides by zero.'],
    ['5-6', 'can only contain numbers and dot. This is negative.'],
    ['1.005', 'must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
    ['1,23', 'must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
    ['10000000000000', 'must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
    ['9999999999999.99+0.005', 'must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
  ])('%s is told why it is refused', (text, message) => {
    expect([answer(text), answer(`=${text}`)]).toEqual([message, message]);
  });

  it('tells a sum from a number', () => {
    expect([readTypedAmount('=100'), readTypedAmount('99+1')]).toMatchObject([{ isSum: false }, { isSum: true }]);
  });
});
