import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';

/** Built screens that every role of the demo company but the administrator's may open. */
const EVERYBODY = {
  'File Maintenance': [
    'Accounting Period',
    'Acknowledgement Receipt',
    'ATC Codes',
    'Bank Headers',
    'Banks',
    'Billing Invoice',
    'Billing Services',
    'BP Banks',
    'BP Locations',
    'Branches',
    'Business Partners',
    'Chart of Accounts',
    'Currencies',
    'Departments',
    'Official Receipt',
    'Payee Details',
    'Rates',
    'Regular Transactions',
    'Sections',
    'Transaction Type',
    'Voucher Series',
  ],
  Transactions: [
    'Active Transactions',
    'Archived Transactions',
    'Billing',
    'Cash Receipt',
    'Check Transactions',
    'Collection',
    'Disbursements',
    'Integrated Transactions',
    'Journal Entries',
    'Payment',
    'Purchase Order',
    'Upload from IS',
  ],
  Reports: [
    'AR Aging',
    'Balance Sheet',
    'Billing List',
    'BIR Form 2307',
    'Books Of Account',
    'Cash Flow',
    'CV CIB Subsidiary Schedule',
    'General Ledger',
    'Income Statement',
    'Month-end Proofs',
    'Revolving Fund Account',
    'Sales Journal',
    'Subsidiary',
    'Subsidiary by Analysis',
    'Trial Balance',
  ],
};
/** Who checks and approves sees who did what, and what was earned. */
const WITH_TRAIL = {
  ...EVERYBODY,
  Reports: [...EVERYBODY.Reports, 'Audit Trail', 'Profitability'].toSorted((one, other) => one.localeCompare(other)),
};
const WHOLE = {
  ...WITH_TRAIL,
  'File Maintenance': [
    'Accounting Period',
    'Acknowledgement Receipt',
    'Approving Levels',
    'Approving Officers',
    'ATC Codes',
    'Bank Headers',
    'Banks',
    'Billing Invoice',
    'Billing Officers',
    'Billing Services',
    'BP Banks',
    'BP Locations',
    'Branches',
    'Business Partners',
    'Chart of Accounts',
    'Companies',
    'Currencies',
    'Departments',
    'Modules',
    'Official Receipt',
    'Payee Details',
    'Rates',
    'Regional Heads',
    'Regular Transactions',
    'Role Access',
    'Roles',
    'Sections',
    'Transaction Type',
    'User Roles',
    'Users',
    'Voucher Series',
  ],
};

for (const [userId, menu] of [
  ['preparer', EVERYBODY],
  ['approver1', WITH_TRAIL],
  ['admin', WHOLE],
] as const) {
  test(`the menu of ${userId} holds what his role access grants, by group and name`, async ({ openAs }) => {
    const page = await openAs(userId);
    expect(await readMenu(page)).toEqual(menu);
  });
}

test('what a level does not allow is off and says why, and its address is closed and says why', async ({ openAs }) => {
  // Update on payees, Select on tax codes, nothing on users; an approver reads journals and enters none.
  const preparer = await openAs('preparer', '/payefile');
  await expect(preparer.getByRole('button', { name: /^New/ })).toBeVisible();
  await preparer.getByRole('row').nth(1).click();
  const form = preparer.getByRole('dialog', { name: 'Edit entry' });
  await expect(form.getByRole('button', { name: /^Save(?! &)/ })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await preparer.goto('/alphataxcode');
  await expect(preparer.getByRole('row').nth(1)).toBeVisible();
  for (const off of await preparer.getByRole('button', { name: /^New|^Import/ }).all())
    await expect(off).toHaveAttribute('aria-disabled', 'true');
  await preparer.getByRole('button', { name: /^New/ }).focus();
  await expect(preparer.getByRole('tooltip')).toContainText('You need Insert on ATC Codes; you have Select.');
  await preparer.getByRole('row').nth(1).click();
  await expect(preparer.getByRole('dialog', { name: 'View entry' })).toBeVisible();
  await preparer.goto('/users');
  await expect(preparer).toHaveTitle('unauthorize · Talaan');
  await expect(preparer.getByText(/^You need Select on Users; you have No Access\. .+ can grant it\.$/)).toBeVisible();

  const approver = await openAs('approver1', '/trx-gen-journal');
  await expect(approver.getByRole('row').nth(1)).toBeVisible();
  await expect(approver.getByRole('button', { name: /^Create/ })).toHaveAttribute('aria-disabled', 'true');
});

test('Enter in the batch search keeps the number and opens what was found; the box is not there twice', async ({
  openAs,
}) => {
  const page = await openAs('auditor', '/trial-balance');
  const box = page.getByPlaceholder("Search for Batch Number then press the 'Enter' key");
  await expect(page.getByText('Debits equal credits')).toBeVisible();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search-transaction\?number=12$/);
  // A journal, a billing and a collection may have the same number; how many were found stands behind it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Batch 0000012/);
  await expect(page.getByRole('region', { name: /^JE .*0000012$/ })).toContainText('Approved');
  await expect(box).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);

  await page.goto('/search-transaction?number=9999999');
  await expect(page.getByText('No transaction has batch number 9999999.')).toBeVisible();
  await expect(page.getByRole('main').getByPlaceholder(/^Search for Batch Number/)).toBeVisible();
});

/** The menu as it is read: the names of each group, unfolded. */
async function readMenu(page: Page): Promise<Record<string, string[]>> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  const groups = menu.locator('button[aria-expanded]');
  const found: Record<string, string[]> = {};
  for (const group of await groups.all()) {
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    const entries = group.locator('xpath=following-sibling::ul[1]').getByRole('link');
    await expect(entries.first()).toBeVisible();
    found[(await group.innerText()).trim()] = (await entries.allInnerTexts()).map((name) => name.trim());
  }
  return found;
}
