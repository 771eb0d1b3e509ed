import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_AMOUNT, readTypedAmount } from './amount-formula.ts';
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

it('computes exactly, with and without "=", however the fractions in between look', () => {
  fc.assert(
    fc.property(formula, fc.constantFrom('', '='), ({ text, cents }, start) => {
      const sum = `${text} + 0`;
      fc.pre(sum.length < 190);
      expect(readTypedAmount(start + sum)).toMatchObject(cents < 0n ? { ok: false } : { ok: true, minor: cents });
    }),
    { numRuns: 1000 },
  );
});

it('rounds a quotient half-up, once, at the end', () => {
  const whole = fc.bigInt({ min: 1n, max: 999_999n });
  fc.assert(
    fc.property(whole, whole, whole, (a, b, c) => {
      expect(readTypedAmount(`${a}/${b}*${c}`)).toMatchObject({ minor: (200n * a * c + b) / (2n * b) });
    }),
    { numRuns: 1000 },
  );
});

it('answers every text, and never takes a part of it', () => {
  const text = fc.string({
    unit: fc.constantFrom('1', '9', '.', ',', '+', '-', '*', '/', '(', ')', '%', ' ', '=', 'x'),
  });
  fc.assert(
    fc.property(text, (typed) => {
      const result = readTypedAmount(typed);
      const isForeign = typed.includes('x') || typed.trim().slice(1).includes('=');
      expect(result.ok ? !isForeign && result.minor >= 0n : result.message.startsWith(isForeign ? NO_AMOUNT : '')).toBe(
        true,
      );
    }),
    { numRuns: 1000 },
  );
});
