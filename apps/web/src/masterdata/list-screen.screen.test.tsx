import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makePage } from '@talaan/contract/http/envelope';
import { SCREEN_TABLE } from '../paths.ts';
import { forgetSession, startSession } from '../session/session.ts';
import { loginDataOf, renderApp } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { serveResources } from '../testing/serve-resources.ts';

/** ATC001 … ATC023, each with its own rate. */
const CODES = Array.from({ length: 23 }, (_code, index) => ({
  atc_code: `ATC${String(index + 1).padStart(3, '0')}`,
  atc_desc: index === 6 ? 'Professional fees' : `Income payment ${index + 1}`,
  atc_rate: `${index + 1}.00`,
}));

beforeEach(() => {
  startSession(loginDataOf({ 'ATC Codes': 4, Branches: 4, Rates: 4, 'Approving Officers': 4 }));
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const openList = (address = '/alphataxcode') => renderApp(SCREEN_TABLE.screens, address);
const table = () => page.getByRole('table');
const rowTexts = () =>
  [...document.querySelectorAll('tbody tr')].map(
    (row) => row.querySelectorAll('td:not(:has(input))')[0]?.textContent ?? '',
  );
const firstRow = () => document.querySelector<HTMLElement>('tbody tr');

test('a list begins with Record ID, shows its total, and ten rows', async () => {
  serveResources({ alpha_tax_code: CODES });
  await openList();
  await expect.element(page.getByRole('heading', { level: 1, name: /^ATC Codes ?\(23\)$/ })).toBeVisible();
  const heads = table().getByRole('columnheader').elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    '',
    'Record ID',
    'ATC code',
    'Description',
    'Rate %',
    'Status',
  ]);
  expect(rowTexts()).toHaveLength(10);
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test.each([
  ['/branches', 1280, ['', 'Record ID', 'Code', 'Abbreviation', 'Name', 'TIN', 'Date opened', 'Status']],
  ['/dollarrate', 968, ['', 'Record ID', 'Fiscal year', 'Period', 'Currency', 'Account class', 'Rate']],
  ['/approvingofficers', 968, ['', 'Name', 'Level', 'Currency', 'Min', 'Max']],
])('%s at %i px shows what says what a record is, and does not scroll sideways', async (address, width, shown) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  serveResources({ branch: [], currency_rate: [], approving_officer: [] });
  await openList(address);
  const heads = () => table().getByRole('columnheader').elements();
  await expect.poll(() => heads().map((head) => head.textContent)).toEqual(shown);
  const scroller = table().element().parentElement!;
  expect(scroller.scrollWidth).toBe(scroller.clientWidth);
});

test('pages, rows per page and order are in the address, and another number of rows begins at page 1', async () => {
  serveResources({ alpha_tax_code: CODES });
  const { history } = await openList();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByText('11 - 20 of 23')).toBeVisible();
  expect(history.location.search).toBe('?page=2');
  await page.getByLabelText('Rows per page').selectOptions('25');
  await expect.element(page.getByText('1 - 23 of 23')).toBeVisible();
  expect(history.location.search).toBe('?pages=25');

  const description = page.getByRole('button', { name: 'Description' });
  await description.click();
  await expect
    .element(page.getByRole('columnheader', { name: 'Description' }))
    .toHaveAttribute('aria-sort', 'ascending');
  await description.click();
  await expect.poll(() => rowTexts()[0]).toBe('ATC007');
  expect(history.location.search).toBe('?pages=25&sort=-atc_desc');
  await description.click();
  await expect.poll(() => rowTexts()[0]).toBe('ATC001');
  expect(history.location.search).toBe('?pages=25');
});

test('an address restores the exact view, and odd values in it are passed over', async () => {
  const { asked } = serveResources({ alpha_tax_code: CODES });
  await openList('/alphataxcode?page=2&pages=10&sort=-atc_code&q=income&pages=33&colour=red');
  await expect.element(page.getByText('11 - 20 of 22')).toBeVisible();
  expect(rowTexts()[0]).toBe('ATC013');
  await expect.element(page.getByRole('searchbox', { name: 'Search ATC Codes' })).toHaveValue('income');
  const lists = asked.filter(({ call }) => call === 'GET /alphataxcode').map(({ query }) => query.toString());
  expect(lists).toContain('search=income&sort=-atc_code&page=2&pages=10');
});

