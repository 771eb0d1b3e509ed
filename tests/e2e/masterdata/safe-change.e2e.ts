import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit entry' });
const snackbar = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('two people change one record: the second sees before, theirs and mine, chooses by keyboard, and history tells both', async ({
  openAs,
}) => {
  const code = `CF${Date.now() % 1_000_000}`;
  const mine = await openAs('preparer', '/payefile?id=new');
  await form(mine).getByRole('combobox', { name: 'Payee type' }).click();
  await mine.getByRole('option', { name: /Supplier/ }).click();
  await fillIn(mine, { 'Payee code': code, Description: 'Conflict test', 'Trader name': 'First name' });
  await save(mine);
  await expect(snackbar(mine, `Conflict test ${code} added.`)).toBeVisible();
  const theirs = await openAs('checker');
  for (const page of [mine, theirs]) {
    await page.goto(`/payefile?q=${code}`);
    await page.getByRole('row', { name: new RegExp(code) }).click();
    await expect(form(page).getByText(`${code} · Conflict test`)).toBeVisible();
  }
  await fillIn(theirs, { Description: 'Changed by the checker', 'Trader name': 'Second name' });
  await save(theirs);
  await expect(snackbar(theirs, `Changed by the checker ${code} updated.`)).toBeVisible();

  await fillIn(mine, { Description: 'Changed by me' });
  await save(mine);
  const conflict = mine.getByRole('alertdialog', {
    name: /^Changed by Carla Santos at \d\d:\d\d\. Reload to see it\.$/,
  });
  await expect(conflict.getByRole('row', { name: /^Description/ })).toContainText(
    /Conflict test.*Changed by the checker.*Changed by me/,
  );
  await expect(conflict.getByRole('radio', { name: 'Trader name, theirs: Second name' })).toBeChecked();
  await mine.keyboard.press('Control+s');
  await expect(conflict.getByRole('alert')).toHaveText('Choose theirs or mine for Description.');
  await mine.keyboard.press('ArrowRight');
  await mine.keyboard.press('Control+s');
  await expect(snackbar(mine, `Changed by me ${code} updated.`)).toBeVisible();
  await expect(mine.getByRole('row', { name: new RegExp(code) })).toContainText(/Changed by me.*Second name/);

  // The record's history names both, each field before and after.
  await mine.getByRole('row', { name: new RegExp(code) }).click();
  await form(mine).getByRole('button', { name: 'History' }).click();
  const entries = mine.getByRole('dialog', { name: 'History' }).locator('ol > li');
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(0)).toContainText(
    /Changed.*Ana Reyes.*Description changed from Changed by the checker.*to Changed by me/,
  );
  await expect(entries.nth(1)).toContainText(
    /Changed.*Carla Santos.*Trader name changed from First name.*to Second name/,
  );
  await expect(entries.nth(2)).toContainText(/Added.*Ana Reyes/);
});

test('a deletion is taken back with Ctrl+Z, a copy starts with an empty code, and a deleted record is found again', async ({
  openAs,
}) => {
  const code = `UN${Date.now() % 1_000_000}`;
  const page = await openAs('admin', '/alphataxcode?id=new');
  await fillIn(page, { 'ATC code': code, Description: 'Undo test', 'Rate %': '1' });
  await save(page);
  await expect(snackbar(page, `Undo test ${code} added.`)).toBeVisible();
  await page.goto(`/alphataxcode?q=${code}`);
  const row = page.getByRole('row', { name: new RegExp(code) });
  const recordId = await row.getByRole('rowheader').or(row.getByRole('cell')).first().textContent();
  await row.focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: `Delete Undo test ${code}?` });
  await expect(question).toContainText('Nothing uses it.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(snackbar(page, `Undo test ${code} deleted.`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(snackbar(page, `Undone: Undo test ${code} is back.`)).toBeVisible();
  await expect(row).toContainText(recordId!);

  await row.focus();
  await page.keyboard.press('Control+Shift+D');
  await expect(form(page).getByLabel('ATC code')).toHaveValue('');
  await expect(form(page).getByLabel('Description')).toHaveValue('Undo test');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();

  await row.focus();
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Deleted ATC Codes' }).click();
  await page.getByRole('button', { name: `Restore Undo test ${code}` }).click();
  await expect(snackbar(page, new RegExp(`^Undo test ${code} is back\\.`))).toBeVisible();
  await page.getByRole('dialog', { name: 'Deleted ATC Codes' }).getByRole('button', { name: 'Close' }).first().click();
  await expect(row).toContainText(recordId!);
});

test('before a department is taken out of use the dialog names what uses it, with links', async ({ openAs }) => {
  const page = await openAs('admin', '/depts?q=ACCT');
  await page.getByRole('row', { name: /ACCT/ }).first().focus();
  await page.keyboard.press('Delete');
  const stays = page.getByRole('alertdialog', { name: /cannot be deleted$/ });
  await expect(stays).toContainText(/transactions? .*use this department\./);
  const number = stays.getByRole('link', { name: /^\d{7} \w/ }).first();
  const [batch] = /^\d{7}/.exec((await number.textContent()) ?? '')!;
  await number.click();
  await expect(page.getByRole('heading', { name: new RegExp(`^(Batch|Billing|Collection) ${batch}$`) })).toBeVisible();
});

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label).fill(value);
}

async function save(page: Page): Promise<void> {
  await form(page)
    .getByRole('button', { name: /^Save(?! &)/ })
    .click();
}
