import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CashDay } from '@talaan/contract/reports/cash-by-day.report';
import type { StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { amountText, requireSum } from '@talaan/core/money/money';
import { starterMap } from '../../masterdata/setup/starter-set.ts';
import { storeMap } from '../../masterdata/result-map/result-map.store.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { projectPath } from '../../platform/project-paths.ts';
import { readAll, readBeside, readPostings } from '../../testing/books/read-reports.ts';
import { openTestLedger, type TestAccount, type TestEntry, type TestLedger } from '../../testing/books/test-ledger.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { balanceSheet } from '../balance-sheet/balance-sheet.query.ts';
import { cashByDay } from '../cash-by-day/cash-by-day.query.ts';
import { incomeStatement } from '../income-statement/income-statement.query.ts';
import type { AnyStatement } from '../kit/report-statement.ts';
import { cashFlow } from './cash-flow.query.ts';

// The worked examples of a year, E of 2023 and W of 2026, on the chart that a new company starts from: what the statements say of
// each year is what its examples come to, account by account, before the year is closed and after.

interface JournalLine {
  example: string;
  step: string;
  document_date: string;
  account_code: string;
  debit_amount: string;
  credit_amount: string;
}
interface StarterAccount {
  acct_code: string;
  acct_desc: string;
  acct_parent: string;
  cash_flow: string;
}
const readTable = <Row>(...path: string[]): Row[] =>
  parse(readFileSync(projectPath(...path), 'utf8'), { columns: true });
const JOURNAL = ['worked-examples-journal.csv', 'worked-examples-2026-journal.csv'].flatMap((name) =>
  readTable<JournalLine>('tests', 'model-company', name),
);
const CHART = ['starter', 'demo'].flatMap((set) => readTable<StarterAccount>('db', set, 'accounts.csv'));
const YEARS = ['2023', '2026'];

let app: TestServer;
let database: Database;
let ledger: TestLedger;
beforeAll(async () => {
  app = await createTestServer(() => {});
  ({ database } = app);
  ledger = await openTestLedger(database, { accounts: usedAccounts(), years: YEARS.map(Number) });
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    for (const { acct_code, cash_flow } of CHART)
      await sql`update account set cash_flow = nullif(${cash_flow}, '') where acct_code = ${acct_code}`.execute(db);
    await sql`update account set role = 'INCOME_SUMMARY' where acct_code = '301050'`.execute(db);
    const used = new Set(usedAccounts().map(([code]) => code));
    const lines = (await starterMap()).filter(({ acct_code }) => used.has(acct_code));
    await storeMap(db, { effective_from: 190101, lines });
  });
  await ledger.post(worked());
});
afterAll(() => app.stop());

/** The accounts of the examples, of closing and of income tax, with those above them. */
function usedAccounts(): TestAccount[] {
  const byCode = new Map(CHART.map((account) => [account.acct_code, account]));
  const codes = new Set<string>();
  for (const code of [...JOURNAL.map(({ account_code }) => account_code), '301030', '301050', '507010'])
    for (let at = byCode.get(code); at; at = byCode.get(at.acct_parent)) codes.add(at.acct_code);
  return [...codes].toSorted().map((code): TestAccount => {
    const { acct_desc, acct_parent } = byCode.get(code)!;
    return acct_parent === '' ? [code, acct_desc] : [code, acct_desc, acct_parent];
  });
}

/** The documents of the examples, each an entry of its day. */
function worked(): TestEntry[] {
  const entries = new Map<string, TestEntry & { lines: TestEntry['lines'][number][] }>();
  for (const { example, step, document_date, account_code, debit_amount, credit_amount } of JOURNAL) {
    const key = `${example} ${step} ${document_date}`;
    const entry = entries.get(key) ?? { date: document_date, lines: [] };
    entry.lines.push({
      account: account_code,
      ...(requireSum(debit_amount) === 0n ? { credit: credit_amount } : { debit: debit_amount }),
    });
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/** What accounts moved to the end of a year, or in it alone, debit less credit, as the examples say it. */
function netOf(year: string, { inIt }: { inIt: boolean }): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { account_code, document_date, debit_amount, credit_amount } of JOURNAL) {
    if (inIt ? !document_date.startsWith(year) : document_date > `${year}-12-31`) continue;
    nets.set(account_code, (nets.get(account_code) ?? 0n) + requireSum(debit_amount) - requireSum(credit_amount));
  }
  return new Map([...nets].filter(([, net]) => net !== 0n));
}

async function read<Row = StatementRow>(statement: unknown, given: Record<string, string>) {
  const report = await readAll<Row>(database, statement as AnyStatement, given);
  const proof = [...report.proof, ...(await readBeside(database, statement as AnyStatement, given))];
  expect(proof.filter(({ difference }) => difference !== '0.00')).toEqual([]);
  expect(proof.length).toBeGreaterThan(0);
  return report;
}
const daysOf = (year: string) => ({ type: 'daily', date_from: `${year}-01-01`, date_to: `${year}-12-31` });
const figure = (rows: readonly StatementRow[], line: string) => rows.find((row) => row.line === line)?.amount ?? '0.00';
const isResult = (code: string) => code.startsWith('4') || code.startsWith('5');
const cash = new Set(CHART.filter(({ cash_flow }) => cash_flow === 'cash').map(({ acct_code }) => acct_code));
const sum = (nets: ReadonlyMap<string, bigint>, wanted: (code: string) => boolean) =>
  [...nets].reduce((total, [code, net]) => (wanted(code) ? total + net : total), 0n);

