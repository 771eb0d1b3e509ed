import { describe, expect, it } from 'vitest';
import { formatAmount, requireAmount } from './money.ts';
import { parsePercentage } from './rate.ts';
import { isVatType, rateOn, splitTaxes, splitVat, VAT_TYPE, VAT_TYPES, withholdingOf } from './withholding.ts';

const rate = (text: string) => {
  const percentage = parsePercentage(text);
  if (percentage === null) throw new Error(`${text} is no percentage`);
  return percentage;
};

describe('the rate of a tax code', () => {
  const code = {
    atc_rate: '2.00',
    rates: [
      { effective_from: '2027-01-01', atc_rate: '1.00' },
      { effective_from: '2026-07-01', atc_rate: '3.00' },
      { effective_from: '2028-01-01', atc_rate: '4.00' },
    ],
  };

  it.each([
    ['2026-06-30', '2.00'],
    ['2026-07-01', '3.00'],
    ['2026-12-31', '3.00'],
    ['2027-01-01', '1.00'],
    ['2028-01-01', '4.00'],
    ['', '2.00'],
  ])('of a document of %s is %s', (date, expected) => {
    expect(rateOn(code, date)).toBe(expected);
  });
});

describe('the worked examples', () => {
  it.each([
    ['E04 a: security services, 2 %', '56000.00', VAT_TYPE.VATABLE, '2', '50,000.00 6,000.00 1,000.00 55,000.00'],
    ['E04 b: rent of a lessor without VAT, 5 %', '30000.00', VAT_TYPE.EXEMPT, '5', '30,000.00 0.00 1,500.00 28,500.00'],
    ['E05: rent of a month, 5 %', '28000.00', VAT_TYPE.VATABLE, '5', '25,000.00 3,000.00 1,250.00 26,750.00'],
    ['E07: commission of a partner, 10 %', '28000.00', VAT_TYPE.VATABLE, '10', '25,000.00 3,000.00 2,500.00 25,500.00'],
    ['E07 below the threshold', '25000.00', VAT_TYPE.EXEMPT, '10', '25,000.00 0.00 2,500.00 22,500.00'],
    ['E03: 2 % with half a centavo', '47250.75', VAT_TYPE.EXEMPT, '2', '47,250.75 0.00 945.02 46,305.73'],
    ['NA is treated like exempt', '100.00', VAT_TYPE.NA, '10', '100.00 0.00 10.00 90.00'],
    ['zero-rated', '85000.00', VAT_TYPE.ZERO_RATED, '2', '85,000.00 0.00 1,700.00 83,300.00'],
  ])('%s', (_name, total, vat, percent, expected) => {
    const { base_minor, vat_minor, withheld_minor, net_minor } = splitTaxes(requireAmount(total), vat, rate(percent));
    expect([base_minor, vat_minor, withheld_minor, net_minor].map(formatAmount).join(' ')).toBe(expected);
  });

  it('withholds nothing without a rate', () => {
    expect(splitTaxes(112_00n, VAT_TYPE.VATABLE, null)).toEqual({
      total_minor: 112_00n,
      base_minor: 100_00n,
      vat_minor: 12_00n,
      withheld_minor: 0n,
      net_minor: 112_00n,
    });
  });
});

it('takes the VAT as the remainder where 12 % of the base would not add back', () => {
  expect(splitVat(1_000_02n)).toEqual({ base_minor: 892_88n, vat_minor: 107_14n });
});

it('withholds from the unrounded base, rounded once', () => {
  expect(withholdingOf(1_000_10n, VAT_TYPE.VATABLE, rate('10'))).toBe(89_29n);
});

it('knows the four types', () => {
  expect([-1, 0, 1, 2, 3, 4].filter(isVatType)).toEqual([0, 1, 2, 3]);
  expect(Object.values(VAT_TYPES)).toEqual(['NA', 'Vatable', 'Vat Exempt', 'Zero Rated']);
});
