import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { problem, serveResources, type Served } from '../../testing/serve-resources.ts';
import { clearMessages } from '../../ui/feedback/feedback.ts';

const CODES = [
  { atc_code: 'WI010', atc_desc: 'Professional fees', atc_rate: '10.00' },
  { atc_code: 'WI011', atc_desc: 'Talent fees', atc_rate: '10.00' },
];
const FEES = 'Professional fees WI010';
const snackbar = (text: string) => page.getByRole('status').filter({ hasText: text });
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });
const box = (label: string) => dialog().getByRole('textbox', { name: label });
const writes = (served: Served) =>
  served.asked.filter(({ call }) => !call.startsWith('GET ')).map(({ call, body }) => ({ call, body }));

beforeEach(() => startSession(loginDataOf({ 'ATC Codes': 4, Departments: 4, 'Payee Details': 4, Branches: 4 })));
afterEach(() => {
  clearMessages();
  forgetSession();
  vi.restoreAllMocks();
});

const open = (path: string) => renderApp(SCREEN_TABLE.screens, path, { plain: SCREEN_TABLE.plain });

test('Undo takes a change back with the version it left, by click, and says so', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=1');
  await box('Rate %').fill('15');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(snackbar(`${FEES} updated.`)).toBeVisible();
  await snackbar(`${FEES} updated.`).getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText(`Undone: ${FEES} is as it was before.`)).toBeVisible();
  expect(writes(served).at(-1)).toEqual({
    call: 'PUT /alphataxcode/1',
    body: { atc_rate: '10.00', row_version: 2 },
  });
  expect(served.rows('alpha_tax_code')[0]).toMatchObject({ atc_rate: '10.00', row_version: 3 });
  expect(snackbar(`${FEES} updated.`).elements()).toEqual([]);
});

test('Ctrl+Z takes back what was added and what was deleted, but not while someone types', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode');
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
  await userEvent.keyboard('n');
  await userEvent.keyboard('WC158{Enter}Contractors{Enter}2{Control>}{Enter}{/Control}');
  await expect.element(snackbar('Contractors WC158 added.')).toBeVisible();
  await userEvent.keyboard('s');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(served.rows('alpha_tax_code')).toHaveLength(3);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Undone: Contractors WC158 is removed again.')).toBeVisible();
  expect(served.rows('alpha_tax_code')).toHaveLength(2);
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();

  await userEvent.keyboard('j{Delete}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(snackbar(`${FEES} deleted.`)).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText(`Undone: ${FEES} is back.`)).toBeVisible();
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
});

test('Undo is refused, with the reason, when somebody else changed the record meanwhile', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=1');
  await box('Rate %').fill('15');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(snackbar(`${FEES} updated.`)).toBeVisible();
  Object.assign(served.rows('alpha_tax_code')[0]!, { atc_desc: 'Theirs', row_version: 9 });
  await snackbar(`${FEES} updated.`).getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undo failed! Changed by Ben Cruz at 14:02. Reload to see it.')).toBeVisible();
  expect(served.rows('alpha_tax_code')[0]).toMatchObject({ atc_desc: 'Theirs', atc_rate: '15.00' });
});

