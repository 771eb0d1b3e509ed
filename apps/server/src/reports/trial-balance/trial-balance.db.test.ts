import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireSum } from '@talaan/core/money/money';
import { addDays, requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { setToday } from '../../testing/set-today.ts';
import { createUser } from '../../testing/sign-in/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openTestLedger, type TestEntry, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readAll, readPostings } from '../../testing/books/read-reports.ts';
import type { TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import { trialBalance } from './trial-balance.query.ts';

const ACCOUNTS = [
  ['100000', 'ASSETS'],
  ['102000', 'CASH IN BANK', '100000'],
  ['102101', 'CIB - BDO CA 0001', '102000'],
  ['105010', 'Accounts Receivable', '100000'],
  ['200000', 'LIABILITIES'],
  ['201010', 'Accounts Payable', '200000'],
  ['301010', 'Capital Stock'],
  ['400000', 'INCOME'],
  ['408010', 'Service Income', '400000'],
  ['500000', 'EXPENSES'],
  ['502010', 'Rental Fee', '500000'],
] as const;
const LEAVES = ['102101', '105010', '201010', '301010', '408010', '502010'];

let copy: TestDatabase;
let database: Database;
let ledger: TestLedger;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 4 });
  ledger = await openTestLedger(database, { accounts: ACCOUNTS, years: [2023, 2024, 2025] });
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

const daysOf = (date_from: string, date_to: string) => ({ type: 'daily', date_from, date_to });
const readRows = async (from: string, to: string, more: Record<string, string> = {}) =>
  (await readAll<TrialBalanceRow>(database, trialBalance, { ...daysOf(from, to), ...more })).data;

/** The trial balance as `code: debit credit | balance debit, credit`. */
async function shown(from: string, to: string) {
  return (await readRows(from, to)).map(
    (row) =>
      `${row.group_code}/${row.account_code}: ${row.cur_debit} ${row.cur_credit} | ${row.total_debit} ${row.total_credit}`,
  );
}

const entry = (
  date: string,
  debit: string,
  credit: string,
  amount: string,
  more: Partial<TestEntry> = {},
): TestEntry => ({
  date,
  lines: [
    { account: debit, debit: amount },
    { account: credit, credit: amount },
  ],
  ...more,
});

describe('a trial balance worked out by hand', () => {
  let rent: string;
  beforeAll(async () => {
    const ids = await ledger.post([
      entry('2023-01-01', '102101', '301010', '1000.00'),
      entry('2023-12-30', '105010', '408010', '300.50'),
      // The year's income goes to capital, so that the next year opens with balance sheet accounts only.
      entry('2023-12-31', '408010', '301010', '300.50'),
      entry('2024-05-10', '102101', '105010', '100'),
      entry('2024-05-15', '502010', '201010', '40.05'),
      entry('2024-05-31', '105010', '408010', '7.1'),
      entry('2024-06-01', '201010', '102101', '40.05'),
    ]);
    rent = ids[4]!;
  });

  it('shows movement of the month and balances to date, opening balances of the closed year included', async () => {
    expect(await shown('2024-05-01', '2024-05-31')).toEqual([
      '100000/102101: 100.00 0.00 | 1100.00 0.00',
      '100000/105010: 7.10 100.00 | 207.60 0.00',
      '200000/201010: 0.00 40.05 | 0.00 40.05',
      '301010/301010: 0.00 0.00 | 0.00 1300.50',
      '400000/408010: 0.00 7.10 | 0.00 7.10',
      '500000/502010: 40.05 0.00 | 40.05 0.00',
    ]);
  });

  it('reads days to the day, on both edges', async () => {
    expect(await shown('2024-05-10', '2024-05-15')).toEqual([
      '100000/102101: 100.00 0.00 | 1100.00 0.00',
      '100000/105010: 0.00 100.00 | 200.50 0.00',
      '200000/201010: 0.00 40.05 | 0.00 40.05',
      '301010/301010: 0.00 0.00 | 0.00 1300.50',
      '500000/502010: 40.05 0.00 | 40.05 0.00',
    ]);
    expect(await shown('2024-05-11', '2024-05-14')).toEqual([
      '100000/102101: 0.00 0.00 | 1100.00 0.00',
      '100000/105010: 0.00 0.00 | 200.50 0.00',
      '301010/301010: 0.00 0.00 | 0.00 1300.50',
    ]);
    expect(await shown('2023-12-31', '2024-06-01')).toEqual([
      '100000/102101: 100.00 40.05 | 1059.95 0.00',
      '100000/105010: 7.10 100.00 | 207.60 0.00',
      '200000/201010: 40.05 40.05 | 0.00 0.00',
      '301010/301010: 0.00 300.50 | 0.00 1300.50',
      '400000/408010: 300.50 7.10 | 0.00 7.10',
      '500000/502010: 40.05 0.00 | 40.05 0.00',
    ]);
  });

  it('of a branch says what stands in others, which is no fault', async () => {
    const { proof } = await readAll<TrialBalanceRow>(database, trialBalance, {
      ...daysOf('2024-05-01', '2024-05-31'),
      brnc_code: 'SMP-001',
    });
    expect(proof.map(({ name, stated }) => [name, stated])).toEqual([
      ['To other branches, movement', true],
      ['To other branches, balance', true],
    ]);
  });

  it('is empty before the first posting', async () => {
    expect(await shown('2020-01-01', '2022-12-31')).toEqual([]);
  });

  it('shows a reversal in the period of its date, and nothing of an account that is back at zero after it', async () => {
    await setToday(copy.ownerUrl, '2024-07-03');
    await ledger.reverse(rent, '2024-07-03');
    await setToday(copy.ownerUrl, null);
    expect(await shown('2024-07-01', '2024-07-31')).toEqual([
      '100000/102101: 0.00 0.00 | 1059.95 0.00',
      '100000/105010: 0.00 0.00 | 207.60 0.00',
      '200000/201010: 40.05 0.00 | 40.05 0.00',
      '301010/301010: 0.00 0.00 | 0.00 1300.50',
      '400000/408010: 0.00 0.00 | 0.00 7.10',
      '500000/502010: 0.00 40.05 | 0.00 0.00',
    ]);
    expect(await shown('2024-08-01', '2024-08-31')).not.toContainEqual(expect.stringContaining('502010'));
  });
});

