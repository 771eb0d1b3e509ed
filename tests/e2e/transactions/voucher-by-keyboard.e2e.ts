import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import { tabTo } from '../steps/keyboard.ts';
import { amountText, centavos, differences, readTrialBalance } from '../steps/trial-balance.ts';

/** Seventeen expenses of one supplier's bill, with the input VAT, the tax withheld and the bank: 20 lines. */
const EXPENSES = [
  ['502010', '485.00'],
  ['502020', '1,250.75'],
  ['502030', '931.45'],
  ['502040', '768.20'],
  ['502050', '2240.00'],
  ['502060', '530.10'],
  ['502070', '=1120/1.12'],
  ['502080', '890.00'],
  ['503010', '214.35'],
  ['503020', '198.05'],
  ['503030', '350.00'],
  ['503040', '427.60'],
  ['503050', '612.00'],
  ['503060', '880.80'],
  ['503070', '150.00'],
  ['503080', '36.25'],
  ['503090', '25.00'],
] as const;
const VAT = ['108020', '1318.75'] as const;
const WITHHELD = ['203030', '219.79'] as const;
const BANK = '102103';

const amountOf = (typed: string) => (typed.startsWith('=') ? 100_000n : centavos(typed));
const TOTAL = [...EXPENSES, VAT].reduce((sum, [, typed]) => sum + amountOf(typed), 0n);
const NET = TOTAL - amountOf(WITHHELD[1]);

test('a voucher of 20 lines by keyboard: submitted, reviewed, approved, released, in the trial balance', async ({
  openAs,
  callAs,
}) => {
  const auditor = await callAs('auditor');
  const preparer = await openAs('preparer');
  const { number, month } = await enterByKeyboard(preparer);
  const before = await readTrialBalance(auditor, month);

  // Two people of two duties: the checker, then the officer of the level that the amount reaches.
  await approveByKeyboard(await openAs('checker', `/?view=approvals&id=${number}`), number, 'For Review');
  await approveByKeyboard(await openAs('approver1', `/?view=approvals&id=${number}`), number, 'For Approval 1');
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual({});

  await releaseByKeyboard(preparer, number);
  const change = (amount: bigint) => ({ moved: amount, balance: amount });
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual(
    Object.fromEntries([
      ...[...EXPENSES, VAT].map(([account, typed]) => [account, change(amountOf(typed))] as const),
      [WITHHELD[0], change(-amountOf(WITHHELD[1]))] as const,
      [BANK, change(-NET)] as const,
    ]),
  );
});

/** Dashboard, list, entry, submit: without the mouse. Answers the batch number and the month of the voucher. */
async function enterByKeyboard(page: Page): Promise<{ number: string; month: string }> {
  const keys = page.keyboard;
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await keys.press('g');
  await keys.press('d');
  await expect(page.getByRole('heading', { name: 'Disbursements' })).toBeFocused();
  await keys.press('n');
  const header = page.getByRole('group', { name: 'Header' });
  await expect(header).toBeVisible();
  const number = await header.getByText(/^\d{7}$/).innerText();

  const date = await header.getByLabel('Document Date').inputValue();
  // A new entry begins at what it needs first.
  await expect(header.getByRole('combobox', { name: 'Payee', exact: true })).toBeFocused();
  await keys.type('S0001');
  await expect(page.getByRole('option', { name: /BANTAY KUNWARI/ })).toBeVisible();
  await keys.press('Enter');
  // The payee brings his address, VAT type and tax code along.
  await expect(header.getByText(/TIN 900-000-104-00000 · .*Kunwari Avenue/)).toBeVisible();
  await expect(header.getByRole('combobox', { name: 'VAT' })).toHaveValue('Vatable');
  await expect(header.getByRole('combobox', { name: 'ATC' })).toHaveValue('WC120');
  await tabTo(page, header.getByRole('combobox', { name: 'Bank', exact: true }));
  await keys.type('BPI CA 0001');
  await keys.press('Enter');
  await expect(header.getByText('1020-103-59')).toBeVisible();
  await tabTo(page, header.getByRole('textbox', { name: 'Cheque No.', exact: true }));
  await keys.type(`9${number}`);
  await tabTo(page, header.getByRole('textbox', { name: 'Remarks', exact: true }));
  await keys.type('Bill of the security agency, typed');

  await keys.press('F6');
  await expect(page.locator('[data-cell="0:0"]')).toBeFocused();
  for (const [at, [account, debit]] of EXPENSES.entries()) await typeLine(page, at, account, [debit, '']);
  await typeLine(page, EXPENSES.length, VAT[0], [VAT[1], '']);
  await typeLine(page, EXPENSES.length + 1, WITHHELD[0], ['', WITHHELD[1]], 'WC120');
  await typeLine(page, EXPENSES.length + 2, BANK, ['', '=']);
  await keys.press('Escape');
  await keys.press('Escape');
  // What the tax is computed from is the one thing that no cell holds: the warning below its line offers it.
  await keys.press('Alt+Enter');
  await expect(page.getByText('without its tax base')).toHaveCount(0);
  const foot = page.getByRole('region', { name: 'Balance and actions' });
  await expect(foot).toContainText('20 lines');
  await expect(foot).toContainText(`Credit ${amountText(TOTAL)}`);
  await expect(foot.getByText('Balanced', { exact: true })).toBeVisible();
  // Who will have to approve it is known before it is submitted.
  const route = page.getByRole('list', { name: 'Approval route' });
  await expect(route.getByRole('listitem')).toContainText(['Review', 'Approval 1', 'Release']);

  await keys.press('Control+Enter');
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/trxdisb\?/);
  await keys.press('s');
  await keys.type(number);
  await expect(rowOf(page, number)).toContainText('For Review');
  return { number, month: date.slice(0, 7) };
}

/** One line, cell by cell with Enter; department and branch of the line above are carried on. */
async function typeLine(
  page: Page,
  row: number,
  account: string,
  [debit, credit]: [string, string],
  atc = '',
): Promise<void> {
  const keys = page.keyboard;
  const typed = [account, '', row === 0 ? 'ACCT' : '', row === 0 ? 'SMP-001' : '', atc, debit, credit];
  for (const text of typed) {
    if (text !== '') await keys.type(text);
    await keys.press('Enter');
  }
}

/** A row of a list by its batch number. */
const rowOf = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) });

async function approveByKeyboard(page: Page, number: string, stage: string): Promise<void> {
  const inbox = page.getByRole('region', { name: `Batch ${number}` });
  await expect(inbox.getByText(stage, { exact: true })).toBeVisible();
  await expect(inbox.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: 'Approve' });
  await expect(question.getByRole('button', { name: /^Approve/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Status updated successfully')).toBeVisible();
}

/** From the list to the page of the voucher, and out of the house. */
async function releaseByKeyboard(page: Page, number: string): Promise<void> {
  const keys = page.keyboard;
  await page.goto('/trxdisb');
  await expect(page.getByRole('heading', { name: 'Disbursements' })).toBeVisible();
  await keys.press('s');
  await keys.type(number);
  await expect(rowOf(page, number)).toContainText('For Release');
  await keys.press('Enter');
  await keys.press('Tab');
  await tabTo(page, rowOf(page, number));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: `Batch ${number}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Release/ })).toBeEnabled();
  await keys.press('Control+Enter');
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await expect(page.getByText('Released', { exact: true }).first()).toBeVisible();
}
