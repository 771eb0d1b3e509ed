import type { Browser, Page } from '@playwright/test';
import { makeBooks, startBuiltServer, type BuiltServer } from '../steps/built-server.ts';
import { callerOf } from '../steps/caller.ts';
import { demoBooks } from '../steps/demo-books.ts';
import { expect, watch, watchedTest as test } from '../steps/journey.ts';
import { header } from '../steps/payment-steps.ts';
import { openSession } from '../steps/sign-in.ts';
import { readTrialBalance } from '../steps/trial-balance.ts';

// Balances come before everything that is posted: the year before the first one of the demo company, in a company of its own.
let server: BuiltServer;
test.beforeAll(async () => {
  server = await startBuiltServer({ demo: true, books: await makeBooks(await demoBooks()) });
});
test.afterAll(async () => {
  await server.stop();
  await server.remove();
});

/** The demo company has books of this year and the two before it. */
const YEARS_OF_THE_DEMO = 3;

const FILES = {
  'Trial balance': [
    'Account,DR,CR,Department,Analysis',
    '102101,"125,000.00",,,',
    '105010,"11,200.00",,,',
    '201010,,4500.00,,',
    '202090,,700.00,,C0001',
    '301010,,131000.00,,',
  ],
  'Open invoices': [
    'Customer,Invoice no,Billing date,Term,Original amount,Open amount,VAT',
    'C0003,SI-0107,{day},30,"22,400.00","11,200.00",1',
  ],
  'Open vouchers': ['Supplier,Reference,Date,Account,Amount', 'S0001,AP-0031,{day},201010,4500.00'],
  Cheques: [
    'Direction,Bank,Cheque no,Cheque date,Payee,Amount',
    'issued,1020-101-57,0008001,{day},S0001,2000.00',
    'received,BPI,77001,{day},C0003,5600.00',
  ],
  'Deposits in transit': ['Bank account,Date,Reference,Amount', '1020-101-57,{day},DS-0001,500.00'],
  'Bank statements': ['Bank account,Statement balance', '1020-101-57,126500.00'],
} as const;

test('a company moves in by its six files, which a second person confirms, and collects an old invoice', async ({
  browser,
  faults,
}) => {
  const admin = await openFor(browser, faults, 'admin');
  const call = await callerOf(admin.request);
  const year = new Date().getFullYear() - YEARS_OF_THE_DEMO;
  await call('POST', '/api/acctperiodmain', { fiscal_year: year, period_no: 12, general_journal: 1 });

  await admin.goto('/moving-in');
  await admin.getByLabel('As of').fill(`${year}-12-31`);
  await choose(admin, 'Branch', 'SMP-001');
  await admin.getByRole('button', { name: 'Begin' }).click();
  // What is wrong is told by row and column, and nothing of it is taken.
  const [head, ...rows] = FILES['Trial balance'];
  await upload(admin, 'Trial balance', [head, '102l01,1.00,,,', ...rows], year);
  const files = admin.getByRole('region', { name: 'Files' });
  await expect(files.getByRole('alert')).toContainText('Row 2, Account: no account has the code 102l01.');
  for (const [title, lines] of Object.entries(FILES)) {
    await upload(admin, title, lines, year);
    await expect(files).toContainText(new RegExp(`${title}\\.csv, ${lines.length - 1} rows?`));
  }
  await expect(admin.getByRole('region', { name: 'Proof' })).toContainText('Every line agrees.');
  await admin.getByRole('button', { name: 'Ready' }).click();
  const own = admin.getByRole('button', { name: 'Confirm' });
  await expect(own).toHaveAttribute('data-tooltip', 'You began it: another person confirms it.');

  const checker = await openFor(browser, faults, 'checker');
  await checker.goto('/moving-in');
  await checker.getByRole('button', { name: 'Confirm' }).click();
  const question = checker.getByRole('alertdialog');
  await expect(question).toContainText(`11 rows are posted at once, dated ${year}-12-31.`);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(checker.getByText('Confirmed', { exact: true })).toBeVisible();
  const books = await readTrialBalance(call, `${year}-12`);
  expect(Object.fromEntries([...books].map(([account, { balance }]) => [account, balance]))).toEqual({
    '102101': 12_500_000n,
    '105010': 1_120_000n,
    '202090': -70_000n,
    '201010': -450_000n,
    '301010': -13_100_000n,
    // Everything came over it, and nothing is left on it.
    '301080': 0n,
  });

  // The rest of the old invoice is collected as that of any other one.
  const preparer = await openFor(browser, faults, 'preparer');
  await preparer.goto('/');
  await preparer.keyboard.press('Control+k');
  await preparer.keyboard.type('SI-0107');
  await preparer.getByRole('option', { name: /BI · SAMPOL MULTIPURPOSE COOPERATIVE/ }).click();
  await preparer.getByRole('button', { name: 'Collect' }).click();
  await expect(header(preparer).getByLabel('Received')).toHaveValue('11,200.00');
  const number = await header(preparer)
    .getByText(/^\d{7}$/)
    .innerText();
  await preparer.getByRole('button', { name: /^Issue receipt/ }).click();
  await expect(preparer.getByRole('row', { name: new RegExp(`\\b${number}\\b`) })).toContainText(/Issued.*Posted/);
});

async function openFor(browser: Browser, faults: string[], userId: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    storageState: await openSession(server.address, userId),
  });
  watch(context, server.address, faults);
  return context.newPage();
}

async function choose(page: Page, name: string, typed: string): Promise<void> {
  const box = page.getByRole('combobox', { name });
  await box.fill(typed);
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click();
}

/** Sends a file of these lines; a bill is of the first day of December. */
async function upload(page: Page, title: string, lines: readonly string[], year: number): Promise<void> {
  const text = lines.join('\n').replaceAll('{day}', `${year}-12-01`);
  await page
    .getByLabel(new RegExp(`: ${title}$`))
    .setInputFiles({ name: `${title}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) });
}