describe('the postings behind a figure', () => {
  const postings = (column: string, account_code: string, from: string, to: string, limit = 10) =>
    readPostings(database, trialBalance, daysOf(from, to), { column, account_code }, { limit });

  it('add up to it: those of its side, or of a balance all from what was there before', async () => {
    const found = await postings('total_debit', '105010', '2024-05-05', '2024-05-31');
    expect(found.totals).toEqual({ postings: 2, beginning: '300.50', php_da: '7.10', php_ca: '100.00' });
    expect(
      found.data.map((row) => [
        row.document_date,
        row.php_da,
        row.php_ca,
        row.batch_number,
        row.document_number,
        row.branch,
      ]),
    ).toEqual([
      ['2024-05-10', '0.00', '100.00', '0000004', 'CR0000004', 'SMP-001'],
      ['2024-05-31', '7.10', '0.00', '0000006', 'CR0000006', 'SMP-001'],
    ]);
    expect((await postings('cur_credit', '105010', '2024-05-05', '2024-05-31')).totals).toEqual({
      postings: 1,
      beginning: null,
      php_da: '0.00',
      php_ca: '100.00',
    });
  });

  it('mark a reversal, and answer an account without postings with its balance', async () => {
    expect((await postings('cur_credit', '502010', '2024-07-01', '2024-07-31')).data).toMatchObject([
      { php_ca: '40.05', is_reversal: true },
    ]);
    expect(await postings('total_credit', '301010', '2024-07-01', '2024-07-31')).toMatchObject({
      totals: { beginning: '-1300.50', postings: 0 },
      data: [],
    });
  });

  it('are not there for an account or a column that there is not', async () => {
    for (const [column, account] of [
      ['cur_debit', '999999'],
      ['acct_desc', '105010'],
    ] as const) {
      await expect(postings(column, account, '2024-07-01', '2024-07-31')).rejects.toMatchObject({ status: 404 });
    }
  });

  it('come in pages, several postings of one entry in the order of their lines', async () => {
    await ledger.post([
      {
        date: '2025-01-05',
        lines: [
          ...[...Array(23).keys()].map((at) => ({ account: '201010', debit: `${at + 1}.25` })),
          { account: '201010', credit: '281.75' },
        ],
      },
    ]);
    const { data } = await postings('total_credit', '201010', '2025-01-01', '2025-01-31');
    expect(data.map((row) => row.line_no)).toEqual([...Array(24).keys()].map((at) => at + 1));
  });

  it('hide payee and remarks of a confidential batch from all but its preparer and the approving officers', async () => {
    await ledger.post([
      {
        date: '2025-02-03',
        is_confidential: 1,
        remarks: 'Bonus of the president',
        lines: [
          { account: '502010', debit: '5', payee: 'P1' },
          { account: '102101', credit: '5', remarks: 'secret line' },
        ],
      },
    ]);
    const [reader, officer] = [await createUser(database), await createUser(database)];
    await inTransaction(database, SYSTEM_ACTOR, async (db) => {
      await db
        .insertInto('approving_level')
        .values({ level_code: 'L1', level_name: 'Section Head', min_amount: '0', max_amount: '0' })
        .execute();
      await db.insertInto('approving_officer').values({ user_id: officer.id, level: 'L1', currency_id: 1 }).execute();
    });
    const seenBy = async (user_id: number) =>
      (
        await readPostings(
          database,
          trialBalance,
          daysOf('2025-02-01', '2025-02-28'),
          { column: 'cur_credit', account_code: '102101' },
          { user: { user_id, name: '' } },
        )
      ).data.map((row) => [row.payee, row.description, row.php_ca, row.is_masked]);
    expect(await seenBy(reader.id)).toEqual([[null, 'Confidential', '5.00', true]]);
    expect(await seenBy(officer.id)).toEqual([[null, 'secret line', '5.00', false]]);
    expect(await seenBy(ledger.user_id)).toEqual([[null, 'secret line', '5.00', false]]);
    const { data } = await readPostings(
      database,
      trialBalance,
      daysOf('2025-02-01', '2025-02-28'),
      { column: 'cur_debit', account_code: '502010' },
      { user: { user_id: ledger.user_id, name: '' } },
    );
    expect(data).toMatchObject([{ payee: 'JUAN DELA CRUZ', particulars: 'Bonus of the president' }]);
  });
});

