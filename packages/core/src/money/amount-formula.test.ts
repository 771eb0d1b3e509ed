import { describe, expect, it } from 'vitest';
import { evaluateAmountFormula } from './amount-formula.ts';
import { formatAmount } from './money.ts';

function answer(text: string): string {
  const result = evaluateAmountFormula(text);
  return result.ok ? formatAmount(result.minor) : result.code;
}

describe('evaluateAmountFormula', () => {
  it.each([
    ['=11200/1.12', '10,000.00'],
    ['=1000.02/1.12', '892.88'],
    ['=1000.10/1.12*10%', '89.29'],
    ['= 1,000.50 + 2 * 3', '1,006.50'],
    ['=(1+2)*(3-1)', '6.00'],
    ['=100-50-25', '25.00'],
    ['=100/10/4', '2.50'],
    ['=-5+10', '5.00'],
    ['=10--5', '15.00'],
    ['=10*-5*-1', '50.00'],
    ['=+5', '5.00'],
    ['=-10/-4', '2.50'],
    ['=50%%', '0.01'],
    ['=200*(10+2)%', '24.00'],
    ['=5-5', '0.00'],
    ['=.5+1.', '1.50'],
    ['=1/3*3', '1.00'],
    ['=0.004+0.001', '0.01'],
    ['=0.0049', '0.00'],
    ['=9999999999999.99', '9,999,999,999,999.99'],
  ])('%s is %s', (text, shown) => {
    expect(answer(text)).toBe(shown);
  });

  it.each([
    ['100', 'not_a_formula'],
    ['', 'not_a_formula'],
    ['=', 'incomplete'],
    ['=1+', 'incomplete'],
    ['=(1+2', 'incomplete'],
    ['=()', 'unexpected'],
    ['=1 2', 'unexpected'],
    ['=1)', 'unexpected'],
    ['=1,23', 'unexpected'],
    ['=1.2.3', 'unexpected'],
    ['=2**3', 'unexpected'],
    ['=A1', 'unexpected'],
    ['=1e3', 'unexpected'],
    ['=1/0', 'division_by_zero'],
    ['=1/(2-2)', 'division_by_zero'],
    ['=5-6', 'negative'],
    ['=-0.01', 'negative'],
    ['=9999999999999.995', 'too_large'],
    [`=${'('.repeat(200)}`, 'too_long'],
  ])('%.30s is refused as %s', (text, code) => {
    expect(answer(text)).toBe(code);
  });

  it('says in words what is wrong', () => {
    expect(evaluateAmountFormula('=1/0')).toMatchObject({ message: 'The formula divides by zero.' });
    expect(evaluateAmountFormula('=1#')).toMatchObject({ message: 'The formula cannot be read at "#".' });
  });
});
