import type { Browser, Page } from '@playwright/test';
import { axeFaults } from '../steps/axe.ts';
import { makeBooks, startBuiltServer, type BuiltServer } from '../steps/built-server.ts';
import { callerOf } from '../steps/caller.ts';
import { expect, watch, watchedTest as test } from '../steps/journey.ts';
import { choose, fillIn, form, save } from '../steps/record-form.ts';
import { passwordLink, signIn } from '../steps/sign-in.ts';
import { readTrialBalance } from '../steps/trial-balance.ts';

const PASSWORD = 'seven green ladders';
/** Who works in the new company: name, role, and the level of that role on journals. */
const PEOPLE = [
  { user_id: 'areyes', first: 'Ana', last: 'Reyes', role: 'Preparer', levels: { 'Journal Entries': 'Update' } },
  { user_id: 'csantos', first: 'Carla', last: 'Santos', role: 'Checker', levels: { 'Journal Entries': 'Delete' } },
  { user_id: 'dlim', first: 'Dario', last: 'Lim', role: 'Approver', levels: { 'Journal Entries': 'Select' } },
] as const;

// The second journey goes on in the company of the first.
test.describe.configure({ mode: 'serial' });

let server: BuiltServer;
let open: Page[] = [];

test.beforeAll(async () => {
  server = await startBuiltServer({ demo: false, books: await makeBooks() });
});
test.afterAll(async () => {
  await server.stop();
  await server.remove();
});
test.afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

/** A browser of its own for a person, signed in by user id and password. */
async function openFor(browser: Browser, faults: string[], userId: string): Promise<Page> {
  const page = await openPage(browser, faults);
  await signIn(page, userId, PASSWORD);
  return page;
}

async function openPage(browser: Browser, faults: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address });
  watch(context, server.address, faults);
  const page = await context.newPage();
  open.push(page);
  return page;
}

