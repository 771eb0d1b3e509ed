import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountText, requireSum } from '@talaan/core/money/money';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { projectPath } from '../../platform/project-paths.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openTestLedger, type TestAccount, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import type { TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import { trialBalance } from './trial-balance.query.ts';

interface JournalLine {
  example: string;
  step: string;
  document_date: string;
  account_code: string;
  acct_desc: string;
  debit_amount: string;
  credit_amount: string;
}
interface NetMovement {
  example: string;
  account_code: string;
  net_debit: string;
  net_credit: string;
}

const readModel = <Row>(name: string): Row[] =>
  parse(readFileSync(projectPath('tests', 'model-company', name), 'utf8'), { columns: true });
const JOURNAL = readModel<JournalLine>('worked-examples-journal.csv');
const EXPECTED = readModel<NetMovement>('worked-examples-trial-balance.csv');
const EXAMPLES = [...new Set(JOURNAL.map((line) => line.example))];

let copy: TestDatabase;
let database: Database;
let ledger: TestLedger;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 2 });
  const accounts = [
    ...new Map(JOURNAL.map((line) => [line.account_code, [line.account_code, line.acct_desc] as TestAccount])).values(),
  ];
  ledger = await openTestLedger(database, { accounts, years: [2023] });
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

it.each(EXAMPLES)('of the worked example %s moves the trial balance to the centavo', async (example) => {
  const year = { type: 'daily', date_from: '2023-01-01', date_to: '2023-12-31' };
  const readYear = async () => balancesOf((await readAll<TrialBalanceRow>(database, trialBalance, year)).data);
  const before = await readYear();
  await ledger.post(entriesOf(example));
  const after = await readYear();
  const moved = EXPECTED.filter((line) => line.example === example).map(({ account_code }) => {
    const net = (after.get(account_code) ?? 0n) - (before.get(account_code) ?? 0n);
    return [account_code, amountText(net)];
  });
  expect(moved).toEqual(
    EXPECTED.filter((line) => line.example === example).map((line) => [
      line.account_code,
      amountText(requireSum(line.net_debit) - requireSum(line.net_credit)),
    ]),
  );
  expect([...after.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
});

/** Net balance by account code in centavos, debit positive. */
function balancesOf(rows: readonly TrialBalanceRow[]): Map<string, bigint> {
  return new Map(rows.map((row) => [row.account_code, requireSum(row.total_debit) - requireSum(row.total_credit)]));
}

function entriesOf(example: string) {
  const byEntry = new Map<string, JournalLine[]>();
  for (const line of JOURNAL.filter((one) => one.example === example)) {
    const key = `${line.step} ${line.document_date}`;
    byEntry.set(key, [...(byEntry.get(key) ?? []), line]);
  }
  return [...byEntry.values()].map((lines) => ({
    date: lines[0]!.document_date,
    lines: lines.map((line) => ({ account: line.account_code, debit: line.debit_amount, credit: line.credit_amount })),
  }));
}
