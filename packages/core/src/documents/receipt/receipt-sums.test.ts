import { describe, expect, it } from 'vitest';
import { plainPercentage, receiptSums } from './receipt-sums.ts';

describe('what a receipt says of its amount', () => {
  it.each([
    ['E01: VATable, 2 % applied', 11_200_000n, 1, 200_000n, [1_200_000n, 10_000_000n, 200_000n, '2', 11_000_000n]],
    ['E02: zero-rated', 8_500_000n, 3, 170_000n, [0n, 8_500_000n, 170_000n, '2', 8_330_000n]],
    [
      'E03: exempt, the rate is that of the tax withheld',
      4_725_075n,
      2,
      94_502n,
      [0n, 4_725_075n, 94_502n, '2', 4_630_573n],
    ],
    ['another rate', 11_200_000n, 1, 150_000n, [1_200_000n, 10_000_000n, 150_000n, '1.5', 11_050_000n]],
    ['nothing applied: 2 % of the net amount', 112_000n, 1, 0n, [12_000n, 100_000n, 2_000n, '2', 110_000n]],
    ['no VAT type: base = total / 1.12', 112_000n, null, 0n, [12_000n, 100_000n, 2_000n, '2', 110_000n]],
    ['not applicable', 100_000n, 0, 0n, [0n, 100_000n, 2_000n, '2', 98_000n]],
  ])('%s', (_name, total, vat, applied, wanted) => {
    const sums = receiptSums(total, vat, applied);
    const { vat_minor, base_minor, withheld_minor, rate, due_minor } = sums;
    expect([vat_minor, base_minor, withheld_minor, plainPercentage(rate), due_minor]).toEqual(wanted);
    expect(sums.total_minor).toBe(total);
  });
});