describe('on any ledger', () => {
  const day = fc.integer({ min: 0, max: 3 * 365 }).map((days) => addDays(requireCalendarDate('2023-01-01'), days));
  const randomEntry = fc
    .record({
      date: day,
      debit: fc.constantFrom(...LEAVES),
      credit: fc.constantFrom(...LEAVES),
      cents: fc.integer({ min: 1, max: 10_000_000 }),
    })
    .map(({ date, debit, credit, cents }) =>
      entry(date, debit, credit, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
    );

  it('rollup and cut months give what a plain sum over the postings gives', async () => {
    await ledger.post(fc.sample(randomEntry, { numRuns: 400, seed: 20250522 }));
    await fc.assert(
      fc.asyncProperty(day, day, async (one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one];
        const rows = await readRows(from, to);
        expect(
          rows.map(({ account_code, cur_debit, cur_credit, total_debit, total_credit }) => ({
            account_code,
            cur_debit,
            cur_credit,
            total_debit,
            total_credit,
          })),
        ).toEqual(await plainSum(from, to));
      }),
      {
        numRuns: 150,
        examples: [
          [requireCalendarDate('2024-02-29'), requireCalendarDate('2024-02-29')],
          [requireCalendarDate('2023-01-01'), requireCalendarDate('2025-12-31')],
        ],
      },
    );
  });

  it('debits equal credits, in the period and to date', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, async (one, other) => {
        const rows = await (one <= other ? readRows(one, other) : readRows(other, one));
        const cents = (field: 'cur_debit' | 'cur_credit' | 'total_debit' | 'total_credit') =>
          rows.reduce((sum, row) => sum + requireSum(row[field]), 0n);
        expect([cents('cur_debit'), cents('total_debit')]).toEqual([cents('cur_credit'), cents('total_credit')]);
      }),
      { numRuns: 60 },
    );
  });
});

/** The same figures the slow way: every posting summed, no rollup. */
async function plainSum(from: CalendarDate, to: CalendarDate) {
  const { rows } = await sql`
    select account_code, cur_debit, cur_credit, round(greatest(balance, 0), 2) as total_debit, round(greatest(-balance, 0), 2) as total_credit
    from (
      select a.acct_code as account_code,
        round(coalesce(sum(p.debit) filter (where p.entry_date >= ${from}), 0), 2) as cur_debit,
        round(coalesce(sum(p.credit) filter (where p.entry_date >= ${from}), 0), 2) as cur_credit,
        sum(p.debit - p.credit) as balance
      from posting p join account a on a.id = p.account_id where p.entry_date <= ${to} group by a.acct_code
    ) s where cur_debit <> 0 or cur_credit <> 0 or balance <> 0 order by account_code`.execute(database);
  return rows;
}
