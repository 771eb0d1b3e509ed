import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Check Transactions' }).locator('tbody tr');

test('the cashier prints what is approved, by keyboard, and the register keeps who did it', async ({ openAs }) => {
  const cashier = await openAs('cashier', '/trxcheck?state=queued&pages=100');
  // Rows that are still being loaded have no box.
  await expect(rows(cashier).getByRole('checkbox').first()).toBeVisible();
  const keys = cashier.keyboard;
  const all = cashier.getByRole('checkbox', { name: 'Select all rows of this page' });
  await all.focus();
  await keys.press('Space');
  await expect(all).toBeChecked();
  await cashier.getByRole('button', { name: 'Change status' }).focus();
  await keys.press('Enter');
  await expect(cashier.getByRole('menuitem', { name: /Mark printed/ })).toBeFocused();
  await keys.press('Enter');
  const question = cashier.getByRole('dialog', { name: /^Mark printed:/ });
  // Each cheque says whether it will; vouchers that are not approved yet keep theirs.
  const passing = question.getByRole('listitem').filter({ has: cashier.getByText('Printed', { exact: true }) });
  const number = /Cheque (\d+)/.exec(await passing.first().innerText())?.[1] ?? '';
  await expect(question.getByText('can be printed after its voucher is approved.').first()).toBeVisible();
  await question.getByRole('button', { name: /^Mark printed/ }).focus();
  await keys.press('Enter');
  await expect(cashier.getByText(/^Mark printed: .*\.$/)).toBeVisible();
  await expect(question).toHaveCount(0);

  const auditor = await openAs('auditor', `/trxcheck?q=${number}&state=printed`);
  await auditor
    .getByRole('row', { name: new RegExp(number) })
    .first()
    .click();
  const panel = auditor.getByRole('complementary', { name: `Cheque ${number}` });
  await expect(panel.getByRole('listitem').first()).toContainText(/Printed.*Gina Flores/s);
  await expect(panel.getByRole('button', { name: 'Mark spoiled' })).toHaveCount(0);
});

test('the calendar leads from a day to its cheques and on to the voucher', async ({ openAs }) => {
  const treasurer = await openAs('cashier', '/trxcheck?view=calendar&pdc=1');
  const due = treasurer.getByRole('button', { name: /\d cheques?, PHP/ });
  for (let months = 0; months < 6 && (await due.count()) === 0; months += 1) {
    await treasurer.keyboard.press('Alt+ArrowRight');
    await expect(treasurer.getByRole('grid')).toBeVisible();
    await treasurer.waitForLoadState('networkidle');
  }
  const spoken = (await due.first().getAttribute('aria-label')) ?? '';
  await due.first().focus();
  await treasurer.keyboard.press('Enter');
  const count = Number(/(\d+) cheques?/.exec(spoken)?.[1]);
  await expect(
    treasurer.getByRole('heading', { name: new RegExp(`^Check Transactions\\s?\\(${count}\\)$`) }),
  ).toBeVisible();
  await expect(rows(treasurer).first()).toContainText(/\d of \d/);
  const voucher = rows(treasurer).first().getByRole('link');
  const voucherNumber = await voucher.innerText();
  await voucher.click();
  await expect(treasurer.getByText(voucherNumber).first()).toBeVisible();
});
