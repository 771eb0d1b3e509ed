import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requiredStages, type ApprovalAmount } from '@talaan/core/approval/approval-route';
import { amountText } from '@talaan/core/money/money';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { createUser } from '../testing/sign-in/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { loadApprovalRules } from './approval-rules.ts';

const LEVELS = ['L1', 'L2', 'L3'];
const CURRENCIES = [1, 2, 4];
/** Users by their own maximum in pesos: none, none as 0, and three that bind. */
const OWN_MAXIMA = [null, '0.00', '1000.00', '50000.00', '9000000.00'];

let copy: TestDatabase;
let database: Database;
const users: number[] = [];
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy);
  for (const max_amount of OWN_MAXIMA) users.push((await createUser(database, { max_amount })).id);
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

/** Few figures, so that amounts meet minimums and limits exactly. */
const figure = fc.constantFrom(0n, 1n, 999_99n, 1_000_00n, 1_000_01n, 20_000_00n, 50_000_00n, 50_000_01n, 100_000_00n);
const limit = fc.oneof(figure, fc.constant(null));
const rules = fc.record({
  minimums: fc.uniqueArray(figure, { maxLength: 3 }),
  officers: fc.uniqueArray(
    fc.record({
      user: fc.nat(OWN_MAXIMA.length - 1),
      level: fc.nat(2),
      currency_id: fc.constantFrom(...CURRENCIES),
      max: limit,
    }),
    { maxLength: 10, selector: ({ user, level, currency_id }) => `${user} ${level} ${currency_id}` },
  ),
});
type RuleSet = typeof rules extends fc.Arbitrary<infer Set> ? Set : never;
const amounts = fc.array(
  fc
    .record({ currency_id: fc.constantFrom(...CURRENCIES), amount_minor: figure, rate: fc.constantFrom(1n, 20n, 56n) })
    .map(({ rate, ...given }): ApprovalAmount => ({
      ...given,
      amount_php_minor: given.currency_id === 1 ? given.amount_minor : given.amount_minor * rate,
    })),
  { minLength: 10, maxLength: 30 },
);

/** Ends a transaction that leaves nothing behind. */
class Undo extends Error {}

it('asks for the same stages as the core, whatever levels and officers there are', async () => {
  await fc.assert(
    fc.asyncProperty(rules, amounts, async (set, given) => {
      let [inDatabase, inCore]: number[][][] = [];
      const undone = inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
        await enter(transaction, set);
        const core = await loadApprovalRules(transaction, 'CV');
        inCore = given.map((amount) => [2, ...requiredStages(core, amount).map(({ status }) => status)]);
        inDatabase = await stagesInDatabase(transaction, given);
        throw new Undo();
      });
      await expect(undone).rejects.toThrow(Undo);
      expect(inDatabase).toEqual(inCore);
    }),
    { numRuns: 60 },
  );
});

async function enter(transaction: Database, { minimums, officers }: RuleSet): Promise<void> {
  for (const [index, minimum] of minimums.entries()) {
    const level = { level_code: LEVELS[index]!, level_name: 'Head', min_amount: amountText(minimum) };
    await transaction.insertInto('approving_level').values(level).execute();
  }
  for (const { user, level, currency_id, max } of officers.filter((row) => row.level < minimums.length)) {
    const row = { user_id: users[user]!, level: LEVELS[level]!, currency_id, min_amount: '0.00' };
    const max_amount = max === null ? null : amountText(max);
    await transaction
      .insertInto('approving_officer')
      .values({ ...row, max_amount })
      .execute();
  }
}

async function stagesInDatabase(transaction: Database, given: readonly ApprovalAmount[]): Promise<number[][]> {
  const figures = (field: 'amount_minor' | 'amount_php_minor') => given.map((amount) => amountText(amount[field]));
  const found = await sql<{ stages: number[] }>`
    select required_stages('CV', currency_id, amount, amount_php) as stages
    from unnest(${given.map(({ currency_id }) => currency_id)}::int[], ${figures('amount_minor')}::numeric[],
      ${figures('amount_php_minor')}::numeric[]) with ordinality a (currency_id, amount, amount_php, n)
    order by n`.execute(transaction);
  return found.rows.map(({ stages }) => stages);
}
