import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainNobodyEligible, requiredStages, rowsAtLevel } from './approval-route.ts';
import type { ApprovalAmount, OfficerRow } from './approval-route.ts';

const [PHP, USD] = [1, 2];
const LEVELS = ['L1', 'L2', 'L3'];

const minor = fc.bigInt({ min: 0n, max: 200_000_00n });
const limit = fc.oneof(minor, fc.constantFrom(0n, null));
const officer = fc.record({
  level_code: fc.constantFrom(...LEVELS),
  currency_id: fc.constantFrom(PHP, USD),
  min_amount_minor: minor,
  max_amount_minor: limit,
  user_max_amount_minor: limit,
});
/** Levels with officers of their own: nobody has two hats, so that only limits decide. */
const staffed = fc
  .record({
    minimums: fc.uniqueArray(minor, { minLength: 1, maxLength: 3 }),
    officers: fc.array(officer, { minLength: 1, maxLength: 12 }),
  })
  .map(({ minimums, officers }) => ({
    levels: minimums.map((min_amount_minor, index) => ({
      level_code: LEVELS[index]!,
      level_name: LEVELS[index]!,
      min_amount_minor,
    })),
    officers: officers.map((given, index): OfficerRow => ({
      ...given,
      acting_user_id: index + 1,
      acting_user_name: '',
      user_id: index + 1,
    })),
  }));
const amount = fc
  .record({ currency_id: fc.constantFrom(PHP, USD), amount_minor: minor, rate: fc.bigInt({ min: 1n, max: 80n }) })
  .map(({ currency_id, amount_minor, rate }): ApprovalAmount => ({
    currency_id,
    amount_minor,
    amount_php_minor: currency_id === PHP ? amount_minor : amount_minor * rate,
  }));

/** Whether the row goes up to the amount, in words of its own. */
function reaches(row: OfficerRow, { currency_id, amount_minor, amount_php_minor }: ApprovalAmount): boolean {
  const own = row.currency_id === currency_id ? amount_minor : amount_php_minor;
  return (
    (!row.max_amount_minor || own <= row.max_amount_minor) &&
    (!row.user_max_amount_minor || amount_php_minor <= row.user_max_amount_minor)
  );
}

describe('who approves what', () => {
  it('leaves no amount below the highest limit between two rows, in any currency', () => {
    fc.assert(
      fc.property(staffed, amount, (rules, given) => {
        const byMinimum = rules.levels.toSorted((one, two) => (one.min_amount_minor < two.min_amount_minor ? -1 : 1));
        const at = byMinimum.map(({ level_code }) => rowsAtLevel(rules.officers, level_code, given.currency_id));
        fc.pre(at.every((rows) => rows.length > 0));
        fc.pre(at.at(-1)!.some((row) => reaches(row, given)));
        const stages = requiredStages(rules, given);
        expect(
          explainNobodyEligible({
            document_type: 'JE',
            stages,
            officers: rules.officers,
            amount: given,
            barred: new Set(),
            reviewed_by_officer: false,
          }),
        ).toBeNull();
        // And no stage more than the amount and the rows ask for.
        const last = stages.length - 1;
        const isAsked = byMinimum[last]!.min_amount_minor <= given.amount_php_minor || last === 0;
        expect(isAsked || !at[last - 1]!.some((row) => reaches(row, given))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
