import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { storeMap } from '../../masterdata/result-map/result-map.store.ts';
import { openTestLedger, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readAll, readBeside, readPostings } from '../../testing/books/read-reports.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { incomeStatement } from '../income-statement/income-statement.query.ts';
import type { AnyStatement } from '../kit/report-statement.ts';
import { registerReports } from '../kit/register-reports.ts';
import { balanceSheet } from './balance-sheet.query.ts';

let app: TestServer;
let database: Database;
let ledger: TestLedger;
let other: number;

/** A year of a small company: capital, sales less VAT, rent, tax; and its closing entry on the last of December. */
beforeAll(async () => {
  app = await createTestServer((server, services) =>
    registerReports(server, services, [balanceSheet, incomeStatement]),
  );
  ({ database } = app);
  ledger = await openTestLedger(database, {
    accounts: [
      ['100000', 'ASSETS'],
      ['102000', 'CASH IN BANK', '100000'],
      ['102100', 'CIB - Peso Checking Accounts', '102000'],
      ['102103', 'CIB - BPI CA 0001', '102100'],
      ['105000', 'TRADE RECEIVABLES', '100000'],
      ['105190', 'Allowance for Credit Losses', '105000'],
      ['200000', 'LIABILITIES'],
      ['203010', 'Output VAT', '200000'],
      ['203090', 'Income Tax Payable', '200000'],
      ['300000', 'CAPITAL'],
      ['301010', 'Share Capital', '300000'],
      ['301030', 'Retained Earnings', '300000'],
      ['301050', 'Income Summary', '300000'],
      ['400000', 'INCOME'],
      ['401000', 'SERVICE FEES', '400000'],
      ['401010', 'Commission', '401000'],
      ['409000', 'DEDUCTIONS FROM INCOME', '400000'],
      ['409010', 'VAT on Service Fees', '409000'],
      ['500000', 'EXPENSES'],
      ['502000', 'OCCUPANCY', '500000'],
      ['502010', 'Rent', '502000'],
      ['507000', 'INCOME TAX', '500000'],
      ['507010', 'Provision for Income Tax', '507000'],
    ],
    years: [2022, 2023],
  });
  other = await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'INCOME_SUMMARY' where acct_code = '301050'`.execute(db);
    await storeMap(db, {
      effective_from: 190101,
      lines: [
        { acct_code: '401010', measure: 'gross_comm_peso' },
        { acct_code: '409010', measure: 'vat' },
        { acct_code: '502010', measure: 'rental_fee' },
        { acct_code: '507010', measure: 'excluded' },
      ],
    });
    return (
      await db
        .insertInto('branch')
        .values({ brnc_code: 'SMP-002', brnc_name: 'SAMPOL NORTH' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  });
  const bank = '102103';
  await ledger.post([
    {
      date: '2022-01-01',
      lines: [
        { account: bank, debit: '10000.00' },
        { account: '301010', credit: '10000.00' },
      ],
    },
    {
      date: '2022-11-15',
      lines: [
        { account: bank, debit: '1120.00' },
        { account: '401010', credit: '1120.00' },
        { account: '409010', debit: '120.00' },
        { account: '203010', credit: '120.00' },
      ],
    },
    // The rent of the other branch is paid by the main one.
    {
      date: '2022-12-10',
      lines: [
        { account: '502010', debit: '400.00', branch_id: other },
        { account: bank, credit: '400.00' },
      ],
    },
    {
      date: '2022-12-31',
      lines: [
        { account: '502010', debit: '50.00' },
        { account: '105190', credit: '50.00' },
      ],
    },
    {
      date: '2022-12-31',
      lines: [
        { account: '507010', debit: '137.50' },
        { account: '203090', credit: '137.50' },
      ],
    },
    // The year is closed to retained earnings by way of the income summary.
    {
      date: '2022-12-31',
      lines: [
        { account: '401010', debit: '1120.00' },
        { account: '409010', credit: '120.00' },
        { account: '502010', credit: '50.00' },
        { account: '502010', credit: '400.00', branch_id: other },
        { account: '507010', credit: '137.50' },
        { account: '301050', credit: '412.50' },
      ],
    },
    {
      date: '2022-12-31',
      lines: [
        { account: '301050', debit: '412.50' },
        { account: '301030', credit: '412.50' },
      ],
    },
    {
      date: '2023-01-20',
      lines: [
        { account: bank, debit: '224.00' },
        { account: '401010', credit: '224.00' },
      ],
    },
  ]);
});
afterAll(() => app.stop());

const said = (rows: readonly StatementRow[], ...fields: (keyof StatementRow)[]) =>
  rows.map((row) =>
    [
      [row.section, row.heading, row.subheading].filter(Boolean).join('/'),
      row.account_code || row.line,
      ...fields.map((field) => row[field] ?? '-'),
    ].join(' '),
  );
const read = async (statement: typeof balanceSheet | typeof incomeStatement, given: Record<string, string>) => {
  const report = await readAll<StatementRow>(database, statement as AnyStatement, given);
  return { ...report, proof: [...report.proof, ...(await readBeside(database, statement as AnyStatement, given))] };
};
const sheet = (given: Record<string, string>) => read(balanceSheet, given);
const income = (given: Record<string, string>) => read(incomeStatement, { type: 'ftm', ...given });
const agrees = ({ proof }: { proof: readonly { difference: string }[] }) =>
  proof.every(({ difference }) => difference === '0.00');

it('stands every balance in its place of the chart, contra accounts negative, and ends with the result not yet closed', async () => {
  const report = await sheet({ date_to: '2022-12-30', months: '3' });
  expect(said(report.data, 'amount', 'figure_1', 'figure_2')).toEqual([
    '100000/102000/102100 102103 10720.00 11120.00 10000.00',
    '200000 203010 120.00 120.00 0.00',
    '300000 301010 10000.00 10000.00 10000.00',
    '300000 result 600.00 1000.00 0.00',
  ]);
  expect(report.totals).toEqual({ amount: '10720.00', figure_1: '11120.00', figure_2: '10000.00' });
  expect(report.proof).toHaveLength(3);
  expect(agrees(report)).toBe(true);
});

it('compares a closed year with the month and the year before: what was closed stands in retained earnings', async () => {
  const { data, totals, proof } = await sheet({ date_to: '2023-01-31', compare: 'both' });
  expect(said(data, 'amount', 'previous', 'previous_change', 'previous_percent', 'year')).toEqual([
    '100000/102000/102100 102103 10944.00 10720.00 224.00 2.1 10000.00',
    '100000/105000 105190 -50.00 -50.00 0.00 0.0 0.00',
    '200000 203010 120.00 120.00 0.00 0.0 0.00',
    '200000 203090 137.50 137.50 0.00 0.0 0.00',
    '300000 301010 10000.00 10000.00 0.00 0.0 10000.00',
    '300000 301030 412.50 412.50 0.00 0.0 0.00',
    '300000 result 224.00 0.00 224.00 - 0.00',
  ]);
  expect(totals).toMatchObject({
    amount: '10894.00',
    previous: '10670.00',
    previous_change: '224.00',
    previous_percent: '2.1',
  });
  expect(agrees({ proof })).toBe(true);
});

it('balances a branch with what other branches owe it', async () => {
  // Closing took its loss away from it: nothing is left.
  expect((await sheet({ date_to: '2022-12-31', brnc_code: 'SMP-002' })).data).toEqual([]);
  // It paid no rent of its own: another branch did.
  const before = await sheet({ date_to: '2022-12-20', brnc_code: 'SMP-002' });
  expect(said(before.data, 'amount')).toEqual(['L branches 400.00', 'C result -400.00']);
  expect(agrees(before)).toBe(true);
});

it('keeps the result of a December that is closed, deductions negative, income tax below what is left before it', async () => {
  const december = await income({ year: '2022', month: '12', columns: 'year', compare: 'previous' });
  expect(said(december.data, 'amount', 'figure_1', 'previous')).toEqual([
    '400000/401000 401010 0.00 1120.00 1120.00',
    '400000/409000 409010 0.00 -120.00 -120.00',
    '500000/502000 502010 450.00 450.00 0.00',
    ' before_tax -450.00 550.00 1000.00',
    '507000 507010 137.50 137.50 0.00',
  ]);
  expect(december.totals).toMatchObject({ amount: '-587.50', figure_1: '412.50', previous: '1000.00' });
  expect(december.proof.map(({ name }) => name)).toEqual([
    'Net income = change of the result not yet closed',
    'Income before tax = Profitability',
  ]);
  expect(agrees(december)).toBe(true);
  const quarters = await income({ type: 'daily', date_from: '2022-05-10', date_to: '2023-01-31', columns: 'quarter' });
  expect(quarters.totals).toMatchObject({ figure_1: '0.00', figure_3: '412.50', figure_4: '224.00', amount: '636.50' });
  const north = await income({ year: '2022', month: '12', brnc_code: 'SMP-002', dept_code: 'ACCT' });
  expect(north.totals).toEqual({ amount: '-400.00' });
  expect(agrees(north)).toBe(true);
});

it('refuses more months than there are columns, and names the way out', async () => {
  const { headers } = await createSignedInClient(app.server, database, { levels: { 'Income Statement': 1 } });
  const url = '/api/rpt/income-statement?type=daily&date_from=2022-01-01&date_to=2023-01-31&columns=month';
  const reply = await app.server.inject({ url, headers });
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({
    errors: { columns: ['columns may be 12 at most. Choose quarters, or a shorter period.'] },
  });
  expect((await app.server.inject({ url: '/api/rpt/balance-sheet?date_to=2022-12-31', headers })).statusCode).toBe(403);
});

it('opens the postings behind every figure: of a balance with what there was before its month', async () => {
  const of = async (
    statement: typeof balanceSheet | typeof incomeStatement,
    given: Record<string, string>,
    column: string,
    line: string,
    account_code = '',
  ) => (await readPostings(database, statement as AnyStatement, given, { column, line, account_code })).totals;
  const given = { date_to: '2022-12-31', months: '2' };
  expect(await of(balanceSheet, given, 'amount', 'account', '102103')).toEqual({
    postings: 1,
    beginning: '11120.00',
    php_da: '0.00',
    php_ca: '400.00',
  });
  expect(await of(balanceSheet, given, 'figure_1', 'result')).toEqual({
    postings: 2,
    beginning: '0.00',
    php_da: '120.00',
    php_ca: '1120.00',
  });
  const december = { type: 'ftm', year: '2022', month: '12' };
  expect(await of(incomeStatement, december, 'amount', 'before_tax')).toEqual({
    postings: 2,
    beginning: null,
    php_da: '450.00',
    php_ca: '0.00',
  });
  await expect(of(incomeStatement, december, 'amount', 'account', '102103')).resolves.toMatchObject({ postings: 0 });
  await expect(of(balanceSheet, given, 'year', 'account', '102103')).rejects.toThrow('There are no postings behind');
});

it('lies across the sheet where columns need it, with heading, subtotals and proofs', async () => {
  const { headers } = await createSignedInClient(app.server, database, { levels: { 'Balance Sheet': 1 } });
  const pdf = await app.server.inject({
    url: '/api/rpt/balance-sheet/export?format=pdf&date_to=2023-01-31&compare=both',
    headers,
  });
  const pages = readPdfText(pdf.rawPayload).join(' ');
  expect(pages).toContain('AS OF JAN 31, 2023');
  expect(pages).toContain('Liabilities and capital');
  expect(pages).toContain('Assets = liabilities + capital');
});
