import type { Page } from '@playwright/test';
import { expect, test } from '../steps/journey.ts';
import {
  approve,
  documentNumber,
  enterHeader,
  header,
  insertByHelper,
  type Line,
  movements,
  type Payment,
  release,
  save,
  typeLines,
  voidFor,
} from '../steps/payment-steps.ts';
import { form, save as saveRecord } from '../steps/record-form.ts';
import { differences, readTrialBalance } from '../steps/trial-balance.ts';

// None needs another, and each takes long: whichever worker is free takes one.
test.describe.configure({ mode: 'parallel' });

/** The vouchers of the first example: a company with VAT, and a lessor without. */
const AGENCY = { payee: 'BANTAY KUNWARI', account: '502050', amount: '56000', net: '55,000.00' };
const LESSOR = { payee: 'JUANA HALIMBAWA', account: '502010', amount: '30000', net: '28,500.00' };
const AGENCY_POSTED = { 502050: '50000.00', 108020: '6000.00', 203030: '-1000.00', 102103: '-55000.00' };

/** Enters a cheque voucher on its open page by the helper and submits it; `date` where it is not the day's. */
async function enterVoucher(page: Page, voucher: typeof AGENCY, date?: string) {
  const number = await enterHeader(page, {
    type: 'Cheque Voucher',
    payee: voucher.payee,
    bank: 'BPI CA 0001',
    remarks: 'Paid by cheque',
  });
  if (date !== undefined) await header(page).getByLabel('Document Date').fill(date);
  await header(page).getByRole('textbox', { name: 'Cheque No.' }).fill(`7${number}`);
  await insertByHelper(page, voucher.amount, voucher.net, voucher.account);
  return { number, month: await save(page, number, '/trxdisb') };
}

test('vouchers with VAT and withholding by the helper (E04): posted, voided, restored under a new number (E09), deleted', async ({
  openAs,
  callAs,
}) => {
  const auditor = await callAs('auditor');
  const preparer = await openAs('preparer', '/trxdisb/create');
  const { number, month } = await enterVoucher(preparer, AGENCY);
  await preparer.goto('/trxdisb/create');
  const { number: lessor } = await enterVoucher(preparer, LESSOR);

  const before = await readTrialBalance(auditor, month);
  for (const userId of ['checker', 'approver1', 'approver2']) await approve(openAs, userId, number, lessor);
  await release(preparer, lessor);
  const rented = await readTrialBalance(auditor, month);
  expect(differences(before, rented)).toEqual(
    movements({ 502010: '30000.00', 203030: '-1500.00', 102103: '-28500.00' }),
  );
  await release(preparer, number);
  expect(differences(rented, await readTrialBalance(auditor, month))).toEqual(movements(AGENCY_POSTED));

  // Void in an open period: the ledger is as before, the number stays used.
  const admin = await openAs('admin', `/trxdisb/create?batch=${number}`);
  const voucher = await documentNumber(admin);
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Void' }).click();
  await expect(admin.getByRole('dialog', { name: `Void ${voucher}?` })).toBeVisible();
  await voidFor(admin, 'Entered twice');
  await expect(admin).toHaveURL(/\/trxdisb$/);
  expect(differences(rented, await readTrialBalance(auditor, month))).toEqual({});

  // Nobody but its preparer brings it back, and never under the number that was posted.
  await openRestore(admin, number);
  await expect(admin.getByText('The Current User is not the Preparer.')).toBeVisible();
  await expect(admin.getByRole('alertdialog')).toHaveCount(0);
  await openRestore(preparer, number);
  await preparer
    .getByRole('alertdialog', { name: `Restore ${voucher}?` })
    .getByRole('button', { name: 'Yes' })
    .click();
  const question = preparer.getByRole('alertdialog', { name: 'Use a new voucher number?' });
  await expect(question.getByRole('button', { name: `No, keep ${voucher}` })).toHaveAttribute('aria-disabled', 'true');
  await question.getByRole('button', { name: 'Yes, new number' }).click();
  await expect(preparer.getByText('Status updated successfully').last()).toBeVisible();
  await preparer.goto(`/trxdisb/create?batch=${number}`);
  await expect(preparer.getByText('Active', { exact: true }).first()).toBeVisible();
  expect(Number(await documentNumber(preparer))).toBeGreaterThan(Number(voucher));

  // Back as a draft, it may go altogether.
  await preparer.getByRole('button', { name: 'More actions' }).click();
  await preparer.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await preparer
    .getByRole('alertdialog', { name: /^Delete / })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(preparer.getByText('The transaction entry has been deleted successfully')).toBeVisible();
});

