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
  await books.owner.query(
    "insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'One', 5), ('P2', 'Two', 5)",
  );
});
afterAll(() => books.close());

/** A line of the model: minor units, positive for debit and negative for credit, in pesos and in the entry's currency. */
interface ModelLine {
  readonly account: number;
  readonly pesos: bigint;
  readonly currency: bigint;
  readonly department: boolean;
  readonly branch: number;
  /** 0 for none. */
  readonly section: number;
  readonly payee: number;
}

interface ModelEntry {
  readonly dollars: boolean;
  /** That its header names; 0 for none. */
  readonly payee: number;
  readonly month: number;
  readonly lines: readonly ModelLine[];
}

const PAYEES = [0, 1, 2];
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
    payee: fc.constantFrom(...PAYEES),
    month: fc.constantFrom(1, 2, 3, 3, 3),
    flaw: fc.option(fc.constantFrom('centavo', 'currency', 'account', 'department', 'month'), { freq: 3 }),
    lines: fc.array(
      fc.record({
        account: fc.constantFrom(ACCOUNT.PAYABLE, ACCOUNT.CASH, ACCOUNT.RENT, ACCOUNT.INCOME),
        pesos: fc.bigInt({ min: 1n, max: 99_999_999n }).chain((minor) => fc.constantFrom(minor, -minor)),
        difference: fc.boolean(),
        branch: fc.constantFrom(1, 2),
        section: fc.constantFrom(0, 1),
        payee: fc.constantFrom(...PAYEES),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    other: fc.constantFrom(...ACCOUNTS),
  })
  .map(({ dollars, payee, month, flaw, lines, other }) => {
    const own = lines.map(({ difference, ...line }) => ({
      ...line,
      account: line.account as number,
      // A difference line carries pesos only; a dollar line is worth fifty pesos each.
      currency: dollars ? (difference ? 0n : line.pesos / 50n) : line.pesos,
      department: true,
    }));
    const closing = {
      account: ACCOUNT.CASH as number,
      pesos: -sum(own, 'pesos'),
      currency: -sum(own, 'currency'),
      department: false,
      branch: 1,
      section: 0,
      payee: 0,
    };
    const all = [...own, closing];
    const first = all[0]!;
    if (flaw === 'centavo') all[0] = { ...first, pesos: first.pesos + 1n };
    if (flaw === 'currency') all[0] = { ...first, currency: first.currency + 1n };
    if (flaw === 'account') all[0] = { ...first, account: other };
    if (flaw === 'department') all[0] = { ...first, department: false };
    return { dollars, payee, month: flaw === 'month' ? 13 : month, lines: all };
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
    lines: lines.map(({ account, pesos, currency, department, branch, section, payee }) => ({
      account_id: account,
      branch_id: branch,
      debit: side(pesos, 1n),
      credit: side(pesos, -1n),
      fc_debit: side(currency, 1n),
      fc_credit: side(currency, -1n),
      ...(department ? { department_id: 1 } : {}),
      ...(section > 0 ? { section_id: section } : {}),
      ...(payee > 0 ? { payee_id: payee } : {}),
    })),
  };
}

/** The running sums that a line adds to, by their keys. */
function balancesOf(entry: ModelEntry, { account, department, branch, section, payee }: ModelLine): string[] {
  const period = 202600 + entry.month;
  return [
    `account ${period} ${account}`,
    `branch ${period} ${branch} ${account}`,
    ...(department
      ? [
          `department ${period} ${branch} 1 ${section} ${account}`,
          `unit ${period} 1 0 ${account}`,
          `unit ${period} 0 ${branch} ${account}`,
        ]
      : []),
    `payee ${period} ${payee || entry.payee} ${account}`,
  ];
}

/** Those of the database that are not 0, by the same keys. */
const BALANCES = `
  select concat_ws(' ', balance, side) as key, round(amount, 2) as amount
  from (
    select concat_ws(' ', 'account', period, account_id) as balance, debit, credit, fc_debit, fc_credit from balance_account
    union all
    select concat_ws(' ', 'branch', period, branch_id, account_id), debit, credit, fc_debit, fc_credit from balance_branch
    union all
    select concat_ws(' ', 'department', period, branch_id, department_id, section_id, account_id), debit, credit, fc_debit, fc_credit
    from balance_department
    union all
    select concat_ws(' ', 'unit', period, department_id, branch_id, account_id), debit, credit, fc_debit, fc_credit from balance_unit
    union all
    select concat_ws(' ', 'payee', period, payee_id, account_id), debit, credit, fc_debit, fc_credit from balance_payee) b
  cross join lateral (values ('debit', debit), ('credit', credit), ('fc_debit', fc_debit), ('fc_credit', fc_credit)) v (side, amount)
  where amount > 0`;

it('accepts a set of entries exactly when every one is sound, and the balances are those of the model', async () => {
  const balances = new Map<string, bigint>();
  const add = (key: string, minor: bigint) => {
    if (minor > 0n) balances.set(key, (balances.get(key) ?? 0n) + minor);
  };
  const verdicts = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), async (entries) => {
      const documents = await inTransactionOf(books.owner, 'system', async () => {
        const made: string[] = [];
        for (const entry of entries) {
          made.push(...(await newDocuments(books.owner, 1, dateOf(entry.month), entry.payee || null)));
        }
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
      for (const entry of entries) {
        for (const line of entry.lines) {
          const side = line.pesos > 0n ? 'debit' : 'credit';
          for (const balance of balancesOf(entry, line)) {
            add(`${balance} ${side}`, magnitude(line.pesos));
            add(`${balance} fc_${side}`, magnitude(line.currency));
          }
        }
      }
    }),
    { numRuns: 150, seed: 20260310 },
  );
  expect(verdicts.accepted).toBeGreaterThan(20);
  expect(verdicts.refused).toBeGreaterThan(20);

  const { rows } = await books.owner.query<{ key: string; amount: string }>(BALANCES);
  expect(Object.fromEntries(rows.map((row) => [row.key, row.amount]))).toEqual(
    Object.fromEntries([...balances].map(([key, minor]) => [key, amountText(minor)])),
  );
  expect((await books.owner.query('select * from verify_balances()')).rows).toEqual([]);
});
