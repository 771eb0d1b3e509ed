import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit entry' });
const snackbar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a voucher series is added, an overlap is refused in words, and the register holds every number', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/voucher');

  // The shared rest of the demo company makes room for a booklet of its own.
  await page.getByRole('row', { name: /10001 9999999/ }).click();
  await form(page).getByLabel('Series to').fill('20000');
  await page.keyboard.press('Control+s');
  await expect(snackbar(page, 'Your work has been successful! 10001–20000 updated.')).toBeVisible();

  // What was stored is said before the form is away, and N is of the list.
  await expect(form(page)).toBeHidden();
  await page.keyboard.press('n');
  await form(page).getByLabel('Series from').fill('19951');
  await form(page).getByLabel('Series to').fill('19000');
  await page.keyboard.press('Control+s');
  await expect(form(page).getByText('Series to must be at least series from.').last()).toBeVisible();
  await form(page).getByLabel('Series to').fill('20050');
  await page.keyboard.press('Control+s');
  const refusal = page.getByRole('alertdialog', { name: 'Failed to save!' });
  await expect(refusal.getByRole('listitem')).toHaveText(['Range overlaps series 10001–20000.']);
  await refusal.getByRole('button', { name: 'OK' }).click();
  await expect(form(page).getByLabel('Series from')).toHaveAttribute('aria-invalid', 'true');

  await form(page).getByLabel('Series from').fill('20001');
  await form(page).getByRole('combobox', { name: 'User' }).fill('Ana');
  await page.getByRole('option', { name: /Ana Reyes/ }).click();
  await page.keyboard.press('Control+s');
  await expect(snackbar(page, 'Your work has been successful! 20001–20050 added.')).toBeVisible();
  await expect(page.getByRole('row', { name: /20001 20050/ })).toContainText(/Ana Reyes\s*Every program\s*50/);

  // The register: of vouchers, then of every kind, down to one journal and its batch.
  await page.getByRole('button', { name: 'Issued numbers' }).click();
  await expect(page.getByRole('row', { name: /\d{7}/ }).first()).toContainText(/Used|Void|Archived/);
  await page.getByRole('button', { name: 'Kind: Voucher' }).click();
  await page.getByRole('checkbox', { name: 'Journal entry' }).click();
  const proof = page.getByRole('status').filter({ hasText: 'Unexplained gaps' });
  await expect(proof).toContainText(/Unexplained gaps\s*0/);
  await expect(proof).toContainText('Complete');
  await page.getByRole('searchbox', { name: 'Search issued numbers' }).fill('JE0000001');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 - 1 of 1');
  const row = page.getByRole('row', { name: /JE0000001/ });
  await expect(row).toContainText('Used');
  await page.reload();
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Batch 0000001');
  await expect(page.getByRole('heading', { level: 2, name: 'Opening balances' })).toBeVisible();
});

test('billing services and their assignments share a screen', async ({ openAs }) => {
  const page = await openAs('preparer', '/services');
  const name = `Test service ${Date.now() % 1_000_000}`;
  await page.getByRole('button', { name: /^New/ }).click();
  await form(page).getByLabel('Service').fill(name);
  await page.keyboard.press('Control+s');
  await expect(snackbar(page, `Your work has been successful! ${name} added.`)).toBeVisible();
  await page.getByRole('tab', { name: 'Services' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Assignments' })).toBeFocused();
  await page.getByRole('button', { name: /^New/ }).click();
  await form(page).getByRole('combobox', { name: 'Payee' }).fill('HULING');
  await page.getByRole('option', { name: /HULING/ }).click();
  await form(page).getByRole('combobox', { name: 'Service' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.keyboard.press('Control+s');
  await expect(snackbar(page, `Your work has been successful! ${name} C0002 added.`)).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('HULING ISLA EXPORT SERVICES CORP.');
});