test('a voucher of a month that was closed since is brought to nil in the open month (E09)', async ({
  openAs,
  callAs,
}) => {
  const auditor = await callAs('auditor');
  const admin = await openAs('admin');
  const date = await lastDayOfLastMonth(admin);
  await setDisbursements(admin, date.slice(0, 7), 'Open');
  const preparer = await openAs('preparer', '/trxdisb/create');
  const { number, month } = await enterVoucher(preparer, AGENCY, date);
  for (const userId of ['checker', 'approver1', 'approver2']) await approve(openAs, userId, number);
  await release(preparer, number);

  await setDisbursements(admin, month, 'Closed');
  const now = (await admin.evaluate(() => new Date().toLocaleDateString('sv'))).slice(0, 7);
  const [closed, open] = [await readTrialBalance(auditor, month), await readTrialBalance(auditor, now)];
  await admin.goto(`/trxdisb/create?batch=${number}`);
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Void' }).click();
  await voidFor(admin, 'Cancelled transaction');
  expect(differences(closed, await readTrialBalance(auditor, month))).toEqual({});
  const reversed = Object.entries(AGENCY_POSTED).map(([account, amount]) => [
    account,
    amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
  ]);
  expect(differences(open, await readTrialBalance(auditor, now))).toEqual(movements(Object.fromEntries(reversed)));
});

const TYPED: readonly {
  name: string;
  payment: Payment;
  lines: readonly Line[];
  approvers: string[];
  expected: Record<string, string>;
}[] = [
  {
    name: 'dollars with a realised loss (E06)',
    payment: {
      type: 'Cheque Voucher',
      payee: 'MALAYO DATA',
      bank: 'MBTC USD CA 0001',
      rate: '55.25',
      remarks: 'Data services in dollars',
    },
    lines: [
      ['201050', { debit: '1234.56' }],
      ['102303', { credit: '1234.56' }],
      ['404020', { debit_php: '555.55' }],
      ['201050', { credit_php: '555.55' }],
    ],
    approvers: ['checker', 'approver1', 'approver2'],
    expected: { 201050: '67653.89', 404020: '555.55', 102303: '-68209.44' },
  },
  {
    name: 'payroll by debit memo (E08)',
    payment: { type: 'Debit Memo', payee: 'BANTAY KUNWARI', bank: 'MBTC CA 0001', remarks: 'PAYROLL JUNE 1-15 2023' },
    lines: [
      ['204060', { debit: '845300.25' }],
      ['503090', { debit: '150' }],
      ['102104', { credit: '845450.25' }],
    ],
    approvers: ['checker', 'approver1', 'approver2', 'approver3'],
    expected: { 204060: '845300.25', 503090: '150.00', 102104: '-845450.25' },
  },
];

