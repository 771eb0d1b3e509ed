import type { Locator, Page } from '@playwright/test';
import { agreeOn, callerOf } from '../steps/caller.ts';
import { expect, test } from '../steps/journey.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit entry' });
const snackbar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a record is checked, added, refused twice, changed and deleted, each with its words', async ({ openAs }) => {
  const page = await openAs('admin', '/alphataxcode');
  const code = `WX${Date.now() % 1_000_000}`;
  const item = `Test services ${code}`;

  // The list: Record ID first, ten rows, an empty search, the pages.
  await expect(page.getByRole('columnheader').filter({ hasText: /\S/ }).first()).toHaveText('Record ID');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/1 - 10 of \d+/);
  await expect(page.getByRole('searchbox', { name: 'Search ATC Codes' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'First page' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();

  // Checked in the form, field by field, before anything is sent.
  await page.getByRole('button', { name: /^New/ }).click();
  await form(page)
    .getByRole('button', { name: /^Save(?! &)/ })
    .click();
  await expect(form(page).getByText('ATC code is required.').last()).toBeVisible();
  await fillIn(form(page), { 'ATC code': 'WX-1!', Description: '   ', 'Rate %': 'two' });
  await expect(form(page).getByText('ATC code can only contain numbers and letters.').last()).toBeVisible();
  await expect(
    form(page).getByText('Rate % must be a number from 0 to 100 with at most 2 decimals.').last(),
  ).toBeVisible();

  await fillIn(form(page), { 'ATC code': code, Description: 'Test services', 'Rate %': '2' });
  await save(page);
  await expect(snackbar(page, `Your work has been successful! ${item} added.`)).toBeVisible();
  await expect(form(page)).toHaveCount(0);

  // The same code again: the server refuses it under its field and in a list.
  await page.getByRole('button', { name: /^New/ }).click();
  await fillIn(form(page), { 'ATC code': code, Description: 'Second', 'Rate %': '1' });
  await save(page);
  const refusal = page.getByRole('alertdialog', { name: 'Failed to save!' });
  await expect(refusal.getByRole('listitem')).toHaveCount(1);
  await refusal.getByRole('button', { name: 'OK' }).click();
  await expect(form(page).getByLabel('ATC code')).toHaveAttribute('aria-invalid', 'true');
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();

  // A connection that breaks says so; nothing is lost, and the next try counts once.
  await page.getByRole('searchbox', { name: 'Search ATC Codes' }).fill(code);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 - 1 of 1');
  const row = page.getByRole('row', { name: new RegExp(code) });
  await row.click();
  await expect(form(page).getByText(`${code} · Test services`)).toBeVisible();
  await fillIn(form(page), { 'Rate %': '5' });
  await page.context().setOffline(true);
  await save(page);
  await expect(page.getByRole('alertdialog', { name: 'Network Error' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('alertdialog', { name: 'Network Error' })).toHaveCount(0);
  await save(page);
  await expect(snackbar(page, `Your work has been successful! ${item} updated.`)).toBeVisible();
  await expect(row).toContainText('5.00');

  await row.click();
  await form(page).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: `Delete ${item}?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(snackbar(page, `Your work has been successful! ${item} deleted.`)).toBeVisible();
  await expect(page.getByText(`No result for “${code}”`)).toBeVisible();
});

test('what may not be deleted says why; a list that does not load says nothing but offers to try again', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/currency');
  await page.getByRole('row', { name: /Peso/ }).click();
  await form(page).getByRole('button', { name: 'Delete' }).click();
  const stays = page.getByRole('alertdialog', { name: 'Peso P cannot be deleted' });
  await expect(stays).toContainText(/accounts/);
  await expect(stays.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await stays.getByRole('button', { name: 'Close' }).first().click();

  // Where the uses could not be read beforehand, the server's refusal says the same.
  await page.route('**/api/currency/*/uses', (route) => route.abort());
  await form(page).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: /^Delete / })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: /^Delete failed! / })).toBeVisible();

  await page.route('**/api/dept?*', (route) => route.abort());
  await page.goto('/depts');
  await expect(page.getByText("Couldn't load this list.")).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.unroute('**/api/dept?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('row', { name: /ACCT/ }).first()).toBeVisible();
});

test('approving officers say their own words, for two seconds', async ({ openAs }) => {
  const page = await openAs('admin', '/approvingofficers');
  // Where two people agreed that one may change limits alone; otherwise the record waits and says so.
  const switches = (limits: boolean) => ({ four_eyes: { bank_details: true, limits, roles: true } });
  await agreeOn(page, await openAs('admin2'), '/api/settings', switches(false));
  const popup = (title: string) => page.getByRole('alertdialog', { name: title, exact: true });
  const add = async () => {
    await page.getByRole('button', { name: /^New/ }).click();
    await choose(page, 'User', 'Gina', /Gina Flores/);
    await choose(page, 'Level', 'L1', /Section Head/);
    await choose(page, 'Currency', 'Euro', /Euro/);
    await save(page);
  };
  await add();
  await expect(
    popup('Create successful').getByText('An Approving Officer has been added.', { exact: true }),
  ).toBeVisible();
  await expect(popup('Create successful')).toHaveCount(0);

  await add();
  await expect(popup('Saving failed!')).toBeVisible();
  await expect(popup('Saving failed!')).toHaveCount(0);
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('searchbox', { name: 'Search Approving Officers' }).fill('Gina');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 - 1 of 1');
  const row = page.getByRole('row', { name: /Gina Flores.*Euro/ });
  await row.click();
  await fillIn(form(page), { 'Max amount': '300' });
  await save(page);
  await expect(popup('Your work has been updated')).toBeVisible();
  await expect(popup('Your work has been updated')).toHaveCount(0);
  await row.click();
  await form(page).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: /^Delete / })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(popup('Delete successful')).toBeVisible();
  await (
    await callerOf(page.request)
  )('PUT', '/api/settings', switches(true));
});

test('a main account has the one parent NONE; other types load theirs, and the next code is proposed', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/coa');
  await page.getByRole('button', { name: /^New/ }).click();
  await choose(page, 'Type', 'Parent', /^Parent/);
  await form(page).getByRole('combobox', { name: 'Parent account' }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['NONE0']);
  await page.keyboard.press('Escape');
  await choose(page, 'Type', 'Subsidiary', /^Subsidiary/);
  await choose(page, 'Parent account', '503000', /503000/);
  await form(page).getByRole('button', { name: 'Generate' }).click();
  await expect(form(page).getByLabel('Account code')).toHaveValue('503110');
});

test('a file is imported after its wrong row was named and corrected', async ({ openAs }) => {
  const page = await openAs('admin', '/alphataxcode');
  const code = `WY${Date.now() % 1_000_000}`;
  const file = (rate: string) => ({
    name: 'atc.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `ATC code,Description,Rate %\r\n${code},Imported services,2\r\n${code}A,Imported rent,${rate}\r\n`,
    ),
  });
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import ATC Codes' });
  await dialog.locator('input[type=file]').setInputFiles(file('five'));
  await expect(dialog.getByRole('alert')).toContainText('2 rows: 1 to add. 1 row has errors. Nothing is stored yet.');
  await expect(dialog.getByRole('gridcell', { name: /^five/ })).toContainText('Rate % must be a number from 0 to 100');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Other file' }).click();
  await dialog.locator('input[type=file]').setInputFiles(file('5'));
  await expect(dialog).toContainText('2 rows: 2 to add. Nothing is stored yet.');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('atc.csv is imported: 2 added.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search ATC Codes' }).fill(code);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 - 2 of 2');
});

/** Types into fields by their labels; each is left, so that it is checked. */
async function fillIn(dialog: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel(label).press('Tab');
  }
}

/** Chooses from a list that narrows while one types. */
async function choose(page: Page, label: string, sought: string, option: RegExp): Promise<void> {
  const box = form(page).getByRole('combobox', { name: label, exact: true });
  await box.fill(sought);
  await page.getByRole('option', { name: option }).first().click();
}

async function save(page: Page): Promise<void> {
  await form(page)
    .getByRole('button', { name: /^Save(?! &)/ })
    .click();
}
