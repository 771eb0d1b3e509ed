import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountText } from '@talaan/core/money/money';
import {
  ACCOUNT,
  inTransactionOf,
  newDocuments,
  openBooks,
  post,
  USER,
  type Books,
  type Entry,
} from '../sample-books.ts';

let books: Books;
let app: pg.Client;
beforeAll(async () => {
  books = await openBooks();
  app = await books.connect('app');
});
afterAll(() => books.close());

/** A line of the model: minor units, positive for debit and negative for credit, in pesos and in the entry's currency. */
interface ModelLine {
  readonly account: number;
  readonly pesos: bigint;
  readonly currency: bigint;
  readonly department: boolean;
}

interface ModelEntry {
  readonly dollars: boolean;
  readonly month: number;
  readonly lines: readonly ModelLine[];
}

const ACCOUNTS = Object.values(ACCOUNT);
const NEEDS_DEPARTMENT: number[] = [ACCOUNT.RENT, ACCOUNT.INCOME];
const TAKES_NO_POSTING: number[] = [ACCOUNT.ASSETS, ACCOUNT.INACTIVE];
const CURRENCY_OF_ACCOUNT = new Map<number, number>([
  [ACCOUNT.USD_BANK, 2],
  [ACCOUNT.EURO_BANK, 3],
]);

/** Mostly sound entries: the last line closes both pairs, and now and then one thing is wrong. */
const anyEntry: fc.Arbitrary<ModelEntry> = fc
  .record({
    dollars: fc.boolean(),
    month: fc.constantFrom(1, 2, 3, 3, 3),
    flaw: fc.option(fc.constantFrom('centavo', 'currency', 'account', 'department', 'month'), { freq: 3 }),
    lines: fc.array(
      fc.record({
        account: fc.constantFrom(ACCOUNT.PAYABLE, ACCOUNT.CASH, ACCOUNT.RENT, ACCOUNT.INCOME),
        pesos: fc.bigInt({ min: 1n, max: 99_999_999n }).chain((minor) => fc.constantFrom(minor, -minor)),
        difference: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    other: fc.constantFrom(...ACCOUNTS),
  })
  .map(({ dollars, month, flaw, lines, other }) => {
    const own = lines.map((line) => ({
      account: line.account as number,
      pesos: line.pesos,
      // A difference line carries pesos only; a dollar line is worth fifty pesos each.
      currency: dollars ? (line.difference ? 0n : line.pesos / 50n) : line.pesos,
      department: true,
    }));
    const closing = {
      account: ACCOUNT.CASH as number,
      pesos: -sum(own, 'pesos'),
      currency: -sum(own, 'currency'),
      department: true,
    };
    const all = [...own, closing];
    const first = all[0]!;
    if (flaw === 'centavo') all[0] = { ...first, pesos: first.pesos + 1n };
    if (flaw === 'currency') all[0] = { ...first, currency: first.currency + 1n };
    if (flaw === 'account') all[0] = { ...first, account: other };
    if (flaw === 'department') all[0] = { ...first, department: false };
    return { dollars, month: flaw === 'month' ? 13 : month, lines: all };
  });

function sum(lines: readonly ModelLine[], pair: 'pesos' | 'currency'): bigint {
  return lines.reduce((total, line) => total + line[pair], 0n);
}

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);

/** The rules of the ledger once more, in plain code that shares nothing with the database. */
function isSound({ dollars, month, lines }: ModelEntry): boolean {
  return (
    month <= 12 &&
    lines.length >= 2 &&
    sum(lines, 'pesos') === 0n &&
    sum(lines, 'currency') === 0n &&
    lines.every(({ account, pesos, currency, department }) => {
      const foreign = CURRENCY_OF_ACCOUNT.get(account);
      return (
        pesos !== 0n &&
        pesos * currency >= 0n &&
        !TAKES_NO_POSTING.includes(account) &&
        (department || !NEEDS_DEPARTMENT.includes(account)) &&
        (dollars
          ? foreign === undefined || foreign === 2
          : (currency === 0n || currency === pesos) && (foreign === undefined || currency === 0n))
      );
    })
  );
}

/** Month 13 stands for a closed period. */
function dateOf(month: number): string {
  return month === 13 ? '2024-12-15' : `2026-${String(month).padStart(2, '0')}-15`;
}

function wireEntry({ dollars, month, lines }: ModelEntry, document_id: string): Entry {
  const side = (minor: bigint, sign: bigint) => amountText(minor * sign > 0n ? magnitude(minor) : 0n);
  return {
    document_id,
    entry_date: dateOf(month),
    currency_id: dollars ? 2 : 1,
    rate: dollars ? '50' : '1',
    lines: lines.map(({ account, pesos, currency, department }) => ({
      account_id: account,
      debit: side(pesos, 1n),
      credit: side(pesos, -1n),
      fc_debit: side(currency, 1n),
      fc_credit: side(currency, -1n),
      ...(department ? { department_id: 1 } : {}),
    })),
  };
}

it('accepts a set of entries exactly when every one is sound, and the balances are those of the model', async () => {
  const balances = new Map<string, bigint>();
  const verdicts = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), async (entries) => {
      const documents = await inTransactionOf(books.owner, 'system', async () => {
        const made: string[] = [];
        for (const entry of entries) made.push(...(await newDocuments(books.owner, 1, dateOf(entry.month))));
        return made;
      });
      const call = post(app, USER.CHECKER, ...entries.map((entry, index) => wireEntry(entry, documents[index]!)));
      const accepted = await call.then(
        () => true,
        () => false,
      );
      expect(accepted).toBe(entries.every(isSound));
      verdicts[accepted ? 'accepted' : 'refused'] += 1;
      if (!accepted) return;
      for (const { month, lines } of entries) {
        for (const line of lines) {
          const key = `${202600 + month} ${line.account} ${line.pesos > 0n ? 'debit' : 'credit'}`;
          balances.set(key, (balances.get(key) ?? 0n) + magnitude(line.pesos));
        }
      }
    }),
    { numRuns: 150, seed: 20260310 },
  );
  expect(verdicts.accepted).toBeGreaterThan(20);
  expect(verdicts.refused).toBeGreaterThan(20);

  const { rows } = await books.owner.query<{ key: string; amount: string }>(`
    select period || ' ' || account_id || ' ' || side as key, round(amount, 2) as amount
    from balance_account, lateral (values ('debit', debit), ('credit', credit)) v (side, amount) where amount > 0`);
  expect(Object.fromEntries(rows.map((row) => [row.key, row.amount]))).toEqual(
    Object.fromEntries([...balances].map(([key, minor]) => [key, amountText(minor)])),
  );
  expect((await books.owner.query('select * from verify_balances()')).rows).toEqual([]);
});
