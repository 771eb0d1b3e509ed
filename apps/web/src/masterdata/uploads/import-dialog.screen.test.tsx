import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UploadRow, UploadView } from '@talaan/contract/uploads/upload.contract';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { problem, serveResources } from '../../testing/serve-resources.ts';
import { serveUpload } from '../../testing/serve-upload.ts';

const COLUMNS: UploadView['columns'] = [
  { heading: 'ATC code', field: 'atc_code', certain: true },
  { heading: 'Description', field: 'atc_desc', certain: true },
  { heading: 'Rate %', field: 'atc_rate', certain: true },
];
const ROWS: UploadRow[] = [
  { row: 2, record_id: null, verdict: 'new', cells: ['WI1', 'Rent', '5'], before: {}, faults: [] },
  { row: 3, record_id: 7, verdict: 'changed', cells: ['WI2', 'Lease', '2'], before: { 2: '1.00' }, faults: [] },
  {
    row: 4,
    record_id: null,
    verdict: 'refused',
    cells: ['WI3', 'Fee', '500'],
    before: {},
    faults: [{ column: 2, message: 'Rate % must be a number from 0 to 100.' }],
  },
];

beforeEach(() => startSession(loginDataOf({ 'ATC Codes': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const dialog = () => page.getByRole('dialog', { name: 'Import ATC Codes' });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });

/** Opens the dialog and gives it a file whose rows and columns the server answers. */
async function openWith(rows: readonly UploadRow[], columns = COLUMNS, name = 'codes.csv') {
  const served = serveResources({ alpha_tax_code: [] });
  const upload = serveUpload(served, '/alphataxcode', { rows, columns, file_name: name });
  await renderApp(SCREEN_TABLE.screens, '/alphataxcode');
  await page.getByRole('button', { name: 'Import' }).click();
  await userEvent.upload(dialog().getByLabelText('Drop, paste or choose a CSV or Excel file'), new File(['x'], name));
  return { served, upload };
}

test('the preview shows each error in its cell, and says it for the cell that has the focus', async () => {
  await openWith(ROWS);
  await expect
    .element(dialog().getByText('3 rows: 1 to add, 1 to change. 1 row has errors. Nothing is stored yet.'))
    .toBeVisible();
  // Rows with errors come first into sight; the error stands beside its cell.
  await expect.element(dialog().getByRole('radio', { name: 'With errors 1' })).toBeChecked();
  // What is wrong is read in the row itself, whatever has the focus.
  await expect
    .element(dialog().getByRole('gridcell', { name: 'Rate % must be a number from 0 to 100.', exact: true }))
    .toBeVisible();
  const bad = dialog().getByRole('gridcell', { name: /^500/ });
  await expect.element(bad).toHaveAttribute('aria-invalid', 'true');
  (bad.element() as HTMLElement).focus();
  await expect.element(dialog().getByText('Row 4: Rate % must be a number from 0 to 100.')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(dialog().getByRole('gridcell', { name: 'Fee' })).toHaveFocus();
  await expect.element(button('Import')).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);
});

test('the rows can be narrowed to what they do; a change shows the old value beside the new one', async () => {
  await openWith(ROWS);
  await dialog().getByText('Changed 1').click();
  const cell = dialog().getByRole('gridcell', { name: /1\.00.*2/ });
  await expect.element(cell).toBeVisible();
  (cell.element() as HTMLElement).focus();
  await expect.element(dialog().getByText('Row 3: Rate % was 1.00, becomes 2.')).toBeVisible();
  await dialog().getByText('All 3').click();
  await expect.element(dialog().getByRole('gridcell', { name: 'WI3' })).toBeVisible();
});

test('the good rows can be stored alone; the refused ones are offered as an error file', async () => {
  const { served, upload } = await openWith(ROWS);
  await button('Import 2 good rows').click();
  await expect.element(dialog().getByText('Stored: 1 added, 1 changed.')).toBeVisible();
  await expect.element(dialog().getByText(/^1 row with errors was left out\./)).toBeVisible();
  await expect.element(button('Error file')).toBeVisible();
  expect(served.asked.find(({ call }) => call.endsWith('/store'))?.body).toEqual({ rows: 'good' });
  await button('Close').first().click();
  // What is left of it is dropped with the dialog.
  await expect.poll(() => served.asked.some(({ call }) => call === `DELETE ${upload.path()}`)).toBe(true);
});

test('a clean file is stored as a whole, and says so', async () => {
  const { served } = await openWith(ROWS.slice(0, 2));
  await button('Import').click();
  await expect.element(page.getByText('codes.csv is imported: 1 added, 1 changed.')).toBeVisible();
  expect(dialog().elements()).toEqual([]);
  expect(served.asked.find(({ call }) => call.endsWith('/store'))?.body).toEqual({ rows: 'all' });
});

test('the same file again says that nothing changes', async () => {
  await openWith([{ ...ROWS[0]!, verdict: 'unchanged' }]);
  await expect.element(dialog().getByText('1 row: nothing changes, all of it is stored already.')).toBeVisible();
  await expect.element(button('Import')).toHaveAttribute('aria-disabled', 'true');
});

test('headings in doubt are asked for, with what they hold; a key field must be chosen', async () => {
  const { served } = await openWith(ROWS, [
    { heading: 'Kode', field: null, certain: false },
    { heading: 'Text', field: 'atc_desc', certain: false },
    { heading: 'Rate %', field: 'atc_rate', certain: true },
  ]);
  await expect
    .element(dialog().getByText('Choose the column for ATC code: it names the record.').first())
    .toBeVisible();
  await expect.element(button('Preview')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(dialog().getByRole('cell', { name: 'WI1 · WI2 · WI3' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog().getByRole('combobox', { name: 'Field of column Kode' }).fill('atc code');
  await userEvent.keyboard('{Enter}');
  await button('Preview').click();
  await expect.element(dialog().getByText(/^3 rows: 1 to add/)).toBeVisible();
  expect(served.asked.find(({ call }) => call.endsWith('/check'))?.body).toEqual({
    columns: ['atc_code', 'atc_desc', 'atc_rate'],
  });
  await button('Columns').click();
  await expect.element(dialog().getByRole('combobox', { name: 'Field of column Kode' })).toHaveValue('ATC code *');
});

test('a long step shows how far it is and can be cancelled', async () => {
  const { served, upload } = await openWith(ROWS, COLUMNS, 'long.csv');
  await expect.element(dialog().getByRole('grid')).toBeVisible();
  upload.hold({ state: 'checking', rows: 100_000, done: 45_500 });
  await button('Columns').click();
  await button('Preview').click();
  await expect.element(dialog().getByText('Checking rows 45,500 of 100,000 …')).toBeVisible();
  await expect.element(dialog().getByRole('progressbar')).toHaveAttribute('value', '45500');
  await button('Cancel').first().click();
  await expect.element(dialog().getByLabelText('Drop, paste or choose a CSV or Excel file')).toBeInTheDocument();
  expect(served.asked.some(({ call }) => call === `DELETE ${upload.path()}`)).toBe(true);
});

test('a file that the server cannot read is refused in its words', async () => {
  const served = serveResources({ alpha_tax_code: [] });
  served.answer('POST /alphataxcode/uploads', () => problem(422, 'wrong_encoding', 'Save the file as UTF-8.'));
  await renderApp(SCREEN_TABLE.screens, '/alphataxcode');
  await page.getByRole('button', { name: 'Import' }).click();
  await userEvent.upload(
    dialog().getByLabelText('Drop, paste or choose a CSV or Excel file'),
    new File(['x'], 'a.csv'),
  );
  await expect.element(dialog().getByText('Save the file as UTF-8.')).toBeVisible();
});