test('a search narrows the list from page 1, says when nothing is found, and Clear filters brings all back', async () => {
  serveResources({ alpha_tax_code: CODES });
  const { history } = await openList('/alphataxcode?page=2');
  await expect.element(page.getByText('11 - 20 of 23')).toBeVisible();
  await userEvent.keyboard('s');
  await userEvent.keyboard('professional');
  await expect.poll(() => history.location.search).toBe('?q=professional');
  await expect.element(page.getByText('1 - 1 of 1', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: /^ATC Codes ?\(23\)$/ })).toBeVisible();
  await userEvent.keyboard('xx');
  await expect.element(page.getByText('No result for “professionalxx”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
});

test('a filter is named in the bar and in the address, and Clear takes it away', async () => {
  const branches = ['North', 'South', 'East'].map((name, index) => ({
    brnc_code: `B0${index}`,
    brnc_name: name,
    brnc_stat: index === 1 ? 0 : 1,
  }));
  serveResources({ branch: branches });
  const { history } = await openList('/branches');
  await expect.element(page.getByText('1 - 3 of 3')).toBeVisible();
  await userEvent.keyboard('f');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('checkbox', { name: 'Inactive' }).click();
  await expect.element(page.getByText('1 - 1 of 1', { exact: true })).toBeVisible();
  expect(history.location.search).toBe('?brnc_stat=0');
  await expect.element(page.getByRole('button', { name: 'Status: Inactive' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(page.getByText('1 - 3 of 3')).toBeVisible();
});

test('the next page is fetched when the pointer comes to its button', async () => {
  const { asked } = serveResources({ alpha_tax_code: CODES });
  await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).hover();
  await expect.poll(() => asked.filter(({ query }) => query.get('page') === '2')).toHaveLength(1);
});

test('rows are walked and opened with the keyboard, and the focus comes back to the row', async () => {
  serveResources({ alpha_tax_code: CODES });
  const { history } = await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  await userEvent.keyboard('jj{ArrowDown}');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Edit entry' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('ATC003 · Income payment 3')).toBeVisible();
  expect(history.location.search).toBe('?id=3');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toContain('ATC003');
  expect(history.location.search).toBe('');
  await userEvent.keyboard('{PageDown}');
  await expect.element(page.getByText('11 - 20 of 23')).toBeVisible();
});

test('Del asks with the name of the record and the focus on Cancel, then deletes and says so', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  await userEvent.keyboard('j{Delete}');
  await expect.element(page.getByRole('alertdialog', { name: 'Delete Income payment 1 ATC001?' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(served.rows('alpha_tax_code')).toHaveLength(23);
  firstRow()?.focus();
  await userEvent.keyboard('{Delete}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Your work has been successful! Income payment 1 ATC001 deleted.')).toBeVisible();
  await expect.element(page.getByText('1 - 10 of 22')).toBeVisible();
});

test('a record that is in use stays, with the reason of the server', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  served.answer('DELETE /alphataxcode/1', () => ({
    status: 409,
    body: { status: 409, title: '', message: '2 payees use it.', code: 'still_used', request_id: '1' },
  }));
  await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  await userEvent.keyboard('j{Delete}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Delete failed! 2 payees use it.')).toBeVisible();
});

test('after the last record of the last page is deleted the page before it shows', async () => {
  serveResources({ alpha_tax_code: CODES.slice(0, 11) });
  const { history } = await openList('/alphataxcode?page=2');
  await expect.element(page.getByText('11 - 11 of 11')).toBeVisible();
  await userEvent.keyboard('j{Delete}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('1 - 10 of 10')).toBeVisible();
  expect(history.location.search).toBe('');
});

test('a list that cannot be loaded says so in its place, without a pop-up, and loads again', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  served.answer('GET /alphataxcode', () => Promise.reject(new TypeError('Failed to fetch')));
  await openList();
  await expect.element(page.getByText("Couldn't load this list.")).toBeVisible();
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
  expect(page.getByText('0 - 0 of 0').elements()).toEqual([]);
  served.answer('GET /alphataxcode', null);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
});

test('an empty list offers the first record', async () => {
  serveResources({ alpha_tax_code: [] });
  await openList();
  await expect.element(page.getByText('No ATC Codes yet')).toBeVisible();
  await page.getByRole('button', { name: 'New ATC code' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Edit entry' })).toBeVisible();
});

test('level Select sees and reads; adding and importing say what is missing and who can grant it, by keyboard too', async () => {
  const served = serveResources({ alpha_tax_code: CODES });
  served.answer('GET /alphataxcode', () => ({
    body: {
      ...makePage(
        served.rows('alpha_tax_code').slice(0, 10),
        23,
        { page: 1, pages: 10 },
        { path: '/alphataxcode', query: {} },
      ),
      abilities: {
        create: false,
        update: false,
        delete: false,
      },
    },
  }));
  served.answer('GET /access/effective', () => ({
    body: {
      data: {
        user: { id: 7, user_id: 'reader', name: 'Ana Reyes', sper_user: 0, is_active: true },
        modules: [],
        granted_by: ['Ben Cruz', 'Carla Santos'],
      },
    },
  }));
  startSession(loginDataOf({ 'ATC Codes': 1 }));
  await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Edit|Delete)/ }).elements()).toEqual([]);
  for (const [name, level] of [
    [/^New/, 'Insert'],
    [/^Import/, 'Update'],
  ] as const) {
    const button = page.getByRole('button', { name });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    // A reason shows for the focus that comes by keyboard.
    await userEvent.tab();
    button.element().focus();
    const reason = `You need ${level} on ATC Codes; you have Select. Ben Cruz or Carla Santos can grant it.`;
    await expect.element(page.getByRole('tooltip')).toHaveTextContent(reason);
    await expect.element(button).toHaveAccessibleDescription(reason);
    await userEvent.keyboard('{Enter}');
  }
  await userEvent.keyboard('n');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  firstRow()?.click();
  await expect.element(page.getByRole('dialog', { name: 'View entry' })).toBeVisible();
  expect(page.getByRole('dialog').getByRole('textbox').elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
  await expect
    .element(page.getByRole('dialog').getByText('You need Update on ATC Codes; you have Select.'))
    .toBeVisible();
});

test('chosen columns and their order are kept for the next visit', async () => {
  serveResources({ alpha_tax_code: CODES });
  const heads = () =>
    table()
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent);
  const { screen } = await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Description' }).click();
  await page.getByRole('checkbox', { name: 'Edited by' }).click();
  await page.getByRole('button', { name: 'Move Rate % up' }).click();
  expect(heads()).toEqual(['', 'Record ID', 'Rate %', 'ATC code', 'Status', 'Edited by']);
  await screen.unmount();
  await openList();
  await expect.element(page.getByText('1 - 10 of 23')).toBeVisible();
  expect(heads()).toEqual(['', 'Record ID', 'Rate %', 'ATC code', 'Status', 'Edited by']);
});
