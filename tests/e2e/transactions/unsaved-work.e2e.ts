import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import { completeSignIn } from '../steps/sign-in.ts';

test('an unsaved entry survives a closed browser and goes on at another workstation', async ({ openAs }) => {
  const first = await openAs('preparer', '/trx-gen-journal/create');
  const number = await beginEntry(first, 'Accrual of the office rent', '502010', '12500');
  await expect(first.getByText(/^saved draft \d\d:\d\d$/)).toBeVisible();
  await first.reload();
  await expect(first.getByRole('group', { name: 'Header' }).getByText(number)).toBeVisible();
  await expect(first.getByLabel('Remarks').first()).toHaveValue('Accrual of the office rent');
  await first.context().close();

  const second = await openAs('preparer', '/trx-gen-journal');
  const banner = second.getByText(`Unsaved entry, batch ${number}.`);
  await banner.locator('..').getByRole('button', { name: 'Continue' }).click();
  const header = second.getByRole('group', { name: 'Header' });
  await expect(header.getByText(number)).toBeVisible();
  await expect(header.getByLabel('Remarks')).toHaveValue('Accrual of the office rent');
  await expect(second.locator('[data-cell="0:0"]')).toContainText('502010');
  await expect(second.locator('[data-cell="0:4"]')).toHaveText('12,500.00');
  await discard(second);
  await expect(second.getByRole('heading', { name: 'Journal Entries' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a session that ends keeps the unsaved form; the same person goes on after Re-login', async ({ openAs }) => {
  const page = await openAs('preparer2', '/trx-gen-journal/create');
  await beginEntry(page, 'Typed before the session ended', '503090', '75.25');
  // Nothing is on its way to the server that would tell of the end before the next word.
  await expect(page.getByText(/^saved draft \d\d:\d\d$/)).toBeVisible();
  await page.context().clearCookies();
  const remarks = page.getByLabel('Remarks').first();
  await remarks.fill('Typed before the session ended, and a word more');
  const dialog = page.getByRole('alertdialog', { name: 'Session Expired' });
  await expect(dialog).toContainText('Your session has expired. Would you like to be redirected to the login page?');
  expect(await page.evaluate(() => [localStorage.getItem('auth-data'), localStorage.getItem('dist_data')])).toEqual([
    null,
    null,
  ]);

  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Re-login' }).click();
  await completeSignIn(await opening, 'preparer2');
  await expect(dialog).toHaveCount(0);
  await expect(remarks).toHaveValue('Typed before the session ended, and a word more');
  await expect(page.locator('[data-cell="0:4"]')).toHaveText('75.25');
  await expect(page.getByText(/^saved draft \d\d:\d\d$/)).toBeVisible();
  await discard(page);
});

test('leaving a form with changes asks first; the page stays when told so', async ({ openAs }) => {
  const page = await openAs('admin', '/currency');
  await page.getByRole('button', { name: /^New/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit entry' });
  await form.getByLabel('Description').fill('Krone');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('Description')).toHaveValue('Krone');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
});

test('a second tab is blocked until it takes over; a report in a tab of its own is not', async ({ openAs }) => {
  const first = await openAs('auditor', '/trial-balance');
  await expect(first.getByText('Debits equal credits')).toBeVisible();
  const second = await first.context().newPage();
  await second.goto('/trial-balance');
  const blocked = (page: Page) => page.getByRole('dialog', { name: 'Already open in another tab.' });
  await expect(blocked(second)).toBeVisible();
  await expect(blocked(first)).toHaveCount(0);

  const opening = first.waitForEvent('popup');
  await first.getByRole('link', { name: 'Open full page' }).click();
  const report = await opening;
  await expect(report.getByRole('button', { name: /Print This Form/ })).toBeVisible();
  await expect(blocked(report)).toHaveCount(0);

  await second.getByRole('button', { name: 'Use this tab instead' }).click();
  await expect(blocked(second)).toHaveCount(0);
  await expect(blocked(first)).toBeVisible();
});

/** Types remarks and the debit of one line; answers the batch number. */
async function beginEntry(page: Page, remarks: string, account: string, debit: string): Promise<string> {
  const header = page.getByRole('group', { name: 'Header' });
  await header.getByLabel('Remarks').fill(remarks);
  await page.locator('[data-cell="0:0"]').click();
  await page.keyboard.type(account);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-cell="0:0"]')).toContainText(account);
  await page.keyboard.press('Escape');
  await page.locator('[data-cell="0:4"]').click();
  await page.keyboard.type(debit);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  return header.getByText(/^\d{7}$/).innerText();
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Discard entry' }).click();
  await page.getByRole('alertdialog', { name: 'Discard this entry?' }).getByRole('button', { name: 'Discard' }).click();
}
