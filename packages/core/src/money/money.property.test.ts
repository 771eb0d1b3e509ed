import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountText, formatAmount, MAX_AMOUNT_MINOR, parseAmount, parseSignedAmount } from './money.ts';
import { multiplyByRate, parseRate, percentageOf, parsePercentage, rateText } from './rate.ts';

const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT_MINOR });

it('every amount comes back from both of its texts', () => {
  fc.assert(
    fc.property(amount, (minor) => {
      expect(parseAmount(amountText(minor))).toBe(minor);
      expect(parseAmount(formatAmount(minor))).toBe(minor);
      expect(parseSignedAmount(formatAmount(-minor))).toBe(-minor);
    }),
  );
});

it('an accepted text never carries more than its digits say', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('0', '1', '5', '9', ',', '.', '-', ' ', 'e'), maxLength: 12 }),
      (text) => {
        const minor = parseAmount(text);
        if (minor === null) return;
        expect(Number(amountText(minor))).toBe(Number(text.replaceAll(',', '')));
      },
    ),
  );
});

it('a rate comes back from its text and multiplies to within half a minor unit', () => {
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 999_999_999n }), (minor, millionths) => {
      const digits = millionths.toString().padStart(7, '0');
      const rate = parseRate(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
      if (rate === null) throw new Error('a rate above 0 must be read');
      expect(parseRate(rateText(rate))).toBe(rate);
      const twiceError = 2n * (multiplyByRate(minor, rate) * 1_000_000n - minor * millionths);
      expect(twiceError > -1_000_000n && twiceError <= 1_000_000n).toBe(true);
      expect(multiplyByRate(-minor, rate)).toBe(-multiplyByRate(minor, rate));
    }),
  );
});

it('a percentage and its rest together are the whole, to one minor unit', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 100 }), (minor, percent) => {
      const part = parsePercentage(`${percent}`);
      const rest = parsePercentage(`${100 - percent}`);
      if (part === null || rest === null) throw new Error('0 … 100 are percentages');
      const whole = percentageOf(minor, part) + percentageOf(minor, rest);
      expect(whole === minor || whole === minor + 1n).toBe(true);
    }),
  );
});
