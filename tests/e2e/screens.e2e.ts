import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { MODULE_SCREENS, printLink } from './screens.ts';
import { DEMO_PASSWORD } from './sign-in.ts';

const GROUPS = { 'file maintenance': 'File Maintenance', transactions: 'Transactions', reports: 'Reports' };
/** A posted journal of the demo company. */
const BATCH = '0000001';

/** What people see beyond the addresses of the specification: states of a screen, papers, pages without a module. */
const OTHER_VIEWS = [
  '/',
  '/?view=approvals',
  `/search-transaction?number=${BATCH}`,
  '/search-transaction?number=9999999',
  `/trx-gen-journal/create?batch=${BATCH}`,
  `/preview-trx/${printLink({ batch_number: BATCH, document_type: 'JE' })}`,
  '/changes-to-confirm',
  '/companies?view=settings',
  '/about',
  '/no-such-page',
];

test('every address of the specification opens for an administrator: heading, tab title, breadcrumb, shell', async ({
  openAs,
}) => {
  test.setTimeout(240_000);
  const page = await openAs('admin');
  for (const { path, title, menu = title, heading = title, area, shell = true } of MODULE_SCREENS) {
    await page.goto(path);
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
});

test('no address opens for a user without access: unauthorize', async ({ openAs }) => {
  test.setTimeout(120_000);
  const admin = await openAs('admin');
  const userId = `visitor${Date.now()}`;
  await createUser(admin, userId);
  const page = await openAs(userId);
  await expect(page.getByText('Your roles hold no screen yet. Ask an administrator for access.')).toBeVisible();
  for (const { path } of [...MODULE_SCREENS, { path: `/search-transaction?number=${BATCH}` }, { path: '/nowhere' }]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Unauthorize');
    await expect(page, path).toHaveTitle('unauthorize · Talaan');
  }
});

test('every screen is readable by everyone in both colour schemes, and fits a phone', async ({ openAs }) => {
  test.setTimeout(480_000);
  const page = await openAs('admin');
  const faults: string[] = [];
  // The forms of master data come from one kit, and its tests look at each part: here every fourth stands for them.
  const masterData = MODULE_SCREENS.filter(({ area }) => area === 'file maintenance').map((screen) => screen.path);
  const forms = masterData.filter((_, place) => place % 4 === 0);
  for (const path of [...MODULE_SCREENS.map((screen) => screen.path), ...OTHER_VIEWS]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path);
    await settled(page);
    faults.push(...(await axeFaults(page, `${path} light`)));
    if (forms.includes(path)) {
      await page.keyboard.press('n');
      await expect(page.getByRole('dialog', { name: 'Edit entry' }), path).toBeVisible();
      faults.push(...(await axeFaults(page, `${path} form`, { within: '[role=dialog]' })));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog'), path).toHaveCount(0);
    }
    if (!masterData.includes(path) || forms.includes(path)) {
      await page.emulateMedia({ colorScheme: 'dark' });
      faults.push(...(await axeFaults(page, `${path} dark`, { within: 'main', rules: ['color-contrast'] })));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.scrollingElement!.scrollWidth), `${path} on a phone`)
      .toBeLessThanOrEqual(390);
  }
  expect(faults).toEqual([]);
});

/** What was loaded is drawn: nothing is announced as being waited for. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Please wait ...')).toHaveCount(0);
}

/** What hinders somebody on the page, one line each; the shell around `within` is looked at once, on the whole page. */
async function axeFaults(
  page: Page,
  name: string,
  { within, rules }: { within?: string; rules?: string[] } = {},
): Promise<string[]> {
  // One pass without a second page: there are no frames.
  let axe = new AxeBuilder({ page }).setLegacyMode();
  if (within !== undefined) axe = axe.include(within);
  if (rules !== undefined) axe = axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${name}: ${id} ${html}`));
}

async function createUser(admin: Page, userId: string): Promise<void> {
  const { data } = await (await admin.request.post('/api/getuser', { data: {} })).json();
  const reply = await admin.request.post('/api/user', {
    headers: { 'x-csrf-token': data[0].token },
    data: { user_id: userId, user_first_name: 'Vic', user_last_name: 'Torres', password: DEMO_PASSWORD },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}
