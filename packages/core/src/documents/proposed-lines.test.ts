import { expect, it } from 'vitest';
import { formatAmount, requireAmount } from '../money/money.ts';
import { parsePercentage } from '../money/rate.ts';
import { splitTaxes, VAT_TYPE } from '../money/withholding.ts';
import { proposeLines, type ProposedLine } from './proposed-lines.ts';

const ACCOUNTS = { charged: '502050', vat: '108020', withheld: '203030', bank: '102103' };
const shown = (lines: readonly ProposedLine[]) =>
  lines.map((line) => `${line.account_code} ${formatAmount(line.debit_minor)} ${formatAmount(line.credit_minor)}`);

it('proposes the four lines of worked example E04 a, with code and base on the withheld one', () => {
  const split = splitTaxes(requireAmount('56000.00'), VAT_TYPE.VATABLE, parsePercentage('2'));
  const lines = proposeLines(split, { bank_side: 'credit', accounts: ACCOUNTS, atc_code: 'WC120' });
  expect(shown(lines)).toEqual([
    '502050 50,000.00 0.00',
    '108020 6,000.00 0.00',
    '203030 0.00 1,000.00',
    '102103 0.00 55,000.00',
  ]);
  expect(lines.map((line) => [line.atc_code, line.tax_base_minor])).toEqual([
    [null, null],
    [null, null],
    ['WC120', 50_000_00n],
    [null, null],
  ]);
});

it('leaves out parts of nothing', () => {
  const split = splitTaxes(requireAmount('30000.00'), VAT_TYPE.EXEMPT, null);
  const lines = proposeLines(split, { bank_side: 'credit', accounts: ACCOUNTS, atc_code: null });
  expect(shown(lines)).toEqual(['502050 30,000.00 0.00', '102103 0.00 30,000.00']);
});

it('proposes a receipt as its mirror, the bank first', () => {
  const split = splitTaxes(requireAmount('112000.00'), VAT_TYPE.VATABLE, parsePercentage('2'));
  const accounts = { charged: '408010', vat: '203010', withheld: '108050', bank: '102103' };
  expect(shown(proposeLines(split, { bank_side: 'debit', accounts, atc_code: 'WC160' }))).toEqual([
    '102103 110,000.00 0.00',
    '108050 2,000.00 0.00',
    '408010 0.00 100,000.00',
    '203010 0.00 12,000.00',
  ]);
});
