import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import {
  approve,
  enterHeader,
  header,
  insertByHelper,
  movements,
  release,
  save,
  voidFor,
} from '../steps/payment-steps.ts';
import { differences, readTrialBalance } from '../steps/trial-balance.ts';

test('six post-dated cheques (E05): one voucher each, the first open one to edit, each posted on its own day', async ({
  openAs,
  callAs,
}) => {
  const preparer = await openAs('preparer', '/trxdisb/create');
  const number = await enterHeader(preparer, {
    type: 'Cheque Write',
    payee: 'HULMA REALTY',
    bank: 'MBTC CA 0001',
    remarks: 'Rent, post-dated',
  });
  await header(preparer).getByText('Post-dated', { exact: true }).click();
  await header(preparer).getByRole('textbox', { name: 'Number of Cheques' }).fill('6');
  await header(preparer).getByRole('textbox', { name: 'First Cheque No.' }).fill(`6${number}01`);
  await preparer.getByRole('button', { name: 'Show each cheque' }).click();
  await expect(preparer.getByRole('table', { name: 'Cheques of the series' }).getByRole('row')).toHaveCount(7);
  await preparer.getByRole('button', { name: 'Fold the cheques' }).click();
  await insertByHelper(preparer, '28000', '26,750.00', '502010');
  // Every line stands in sight, on a wide screen and on a narrow one; nothing is scrolled for it.
  const last = preparer.locator('[data-cell="4:0"]');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(header(preparer)).toBeInViewport({ ratio: 1 });
  await expect(header(preparer)).toContainText('6 × 26,750.00PHP 160,500.00');
  await preparer.setViewportSize({ width: 1024, height: 768 });
  await preparer.locator('[data-cell="0:1"]').click();
  await expect(last).toBeInViewport({ ratio: 1 });
  await preparer.getByRole('button', { name: 'Edit header' }).click();
  await preparer.setViewportSize({ width: 1440, height: 900 });
  const month = await save(preparer, number, '/trxdisb', 'Save');
  const row = preparer.getByRole('row', { name: new RegExp(number) });
  await expect(row).toContainText('Have multiple dates');
  await expect(row).toContainText('168,000.00');

  await preparer.goto(`/trxdisb/create?batch=${number}`);
  const cheques = preparer.getByRole('table', { name: `Cheques of batch ${number}` });
  await expect(cheques.getByRole('row')).toHaveCount(7);
  await expect(cheques.getByRole('row', { name: /6 of 6/ })).toContainText('26,750.00');
  // The lines below are those of one cheque.
  await expect(preparer.getByRole('table', { name: `Lines of batch ${number}` }).getByRole('row')).toHaveCount(6);
  await preparer.getByRole('button', { name: /^Edit/ }).click();
  await expect(header(preparer)).toContainText('The first of 6 cheques that are left.');
  await expect(header(preparer).getByRole('textbox', { name: 'Cheque No.' })).toHaveValue(`6${number}01`);
  await expect(preparer.getByRole('region', { name: 'Balance and actions' })).toContainText('Debit 28,000.00');
  await preparer.getByRole('button', { name: 'Cancel' }).click();

  // Approved together, each is booked when its day comes: today the first.
  const auditor = await callAs('auditor');
  const before = await readTrialBalance(auditor, month);
  await preparer.getByRole('button', { name: /^Submit/ }).click();
  await expect(preparer.getByText('Status updated successfully')).toBeVisible();
  for (const userId of ['checker', 'approver1', 'approver2', 'approver3']) await approve(openAs, userId, number);
  await release(preparer, number);
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual(
    movements({ 502010: '25000.00', 108020: '3000.00', 203030: '-1250.00', 102104: '-26750.00' }),
  );

  // One cheque that is cancelled leaves the others as they are.
  const admin = await openAs('admin', `/trxdisb/create?batch=${number}`);
  await admin.getByRole('button', { name: 'Void cheque 6 of 6' }).click();
  await voidFor(admin, 'Cancelled transaction');
  await expect(admin.getByText('4 open', { exact: true })).toBeVisible();
  await expect(cheques6(admin, number)).toContainText('Voided');
});

/** The sixth cheque of a series where its batch is read. */
const cheques6 = (page: Page, number: string) =>
  page.getByRole('table', { name: `Cheques of batch ${number}` }).getByRole('row', { name: /6 of 6/ });
