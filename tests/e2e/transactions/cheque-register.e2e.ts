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
  const grid = treasurer.getByRole('grid', { name: /^Cheques falling due in/ });
  await expect(grid).toBeVisible();
  for (let months = 0; months < 6 && (await due.count()) === 0; months += 1) {
    const month = (await grid.getAttribute('aria-label')) ?? '';
    await treasurer.keyboard.press('Alt+ArrowRight');
    // The grid stands for what was read of its month: another one means that its days are known.
    await expect(treasurer.getByRole('grid', { name: month })).toHaveCount(0);
    await expect(grid).toBeVisible();
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
