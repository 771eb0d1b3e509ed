import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import { approve, header } from '../steps/payment-steps.ts';

/** Service, description, VAT, income account, total; VAT and account follow from the customer and the line above. */
const SERVICES = [
  ['SYSTEM USAGE FEE', 'APRIL 2025', '', '408010', '80000*1.12'],
  ['TRAINING AND ONBOARDING', 'TELLERS', '', '', '22,400'],
];

test('a newcomer bills a customer: the number survives a reload, three billing officers approve, and the invoice has its number', async ({
  openAs,
}) => {
  const preparer = await openAs('preparer', '/trx-billing');
  await preparer
    .getByRole('button', { name: /^Create/ })
    .first()
    .click();
  const number = await header(preparer)
    .getByText(/^\d{7}$/)
    .innerText();
  // Nothing is typed yet: the browser alone holds the number.
  await preparer.reload();
  await expect(header(preparer).getByText(number)).toBeVisible();

  const customer = header(preparer).getByRole('combobox', { name: 'Customer' });
  await customer.fill('KUNWARI PAWNSHOP');
  await preparer
    .getByRole('option', { name: /KUNWARI PAWNSHOP/ })
    .first()
    .click();
  await expect(header(preparer).getByText(/^TIN /)).toBeVisible();
  await header(preparer).getByLabel('Term (days)').fill('30');
  await preparer.locator('[data-cell="0:0"]').focus();
  for (const text of SERVICES.flat()) {
    await preparer.keyboard.type(text);
    await preparer.keyboard.press('Enter');
  }
  await preparer.keyboard.press('Escape');
  await preparer.keyboard.press('Escape');
  await expect(preparer.getByRole('region', { name: 'Total and actions' })).toContainText(
    /Income\s*100,000.00\s*VAT\s*12,000.00\s*Total due\s*PHP 112,000.00/,
  );
  await preparer.keyboard.press('Control+Enter');
  await expect(row(preparer, number)).toContainText(/For Approval 1.*112,000.00/);

  for (const userId of ['approver1', 'approver2', 'approver3']) await approve(openAs, userId, `BI-${number}`);

  await preparer.reload();
  await expect(row(preparer, number)).toContainText(/BI-HOB\d{7}.*Approved/);
  await preparer.goto(`/trx-billing/create?batch=${number}`);
  await expect(preparer.getByRole('region', { name: 'Actions' })).toContainText(/Open\s*112,000.00/);
  await expect(preparer.getByRole('list', { name: 'Approval timeline' })).toContainText(/Felipe Ocampo.*Posted/);
});

const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) });
