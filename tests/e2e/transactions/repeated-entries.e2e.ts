import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import { enterHeader, header, insertByHelper, save } from '../steps/payment-steps.ts';

/** A payee of its own: payments of one day to one payee are told to approvers as splitting, and others approve without a tick. */
const VOUCHER = {
  type: 'Cheque Voucher',
  payee: 'TANGLAW SAMPOL',
  bank: 'BPI CA 0001',
  remarks: 'Spots of the month',
};

test('what comes every month is not typed again: a voucher is duplicated, and kept as a template', async ({
  openAs,
}) => {
  const page = await openAs('preparer', '/trxdisb/create');
  const number = await enterHeader(page, VOUCHER);
  await header(page).getByRole('textbox', { name: 'Cheque No.' }).fill(`7${number}`);
  await insertByHelper(page, '56000', '55,000.00', '502050');
  const lines = await readLines(page);
  expect(lines).toHaveLength(4);

  const template = `Spots, kept with ${number}`;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const question = page.getByRole('dialog', { name: 'Save as template' });
  await question.getByLabel('Title').fill(template);
  await question.getByRole('checkbox', { name: 'With its amounts' }).uncheck();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A Regular transaction data has been added.')).toBeVisible();
  await expect(templateBox(page)).toHaveValue(template);
  const month = await save(page, number, '/trxdisb', 'Save');

  // The copy has a number, a date and a cheque of its own; everything else is there.
  const row = page.getByRole('row', { name: new RegExp(number) });
  await row.hover();
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create disbursement');
  await expect(header(page).getByLabel('Remarks')).toHaveValue(VOUCHER.remarks);
  await expect(header(page).getByText(/^TIN /)).toBeVisible();
  await expect(header(page).getByText(number)).toHaveCount(0);
  await expect(header(page).getByRole('textbox', { name: 'Cheque No.' })).toHaveValue('');
  await expect(templateBox(page)).toHaveValue(template);
  expect(await readLines(page)).toEqual(lines);
  const copy = await header(page)
    .getByText(/^\d{7}$/)
    .innerText();
  expect(await save(page, copy, '/trxdisb', 'Save')).toBe(month);

  // The template knows payee, bank and accounts; the amounts are asked.
  await page.goto('/trxdisb/create');
  await header(page).getByRole('checkbox', { name: 'Regular template' }).check();
  await templateBox(page).fill(template);
  await page.getByRole('option', { name: template }).click();
  await expect(header(page).getByLabel('Remarks')).toHaveValue(VOUCHER.remarks);
  await expect(header(page).getByText(/^TIN /)).toBeVisible();
  await expect(header(page).getByRole('combobox', { name: 'Bank', exact: true })).toHaveValue(/BPI CA 0001/);
  const filled = await readLines(page);
  expect(filled.map(([account]) => account)).toEqual(lines.map(([account]) => account));
  expect(filled.flatMap((line) => line.slice(DEBIT, DEBIT + 2)).every((amount) => amount === '0.00')).toBe(true);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Discard entry' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Disbursements' })).toBeVisible();
});

test('what a month brings is made as drafts: amounts are typed by the keyboard, seen, and made once', async ({
  openAs,
}) => {
  const page = await openAs('preparer', '/regulartxns');
  await page.getByRole('button', { name: 'Month run' }).click();
  await expect(page.getByRole('heading', { name: 'Month run' })).toBeVisible();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  const electricity = row('Electricity of the head office');
  await expect(electricity).toContainText('1 amount missing');
  await electricity.getByRole('textbox').fill('11200+11200');
  await electricity.getByRole('textbox').press('Enter');
  // VAT, tax withheld and what is paid follow; the next open amount has the focus.
  for (const text of ['2,400.00', '400.00', '22,000.00', 'Will be made']) await expect(electricity).toContainText(text);
  await expect(electricity.getByRole('textbox')).toHaveValue('22,400.00');
  await expect(page.locator('[data-amount] input:focus')).toHaveValue('');
  await expect(row('Accrued salaries')).toContainText('4 amounts missing');

  await page.getByRole('button', { name: 'Make 3 drafts' }).click();
  await expect(page.getByText(/^3 drafts made, the first as \d{7}\.$/)).toBeVisible();
  await expect(electricity).toContainText(/Made\s*\d{7}/);
  await expect(row('Depreciation of the month')).toContainText('Made');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Make 0 drafts' })).toBeVisible();
  await electricity.getByRole('link').click();
  await expect(page.getByText('ELECTRICITY OF THE HEAD OFFICE').first()).toBeVisible();
});

/** The column of the debit; the credit follows it. */
const DEBIT = 6;
const templateBox = (page: Page) => header(page).getByRole('combobox', { name: 'Regular template' });

/** The texts of the cells, line by line, without the blank line at the end. */
async function readLines(page: Page): Promise<string[][]> {
  const cells = page.getByRole('grid', { name: 'Lines' }).locator('[data-cell]');
  const places = await cells.evaluateAll((found) =>
    found.map((cell) => [cell.getAttribute('data-cell')!.split(':').map(Number), cell.textContent.trim()] as const),
  );
  const lines: string[][] = [];
  for (const [[row, column], text] of places) (lines[row!] ??= [])[column!] = text;
  return lines.slice(0, -1);
}
