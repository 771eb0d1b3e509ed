import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluateAmountFormula } from './amount-formula.ts';
import { amountText } from './money.ts';

/** A formula of cents, and its value in cents: sums and products of a whole number keep two decimals. */
interface Sample {
  readonly text: string;
  readonly cents: bigint;
}

const { formula } = fc.letrec<{ formula: Sample }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.bigInt({ min: 0n, max: 99_999n }).map((cents) => ({ text: amountText(cents), cents })),
    fc.tuple(tie('formula'), fc.constantFrom('+', '-'), tie('formula')).map(([left, sign, right]) => ({
      text: `(${left.text}) ${sign} (${right.text})`,
      cents: sign === '+' ? left.cents + right.cents : left.cents - right.cents,
    })),
    fc.tuple(tie('formula'), fc.integer({ min: 1, max: 9 })).map(([left, factor]) => ({
      text: `-${factor}*-(${left.text})`,
      cents: left.cents * BigInt(factor),
    })),
    fc.tuple(tie('formula'), fc.integer({ min: 1, max: 9 })).map(([left, divisor]) => ({
      text: `(${left.text})/${divisor}*${divisor}00%`,
      cents: left.cents,
    })),
  ),
}));

it('computes exactly, however the fractions in between look', () => {
  fc.assert(
    fc.property(formula, ({ text, cents }) => {
      fc.pre(text.length < 190);
      expect(evaluateAmountFormula(`=${text}`)).toMatchObject(
        cents < 0n ? { ok: false, code: 'negative' } : { ok: true, minor: cents },
      );
    }),
    { numRuns: 1000 },
  );
});

it('answers every text without failing', () => {
  const text = fc.string({ unit: fc.constantFrom('1', '9', '.', ',', '+', '-', '*', '/', '(', ')', '%', ' ', 'x') });
  fc.assert(
    fc.property(text, (typed) => {
      const result = evaluateAmountFormula(`=${typed}`);
      expect(result.ok ? result.minor >= 0n : result.message.endsWith('.') || result.message.endsWith('"')).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
