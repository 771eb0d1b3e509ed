import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountText, formatAmount, requireSum } from '@talaan/core/money/money';
import { projectPath } from '../../platform/project-paths.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { openTestLedger, type TestAccount, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import type { TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import { registerReports } from '../kit/register-reports.ts';
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
const YEAR = { type: 'daily', date_from: '2023-01-01', date_to: '2023-12-31' };
const EXAMPLES = [...new Set(JOURNAL.map((line) => line.example))];

let app: TestServer;
let ledger: TestLedger;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerReports(server, services, [trialBalance]));
  const accounts = [
    ...new Map(JOURNAL.map((line) => [line.account_code, [line.account_code, line.acct_desc] as TestAccount])).values(),
  ];
  ledger = await openTestLedger(app.database, { accounts, years: [2023] });
});
afterAll(() => app.stop());

it.each(EXAMPLES)('of the worked example %s moves the trial balance to the centavo', async (example) => {
  const readYear = async () => balancesOf((await readAll<TrialBalanceRow>(app.database, trialBalance, YEAR)).data);
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

it('with all of them is the same in its call, its workbook and its PDF', async () => {
  const nets = new Map<string, bigint>();
  for (const { account_code, net_debit, net_credit } of EXPECTED)
    nets.set(account_code, (nets.get(account_code) ?? 0n) + requireSum(net_debit) - requireSum(net_credit));
  const shown = (figure: unknown) => formatAmount(requireSum(Number(String(figure).replaceAll(',', '')).toFixed(2)));
  // On paper the heading of an account without a parent is told from it by nothing but its place.
  const figures = (rows: readonly (readonly unknown[])[]) =>
    new Map(
      rows
        .filter(([code]) => nets.has(String(code)))
        .map(([code, debit, credit]) => [String(code), [shown(debit), shown(credit)]]),
    );
  const side = (net: bigint) => amountText(net > 0n ? net : 0n);
  const expected = figures([...nets].map(([code, net]) => [code, side(net), side(-net)]));
  const { headers } = await createSignedInClient(app.server, app.database, { levels: { 'Trial Balance': 1 } });
  const ask = (format: string) => {
    const query = new URLSearchParams(format === '' ? YEAR : { ...YEAR, format });
    return app.server.inject({ url: `/api/rpt/tbal${format && '/export'}?${query.toString()}`, headers });
  };
  const { data } = (await ask('')).json<{ data: TrialBalanceRow[] }>();
  const sheet = await readSheet((await ask('xlsx')).rawPayload);
  const lines = readPdfText((await ask('pdf')).rawPayload).flatMap((page) => page.split('\n'));
  expect(figures(data.map((row) => [row.account_code, row.total_debit, row.total_credit]))).toEqual(expected);
  expect(figures(sheet.map((cells) => [cells[0], cells[4], cells[5]]))).toEqual(expected);
  expect(figures(lines.map((line) => line.split('  ')).map((words) => [words[0], words.at(-2), words.at(-1)]))).toEqual(
    expected,
  );
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
