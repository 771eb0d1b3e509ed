import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import { approve, header, insertByHelper, save } from '../steps/payment-steps.ts';

const LINES = [
  ['SECURITY GUARDS, BRANCH SMP-001', '6', 'months', '28000'],
  ['SECURITY GUARDS, BRANCH SMP-002', '6', 'months', '14000*2'],
];

test('a purchase order keeps its number over a reload, is approved level by level, is vouchered, and is closed short', async ({
  openAs,
}) => {
  const preparer = await openAs('preparer', '/trx-purchase-order');
  await preparer
    .getByRole('button', { name: /^Create/ })
    .first()
    .click();
  const number = await header(preparer)
    .getByText(/^PO\d{7}$/)
    .innerText();
  // Nothing is typed yet: the browser alone holds the number.
  await preparer.reload();
  await expect(header(preparer).getByText(number)).toBeVisible();

  const payee = header(preparer).getByRole('combobox', { name: 'Payee' });
  await payee.fill('BANTAY');
  await preparer
    .getByRole('option', { name: /BANTAY/ })
    .first()
    .click();
  await expect(header(preparer).getByText(/^TIN /)).toBeVisible();
  await header(preparer).getByLabel('Contact Person').fill('Rosa Halimbawa');
  await header(preparer).getByLabel('Payment Term').fill('15');
  await preparer.locator('[data-cell="0:0"]').focus();
  for (const text of LINES.flat()) {
    await preparer.keyboard.type(text);
    await preparer.keyboard.press('Enter');
  }
  await preparer.keyboard.press('Escape');
  await preparer.keyboard.press('Escape');
  const foot = preparer.getByRole('region', { name: 'Total and actions' });
  await expect(foot).toContainText('PHP 336,000.00');
  await expect(preparer.getByText(/^saved draft \d\d:\d\d$/)).toBeVisible();
  await preparer.reload();
  await expect(foot).toContainText('PHP 336,000.00');
  await expect(header(preparer).getByText(number)).toBeVisible();
  await preparer.keyboard.press('Control+Enter');
  await expect(row(preparer, number)).toContainText(/15 days.*336,000.00.*For Review/);

  for (const userId of ['checker', 'approver1', 'approver2', 'approver3']) await approve(openAs, userId, number);

  await preparer.goto(`/trx-purchase-order/create?batch=${number}`);
  await expect(preparer.getByRole('region', { name: 'Match' })).toContainText(/Open to voucher\s*336,000.00/);
  await expect(preparer.getByRole('region', { name: 'VAT in the order' })).toContainText(/VAT\s*36,000.00/);
  // A voucher of it begins with what stays open, and takes what it charges as soon as it is submitted.
  await preparer.keyboard.press('v');
  await expect(header(preparer).getByRole('combobox', { name: 'Purchase Order' })).toHaveValue(new RegExp(number));
  await expect(header(preparer).getByText('336,000.00 stays open')).toBeVisible();
  const batch = await header(preparer)
    .getByText(/^\d{7}$/)
    .innerText();
  const bank = header(preparer).getByRole('combobox', { name: 'Bank', exact: true });
  await bank.click();
  await bank.fill('BPI');
  await preparer.getByRole('option', { name: /BPI/ }).first().click();
  await insertByHelper(preparer, '56000', '56,000.00', '502050');
  await save(preparer, batch, '/trxdisb');
  await preparer.goto(`/trx-purchase-order/create?batch=${number}`);
  await expect(preparer.getByRole('region', { name: 'Match' })).toContainText(/Vouchered\s*56,000.00/);
  await expect(preparer.getByRole('row', { name: new RegExp(batch) })).toContainText('56,000.00');
  await expect(preparer.getByText('Partly Vouchered', { exact: true }).first()).toBeVisible();
  await preparer.getByRole('button', { name: 'Close short' }).click();
  const question = preparer.getByRole('dialog', { name: `Close ${number} short?` });
  await question.getByLabel('Remarks').fill('The branch is closed.');
  await question.getByRole('button', { name: 'Close short' }).click();
  await expect(preparer.getByText('Status updated successfully')).toBeVisible();
  await preparer.reload();
  await expect(preparer.getByText('Closed Short', { exact: true })).toBeVisible();
  await expect(preparer.getByRole('list', { name: 'Approval timeline' })).toContainText('The branch is closed.');
});

const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) });
