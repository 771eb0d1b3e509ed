import type { Page } from '@playwright/test';
import { axeFaults } from './steps/axe.ts';
import { addUser } from './steps/caller.ts';
import { expect, test } from './steps/journey.ts';
import { MODULE_SCREENS, printLink, type SpecifiedScreen } from './steps/screens.ts';
import { OWN_PASSWORD } from './steps/sign-in.ts';

const GROUPS = { 'file maintenance': 'File Maintenance', transactions: 'Transactions', reports: 'Reports' };
/** Menu and bar, which are the same on every screen and are looked at once. */
const SHELL = '#main-menu, header[data-region]';
/** A posted journal of the demo company, whose number no billing has. */
const BATCH = '0000100';

/** What people see beyond the addresses of the specification: states of a screen, papers, pages without a module. */
const OTHER_VIEWS = [
  '/',
  '/?view=approvals',
  '/entries?of=on_its_way',
  `/search-transaction?number=${BATCH}`,
  '/search-transaction?number=9999999',
  `/trx-gen-journal/create?batch=${BATCH}`,
  `/preview-trx/${printLink({ batch_number: BATCH, document_type: 'JE' })}`,
  '/changes-to-confirm',
  '/companies?view=settings',
  '/report-schedules',
  '/balance-sheet?compare=year',
  '/income-statement?columns=month',
  '/income-statement/budgets',
  '/cash-flow',
  '/cash-flow/by-day',
  '/moving-in',
  '/about',
  '/no-such-page',
];

// A part for each worker.
test.describe.configure({ mode: 'parallel' });

const masterData = MODULE_SCREENS.filter(({ area }) => area === 'file maintenance');
const others = MODULE_SCREENS.filter(({ area, isAlike }) => area !== 'file maintenance' && !isAlike);

test('every screen of master data opens with its words and its form, readable by everyone, and fits a phone', async ({
  openAs,
}) => {
  const page = await openAs('admin', masterData[0]!.path);
  await settled(page);
  const faults = await faultsOf(page, 'menu and bar light', { within: SHELL });
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await faultsOf(page, 'menu and bar dark', { within: SHELL, rules: ['color-contrast'] })));
  for (const screen of masterData) {
    await atDesk(page);
    await follow(page, screen.path);
    await expectWords(page, screen);
    faults.push(...(await lookInLight(page, screen.path)));
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Edit entry' }), screen.path).toBeVisible();
    faults.push(...(await faultsOf(page, `${screen.path} form`, { within: '[role=dialog]' })));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), screen.path).toHaveCount(0);
    // One engine draws them all, and what colours an override adds are tokens: the first and the last stand for them in the dark.
    if (screen === masterData[0] || screen === masterData.at(-1)) faults.push(...(await lookInDark(page, screen.path)));
    await expectPhoneWidth(page, screen.path);
  }
  expect(faults).toEqual([]);
});

test('every other screen opens with its words, readable by everyone in both colour schemes, and fits a phone', async ({
  openAs,
}) => {
  const page = await openAs('admin');
  await settled(page);
  const faults: string[] = [];
  for (const screen of others) {
    await atDesk(page);
    await follow(page, screen.path);
    await expectWords(page, screen);
    faults.push(...(await lookInLight(page, screen.path)), ...(await lookInDark(page, screen.path)));
    await expectPhoneWidth(page, screen.path);
  }
  for (const path of OTHER_VIEWS) {
    await atDesk(page);
    await page.goto(path);
    faults.push(...(await lookInLight(page, path)), ...(await lookInDark(page, path)));
    await expectPhoneWidth(page, path);
  }
  expect(faults).toEqual([]);
});

test('no address opens for a user without access: unauthorize', async ({ openAs, server }) => {
  const admin = await openAs('admin');
  const userId = `visitor${Date.now()}`;
  await addUser(admin, server, { user_id: userId });
  const page = await openAs(userId, '/', OWN_PASSWORD);
  await expect(page.getByText('Your roles hold no screen yet. Ask an administrator for access.')).toBeVisible();
  for (const { path } of [...MODULE_SCREENS, { path: `/search-transaction?number=${BATCH}` }, { path: '/nowhere' }]) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Unauthorize');
    await expect(page, path).toHaveTitle('unauthorize · Talaan');
    await follow(page, '/');
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Dashboard');
  }
  await page.goto('/users');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorize');
});

async function atDesk(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Goes to an address as a link of the product does: the page and what axe has learnt of it stay. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path);
}

/** The open page in light colours, as soon as it is drawn; answers what axe finds. */
async function lookInLight(page: Page, path: string): Promise<string[]> {
  await settled(page);
  return faultsOf(page, `${path} light`, { without: SHELL });
}

/** The open page in dark colours; answers what axe finds about contrast. */
async function lookInDark(page: Page, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  return faultsOf(page, `${path} dark`, { within: 'main', rules: ['color-contrast'] });
}

/** Heading, tab title, breadcrumb and shell of the open page, as the specification names them. */
async function expectWords(
  page: Page,
  { path, title, menu = title, heading = title, area, shell = true }: SpecifiedScreen,
) {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(new RegExp(`^${heading}(\\(| |$)`));
  await expect(page, path).toHaveTitle(new RegExp(`^${title}.* · Talaan$`));
  await expect(page.getByRole('navigation', { name: 'Main menu' }), path).toHaveCount(shell ? 1 : 0);
  if (shell) {
    await expect(page.getByRole('banner').getByRole('img', { name: 'Talaan' }), path).toBeVisible();
    await expect(page.getByRole('button', { name: /^Session time left \d+:\d+/ }), path).toBeVisible();
  }
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  if (area === 'print') await expect(crumbs, path).toHaveCount(0);
  else {
    const parents = ['Home', GROUPS[area as keyof typeof GROUPS]];
    const list = MODULE_SCREENS.find((screen) => path === `${screen.path}/create`);
    const above = list === undefined ? parents : [...parents, list.title];
    await expect(crumbs.filter({ hasNotText: '›' }), path).toHaveText([...above, title]);
  }
  if (shell && !path.endsWith('/create')) {
    await expect(page.locator('#main-menu [aria-current=page]').last(), path).toHaveText(menu);
  }
}

async function expectPhoneWidth(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.scrollingElement!.scrollWidth), `${path} on a phone`)
    .toBeLessThanOrEqual(390);
}

/** What was loaded is drawn: nothing is announced as being waited for. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Please wait ...')).toHaveCount(0);
}

/** What axe finds, each with the name of the view. */
async function faultsOf(page: Page, view: string, part?: Parameters<typeof axeFaults>[1]): Promise<string[]> {
  return (await axeFaults(page, part)).map((fault) => `${view}: ${fault}`);
}
