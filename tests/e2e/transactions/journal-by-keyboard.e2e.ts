import type { Page } from '@playwright/test';
import { readPdfText } from '../../../apps/server/src/testing/pdf-text.ts';
import { readWorkbookRows } from '../../../apps/server/src/testing/workbook.ts';
import { exported } from '../steps/downloads.ts';
import { expectOnPaper, voidPosted } from '../steps/journal-steps.ts';
import { expect, type Journey, test } from '../steps/journey.ts';
import { tabTo } from '../steps/keyboard.ts';
import { differencesOnPaper, printOf } from '../steps/paper-likeness.ts';
import { amountText, centavos, differences, readTrialBalance } from '../steps/trial-balance.ts';

/** Nineteen expenses and what is owed for them: account and debit, as they are typed. */
const EXPENSES = [
  ['502010', '48500'],
  ['502020', '12,250.75'],
  ['502030', '9310.45'],
  ['502040', '7688.20'],
  ['502050', '22400'],
  ['502060', '15300.10'],
  ['502070', '=11200/1.12'],
  ['502080', '18900'],
  ['503010', '2145.35'],
  ['503020', '1980.05'],
  ['503030', '3500'],
  ['503040', '4275.60'],
  ['503050', '6120'],
  ['503060', '8800.80'],
  ['503070', '1500'],
  ['503080', '365.25'],
  ['503090', '250'],
  ['504010', '15000'],
  ['504020', '20000.45'],
] as const;
const OWED = '205010';
const amountOf = (typed: string) =>
  typed.startsWith('=') ? 1_000_000n : centavos(typed.includes('.') ? typed : `${typed}.00`);
const TOTAL = EXPENSES.reduce((sum, [, typed]) => sum + amountOf(typed), 0n);

const REMARKS = 'Expenses of the head office, typed';

test('a journal of 20 lines by keyboard: submitted, reviewed, approved three times, posted, printed, exported, voided', async ({
  openAs,
  callAs,
}) => {
  const auditor = await callAs('auditor');
  const preparer = await openAs('preparer');
  const { number, date } = await enterByKeyboard(preparer);
  const month = date.slice(0, 7);
  const before = await readTrialBalance(auditor, month);

  const checker = await openAs('checker', `/?view=approvals&id=${number}`);
  await approveByKeyboard(checker, number);
  for (const [userId, stage] of [
    ['approver1', 'For Approval 1'],
    ['approver2', 'For Approval 2'],
    ['approver3', 'For Approval 3'],
  ] as const) {
    const approver = await openAs(userId, `/?view=approvals&id=${number}`);
    await expect(inbox(approver, number).getByText(stage, { exact: true })).toBeVisible();
    // Nothing is in a report before the last approval.
    expect(differences(before, await readTrialBalance(auditor, month))).toEqual({});
    await approveByKeyboard(approver, number);
  }

  // Posted: the month's trial balance has exactly these amounts more.
  const change = (amount: bigint) => ({ moved: amount, balance: amount });
  const posted = Object.fromEntries([
    ...EXPENSES.map(([account, typed]) => [account, change(amountOf(typed))] as const),
    [OWED, change(-TOTAL)] as const,
  ]);
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual(posted);

  await expectOnScreenAndInFiles(openAs, date, number);
  await expectOnPaper(preparer, number, { total: amountText(TOTAL), pages: 1 });

  await voidPosted(checker, number, 'Entered twice');
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual({});
  await expectOnPaper(preparer, number, { total: amountText(TOTAL), pages: 1, isVoid: true });
});

/** Dashboard, list, entry, submit: without the mouse. Answers the batch number and the date of the entry. */
async function enterByKeyboard(page: Page): Promise<{ number: string; date: string }> {
  const keys = page.keyboard;
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await keys.press('g');
  await keys.press('j');
  await expect(page.getByRole('heading', { name: 'Journal Entries' })).toBeFocused();
  await keys.press('n');
  const header = page.getByRole('group', { name: 'Header' });
  await expect(header).toBeVisible();
  const number = await header.getByText(/^\d{7}$/).innerText();

  await page.getByRole('button', { name: '3 empty columns folded' }).press('Enter');

  await keys.press('F6');
  const dateField = header.getByLabel('Document Date');
  await expect(dateField).toBeFocused();
  await keys.type('1');
  await keys.press('Tab');
  await expect(dateField).toHaveValue(/^\d{4}-\d{2}-01$/);
  const date = await dateField.inputValue();
  await tabTo(page, header.getByLabel('Remarks'));
  await keys.type(REMARKS);

  await keys.press('F6');
  const grid = page.getByRole('grid', { name: 'Lines' });
  await expect(grid.locator('[data-cell="0:0"]')).toBeFocused();
  for (const [at, [account, debit]] of EXPENSES.entries()) {
    await typeLine(page, at, account, [debit, '']);
  }
  // '=' fills what is missing on the side where it is typed.
  await typeLine(page, EXPENSES.length, OWED, ['', '=']);
  await keys.press('Escape');
  await keys.press('Escape');
  const foot = page.getByRole('region', { name: 'Balance and actions' });
  await expect(foot).toContainText(`20 lines`);
  await expect(foot.getByText('Balanced', { exact: true })).toBeVisible();
  await expect(foot).toContainText(`Credit ${amountText(TOTAL)}`);

  await keys.press('Control+Enter');
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/trx-gen-journal\?/);
  await keys.press('s');
  await keys.type(number);
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('For Review');
  return { number, date };
}

