import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Health } from '@talaan/contract/http/health';
import { answerCalls, loginDataOf, renderApp } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { useUnsaved } from '../ui/layers/unsaved.ts';
import { readPendingNumber } from '../session/pending-numbers.ts';
import { PageHeader } from '../page/page-header.tsx';
import { changePreferences } from '../page/preferences.ts';
import { readRecent, rememberRecent } from '../page/recent.ts';
import type { LoadScreen, Screen } from '../page/screen.ts';
import { forgetSession, startSession } from '../session/session.ts';

const headed =
  (title: string): LoadScreen =>
  async () =>
  () => <PageHeader title={title} />;
function HalfDoneEntry() {
  useUnsaved(true);
  return <PageHeader title="Add Entries" />;
}
const SCREENS: readonly Screen[] = [
  { label: 'Rates', path: '/dollarrate', title: 'Currency Rates', load: headed('Currency Rates') },
  { label: 'ATC Codes', path: '/alphataxcode', load: headed('ATC Codes') },
  { label: 'Banks', path: '/banks', load: headed('Banks') },
  {
    label: 'Journal Entries',
    path: '/trx-gen-journal',
    load: headed('Journal Entries'),
    children: [{ path: '/trx-gen-journal/create', title: 'Add Entries', load: async () => HalfDoneEntry }],
    create: { path: '/trx-gen-journal/create', detail: 'new journal' },
    keys: 'g j',
  },
  { label: 'Trial Balance', path: '/trial-balance', load: headed('Trial Balance') },
];
const SEARCH = {
  plain: [
    { path: '/search-transaction', title: 'Search', modules: ['Journal Entries' as const], load: headed('Batch') },
  ],
};
const LEVELS = { Banks: 4, 'ATC Codes': 1, Rates: 1, 'Journal Entries': 3, Companies: 4 };

beforeEach(() => {
  answerCalls({});
  changePreferences({ menu: 'auto', menu_groups: {}, favourites: {}, single_letters: true });
  startSession(loginDataOf(LEVELS));
});
afterEach(async () => {
  vi.restoreAllMocks();
  forgetSession();
  await page.viewport(1280, 800);
});

const menu = () => page.getByRole('navigation', { name: 'Main menu' });
const namesIn = (links: Element[]) => links.map((link) => link.textContent?.trim());

test('the menu holds the built screens of the role access, by group and sorted by module name', async () => {
  await renderApp(SCREENS, '/banks');
  await menu().getByRole('button', { name: 'Transactions' }).click();
  // Trial Balance is not granted, Companies is granted and not built: neither shows, and the group without an entry is hidden.
  expect(namesIn(menu().getByRole('link').elements())).toEqual([
    'Dashboard',
    'ATC Codes',
    'Banks',
    'Rates',
    'Journal Entries',
  ]);
  expect(menu().getByRole('button', { name: 'Reports' }).elements()).toEqual([]);
  await expect.element(menu().getByRole('link', { name: 'Banks' })).toHaveAttribute('aria-current', 'page');
});

test('Filter menu finds an entry in a folded group: Enter opens the first, the arrows go through them', async () => {
  const { screen } = await renderApp(SCREENS, '/banks');
  const filter = menu().getByRole('textbox', { name: 'Filter menu' });
  await filter.fill('jour');
  expect(namesIn(menu().getByRole('link').elements())).toEqual(['Journal Entries']);
  await filter.fill('xyz');
  await expect.element(menu().getByText('No entry for “xyz”')).toBeVisible();
  await filter.fill('a');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(menu().getByRole('link').nth(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(filter).toHaveFocus();
  await userEvent.keyboard('tc c{Enter}');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'ATC Codes' })).toBeVisible();
  await expect.element(filter).toHaveValue('');
});

