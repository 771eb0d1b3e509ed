import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAmount, requireAmount, sumMinor } from '../money/money.ts';
import { parsePercentage } from '../money/rate.ts';
import { VAT_TYPE } from '../money/withholding.ts';
import {
  INPUT_VAT_KINDS,
  proposeLines,
  taxProposalOf,
  type InputVatKind,
  type ProposedLine,
  type TaxedPart,
} from './proposed-lines.ts';
import { withholdingDoubts } from './withholding-check.ts';

const VAT = { services: '108020', goods: '108010', capital_goods: '108030', imports: '108025' };
const ACCOUNTS = { charged: '502050', vat: VAT, withheld: '203030', bank: '102103' };
const RATES = { WC120: '2', WC100: '5', WC160: '2', WC158: '1' };
const partOf = (amount: string, atc: keyof typeof RATES | null, vat_kind: InputVatKind = 'services'): TaxedPart => ({
  total_minor: requireAmount(amount),
  vat_kind,
  tax_code: atc === null ? null : { atc_code: atc, rate: parsePercentage(RATES[atc])! },
});
const shown = (lines: readonly ProposedLine[]) =>
  lines.map((line) => `${line.account_code} ${formatAmount(line.debit_minor)} ${formatAmount(line.credit_minor)}`);

it('proposes the four lines of worked example E04 a, with code and base on the withheld one', () => {
  const proposal = taxProposalOf([partOf('56000.00', 'WC120')], VAT_TYPE.VATABLE);
  const lines = proposeLines(proposal, { bank_side: 'credit', accounts: ACCOUNTS });
  expect(shown(lines)).toEqual([
    '502050 50,000.00 0.00',
    '108020 6,000.00 0.00',
    '203030 0.00 1,000.00',
    '102103 0.00 55,000.00',
  ]);
  expect(lines.map((line) => [line.part, line.atc_code, line.tax_base_minor])).toEqual([
    ['charged', null, null],
    ['vat', null, null],
    ['withheld', 'WC120', 50_000_00n],
    ['bank', null, null],
  ]);
  expect(proposal.vat).toEqual([{ kind: 'services', vat_minor: 6_000_00n }]);
});

it('keeps kinds of input VAT and tax codes apart, each code once', () => {
  const parts = [
    partOf('56000.00', 'WC120'),
    partOf('11200.00', 'WC158', 'goods'),
    partOf('5600.00', 'WC120'),
    partOf('1120.00', null, 'imports'),
  ];
  const lines = proposeLines(taxProposalOf(parts, VAT_TYPE.VATABLE), { bank_side: 'credit', accounts: ACCOUNTS });
  expect(shown(lines)).toEqual([
    '502050 50,000.00 0.00',
    '502050 10,000.00 0.00',
    '502050 5,000.00 0.00',
    '502050 1,000.00 0.00',
    '108020 6,600.00 0.00',
    '108010 1,200.00 0.00',
    '108025 120.00 0.00',
    '203030 0.00 1,100.00',
    '203030 0.00 100.00',
    '102103 0.00 72,720.00',
  ]);
});

it('leaves out parts of nothing', () => {
  const proposal = taxProposalOf([partOf('30000.00', null)], VAT_TYPE.EXEMPT);
  const lines = proposeLines(proposal, { bank_side: 'credit', accounts: ACCOUNTS });
  expect(shown(lines)).toEqual(['502050 30,000.00 0.00', '102103 0.00 30,000.00']);
});

it('proposes a receipt as its mirror, the bank first', () => {
  const proposal = taxProposalOf([partOf('112000.00', 'WC160')], VAT_TYPE.VATABLE);
  const accounts = { charged: '408010', vat: { ...VAT, services: '203010' }, withheld: '108050', bank: '102103' };
  expect(shown(proposeLines(proposal, { bank_side: 'debit', accounts }))).toEqual([
    '102103 110,000.00 0.00',
    '108050 2,000.00 0.00',
    '408010 0.00 100,000.00',
    '203010 0.00 12,000.00',
  ]);
});

it('balances to the centavo and withholds nothing doubtful, whatever the parts', () => {
  const parts = fc.array(
    fc.record({
      total_minor: fc.bigInt({ min: 1n, max: 10n ** 11n }),
      vat_kind: fc.constantFrom(...INPUT_VAT_KINDS),
      tax_code: fc
        .constantFrom(null, ...(['WC120', 'WC100', 'WC158'] as const))
        .map((atc) => partOf('1', atc).tax_code),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(parts, fc.constantFrom(...Object.values(VAT_TYPE)), (given, vat) => {
      const lines = proposeLines(taxProposalOf(given, vat), { bank_side: 'credit', accounts: ACCOUNTS });
      expect(sumMinor(lines.map((line) => line.debit_minor))).toBe(sumMinor(lines.map((line) => line.credit_minor)));
      const taxed = lines.flatMap(({ part, atc_code, ...line }, place) =>
        part === 'withheld'
          ? [
              {
                ...line,
                line_no: place + 1,
                role: 'EWT' as const,
                payee: null,
                tax_code: partOf('1', atc_code as 'WC120').tax_code,
              },
            ]
          : [],
      );
      expect(withholdingDoubts(taxed)).toEqual([]);
    }),
  );
});
