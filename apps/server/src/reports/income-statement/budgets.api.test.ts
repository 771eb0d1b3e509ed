import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportBudget, listBudgets, takeBudget } from '@talaan/contract/reports/budgets/budget.contract';
import type { StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { registerBudgetRoutes } from '../../masterdata/budgets/budget.routes.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { openTestLedger } from '../../testing/books/test-ledger.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from '../kit/register-reports.ts';
import { incomeStatement } from './income-statement.query.ts';

let app: TestServer;
let database: Database;
let planner: SignedInClient;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerReports(server, services, [incomeStatement]);
    registerBudgetRoutes(server, services);
  });
  ({ database } = app);
  const ledger = await openTestLedger(database, {
    accounts: [
      ['102103', 'CIB - BPI CA 0001'],
      ['401010', 'Commission'],
      ['409010', 'VAT on Service Fees'],
      ['502010', 'Rent'],
    ],
    years: [2023],
  });
  await inTransaction(database, SYSTEM_ACTOR, (db) =>
    sql`update account set normal_balance = 'D' where acct_code = '409010'`.execute(db),
  );
  await ledger.post([
    {
      date: '2023-05-10',
      lines: [
        { account: '102103', debit: '1000.00' },
        { account: '401010', credit: '1000.00' },
      ],
    },
  ]);
  planner = await createSignedInClient(app.server, database, {
    first_name: 'Liza',
    last_name: 'Reyes',
    levels: { 'Income Statement': 3 },
  });
});
afterAll(() => app.stop());

const HEADS = 'Account Code,Branch,Department,Period,Amount';
function take(client: SignedInClient, rows: readonly string[], name = 'Board of April') {
  const form = new FormData();
  form.append('upload_file[]', new File([[HEADS, ...rows].join('\n')], 'budget.csv', { type: 'text/csv' }));
  form.append('name', name);
  return client.call(takeBudget, { form });
}
const place = (account: string, period: string, amount: string) => `${account},SMP-001,ACCT,${period},${amount}`;
const MAY = { type: 'ftm', year: '2023', month: '5', compare: 'budget' };
const statement = (given: Record<string, string>) => readAll<StatementRow>(database, incomeStatement, given);

it('is refused while there is none, and by row for what the books do not know', async () => {
  await expect(statement(MAY)).rejects.toMatchObject({
    details: { errors: { compare: ['There is no budget of 2023. Take one in, or choose another comparison.'] } },
  });
  const rows = [
    place('999999', '2023-05', '1'),
    place('102103', '2023-05', '1'),
    '401010,NONE,ACCT,2023-05,1',
    '401010,SMP-001,NONE,2023-05,1',
    place('401010', '2023-13', '1'),
    place('401010', '2024-01', '1'),
    place('401010', '2023-06', '1.005'),
    place('502010', '2023-06', '1'),
    place('502010', '2023-06', '2'),
  ];
  await expect(take(planner, rows)).rejects.toMatchObject({
    problem: {
      status: 422,
      code: 'import_refused',
      errors: {
        file: [
          "Row 2: there is no account '999999'.",
          'Row 3: account 102103 is no income or expense account that is posted to.',
          "Row 4: there is no branch 'NONE'.",
          "Row 5: there is no department 'NONE'.",
          "Row 6: period '2023-13' must be a month (yyyy-mm).",
          'Row 7: period 2024-01 is not of 2023: a budget is of one year.',
          "Row 8: amount '1.005' must be a number with at most 2 decimals.",
          'Row 10: account, branch, department and period 502010 SMP-001 ACCT 2023-06 occur twice.',
        ],
      },
    },
  });
  await expect(take(planner, [place('401010', '2023-05', '1')], ' ')).rejects.toMatchObject({
    problem: { errors: { name: ['name is required.'] } },
  });
  const reader = await createSignedInClient(app.server, database, { levels: { 'Income Statement': 1 } });
  await expect(take(reader, [place('401010', '2023-05', '1')])).rejects.toMatchObject({ problem: { status: 403 } });
  expect((await reader.call(listBudgets, {})).data).toEqual([]);
});

it('stands beside what was earned, the newest version or the one that is chosen, and the head names it', async () => {
  const first = await take(planner, [
    place('401010', '2023-05', '"1,200.00"'),
    place('409010', '2023-05', '120'),
    place('502010', '2023-05', '300.5'),
    place('502010', '2023-06', '77'),
  ]);
  expect(first.data).toEqual({ code: '2023-1', lines: 4 });
  await take(planner, [place('401010', '2023-05', '900')], 'Revised');
  const original = await statement({ ...MAY, budget: '2023-1' });
  const said = original.data.map((row) =>
    [row.account_code || row.line, row.amount, row.budget, row.budget_change, row.budget_percent].join(' '),
  );
  expect(said).toEqual([
    '401010 1000.00 1200.00 -200.00 -16.7',
    '409010 0.00 -120.00 120.00 100',
    '502010 0.00 300.50 -300.50 -100',
    'before_tax 1000.00 779.50 220.50 28.3',
  ]);
  expect(original.totals).toMatchObject({ amount: '1000.00', budget: '779.50', budget_change: '220.50' });
  expect(original.header.filters).toContain('Budget 2023-1 Board of April');
  const newest = await statement(MAY);
  expect(newest.totals).toMatchObject({ budget: '900.00' });
  expect(newest.header.filters).toContain('Budget 2023-2 Revised');
  expect((await statement({ ...MAY, brnc_code: 'SMP-001', dept_code: 'ACCT' })).totals).toMatchObject({
    budget: '900.00',
  });
  await expect(statement({ ...MAY, budget: '2022-9' })).rejects.toMatchObject({
    details: { errors: { budget: ['There is no budget 2022-9 of 2023.'] } },
  });
  const cut = '/api/rpt/income-statement?type=daily&date_from=2023-05-02&date_to=2023-05-31&compare=budget';
  expect((await app.server.inject({ url: cut, headers: planner.headers })).json().errors).toEqual({
    compare: ['A budget is of whole months of one year. Choose such a period, or another comparison.'],
  });
});

it('keeps every version: who took it in and when is with it and in the trail, and nothing edits it', async () => {
  const { data } = await planner.call(listBudgets, {});
  expect(data.map(({ code, name, lines, result, made_by }) => [code, name, lines, result, made_by])).toEqual([
    ['2023-2', 'Revised', 1, '900.00', 'Liza Reyes'],
    ['2023-1', 'Board of April', 4, '702.50', 'Liza Reyes'],
  ]);
  const { rows } = await sql<{ action: string; code: string }>`
    select action, after ->> 'code' as code from audit_event where table_name = 'budget_version' order by id`.execute(
    database,
  );
  expect(rows.map(({ code }) => code)).toEqual(['2023-1', '2023-2']);
  for (const [attack, refusal] of [
    [sql`update budget set amount = 1`, /permission denied/],
    [sql`delete from budget_version`, /permission denied/],
    [
      sql`insert into budget select version_id, 202307, account_id, branch_id, department_id, 5 from budget limit 1`,
      /takes no further line/,
    ],
  ] as const)
    await expect(inTransaction(database, SYSTEM_ACTOR, (db) => attack.execute(db))).rejects.toThrow(refusal);
  const file = await app.server.inject({
    url: `/api${exportBudget.path}?version=2023-1&format=csv`,
    headers: planner.headers,
  });
  const lines: string[][] = parse(file.body, { bom: true, relax_column_count: true });
  expect(lines).toContainEqual(['401010', 'SMP-001', 'ACCT', '2023-05', '1200.00']);
});
