import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFaults } from '../steps/axe.ts';
import { expect, test } from '../steps/journey.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' });

test('payees are exported, edited in the file, imported but for a wrong row, which is corrected in its error file', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/payefile');
  const mark = `E2E${Date.now() % 1_000_000}`;

  // Export what a search finds.
  await page.getByRole('searchbox', { name: 'Search Payee Details' }).fill('security');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/1 - \d of \d$/);
  await page.getByRole('button', { name: 'Export' }).click();
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  const [heading, first, ...others] = (await readFile(await exported.path(), 'utf8')).trimEnd().split('\r\n');
  const columns = heading!.split(',');

  // Edit it as a spreadsheet would: one changed cell, one new row, one wrong row.
  const changed = first!.replace(',1200,', ',1634,');
  expect(changed).not.toBe(first);
  const row = (code: string, type: string) =>
    columns.map(
      (column) => ({ 'Payee code': code, Description: `Imported ${mark}`, 'Payee type': type })[column] ?? '',
    );
  const edited = [heading!, changed, ...others, row(mark, 'Supplier').join(), row(`${mark}X`, 'Nobody').join()];

  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'payees.csv', mimeType: 'text/csv', buffer: Buffer.from(edited.join('\r\n')) });
  await expect(dialog(page)).toContainText(/1 to add, 1 to change.* 1 row has errors\. Nothing is stored yet\./);
  const wrong = dialog(page).getByRole('gridcell', { name: /^Nobody/ });
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await wrong.focus();
  await expect(dialog(page).getByRole('status').last()).toContainText('Payee type must be one of:');
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([]);

  // The good rows go in; the refused one comes back as a file.
  await dialog(page).getByRole('button', { name: 'Import 2 good rows' }).click();
  await expect(dialog(page)).toContainText(/Stored: 1 added, 1 changed/);
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Error file' }).click(),
  ]);
  const errors = await readFile(await refused.path(), 'utf8');
  expect(errors.split('\r\n')[0]).toBe(`${heading},Errors`);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).first().click();

  // Corrected there and imported again.
  await page.getByRole('button', { name: 'Import' }).click();
  const upload = async () =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'corrected.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(errors.replace('Nobody', 'Supplier')),
      });
  await upload();
  await expect(dialog(page)).toContainText('1 row: 1 to add. Nothing is stored yet.');
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('corrected.csv is imported: 1 added.')).toBeVisible();

  // The same file again changes nothing.
  await page.getByRole('button', { name: 'Import' }).click();
  await upload();
  await expect(dialog(page)).toContainText('1 row: nothing changes, all of it is stored already.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('searchbox', { name: 'Search Payee Details' }).fill(mark);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 - 2 of 2');
});

test('headings that nobody knows are given their field once, by keyboard', async ({ openAs }) => {
  const page = await openAs('admin', '/alphataxcode');
  const code = `WC${Date.now() % 1_000_000}`;
  const file = {
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Tax kode;Description;Rate %;Colour\r\n${code};Imported;2;red\r\n`),
  };
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  const choice = dialog(page).getByRole('combobox', { name: 'Field of column Tax kode' });
  await choice.focus();
  await page.keyboard.type('ATC code');
  await page.keyboard.press('Enter');
  await expect(choice).toHaveValue('ATC code *');
  await dialog(page).getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(dialog(page)).toContainText('1 row: 1 to add. Nothing is stored yet.');
  await dialog(page).getByRole('button', { name: 'Other file' }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  // The choice is remembered: the preview comes at once.
  await expect(dialog(page)).toContainText('1 row: 1 to add. Nothing is stored yet.');
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('codes.csv is imported: 1 added.')).toBeVisible();
});

test('records are selected by keyboard, changed together after a preview, and deleted but for those in use', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/alphataxcode');
  const mark = `WB${Date.now() % 100_000}`;
  const lines = ['A', 'B', 'C'].map((letter) => `${mark}${letter},Bulk ${mark},1`);
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'bulk.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['ATC code,Description,Rate %', ...lines].join('\r\n')),
    });
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('bulk.csv is imported: 3 added.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search ATC Codes' }).fill(mark);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 - 3 of 3');

  await page.getByRole('row', { name: new RegExp(`${mark}A`) }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await bar(page).getByRole('button', { name: 'Change …' }).press('Enter');
  await expect(dialog(page).getByRole('combobox', { name: 'Field to change' })).toBeFocused();
  await page.keyboard.type('Rate');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Rate %' }).fill('12.5');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(page)).toContainText('2 rows: 2 to change. Nothing is stored yet.');
  await expect(
    dialog(page)
      .getByRole('gridcell', { name: /1\.00.*12\.5/ })
      .first(),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('ATC Codes: 2 changed.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`${mark}B`) })).toContainText('12.50');

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(page)).toContainText('3 rows: 3 to delete. Nothing is stored yet.');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('ATC Codes: 3 deleted.')).toBeVisible();
  await expect(page.getByText(`No result for “${mark}”`)).toBeVisible();
});
