import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_AMOUNT_MINOR } from './money.ts';
import { parsePercentage, percentageText } from './rate.ts';
import type { Percentage } from './rate.ts';
import { splitTaxes, splitVat, VAT_TYPE, withholdingOf } from './withholding.ts';

const total = fc.bigInt({ min: 0n, max: MAX_AMOUNT_MINOR });
const percentage = fc.bigInt({ min: 0n, max: 10_000n }).map((hundredths) => {
  const rate = parsePercentage(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
  if (rate === null) throw new Error(`${hundredths} must be read`);
  return rate;
});

/** The nearest whole number to a fraction of positive numbers, a half upwards, found by comparing. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  let quotient = 0n;
  for (let step = 1n << 70n; step > 0n; step >>= 1n) if ((quotient + step) * denominator <= numerator) quotient += step;
  const rest = numerator - quotient * denominator;
  return rest + rest >= denominator ? quotient + 1n : quotient;
}

it('base and VAT add back to the total, and the base is total / 1.12 rounded half-up', () => {
  fc.assert(
    fc.property(total, (minor) => {
      const { base_minor, vat_minor } = splitVat(minor);
      expect(base_minor + vat_minor).toBe(minor);
      expect(base_minor).toBe(nearest(minor * 100n, 112n));
    }),
  );
});

it('withholding is the exact fraction rounded once, whatever the type', () => {
  fc.assert(
    fc.property(total, percentage, (minor, rate: Percentage) => {
      const hundredths = BigInt(percentageText(rate).replace('.', ''));
      expect(withholdingOf(minor, VAT_TYPE.VATABLE, rate)).toBe(nearest(minor * 100n * hundredths, 112n * 10_000n));
      for (const vat of [VAT_TYPE.NA, VAT_TYPE.EXEMPT, VAT_TYPE.ZERO_RATED]) {
        expect(withholdingOf(minor, vat, rate)).toBe(nearest(minor * hundredths, 10_000n));
      }
    }),
  );
});

it('net and withholding add back to the total, and nothing is negative', () => {
  fc.assert(
    fc.property(total, percentage, fc.constantFrom(...Object.values(VAT_TYPE)), (minor, rate, vat) => {
      const split = splitTaxes(minor, vat, rate);
      expect(split.net_minor + split.withheld_minor).toBe(minor);
      expect(Object.values(split).every((part) => part >= 0n)).toBe(true);
    }),
  );
});