/** One line, cell by cell with Enter; department, branch and remarks of the line above are carried on. */
async function typeLine(page: Page, row: number, account: string, [debit, credit]: [string, string]): Promise<void> {
  const keys = page.keyboard;
  const typed = [account, '', row === 0 ? 'ACCT' : '', row === 0 ? 'SMP-001' : '', '', '', debit, credit];
  for (const text of typed) {
    if (text !== '') await keys.type(text);
    await keys.press('Enter');
  }
  if (row === 0) await keys.type('Head office');
  await keys.press('Enter');
}

/** The reading pane of the approval inbox. */
const inbox = (page: Page, number: string) => page.getByRole('region', { name: `Batch ${number}` });

async function approveByKeyboard(page: Page, number: string): Promise<void> {
  await expect(inbox(page, number).getByRole('button', { name: /^Approve/ })).toBeEnabled();
  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: 'Approve' });
  await expect(question).toContainText(amountText(TOTAL));
  await expect(question.getByRole('button', { name: /^Approve/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Status updated successfully')).toBeVisible();
}

/** The report of one day on screen, as a workbook and as PDF: the same figures everywhere. */
async function expectOnScreenAndInFiles(openAs: Journey['openAs'], date: string, number: string): Promise<void> {
  const day = `type=daily&date_from=${date}&date_to=${date}`;
  const page = await openAs('auditor', `/trial-balance?${day}`);
  const { data } = await (await page.request.get(`/api/rpt/tbal?${day}`)).json();
  const account = data.find(({ account_code }: { account_code: string }) => account_code === '502070');
  const { cur_debit, cur_credit, total_debit, total_credit } = account;
  const figures = [cur_debit, cur_credit, total_debit, total_credit].map((text) => amountText(centavos(text)));
  expect(centavos(cur_debit)).toBeGreaterThanOrEqual(amountOf('=11200/1.12'));

  const row = page.getByRole('treegrid', { name: /^Trial Balance/ }).getByRole('row', { name: /^502070/ });
  await expect(row.getByRole('gridcell')).toContainText(['502070', 'Repairs and Maintenance', ...figures]);
  await expect(page.getByText('Debits equal credits')).toBeVisible();

  const workbook = await exported(page, 'Excel');
  expect(workbook.name).toMatch(/^trial-balance_\d{10}\.xlsx$/);
  const rows = await readWorkbookRows(workbook.bytes);
  const inWorkbook = rows.find(([code]) => code === '502070')!;
  expect(inWorkbook.slice(2, 6)).toEqual([cur_debit, cur_credit, total_debit, total_credit].map(Number));

  const pdf = await exported(page, 'PDF');
  expect(pdf.name).toMatch(/^trial-balance_\d{10}\.pdf$/);
  const pages = readPdfText(pdf.bytes);
  expect(pages.join('\n')).toContain(figures.join('  '));
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);

  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open full page' }).click();
  const paper = await opening;
  await expect(paper.getByRole('article')).toContainText('Grand total');
  expect(differencesOnPaper({ file: pdf.bytes, print: await printOf(paper) })).toEqual([]);
  await paper.close();

  // From the figure to its document, and back to where one was.
  await row.getByRole('gridcell', { name: figures[0]!, exact: true }).first().press('Enter');
  const postings = page.getByRole('treegrid', { name: /^Postings of 502070 Repairs and Maintenance · Current Debit/ });
  const document = postings.locator(`a[href$="batch=${number}"]`);
  await document.click();
  await expect(page.getByRole('heading', { name: `Batch ${number}` })).toBeVisible();
  await page.goBack();
  await expect(document).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('gridcell', { name: figures[0]!, exact: true }).first()).toBeFocused();
}