/** A new person opens the link that the console printed for him, and chooses his password. */
async function choosePassword(browser: Browser, faults: string[], userId: string): Promise<void> {
  const page = await openPage(browser, faults);
  await page.goto(await passwordLink(server, userId));
  await expect(page.getByText(`for the user ${userId}`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
}

test('an empty database becomes a company that posts its first journal, through the screens alone', async ({
  browser,
  faults,
}) => {
  const names = ['--user-id', 'lmanalo', '--first-name', 'Liza', '--last-name', 'Manalo'];
  const added = await server.administer(['create-super-user', ...names], `${PASSWORD}\n`);
  expect(added).toEqual({ code: 0, text: 'User lmanalo is added. Sign in with this user ID and the password.\n' });

  const admin = await openFor(browser, faults, 'lmanalo');
  const card = admin.getByRole('region', { name: 'Set up your company' });
  await expect(card).toContainText('0 of 10 done.');
  expect(await axeFaults(admin, { within: 'main' })).toEqual([]);

  await enterCompany(admin, card);
  await enterAccounts(admin);
  await openPeriod(admin);
  await enterRoles(admin);
  await enterPeople(admin);
  for (const { user_id } of PEOPLE) await choosePassword(browser, faults, user_id);
  await enterApproval(admin);
  await admin.goto('/');
  await expect(admin.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const periods = admin.getByRole('region', { name: /^Periods \d{4}$/ });
  await expect(periods.getByRole('row', { name: /^General journal/ })).toContainText('open');
  await expect(card).toHaveCount(0);

  const preparer = await openFor(browser, faults, 'areyes');
  const number = await enterJournal(preparer);
  await approve(await openFor(browser, faults, 'csantos'), number, 'Then Approval 1:');
  const approver = await openFor(browser, faults, 'dlim');
  await approve(approver, number, 'It then posts to the ledger.');

  const month = await admin.evaluate(() => new Date().toLocaleDateString('sv').slice(0, 7));
  expect(Object.fromEntries(await readTrialBalance(await callerOf(admin.request), month))).toEqual({
    '101000': { moved: 100_000_050n, balance: 100_000_050n },
    '301000': { moved: -100_000_050n, balance: -100_000_050n },
  });
  await admin.goto(`/trial-balance?type=ftm&year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`);
  await expect(admin.getByText('Debits equal credits')).toBeVisible();
});

test('maintenance stops everybody but the super user, says why, and lets the work go on by itself', async ({
  browser,
  faults,
}) => {
  const preparer = await openFor(browser, faults, 'areyes');
  const admin = await openFor(browser, faults, 'lmanalo');
  await preparer.goto('/trx-gen-journal/create');
  const remarks = preparer.getByRole('group', { name: 'Header' }).getByLabel('Remarks');
  await remarks.fill('Half a sentence');
  // Nothing is on its way when the maintenance begins.
  await expect(preparer.getByText(/^saved draft/)).toBeVisible();
  expect((await server.administer(['maintenance', 'on', '--message', 'Back at 14:00.'])).code).toBe(0);

  const notice = preparer.getByRole('alertdialog', { name: 'Talaan is being maintained' });
  await remarks.fill('Half a sentence, and the rest');
  await expect(notice).toContainText('Back at 14:00.');
  await admin.goto('/branches');
  await expect(admin.getByRole('row', { name: /HO-001/ })).toBeVisible();
  await expect(admin.getByText('Maintenance is on: only super users are served.')).toBeVisible();

  expect((await server.administer(['maintenance', 'off'])).code).toBe(0);
  await expect(notice).toHaveCount(0);
  await expect(remarks).toHaveValue('Half a sentence, and the rest');
  await expect(admin.getByText('Maintenance is on: only super users are served.')).toHaveCount(0);
  // What could not be kept meanwhile is kept now.
  await expect(preparer.getByText(/^saved draft/)).toBeVisible();
});

async function enterCompany(page: Page, card: ReturnType<Page['getByRole']>): Promise<void> {
  await card.getByRole('link', { name: 'Company' }).click();
  await newRecord(page);
  await fillIn(form(page), { 'Company code': 'BAGO', 'Company name': 'BAGONG PADALA, INC.' });
  await form(page).getByLabel('Reporting company').check();
  await fillIn(form(page), {
    'Legal name': 'BAGONG PADALA, INC.',
    TIN: '900-000-200-00000',
    Address: '2 Kunwari Avenue, Makati City 1200',
  });
  await save(page);
  await page.goto('/depts');
  await newRecord(page);
  await fillIn(form(page), { 'Department code': 'ACCT', Description: 'Accounting' });
  await save(page);
  await page.goto('/branches');
  await newRecord(page);
  await fillIn(form(page), { 'Branch code': 'HO-001', 'Branch name': 'Head Office' });
  await save(page);
  await page.goto('/');
  await expect(card).toContainText('3 of 10 done.');
}

/** Two trees of one main account and one account to post to, whose codes are generated. */
async function enterAccounts(page: Page): Promise<void> {
  await page.goto('/coa');
  for (const [code, main, group, child] of [
    ['100000', 'ASSETS', 'Asset', 'Cash on Hand'],
    ['300000', 'CAPITAL', 'Capital', 'Paid-up Capital'],
  ] as const) {
    await newRecord(page);
    await choose(page, 'Type', 'Parent', /^Parent/);
    await expect(form(page).getByRole('combobox', { name: 'Parent account' })).toHaveValue('NONE');
    await fillIn(form(page), { 'Account code': code, Description: main });
    await choose(page, 'Class', 'Balance', /^Balance/);
    await choose(page, 'Group', group, new RegExp(`^${group}`));
    await save(page);
    await newRecord(page);
    await choose(page, 'Type', 'Subsidiary', /^Subsidiary/);
    await choose(page, 'Parent account', code, new RegExp(code));
    await form(page).getByRole('button', { name: 'Generate' }).click();
    await expect(form(page).getByLabel('Account code')).not.toHaveValue('');
    await fillIn(form(page), { Description: child });
    await choose(page, 'Class', 'Balance', /^Balance/);
    await choose(page, 'Group', group, new RegExp(`^${group}`));
    await save(page);
  }
}

async function openPeriod(page: Page): Promise<void> {
  const [year, month] = await page.evaluate(() => new Date().toLocaleDateString('sv').split('-').map(Number));
  await page.goto('/acctperiodmain');
  await newRecord(page);
  const monthName = new Date(Date.UTC(year!, month! - 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  await choose(page, 'Fiscal year', String(year), new RegExp(String(year)));
  await choose(page, 'Period', monthName, new RegExp(monthName));
  await form(page).getByLabel('General Journal').check();
  await save(page);
}

async function enterRoles(page: Page): Promise<void> {
  for (const { role, levels } of PEOPLE) {
    await page.goto('/roles');
    await newRecord(page);
    await fillIn(form(page), { Role: role });
    await save(page);
    await page.goto('/roleaccess');
    for (const [module, level] of Object.entries({ ...levels, 'Trial Balance': 'Select' })) {
      await newRecord(page);
      await choose(page, 'Role', role, new RegExp(`^${role}`));
      await choose(page, 'Module', module, new RegExp(`^${module}`));
      await choose(page, 'Access level', level, new RegExp(`^${level}`));
      await save(page);
    }
  }
}

async function enterPeople(page: Page): Promise<void> {
  await page.goto('/users');
  for (const { user_id, first, last, role } of PEOPLE) {
    await newRecord(page);
    await fillIn(form(page), { 'User ID': user_id, 'First name': first, 'Last name': last });
    if (role === 'Approver') {
      await form(page).getByRole('tab', { name: 'Approval' }).click();
      await form(page)
        .getByRole('switch', { name: /^Approver/ })
        .check();
    }
    await form(page).getByRole('tab', { name: 'Assignment' }).click();
    await choose(page, 'Branch', 'HO-001', /HO-001/);
    await form(page).getByRole('tab', { name: 'Access', exact: true }).click();
    await form(page).getByRole('checkbox', { name: role }).check();
    await save(page);
  }
}

async function enterApproval(page: Page): Promise<void> {
  await page.goto('/approvinglevels');
  await newRecord(page);
  await fillIn(form(page), {
    'Level code': 'L1',
    'Level name': 'Finance Director',
    'Min amount': '0.00',
    'Max amount': '0.00',
  });
  await save(page);
  await page.goto('/approvingofficers');
  await newRecord(page);
  await choose(page, 'User', 'Dario', /Dario Lim/);
  await choose(page, 'Level', 'L1', /Finance Director/);
  await save(page);
  await page.getByRole('alertdialog', { name: 'Create successful' }).waitFor({ state: 'hidden' });
}

/** The shareholders' money in cash: two lines, submitted. */
async function enterJournal(page: Page): Promise<string> {
  await page.goto('/trx-gen-journal/create');
  const header = page.getByRole('group', { name: 'Header' });
  const number = await header.getByText(/^\d{7}$/).innerText();
  await header.getByLabel('Remarks').fill('Paid-up capital');
  await page.keyboard.press('F6');
  await expect(page.getByRole('grid', { name: 'Lines' }).locator('[data-cell="0:0"]')).toBeFocused();
  for (const typed of [
    ['101000', '', '', 'HO-001', '1000000.50', ''],
    ['301000', '', '', 'HO-001', '', '='],
  ]) {
    for (const text of typed) {
      if (text !== '') await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Balance and actions' })).toContainText('Balanced');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  return number;
}

async function approve(page: Page, number: string, follows: string): Promise<void> {
  await page.goto(`/trx-gen-journal/create?batch=${number}`);
  await page.getByRole('button', { name: /^Approve/ }).click();
  const confirm = page.getByRole('dialog', { name: 'Approve' });
  await expect(confirm).toContainText(follows);
  await confirm.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
}

async function newRecord(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(form(page)).toBeVisible();
}
