import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makePage } from '@talaan/contract/http/envelope';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { serveResources } from '../../testing/serve-resources.ts';
import { serveUpload } from '../../testing/serve-upload.ts';

const PAYEES = Array.from({ length: 12 }, (_, at) => ({
  payee_type: 4,
  payee_code: `P${String(at + 1).padStart(2, '0')}`,
  payee_desc: `Payee ${at + 1}`,
  status: 1,
  vat: 0,
}));

beforeEach(() => startSession(loginDataOf({ 'Payee Details': 4 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const bar = () => page.getByRole('group', { name: 'Selected rows' });
const dialog = () => page.getByRole('dialog');
const button = (name: string) => dialog().getByRole('button', { name, exact: true });

async function openList() {
  const served = serveResources({ payee: PAYEES });
  await renderApp(SCREEN_TABLE.screens, '/payefile');
  await expect.element(page.getByRole('row', { name: /P01/ })).toBeVisible();
  return served;
}

function focusRow(code: string): void {
  const row = page.getByRole('row', { name: new RegExp(code) }).element() as HTMLElement;
  row.focus();
}

test('rows are selected by Space and Shift with an arrow, and all that the list finds; Esc clears', async () => {
  await openList();
  focusRow('P01');
  await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(bar().getByText('3 selected')).toBeVisible();
  await bar().getByRole('button', { name: 'Select all 12' }).click();
  await expect.element(bar().getByText('12 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox', { name: 'Search Payee Details' })).toBeVisible();
  expect(bar().elements()).toEqual([]);
});

test('a field gets one value in many records, after a preview of old and new', async () => {
  const served = await openList();
  serveUpload(served, '/payefile', {
    file_name: null,
    columns: [
      { heading: 'Payee code', field: null, certain: true },
      { heading: 'VAT', field: 'vat', certain: true },
    ],
    rows: [
      { row: 1, record_id: 1, verdict: 'changed', cells: ['P01', 'Vatable'], before: { 1: 'NA' }, faults: [] },
      { row: 2, record_id: 2, verdict: 'changed', cells: ['P02', 'Vatable'], before: { 1: 'NA' }, faults: [] },
    ],
  });
  focusRow('P01');
  await userEvent.keyboard(' {ArrowDown}x');
  await bar().getByRole('button', { name: 'Change …' }).click();
  await expect.element(dialog().getByRole('heading', { name: 'Change 2 Payee Details' })).toBeVisible();
  await expect.element(button('Preview')).toHaveAttribute('aria-disabled', 'true');
  await dialog().getByRole('combobox', { name: 'Field to change' }).fill('vat');
  await userEvent.keyboard('{Enter}');
  await dialog().getByRole('combobox', { name: 'VAT' }).fill('Vatable');
  await userEvent.keyboard('{Enter}');
  expect(await accessibilityFaults()).toEqual([]);
  await button('Preview').click();
  await expect.element(dialog().getByText('2 rows: 2 to change. Nothing is stored yet.')).toBeVisible();
  await expect
    .element(
      dialog()
        .getByRole('gridcell', { name: /NA.*Vatable/ })
        .first(),
    )
    .toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  const asked = served.asked.find(({ call }) => call === 'POST /payefile/bulk-change')!;
  expect(asked.body).toMatchObject({ ids: [1, 2], change: { vat: 1 } });
  await button('Apply').click();
  await expect.element(page.getByText('Payee Details: 2 changed.')).toBeVisible();
  expect(bar().elements()).toEqual([]);
});

test('a value that the field refuses is refused before anything is sent', async () => {
  const served = await openList();
  focusRow('P01');
  await userEvent.keyboard(' ');
  await bar().getByRole('button', { name: 'Change …' }).click();
  await dialog().getByRole('combobox', { name: 'Field to change' }).fill('payee type');
  await userEvent.keyboard('{Enter}');
  await button('Preview').click();
  await expect.element(dialog().getByText('Payee type is required.')).toBeVisible();
  expect(served.asked.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('what is used is not deleted and says why; the others are', async () => {
  const served = await openList();
  const message = 'Payee 2 P02 cannot be deleted: 3 transactions use it.';
  serveUpload(served, '/payefile', {
    file_name: null,
    action: 'delete',
    columns: [{ heading: 'Payee code', field: null, certain: true }],
    rows: [
      { row: 1, record_id: 1, verdict: 'removed', cells: ['P01'], before: {}, faults: [] },
      { row: 2, record_id: 2, verdict: 'refused', cells: ['P02'], before: {}, faults: [{ column: null, message }] },
    ],
  });
  await page.getByRole('searchbox', { name: 'Search Payee Details' }).fill('payee 1');
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('1 - 4 of 4');
  focusRow('P01');
  await userEvent.keyboard(' ');
  await bar().getByRole('button', { name: 'Select all 4' }).click();
  await bar().getByRole('button', { name: 'Delete' }).click();
  await button('Preview').click();
  await expect.element(dialog().getByText(`Row 2: ${message}`)).toBeVisible();
  const asked = served.asked.find(({ call }) => call === 'POST /payefile/bulk-delete')!;
  expect(Object.keys(asked.body!)).toEqual(['upload_id']);
  expect(asked.query.get('search')).toBe('payee 1');
  await button('Delete 1 good row').click();
  await expect.element(dialog().getByText('Stored: 1 deleted.')).toBeVisible();
  const stored = served.asked.find(({ call }) => call.endsWith('/delete-records'));
  expect(stored?.body).toEqual({ rows: 'good' });
});

const REFUSED_UNDO = 'Undoing this brings deleted records back. That needs Delete on Payee Details.';

test('what was imported or changed together is undone together, after a preview that says what is left alone', async () => {
  const served = await openList();
  const why = 'Changed since by Ben Cruz, 2026-11-20 14:02: it stays as it is.';
  const change = { user_name: 'Ana Reyes', file_name: null, new: 0, changed: 2, removed: 0, undone: null };
  served.answer('GET /payefile/bulk-changes', () => ({
    body: {
      data: [
        { ...change, id: '9', at: '2026-11-20T06:00:00Z', action: 'save', undo: { allowed: true, message: null } },
        {
          ...change,
          id: '7',
          at: '2026-11-18T06:00:00Z',
          action: 'delete',
          changed: 0,
          removed: 2,
          undo: { allowed: false, message: REFUSED_UNDO },
        },
        {
          ...change,
          id: '8',
          at: '2026-11-19T06:00:00Z',
          action: 'save',
          file_name: 'payees.csv',
          new: 3,
          undone: { user_name: 'Ben Cruz', at: '2026-11-19T07:00:00Z' },
          undo: { allowed: true, message: null },
        },
      ],
      has_more: false,
    },
  }));
  serveUpload(served, '/payefile', {
    file_name: null,
    action: 'undo',
    columns: [
      { heading: 'Payee code', field: null, certain: true },
      { heading: 'VAT', field: 'vat', certain: true },
    ],
    rows: [
      { row: 1, record_id: 1, verdict: 'changed', cells: ['P01', 'NA'], before: { 1: 'Vatable' }, faults: [] },
      {
        row: 2,
        record_id: 2,
        verdict: 'refused',
        cells: ['P02', 'NA'],
        before: {},
        faults: [{ column: null, message: why }],
      },
    ],
  });
  await page.getByRole('button', { name: 'Bulk changes of Payee Details' }).click();
  await expect.element(dialog().getByText('payees.csv: 3 added, 2 changed')).toBeVisible();
  await expect.element(dialog().getByText(/^Undone by Ben Cruz, /)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  expect(
    dialog()
      .getByRole('button', { name: /^Undo / })
      .elements(),
  ).toHaveLength(2);
  const refused = dialog().getByRole('button', { name: /^Undo Bulk deletion, / });
  await refused.hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(REFUSED_UNDO);
  await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
  await dialog()
    .getByRole('button', { name: /^Undo Bulk change, / })
    .click();
  const undo = page.getByRole('dialog', { name: 'Undo the change of 2 Payee Details' });
  await undo.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(undo.getByText('2 rows: 1 to restore. 1 row is left alone. Nothing is stored yet.'))
    .toBeVisible();
  await expect.element(undo.getByRole('gridcell', { name: why })).toBeVisible();
  const rows = undo.getByRole('grid').element() as HTMLElement;
  expect(rows.parentElement!.clientHeight).toBeLessThanOrEqual(rows.offsetHeight + 1);
  expect(served.asked.find(({ call }) => call === 'POST /payefile/bulk-undo')!.body).toMatchObject({ change_id: '9' });
  await undo.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(undo.getByText('Undone: 1 restored.')).toBeVisible();
  await expect.element(undo.getByText('1 row was left alone.')).toBeVisible();
  expect(served.asked.find(({ call }) => call.endsWith('/store'))?.body).toEqual({ rows: 'good' });
});

test('whoever may only look can export what he selects, and nothing else', async () => {
  forgetSession();
  startSession(loginDataOf({ 'Payee Details': 1 }));
  const served = serveResources({ payee: PAYEES });
  const none = { create: false, update: false, delete: false };
  served.answer('GET /payefile', () => ({
    body: {
      ...makePage(served.rows('payee').slice(0, 10), 12, { page: 1, pages: 10 }, { path: '', query: {} }),
      abilities: none,
    },
  }));
  await renderApp(SCREEN_TABLE.screens, '/payefile');
  await expect.element(page.getByRole('row', { name: /P01/ })).toBeVisible();
  focusRow('P01');
  await userEvent.keyboard(' ');
  await expect.element(bar().getByRole('button', { name: 'Export' })).toBeVisible();
  expect(
    bar()
      .getByRole('button', { name: /^(Change|Deactivate|Delete)/ })
      .elements(),
  ).toEqual([]);
});