test('who may not delete is offered no way back from what he added', async () => {
  startSession(loginDataOf({ 'ATC Codes': 3 }));
  serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=new');
  await box('ATC code').fill('WC158');
  await box('Description').fill('Contractors');
  await box('Rate %').fill('2');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(snackbar('Contractors WC158 added.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

test('a used record cannot be deleted: what uses it is shown with links, and it is made inactive instead', async () => {
  const served = serveResources({ department: [{ dept_code: 'ACCT', dept_desc: 'Accounting', dept_status: 1 }] });
  served.answer('GET /dept/1/uses', () => ({
    body: {
      data: {
        uses: [
          { text: 'more than 1,000 other transactions', examples: [batch('0000911')] },
          { text: '1 branch', examples: [{ label: 'Quiapo QUI01', resource: 'branch', id: 5, batch_number: null }] },
          { text: '1 payee bank', examples: [{ label: 'Ana 1-2', resource: 'payee_bank', id: 7, batch_number: null }] },
        ],
        sentence: 'more than 1,000 other transactions and 1 branch use this department.',
        deletion: { allowed: false, message: 'Accounting ACCT cannot be deleted: … Make it inactive instead.' },
        deactivation: { allowed: true, message: null },
      },
    },
  }));
  await open('/depts');
  await expect.element(page.getByText('1 - 1 of 1')).toBeVisible();
  await userEvent.keyboard('j{Delete}');
  const uses = page.getByRole('alertdialog', { name: 'Accounting ACCT cannot be deleted' });
  await expect.element(uses).toHaveTextContent('More than 1,000 other transactions and 1 branch use this department.');
  await expect.element(uses.getByText('More than 1,000 other transactions', { exact: true })).toBeVisible();
  expect(uses.getByRole('button', { name: 'Delete' }).elements()).toEqual([]);
  await expect.element(uses.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect
    .element(uses.getByRole('link', { name: '0000911' }))
    .toHaveAttribute('href', '/search-transaction?number=0000911');
  await expect.element(uses.getByRole('link', { name: 'Quiapo QUI01' })).toHaveAttribute('href', '/branches?id=5');
  await expect
    .element(uses.getByRole('link', { name: 'Ana 1-2' }))
    .toHaveAttribute('href', '/payefile?tab=accounts&id=7');
  expect(await accessibilityFaults()).toEqual([]);
  await uses.getByRole('button', { name: 'Make inactive' }).click();
  await expect.element(snackbar('Accounting ACCT updated.')).toBeVisible();
  expect(writes(served)).toEqual([{ call: 'PUT /dept/1', body: { dept_status: 0, row_version: 1 } }]);
  await snackbar('Accounting ACCT updated.').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone: Accounting ACCT is as it was before.')).toBeVisible();
  expect(served.rows('department')[0]).toMatchObject({ dept_status: 1 });
});

test('before a record is taken out of use the dialog says what uses it, and keeps it where open transactions do', async () => {
  const served = serveResources({ department: [{ dept_code: 'ACCT', dept_desc: 'Accounting', dept_status: 1 }] });
  const answerUses = (deactivation: { allowed: boolean; message: string | null }) =>
    served.answer('GET /dept/1/uses', () => ({
      body: {
        data: {
          uses: [{ text: '2 open transactions', examples: [batch('0000911'), batch('0000912')] }],
          sentence: '2 open transactions use this department.',
          deletion: { allowed: false, message: '' },
          deactivation,
        },
      },
    }));
  answerUses({ allowed: false, message: '2 open transactions use this department: JE 0000911, JE 0000912.' });
  await open('/depts?id=1');
  await dialog().getByRole('switch', { name: 'Status' }).click();
  await userEvent.keyboard('{Control>}s{/Control}');
  const stays = page.getByRole('alertdialog', { name: 'Accounting ACCT stays active' });
  await expect.element(stays).toHaveTextContent(': JE 0000911, JE 0000912.');
  await stays.getByRole('button', { name: 'Close' }).first().click();
  expect(writes(served)).toEqual([]);

  answerUses({ allowed: true, message: null });
  await userEvent.keyboard('{Control>}s{/Control}');
  const asked = page.getByRole('alertdialog', { name: 'Make Accounting ACCT inactive?' });
  await asked.getByRole('button', { name: 'Make inactive' }).click();
  await expect.element(snackbar('Accounting ACCT updated.')).toBeVisible();
  expect(served.rows('department')[0]).toMatchObject({ dept_status: 0 });
});

test('a record that somebody deleted meanwhile: what was typed can be stored as a new one', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=1');
  await box('Rate %').fill('15');
  served.answer('PUT /alphataxcode/1', () =>
    problem(404, 'not_found', 'Deleted by Ben Cruz at 14:02.', { deleted_by: 'Ben Cruz' }),
  );
  served.rows('alpha_tax_code').shift();
  await userEvent.keyboard('{Control>}s{/Control}');
  const gone = page.getByRole('alertdialog', { name: 'Deleted by Ben Cruz at 14:02.' });
  await expect.element(gone).toHaveTextContent('can be stored as a new record');
  expect(await accessibilityFaults()).toEqual([]);
  await gone.getByRole('button', { name: 'Save as new' }).click();
  await expect.element(snackbar(`${FEES} added.`)).toBeVisible();
  expect(served.rows('alpha_tax_code').at(-1)).toMatchObject({ atc_code: 'WI010', atc_rate: '15.00' });
});

test('a code that was renamed meanwhile is named in the conflict', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode?id=1');
  await box('Rate %').fill('15');
  Object.assign(served.rows('alpha_tax_code')[0]!, { atc_code: 'WI012', row_version: 2 });
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('ATC code WI010 is WI012 by now.')).toBeVisible();
  await page.getByRole('button', { name: 'Save chosen' }).click();
  await expect.element(page.getByText('Professional fees WI012 updated.')).toBeVisible();
  expect(served.rows('alpha_tax_code')[0]).toMatchObject({ atc_code: 'WI012', atc_rate: '15.00' });
});

test('history is read from the dialog: who, when, what changed in words, and the file of an import', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  const change = { field: 'atc_rate', label: 'Rate %', row: null, before: '10.00', after: '15.00', hidden: false };
  served.answer('GET /alphataxcode/1/history', ({ query }) => ({
    body:
      query.get('page') === '2'
        ? { data: [entry('1', 'added', 'Ana Reyes', [{ ...change, before: null }], 'codes.csv')], has_more: false }
        : { data: [entry('2', 'changed', 'Ben Cruz', [change])], has_more: true },
  }));
  await open('/alphataxcode?id=1');
  await expect
    .poll(() => document.querySelector('[aria-label=Breadcrumb]')?.textContent)
    .toMatch(/ATC Codes›WI010 · Professional fees$/);
  await dialog().getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const act = history.getByRole('list').first();
  await expect.element(act).toHaveTextContent('ChangedBen Cruz2025-05-22 14:02Rate % changed from 10.00 to 15.00');
  expect(await accessibilityFaults()).toEqual([]);
  await history.getByRole('button', { name: 'Older' }).click();
  await expect.element(act).toHaveTextContent('AddedAna Reyesfrom codes.csv');
  await expect.element(history.getByText('Rate %: 15.00')).not.toBeVisible();
  await history.getByText('Details').click();
  await expect.element(history.getByText('Rate %: 15.00')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => history.elements()).toEqual([]);
  await expect.element(dialog()).toBeVisible();
});

test('Ctrl+Shift+D opens a new record with the values of the row and an empty code', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  const { history } = await open('/alphataxcode');
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
  await userEvent.keyboard('j{Control>}{Shift>}d{/Shift}{/Control}');
  await expect.element(dialog().getByText('New ATC code')).toBeVisible();
  expect(history.location.search).toBe('?id=copy-1');
  await expect.element(box('ATC code')).toHaveValue('');
  await expect.element(box('ATC code')).toHaveFocus();
  await expect.element(box('Description')).toHaveValue('Professional fees');
  await userEvent.keyboard('WI099{Control>}s{/Control}');
  await expect.element(snackbar('Professional fees WI099 added.')).toBeVisible();
  expect(served.rows('alpha_tax_code').at(-1)).toMatchObject({ id: 3, atc_code: 'WI099', atc_rate: '10.00' });
});