/** Each statement of a year as its examples come to. */
async function expectYear(year: string) {
  const moved = netOf(year, { inIt: true });
  const stood = netOf(year, { inIt: false });
  const income = await read(incomeStatement, daysOf(year));
  const signed = (code: string, net: bigint) => amountText(code.startsWith('4') ? -net : net);
  expect(
    new Map(income.data.flatMap((row) => (row.line === 'account' ? [[row.account_code, row.amount]] : []))),
  ).toEqual(new Map([...moved].flatMap(([code, net]) => (isResult(code) ? [[code, signed(code, net)]] : []))));
  expect(income.totals!['amount']).toBe(amountText(-sum(moved, isResult)));
  const flow = await read(cashFlow, daysOf(year));
  expect(figure(flow.data, 'net_income')).toBe(income.totals!['amount']);
  expect(figure(flow.data, 'change')).toBe(amountText(sum(moved, (code) => cash.has(code))));
  expect(flow.totals!['amount']).toBe(amountText(sum(stood, (code) => cash.has(code))));
  const days = await read<CashDay>(cashByDay, daysOf(year));
  expect(days.totals).toMatchObject({ closing: flow.totals!['amount'], opening: figure(flow.data, 'opening') });
  expect(days.data.at(-1)!.closing).toBe(flow.totals!['amount']);
  const sheet = await read(balanceSheet, { date_to: `${year}-12-31` });
  expect(sheet.totals!['amount']).toBe(amountText(sum(stood, (code) => code.startsWith('1'))));
  return { sheet, moved };
}

it.each(YEARS)('%s: each statement says of the year what its examples come to, and the three tie', async (year) => {
  const { sheet } = await expectYear(year);
  expect(figure(sheet.data, 'result')).toBe(amountText(-sum(netOf(year, { inIt: false }), isResult)));
});

it('closes a year to retained earnings, and every statement of its income and its cash stays as it was', async () => {
  const results = [...netOf('2023', { inIt: true })].filter(([code]) => isResult(code));
  const result = results.reduce((total, [, net]) => total - net, 0n);
  const line = (account: string, amount: bigint) =>
    amount > 0n ? { account, debit: amountText(amount) } : { account, credit: amountText(-amount) };
  const date = '2023-12-31';
  await ledger.post([
    { date, lines: [...results.map(([code, net]) => line(code, -net)), line('301050', -result)] },
    { date, lines: [line('301050', result), line('301030', -result)] },
  ]);
  const { sheet } = await expectYear('2023');
  expect(figure(sheet.data, 'result')).toBe('0.00');
  expect(sheet.data.find(({ account_code }) => account_code === '301030')!.amount).toBe(amountText(result));
  expect(sheet.data.some(({ account_code }) => account_code === '301050')).toBe(false);
  const flow = await read(cashFlow, { ...daysOf('2023'), columns: 'quarter', compare: 'year' });
  expect(flow.data.some(({ account_code }) => account_code === '301030' || account_code === '301050')).toBe(false);
});

it('opens the postings behind each figure of cash, and lists apart what has no class', async () => {
  const days = daysOf('2026');
  const { data: classed } = await read(cashFlow, days);
  const code = classed.find(({ heading }) => heading === '1.2')!.account_code;
  await inTransaction(database, SYSTEM_ACTOR, (db) =>
    sql`update account set cash_flow = null where acct_code = ${code}`.execute(db),
  );
  const { data, totals } = await read(cashFlow, days);
  const apart = data.filter(({ heading }) => heading === '1.3');
  expect(apart.map(({ account_code }) => account_code)).toEqual([code]);
  for (const row of [apart[0]!, ...data.filter(({ line }) => line === 'change' || line === 'net_income')]) {
    const of = { column: 'amount', line: row.line, account_code: row.account_code };
    const { totals: behind } = await readPostings(database, cashFlow as AnyStatement, days, of);
    const net = requireSum(behind!.php_da) - requireSum(behind!.php_ca);
    expect([row.line, amountText(row.line === 'change' ? net : -net)]).toEqual([row.line, row.amount]);
  }
  const before = await readPostings(database, cashFlow as AnyStatement, days, { column: 'amount', line: 'opening' });
  expect([before.totals!.beginning, before.totals!.postings]).toEqual([figure(data, 'opening'), 0]);
  const [first] = (await read<CashDay>(cashByDay, days)).data;
  const received = await readPostings(database, cashByDay as AnyStatement, days, {
    column: 'received',
    day: first!.day,
  });
  expect(received.totals!.php_da).toBe(first!.received);
  expect(totals).not.toBeNull();
});