for (const { name, payment, lines, approvers, expected } of TYPED) {
  test(`a payment that is typed: ${name}`, async ({ openAs, callAs }) => {
    const auditor = await callAs('auditor');
    const preparer = await openAs('preparer', '/trxdisb/create');
    const number = await enterHeader(preparer, payment);
    if (payment.type === 'Cheque Voucher') {
      await header(preparer).getByRole('textbox', { name: 'Cheque No.' }).fill(`7${number}`);
    }
    await typeLines(preparer, lines);
    const month = await save(preparer, number, '/trxdisb');
    const before = await readTrialBalance(auditor, month);
    for (const userId of approvers) await approve(openAs, userId, number);
    await release(preparer, number);
    expect(differences(before, await readTrialBalance(auditor, month))).toEqual(movements(expected));
  });
}

test('an online transfer by the helper (E07), and a cash receipt that is issued with its number', async ({
  openAs,
  callAs,
}) => {
  const auditor = await callAs('auditor');
  const preparer = await openAs('preparer', '/trxdisb/create');
  const number = await enterHeader(preparer, {
    type: 'Online Banking',
    payee: 'TALA KUNWARI',
    bank: 'BDO CA 0001',
    remarks: 'Commission',
  });
  await insertByHelper(preparer, '28000', '25,500.00', '505020');
  const month = await save(preparer, number, '/trxdisb');
  const before = await readTrialBalance(auditor, month);
  for (const userId of ['checker', 'approver1', 'approver2']) await approve(openAs, userId, number);
  await release(preparer, number);
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual(
    movements({ 505020: '25000.00', 108020: '3000.00', 203030: '-2500.00', 102101: '-25500.00' }),
  );

  await preparer.goto('/trxcr/create');
  const receipt = await enterHeader(preparer, {
    type: '',
    payee: 'KUNWARI PAWNSHOP',
    bank: 'BPI CA 0001',
    remarks: 'Usage fee',
  });
  const next = await header(preparer)
    .getByText(/^Next: OR \d{12}$/)
    .innerText();
  const beforeReceipt = await readTrialBalance(auditor, month);
  await typeLines(preparer, [
    ['102103', { debit: '112000' }],
    ['105020', { credit: '112000' }],
  ]);
  // Nobody has to approve a receipt.
  await save(preparer, receipt, '/trxcr', /^Issue receipt/);
  await expect(preparer.getByRole('row', { name: new RegExp(receipt) })).toContainText(next.slice('Next: OR '.length));
  expect(differences(beforeReceipt, await readTrialBalance(auditor, month))).toEqual(
    movements({ 102103: '112000.00', 105020: '-112000.00' }),
  );
});

/** The last day of the month before, as yyyy-mm-dd. */
function lastDayOfLastMonth(page: Page): Promise<string> {
  return page.evaluate(() => {
    const today = new Date();
    return new Date(today.getFullYear(), today.getMonth(), 0).toLocaleDateString('sv');
  });
}

/** Opens or closes a month for disbursements. `month` is yyyy-mm. */
async function setDisbursements(page: Page, month: string, state: 'Open' | 'Closed'): Promise<void> {
  const [year, number] = month.split('-').map(Number);
  const name = new Date(Date.UTC(year!, number! - 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  await page.goto('/acctperiodmain?pages=100');
  await page.getByRole('row', { name: new RegExp(`${year} ${name}`) }).click();
  await form(page)
    .getByLabel('Disbursement')
    .setChecked(state === 'Open');
  // The demo company has open work in its months.
  const goOn = page.getByRole('button', { name: 'Close anyway' });
  await page.addLocatorHandler(goOn, (button) => button.click());
  await saveRecord(page);
  await page.removeLocatorHandler(goOn);
}

/** Presses the icon that restores a batch in the archive. */
async function openRestore(page: Page, number: string): Promise<void> {
  await page.goto('/trx-archive');
  await page.getByRole('searchbox', { name: /Search Archived Entries/ }).fill(number);
  const row = page.getByRole('row', { name: new RegExp(number) });
  // The actions of a row show while the pointer is over it: it must not move any more.
  await expect(page.getByText('1 - 1 of 1')).toBeVisible();
  await row.hover();
  await row.getByRole('button', { name: `Restore batch ${number}` }).click();
}