test('deleted records are listed and brought back', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await open('/alphataxcode');
  await expect.element(page.getByText('1 - 2 of 2')).toBeVisible();
  await userEvent.keyboard('j{Delete}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('1 - 1 of 1')).toBeVisible();
  const gone = { id: 1, name: FEES, deleted_at: '2025-05-22T06:02:00Z', deleted_by_name: 'Ana Reyes' };
  served.answer('GET /alphataxcode/deleted', () => ({ body: { data: [gone], has_more: false } }));
  await page.getByRole('button', { name: 'Deleted ATC Codes' }).click();
  const list = page.getByRole('dialog', { name: 'Deleted ATC Codes' });
  await expect
    .element(list.getByRole('listitem'))
    .toHaveTextContent('Record 1, deleted by Ana Reyes, 2025-05-22 14:02');
  expect(await accessibilityFaults()).toEqual([]);
  await list.getByRole('button', { name: `Restore ${FEES}` }).click();
  await expect.element(page.getByText(`${FEES} is back.`)).toBeVisible();
  expect(served.rows('alpha_tax_code').map(({ id }) => id)).toEqual([2, 1]);
});

test('the choices of a field in a dialog lie inside the dialog, for whoever is told of nothing outside it', async () => {
  serveResources({ department: [], payee: [] });
  await open('/depts?id=new');
  await dialog().getByRole('combobox', { name: 'Group' }).click();
  await expect.element(dialog().getByRole('listbox').getByRole('option').first()).toBeVisible();
  const list = document.querySelector('[role=listbox]')!.getBoundingClientRect();
  const hit = document.elementFromPoint(list.left + list.width / 2, list.bottom - 4);
  expect(document.querySelector('[role=listbox]')!.contains(hit)).toBe(true);
  expect(await accessibilityFaults()).toEqual([]);
});

function batch(batch_number: string) {
  return { label: batch_number, resource: null, id: null, batch_number };
}

function entry(id: string, action: string, user_name: string, changes: object[], source_file: string | null = null) {
  return { id, at: '2025-05-22T06:02:00Z', user_name, action, source_file, changes };
}