test('a starred entry stands among the favourites, also after a reload', async () => {
  const { screen } = await renderApp(SCREENS, '/banks');
  await menu().getByRole('link', { name: 'Rates' }).hover();
  await menu().getByRole('button', { name: 'Add Rates to favourites' }).click();
  await expect.element(menu().getByRole('button', { name: 'Favourites', exact: true })).toBeVisible();
  expect(menu().getByRole('link', { name: 'Rates' }).elements()).toHaveLength(2);
  expect(JSON.parse(localStorage.getItem('talaan-interface') ?? '{}')).toMatchObject({
    favourites: { 7: ['/dollarrate'] },
  });
  await screen.unmount();
});

test('breadcrumb, tab title and focus follow the page', async () => {
  const { screen, router } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Banks' })).toBeVisible();
  await menu().getByRole('link', { name: 'Rates' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Currency Rates' })).toHaveFocus();
  expect(document.title).toBe('Currency Rates · Talaan');
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(namesIn(crumbs.getByRole('listitem').elements())).toEqual(['Home', 'File Maintenance', 'Currency Rates']);
  await expect.element(crumbs.getByText('Currency Rates')).toHaveAttribute('aria-current', 'page');
  await router.navigate({ to: '/trx-gen-journal/create' });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Add Entries' })).toBeVisible();
  expect(namesIn(crumbs.getByRole('listitem').elements())).toEqual([
    'Home',
    'Transactions',
    'Journal Entries',
    'Add Entries',
  ]);
});

test.each(['/no-such-page', '/trial-balance'])('%s shows the unauthorize page', async (path) => {
  const { screen } = await renderApp(SCREENS, path);
  await expect.element(screen.getByRole('heading', { name: 'Unauthorize' })).toBeVisible();
  await expect.element(screen.getByText("You don't have access to this page, or it doesn't exist.")).toBeVisible();
  expect(document.title).toBe('unauthorize · Talaan');
  await screen.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a page whose code fails says so and leaves the menu usable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React reports the fault there
  const failing: Screen = {
    label: 'Rates',
    path: '/dollarrate',
    load: async () => () => {
      throw new Error('a fault in the page');
    },
  };
  const { screen } = await renderApp([failing, ...SCREENS.slice(1)], '/dollarrate');
  await expect.element(screen.getByRole('heading', { name: 'This page has a fault' })).toBeVisible();
  await menu().getByRole('link', { name: 'Banks' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Banks' })).toBeVisible();
});

test('/about needs no login and has no shell', async () => {
  forgetSession();
  const health: Health = {
    live: true,
    ready: true,
    database: 'up',
    version: '0.2.0',
    migration: '0233-backups',
    backup: 'failed',
    waiting: { jobs: 0, mails: 3, webhooks: 0, files: 1 },
  };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(health));
  const { screen } = await renderApp(SCREENS, '/about');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Talaan' })).toBeVisible();
  await expect.element(screen.getByText('jobs\u00a00, mails\u00a03, webhooks\u00a00, files\u00a01')).toBeVisible();
  await expect.element(screen.getByText('0233-backups')).toBeVisible();
  await expect.element(screen.getByText('The last one failed')).toBeVisible();
  expect(menu().elements()).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});

test('a print opens without the shell, and only with access to its module', async () => {
  const print = (module: 'Banks' | 'Trial Balance') => ({
    prints: [{ path: '/print/$data', title: 'Paper', modules: [module], load: headed('Paper') }],
  });
  const { screen } = await renderApp([], '/print/abc', print('Banks'));
  await expect.element(screen.getByRole('heading', { name: 'Paper' })).toBeVisible();
  expect(menu().elements()).toEqual([]);
  await screen.unmount();
  const forbidden = await renderApp([], '/print/abc', print('Trial Balance'));
  await expect.element(forbidden.screen.getByRole('heading', { name: 'Unauthorize' })).toBeVisible();
});

test('up to 991 px the menu is a drawer that keeps the focus; Esc, scrim and navigation close it', async () => {
  await page.viewport(992, 844);
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(menu()).toBeVisible();
  await page.viewport(991, 844);
  await expect.element(menu()).not.toBeInTheDocument();
  await page.viewport(390, 844);
  const button = screen.getByRole('button', { name: 'Menu', exact: true });
  await button.click();
  await expect.element(menu().getByRole('textbox', { name: 'Filter menu' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(menu().element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  await menu().getByRole('link', { name: 'ATC Codes' }).click();
  await expect.element(screen.getByRole('heading', { name: 'ATC Codes' })).toBeVisible();
  await expect.element(menu()).not.toBeInTheDocument();
});

test('below 1280 px the menu is a rail whose groups open beside it, and the choice is remembered', async () => {
  await page.viewport(1024, 768);
  const { screen } = await renderApp(SCREENS, '/banks');
  expect(menu().getByRole('link').elements()).toHaveLength(1);
  await menu().getByRole('button', { name: 'File Maintenance' }).click();
  await screen.getByRole('dialog', { name: 'File Maintenance' }).getByRole('link', { name: 'Rates' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Currency Rates' })).toBeVisible();
  await screen.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect.element(menu().getByRole('textbox', { name: 'Filter menu' })).toBeVisible();
  expect(JSON.parse(localStorage.getItem('talaan-interface') ?? '{}')).toMatchObject({ menu: 'open' });
});

test('where lines are typed the menu is a rail by itself', async () => {
  await page.viewport(1440, 900);
  await renderApp(SCREENS, '/trx-gen-journal/create');
  await expect.poll(() => menu().element().clientWidth).toBeLessThan(60);
});

test('/ moves to the batch search; Enter keeps the number and opens its screen, where the box is hidden', async () => {
  const { screen, history } = await renderApp(SCREENS, '/banks', SEARCH);
  await expect.element(screen.getByRole('heading', { name: 'Banks' })).toBeVisible();
  await userEvent.keyboard('/');
  const box = screen.getByPlaceholder("Search for Batch Number then press the 'Enter' key");
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('0010234;{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Batch' })).toBeVisible();
  expect(history.location.href).toBe('/search-transaction?number=0010234');
  expect(readPendingNumber('search_batch_number')).toBe('0010234');
  await expect.element(box).not.toBeInTheDocument();
  await expect
    .element(screen.getByText('Search bar can only contain letters, numbers, spaces, parentheses, or hyphens.'))
    .toBeVisible();
});

test('leaving a page with unsaved changes asks first', async () => {
  const { screen, history } = await renderApp(SCREENS, '/trx-gen-journal/create');
  await expect.element(screen.getByRole('heading', { name: 'Add Entries' })).toBeVisible();
  const list = screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Journal Entries' });
  await list.click();
  await screen
    .getByRole('alertdialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  expect(history.location.pathname).toBe('/trx-gen-journal/create');
  await list.click();
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Journal Entries' })).toBeVisible();
});

test('Sign Out asks about unsaved changes before it ends the session', async () => {
  const asked = answerCalls({});
  const { screen } = await renderApp(SCREENS, '/trx-gen-journal/create');
  await expect.element(screen.getByRole('heading', { name: 'Add Entries' })).toBeVisible();
  await screen.getByRole('button', { name: 'Ana R., user menu' }).click();
  await screen.getByRole('menuitem', { name: 'Sign Out' }).click();
  await screen
    .getByRole('alertdialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(asked.filter(({ call }) => call === 'POST /api/logout')).toEqual([]);
});

test('G then J goes to the journal; with single letters switched off it does not, and Ctrl K still acts', async () => {
  const { screen, history } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('heading', { name: 'Banks' })).toBeVisible();
  changePreferences({ single_letters: false });
  await userEvent.keyboard('gj');
  expect(history.location.pathname).toBe('/banks');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(screen.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  changePreferences({ single_letters: true });
  await userEvent.keyboard('gj');
  await expect.element(screen.getByRole('heading', { name: 'Journal Entries' })).toBeVisible();
});

test('? lists the keys that act here', async () => {
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('heading', { name: 'Banks' })).toBeVisible();
  await userEvent.keyboard('?');
  const sheet = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(sheet.getByText('Go to Journal Entries (Transactions)')).toBeVisible();
  await expect.element(sheet.getByText('Command palette')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('what was opened stands in the palette, also after a reload, for its user, and without payee and amount in the storage', async () => {
  rememberRecent({ label: 'Billing 0000231', context: 'HULMA REALTY', path: '/banks', detail: 'PHP 500.00' });
  const kept = localStorage.getItem('talaan-recent')!;
  expect(kept).not.toMatch(/HULMA|500/);
  expect(readRecent()[0]).toMatchObject({ label: 'Billing 0000231', context: 'HULMA REALTY', detail: 'PHP 500.00' });
  // As a page finds it that has opened nothing yet.
  localStorage.setItem('talaan-recent', kept.replace('0000231', '0000232'));
  const { screen } = await renderApp(SCREENS, '/banks');
  await screen.getByRole('button', { name: 'Command palette' }).click();
  await expect.element(screen.getByRole('option').first()).toHaveTextContent(/^Billing 0000232$/);
  startSession(loginDataOf(LEVELS, { id: 8 }));
  expect(readRecent()).toEqual([]);
});

test('the books of the demo company say so on every page, those of another none', async () => {
  const books = (demo: boolean) => ({
    body: { data: { methods: ['okta'], company_name: 'SAMPOL PADALA', demo, demo_sign_in: null } },
  });
  answerCalls({ 'GET /api/sign-in/methods': books(true) });
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('banner').getByText('Demo company')).toBeVisible();
  await page.viewport(390, 844);
  await expect.element(screen.getByRole('banner').getByText('Demo', { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.unmount();
  answerCalls({ 'GET /api/sign-in/methods': books(false) });
  const other = await renderApp(SCREENS, '/banks');
  await expect.element(other.screen.getByRole('heading', { name: 'Banks' })).toBeVisible();
  await expect.element(other.screen.getByRole('banner').getByText('Demo', { exact: true })).not.toBeInTheDocument();
});

test('the palette finds a batch first for digits, else only what the user may open', async () => {
  const { screen, history } = await renderApp(SCREENS, '/banks', SEARCH);
  await screen.getByRole('button', { name: 'Command palette' }).click();
  const box = screen.getByRole('combobox', { name: 'Go to a screen, create or act' });
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('trial');
  await expect.element(screen.getByText('No result for “trial”')).toBeVisible();
  await box.fill('jour');
  expect(
    screen
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['Journal EntriesTransactions', 'Journal Entriesnew journal']);
  expect(await accessibilityFaults()).toEqual([]);
  await box.fill('create jour');
  await expect.element(screen.getByRole('option').first()).toHaveTextContent('Journal Entriesnew journal');
  await box.fill('10234');
  await expect.element(screen.getByRole('option').first()).toHaveTextContent('Find batch 10234');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Batch' })).toBeVisible();
  expect(history.location.href).toBe('/search-transaction?number=10234');
});

const FOUND = {
  batches: [
    {
      batch_number: '0010187',
      document_type: 'CW',
      document_number: '0000451',
      receipt_number: null,
      status: 4,
      payee_desc: 'HULMA REALTY LEASING CORP.',
      remarks: 'RENT',
      documents: 6,
      currency: 'PHP',
      total_amount: '168000.00',
      amount: '160500.00',
      document_date: '2025-05-05',
    },
  ],
  cheques: Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    cheque_number: String(456 - index).padStart(7, '0'),
    bank_code: 'MBTC',
    payee_desc: 'HULMA REALTY LEASING CORP.',
    place: (index % 6) + 1,
    documents: 6,
    state: 'released' as const,
    currency: 'PHP',
    amount: '26750.00',
    cheque_date: '2025-05-05',
  })),
  receipts: [],
  payees: [
    { id: 7, payee_code: 'S0106', payee_desc: 'HULMA REALTY LEASING CORP.', tin: '900-000-106-00000', status: 1 },
  ],
  amounts: [],
};

test('the palette finds transactions of all months by words and amounts, by group, with the keyboard alone', async () => {
  const asked = answerCalls({ 'GET /api/trx/find': { body: { data: FOUND } } });
  const { screen, history } = await renderApp(SCREENS, '/banks', SEARCH);
  // Typed at once, while the palette is still fetched.
  await userEvent.keyboard('{Control>}k{/Control}hulma 26,750');
  await expect.element(screen.getByRole('combobox', { name: /^Go to a screen/ })).toHaveValue('hulma 26,750');
  const options = () =>
    screen
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  await expect.poll(options).toHaveLength(8);
  expect(options()[0]).toBe(
    '0010187CW · HULMA REALTY LEASING CORP. · 6 cheques, 160,500.00For Approval 2160,500.00May 2025',
  );
  expect(options()[6]).toBe('7 more cheques');
  await page.viewport(390, 844);
  const hit = screen.getByRole('option').first();
  const month = hit.getByText('May 2025').element().getBoundingClientRect();
  expect(month.width).toBeGreaterThan(0);
  expect(month.bottom).toBeLessThanOrEqual(hit.element().getBoundingClientRect().bottom);
  await page.viewport(1280, 800);
  expect(asked.at(-1)!.address).toBe('/api/trx/find?text=hulma+26%2C750');
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Cheques 12' })).toHaveAttribute('aria-pressed', 'true');
  expect(options()).toHaveLength(12);
  await userEvent.keyboard('{Alt>}m{/Alt}');
  await expect.poll(() => asked.at(-1)!.address).toMatch(/document_date=\d{4}-\d{2}-01$/);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
  await expect.poll(() => history.location.href).toBe('/search-transaction?number=0010187');
});

test('what is no batch number leads from the batch search to the one search, over the words that were typed', async () => {
  answerCalls({ 'GET /api/trx/find': { body: { data: FOUND } } });
  const { screen, history } = await renderApp(SCREENS, '/banks', SEARCH);
  await userEvent.keyboard('/2,229.41{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'Go to a screen, create or act' })).toHaveValue('2,229.41');
  expect(history.location.pathname).toBe('/banks');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('po0000012{Enter}');
  await expect.poll(() => history.location.href).toBe('/search-transaction?number=po0000012');
});

test('what the user may only read is not offered for creation', async () => {
  forgetSession();
  startSession(loginDataOf({ 'Journal Entries': 1 }));
  const { screen } = await renderApp(SCREENS, '/');
  await screen.getByRole('button', { name: 'Command palette' }).click();
  await screen.getByRole('combobox', { name: 'Go to a screen, create or act' }).fill('jour');
  expect(screen.getByRole('option').elements()).toHaveLength(1);
});

test('theme and density are chosen in the user menu and kept', async () => {
  const { screen } = await renderApp(SCREENS, '/banks');
  await screen.getByRole('button', { name: 'Ana R., user menu' }).click();
  await screen.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  expect(await accessibilityFaults()).toEqual([]);
  await screen.getByRole('button', { name: 'Ana R., user menu' }).click();
  await screen.getByRole('menuitemradio', { name: 'Comfortable' }).click();
  expect([localStorage.getItem('talaan-color-scheme'), localStorage.getItem('talaan-density')]).toEqual([
    'dark',
    'comfortable',
  ]);
  expect(document.documentElement.dataset['density']).toBe('comfortable');
  await screen.getByRole('button', { name: 'Ana R., user menu' }).click();
  await screen.getByRole('menuitemradio', { name: 'Light' }).click();
  document.documentElement.dataset['density'] = 'compact';
});

test('the shell has one of each landmark, a skip link first, and no accessibility fault', async () => {
  const { screen } = await renderApp(SCREENS, '/banks');
  await expect.element(screen.getByRole('heading', { name: 'Banks' })).toBeVisible();
  for (const role of ['banner', 'main'] as const) expect(screen.getByRole(role).elements()).toHaveLength(1);
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
});
