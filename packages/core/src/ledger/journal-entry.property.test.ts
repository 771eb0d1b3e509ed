import fc from 'fast-check';
import { expect, it } from 'vitest';
import { multiplyByRate, requireRate } from '../money/rate.ts';
import { sumMinor } from '../money/money.ts';
import { netOnItsSide, totalsOf } from './balance.ts';
import { pesoAmounts } from './journal-entry.ts';
import { mirrorPostings } from './reversal.ts';

const amounts = fc.array(fc.bigInt({ min: 1n, max: 99_999_999_99n }), { minLength: 1, maxLength: 40 });
const rate = fc
  .integer({ min: 100_000, max: 99_999_999 })
  .map((n) => requireRate(`${Math.floor(n / 1e6)}.${`${n % 1e6}`.padStart(6, '0')}`));

/** Debit lines of the amounts, and credit lines that split their sum: a balanced document. */
const balanced = fc.tuple(amounts, fc.integer({ min: 1, max: 5 })).map(([debits, parts]) => {
  const total = sumMinor(debits);
  const share = total / BigInt(parts);
  const credits = Array.from({ length: parts }, (_, index) =>
    index === 0 ? total - share * BigInt(parts - 1) : share,
  );
  return [
    ...debits.map((debit_minor) => ({ debit_minor, credit_minor: 0n })),
    ...credits.filter((credit) => credit > 0n).map((credit_minor) => ({ debit_minor: 0n, credit_minor })),
  ];
});

it('pesos of a balanced document balance, and one line at most leaves its own conversion, by centavos', () => {
  fc.assert(
    fc.property(balanced, rate, (lines, perUnit) => {
      const pesos = pesoAmounts(lines, perUnit);
      expect(sumMinor(pesos.map((line) => line.debit_php_minor))).toBe(
        sumMinor(pesos.map((line) => line.credit_php_minor)),
      );
      const moved = pesos.flatMap((line, index) => {
        const own = lines[index] ?? { debit_minor: 0n, credit_minor: 0n };
        const debit = line.debit_php_minor - multiplyByRate(own.debit_minor, perUnit);
        const credit = line.credit_php_minor - multiplyByRate(own.credit_minor, perUnit);
        return debit === 0n && credit === 0n ? [] : [debit + credit];
      });
      expect(moved.length <= 1).toBe(true);
      const [by = 0n] = moved;
      expect((by < 0n ? -by : by) <= BigInt(lines.length)).toBe(true);
    }),
  );
});

it('an entry and its mirror come to nothing in both currencies', () => {
  fc.assert(
    fc.property(balanced, rate, (lines, perUnit) => {
      const postings = pesoAmounts(lines, perUnit).map((pesos, index) => ({
        debit_minor: pesos.debit_php_minor,
        credit_minor: pesos.credit_php_minor,
        fc_debit_minor: lines[index]?.debit_minor ?? 0n,
        fc_credit_minor: lines[index]?.credit_minor ?? 0n,
      }));
      for (const [index, mirror] of mirrorPostings(postings).entries()) {
        const pair = [mirror, postings[index] ?? mirror];
        expect(netOnItsSide(totalsOf(pair))).toEqual({ debit_minor: 0n, credit_minor: 0n });
        const foreign = pair.map((line) => ({ debit_minor: line.fc_debit_minor, credit_minor: line.fc_credit_minor }));
        expect(netOnItsSide(totalsOf(foreign))).toEqual({ debit_minor: 0n, credit_minor: 0n });
      }
    }),
  );
});
