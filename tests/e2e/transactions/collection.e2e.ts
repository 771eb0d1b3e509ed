import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import { header } from '../steps/payment-steps.ts';

test('a newcomer collects two invoices by one key and issues the receipt; its void opens them again', async ({
  openAs,
}) => {
  // From the search to the page of the customer, and from there to a collection from him.
  const preparer = await openAs('preparer', '/trx-collection');
  await expect(preparer.getByRole('heading', { level: 1, name: 'Collection' })).toBeVisible();
  await preparer.keyboard.press('Control+k');
  await preparer.keyboard.type('KUNWARI PAWNSHOP');
  await preparer.getByRole('option', { name: /KUNWARI PAWNSHOP NETWORK, INC.*C0001/ }).click();
  await expect(preparer.getByRole('heading', { level: 1, name: /^KUNWARI PAWNSHOP/ })).toBeVisible();
  await expect(preparer.getByText(/^[2-9] invoices, oldest \d+ days$/)).toBeVisible();
  const customer = preparer.url();
  await preparer.keyboard.press('c');
  const number = await header(preparer)
    .getByText(/^\d{7}$/)
    .innerText();
  const table = preparer.getByRole('region', { name: 'Uncollected invoices' });
  const rows = table.locator('tbody').getByRole('row');
  await expect(table).toContainText(/0 of [2-9] chosen/);
  const [older, later] = await Promise.all([openOf(rows.nth(0)), openOf(rows.nth(1))]);
  await choose(preparer, 'Deposited to', 'BPI CA 0001');
  // Of the older one 100.00 was withheld as tax; the rest of both came in.
  await header(preparer)
    .getByLabel('Received')
    .fill(text(older + later - 100_00n));
  await rows
    .nth(0)
    .getByLabel(/^Withholding of/)
    .fill('100');
  await preparer.keyboard.press('Tab');
  await preparer.keyboard.press('Alt+o');
  await expect(table).toContainText(/2 of \d chosen/);
  await preparer.getByRole('button', { name: /^Issue receipt/ }).click();
  await expect(row(preparer, number)).toContainText(/Issued.*Posted/);

  const checker = await openAs('checker', `/trx-collection/create?batch=${number}`);
  await expect(checker.getByRole('region', { name: 'Receipt' })).toContainText(/Tax withheld\s*100.00/);
  await checker.goto('/trx-collection');
  await row(checker, number)
    .getByRole('button', { name: /^Accounting status/ })
    .click();
  await checker.getByRole('menuitem', { name: 'Cancelled' }).click();
  // It cannot be confirmed before it has said what it does.
  await expect(checker.getByRole('dialog')).toContainText('An exact mirror entry reverses it in the ledger');
  await checker.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Cheque returned');
  await checker.keyboard.press('Control+Enter');
  await expect(row(checker, number)).toContainText('Cancelled');

  // Both invoices are open again, and the page of the later one leads to a collection of all that is open of it.
  await preparer.goto(customer);
  await preparer.getByRole('table', { name: 'Open invoices' }).getByRole('link').nth(1).click();
  await preparer.getByRole('button', { name: 'Collect' }).click();
  await expect(table).toContainText(/1 of [2-9] chosen/);
  const received = header(preparer).getByLabel('Received');
  expect(BigInt((await received.inputValue()).replaceAll(/\D/g, ''))).toBe(later);
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked();
  expect([await openOf(rows.nth(0)), await openOf(rows.nth(1))]).toEqual([older, later]);
});

/** The row of a collection; an invoice may end in the same figures. */
const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(`\\b${number}\\b`) });

async function choose(page: Page, name: string, typed: string): Promise<void> {
  const box = header(page).getByRole('combobox', { name });
  await box.click();
  await box.fill(typed);
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click();
}

/** What is open of an invoice, in centavos: its fifth column. */
async function openOf(invoice: ReturnType<Page['locator']>): Promise<bigint> {
  return BigInt((await invoice.getByRole('cell').nth(3).innerText()).replaceAll(/\D/g, ''));
}

const text = (centavos: bigint) => `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;
