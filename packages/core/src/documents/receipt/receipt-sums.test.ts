import { describe, expect, it } from 'vitest';
import { collectionSums, plainPercentage, receiptSums, usualWithholding, type ReceiptSums } from './receipt-sums.ts';

const toldBy = ({ vat_minor, base_minor, vat_sale_minor, withheld_minor, rate, due_minor }: ReceiptSums) => [
  vat_minor,
  base_minor,
  vat_sale_minor,
  withheld_minor,
  plainPercentage(rate),
  due_minor,
];

describe('what a receipt says of its amount', () => {
  it.each([
    [
      'E01: VATable, 2 % applied',
      11_200_000n,
      1,
      200_000n,
      [1_200_000n, 10_000_000n, 10_000_000n, 200_000n, '2', 11_000_000n],
    ],
    ['E02: zero-rated', 8_500_000n, 3, 170_000n, [0n, 8_500_000n, 0n, 170_000n, '2', 8_330_000n]],
    [
      'E03: exempt, the rate is that of the tax withheld',
      4_725_075n,
      2,
      94_502n,
      [0n, 4_725_075n, 0n, 94_502n, '2', 4_630_573n],
    ],
    ['another rate', 11_200_000n, 1, 150_000n, [1_200_000n, 10_000_000n, 10_000_000n, 150_000n, '1.5', 11_050_000n]],
    ['nothing applied: nothing withheld', 112_000n, 1, 0n, [12_000n, 100_000n, 100_000n, 0n, '0', 112_000n]],
    ['tax that comes back', 112_000n, 1, -2_000n, [12_000n, 100_000n, 100_000n, 0n, '0', 112_000n]],
    ['no VAT type: base = total / 1.12', 112_000n, null, 0n, [12_000n, 100_000n, 100_000n, 0n, '0', 112_000n]],
    ['a VAT type that is none', 112_000n, 9, 0n, [12_000n, 100_000n, 100_000n, 0n, '0', 112_000n]],
    ['a rate with a zero within', 100_000n, 0, 1_050n, [0n, 100_000n, 0n, 1_050n, '1.05', 98_950n]],
    ['not applicable', 100_000n, 0, 0n, [0n, 100_000n, 0n, 0n, '0', 100_000n]],
  ])('%s', (_name, total, vat, applied, wanted) => {
    const sums = receiptSums(total, vat, applied);
    expect(toldBy(sums)).toEqual(wanted);
    expect(sums.total_minor).toBe(total);
  });

  it.each([
    [
      'E01',
      112_000_00n,
      [[112_000_00n, 112_000_00n, 12_000_00n, 112_000_00n]],
      0n,
      2_000_00n,
      [12_000_00n, 100_000_00n, 100_000_00n, 2_000_00n, '2', 110_000_00n],
    ],
    [
      'E02',
      85_000_00n,
      [[85_000_00n, 85_000_00n, 0n, 0n]],
      0n,
      1_700_00n,
      [0n, 85_000_00n, 0n, 1_700_00n, '2', 83_300_00n],
    ],
    [
      'a quarter of an invoice',
      280_00n,
      [[280_00n, 1_120_00n, 120_00n, 1_120_00n]],
      0n,
      0n,
      [30_00n, 250_00n, 250_00n, 0n, '0', 280_00n],
    ],
    [
      'VATable and exempt',
      2_120_00n,
      [
        [1_120_00n, 1_120_00n, 120_00n, 1_120_00n],
        [1_000_00n, 1_000_00n, 0n, 0n],
      ],
      0n,
      0n,
      [120_00n, 2_000_00n, 1_000_00n, 0n, '0', 2_120_00n],
    ],
    [
      'more than the invoice: the rest is an advance without VAT',
      1_500_00n,
      [[1_120_00n, 1_120_00n, 120_00n, 1_120_00n]],
      0n,
      0n,
      [120_00n, 1_380_00n, 1_000_00n, 0n, '0', 1_500_00n],
    ],
    [
      'half of it from an advance',
      560_00n,
      [[1_120_00n, 1_120_00n, 120_00n, 1_120_00n]],
      560_00n,
      0n,
      [60_00n, 500_00n, 500_00n, 0n, '0', 560_00n],
    ],
    [
      'half of an invoice with an exempt service on it',
      1_060_00n,
      [[1_060_00n, 2_120_00n, 120_00n, 1_120_00n]],
      0n,
      0n,
      [60_00n, 1_000_00n, 500_00n, 0n, '0', 1_060_00n],
    ],
    ['nothing placed', 100_00n, [], 0n, 0n, [0n, 100_00n, 0n, 0n, '0', 100_00n]],
  ] as const)('collected: %s', (_name, total, invoices, advance, applied, wanted) => {
    const settled = invoices.map(([settled_minor, billed_minor, billed_vat_minor, billed_vatable_minor]) => ({
      settled_minor,
      billed_minor,
      billed_vat_minor,
      billed_vatable_minor,
    }));
    expect(toldBy(collectionSums(total, settled, advance, applied))).toEqual(wanted);
  });

  it('knows what 2 % of a base would be', () => expect(usualWithholding(1_512_50n)).toBe(30_25n));
});
