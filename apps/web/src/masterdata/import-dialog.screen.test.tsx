import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ImportResult } from '@talaan/contract/resource/resource-routes';
import { SCREEN_TABLE } from '../paths.ts';
import { forgetSession, startSession } from '../shell/session.ts';
import { loginDataOf, renderApp } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { problem, serveResources } from '../testing/serve-resources.ts';

const RESULT: ImportResult = { dry_run: true, rows: 2, added: 1, changed: 1, unchanged: 0, fault_count: 0, faults: [] };
const FAULT = { row: 3, column: 'Rate %', value: '500', message: 'Rate % must be a number from 0 to 100.' };

beforeEach(() => startSession(loginDataOf({ 'ATC Codes': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const dialog = () => page.getByRole('dialog', { name: 'Import ATC Codes' });
const importButton = () => dialog().getByRole('button', { name: 'Import' });

/** Opens the dialog and gives it a file; the server answers each import with the next of these. */
async function openWith(replies: readonly (() => { status?: number; body: unknown })[], name = 'codes.csv') {
  const served = serveResources({ alpha_tax_code: [] });
  const next = [...replies];
  served.answer('POST /alphataxcode/import', () => next.shift()!());
  await renderApp(SCREEN_TABLE.screens, '/alphataxcode');
  await page.getByRole('button', { name: 'Import' }).click();
  await userEvent.upload(dialog().getByLabelText('Drop, paste or choose a CSV or Excel file'), new File(['x'], name));
  return served;
}

test('a preview lists the errors by row and column, and nothing can be imported', async () => {
  const served = await openWith([() => ({ body: { data: { ...RESULT, fault_count: 1, faults: [FAULT] } } })]);
  await expect.element(dialog().getByText('1 error in 2 rows. Correct the file and choose it again.')).toBeVisible();
  const cells = dialog().getByRole('row').last().element().textContent;
  expect(cells).toBe('3Rate %500Rate % must be a number from 0 to 100.');
  await expect.element(importButton()).toHaveAttribute('aria-disabled', 'true');
  expect(served.asked.filter(({ call }) => call.endsWith('/import'))).toHaveLength(1);
  expect(await accessibilityFaults()).toEqual([]);
});

test('a clean preview says what would happen, and Import does it', async () => {
  const served = await openWith([
    () => ({ body: { data: RESULT } }),
    () => ({ body: { data: { ...RESULT, dry_run: false } } }),
  ]);
  await expect
    .element(dialog().getByText('2 rows: 1 to add, 1 to change, 0 unchanged. Nothing is stored yet.'))
    .toBeVisible();
  await importButton().click();
  await expect.element(page.getByText('codes.csv is imported: 1 added, 1 changed, 0 unchanged.')).toBeVisible();
  expect(dialog().elements()).toEqual([]);
  expect(served.asked.filter(({ call }) => call.endsWith('/import'))).toHaveLength(2);
});

test('a file that the server cannot read is refused in its words', async () => {
  await openWith([() => problem(422, 'unknown_column', "Column 'Code' is not known.")]);
  await expect.element(dialog().getByText("Column 'Code' is not known.")).toBeVisible();
  await expect.element(importButton()).toHaveAttribute('aria-disabled', 'true');
});
