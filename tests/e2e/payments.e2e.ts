import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { centavos, differences, readTrialBalance } from './trial-balance.ts';

/** What a payment is entered with; the figures are those of the worked examples. */
interface Payment {
  type: string;
  payee: string;
  bank: string;
  /** Pesos for one unit, where the bank's account is not in pesos. */
  rate?: string;
  remarks: string;
}
/** One line as it is typed: account, then amounts by column; department and branch are those of the first line. */
type Line = readonly [account: string, amounts: Readonly<Record<string, string>>];

const POSTED = 'Released';

/** Net movements in pesos, as the trial balance is to show them. */
function movements(rows: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(rows).map(([account, text]) => {
      const amount = text.startsWith('-') ? -centavos(text.slice(1)) : centavos(text);
      return [account, { moved: amount, balance: amount }];
    }),
  );
}

test('a voucher with VAT and withholding by the helper: posted, voided, restored under a new number', async ({
  openAs,
}) => {
  test.setTimeout(180_000);
  const auditor = await openAs('auditor');
  const preparer = await openAs('preparer', '/trxdisb/create');
  const number = await enterHeader(preparer, {
    type: 'Cheque Voucher',
    payee: 'BANTAY KUNWARI',
    bank: 'BPI CA 0001',
    remarks: 'Security services',
  });
  await header(preparer).getByRole('textbox', { name: 'Cheque No.' }).fill(`7${number}`);
  await insertByHelper(preparer, '56000', '55,000.00', '502050');
  const month = await save(preparer, number, '/trxdisb');

  const before = await readTrialBalance(auditor, month);
  for (const userId of ['checker', 'approver1', 'approver2']) await approve(await openAs(userId), number);
  await release(preparer, number);
  const posted = movements({
    502050: '50000.00',
    108020: '6000.00',
    203030: '-1000.00',
    102103: '-55000.00',
  });
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual(posted);

  // Void in an open period: the ledger is as before, the number stays used.
  const admin = await openAs('admin', `/trxdisb/create?batch=${number}`);
  const voucher = await documentNumber(admin);
  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Void' }).click();
  await expect(admin.getByRole('dialog', { name: `Void ${voucher}?` })).toBeVisible();
  await voidFor(admin, 'Entered twice');
  await expect(admin).toHaveURL(/\/trxdisb$/);
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual({});

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
});

test('six post-dated cheques: one voucher each, several dates in the list, the first open one to edit', async ({
  openAs,
}) => {
  test.setTimeout(120_000);
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
  await expect(preparer.getByRole('table', { name: 'Cheques of the series' }).getByRole('row')).toHaveCount(7);
  await insertByHelper(preparer, '28000', '26,750.00', '502010');
  await save(preparer, number, '/trxdisb', 'Save');
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

  // One cheque that is cancelled leaves the others as they are.
  const admin = await openAs('admin', `/trxdisb/create?batch=${number}`);
  await admin.getByRole('button', { name: 'Void cheque 6 of 6' }).click();
  await voidFor(admin, 'Cancelled transaction');
  await expect(admin.getByText('5 open', { exact: true })).toBeVisible();
  await expect(cheques6(admin, number)).toContainText('Voided');
});

/** The sixth cheque of a series where its batch is read. */
const cheques6 = (page: Page, number: string) =>
  page.getByRole('table', { name: `Cheques of batch ${number}` }).getByRole('row', { name: /6 of 6/ });

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
  test(`a payment that is typed: ${name}`, async ({ openAs }) => {
    test.setTimeout(180_000);
    const auditor = await openAs('auditor');
    const preparer = await openAs('preparer', '/trxdisb/create');
    const number = await enterHeader(preparer, payment);
    await typeLines(preparer, lines);
    const month = await save(preparer, number, '/trxdisb');
    const before = await readTrialBalance(auditor, month);
    for (const userId of approvers) await approve(await openAs(userId), number);
    await release(preparer, number);
    expect(differences(before, await readTrialBalance(auditor, month))).toEqual(movements(expected));
  });
}

test('an online transfer by the helper (E07), and a cash receipt that is issued with its number', async ({
  openAs,
}) => {
  test.setTimeout(180_000);
  const auditor = await openAs('auditor');
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
  for (const userId of ['checker', 'approver1', 'approver2']) await approve(await openAs(userId), number);
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
    ['105010', { credit: '112000' }],
  ]);
  await save(preparer, receipt, '/trxcr');
  await expect(preparer.getByRole('row', { name: new RegExp(receipt) })).toContainText(next.slice('Next: OR '.length));
  expect(differences(beforeReceipt, await readTrialBalance(auditor, month))).toEqual(
    movements({ 102103: '112000.00', 105010: '-112000.00' }),
  );
});

const header = (page: Page) => page.getByRole('group', { name: 'Header' });

/** Chooses what a header names, by the first characters; answers the batch number. */
async function enterHeader(page: Page, payment: Payment): Promise<string> {
  await expect(header(page)).toBeVisible();
  const number = await header(page)
    .getByText(/^\d{7}$/)
    .innerText();
  const choose = async (name: string | RegExp, typed: string): Promise<void> => {
    const box = header(page).getByRole('combobox', { name, exact: true });
    await box.click();
    await box.fill(typed);
    await page
      .getByRole('option', { name: new RegExp(typed) })
      .first()
      .click();
  };
  if (payment.type !== '') await choose('Type', payment.type);
  await choose(payment.type === '' ? 'Payor' : 'Payee', payment.payee);
  await expect(header(page).getByText(/^TIN /)).toBeVisible();
  await choose('Bank', payment.bank);
  if (payment.rate !== undefined) await header(page).getByRole('textbox', { name: 'Rate' }).fill(payment.rate);
  await header(page).getByRole('textbox', { name: 'Remarks' }).fill(payment.remarks);
  return number;
}

/** Inserts the helper's lines and completes them: what is charged, for which department and branch. */
async function insertByHelper(page: Page, amount: string, net: string, account: string): Promise<void> {
  const helper = page.getByRole('region', { name: 'VAT and withholding' });
  await helper.getByRole('textbox', { name: 'Amount with VAT' }).fill(amount);
  await page.keyboard.press('Tab');
  await expect(helper).toContainText(net);
  await helper.getByRole('button', { name: 'Insert lines' }).click();
  const first = page.locator('[data-cell="0:0"]');
  await expect(first).toBeFocused();
  const rows = await page.getByRole('grid', { name: 'Lines' }).locator('[data-cell$=":0"]').count();
  await page.keyboard.type(account);
  await page.keyboard.press('Enter');
  for (const text of ['', 'ACCT', 'SMP-001']) {
    if (text !== '') await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // The other lines take department and branch from the first, cell by cell.
  for (let row = 1; row < rows - 1; row += 1) {
    for (const column of [2, 3]) {
      await page.locator(`[data-cell="${row}:${column}"]`).focus();
      await page.keyboard.press('Control+d');
    }
  }
}

const COLUMNS = ['debit', 'credit', 'debit_php', 'credit_php'];

async function typeLines(page: Page, lines: readonly Line[]): Promise<void> {
  const headings = await page.getByRole('grid', { name: 'Lines' }).getByRole('columnheader').allInnerTexts();
  const place = (name: string) => headings.findIndex((heading) => heading.startsWith(name)) - 1;
  const amountPlace: Record<string, number> = {
    debit: place('Debit'),
    credit: place('Credit'),
    debit_php: place('PHP Debit'),
    credit_php: place('PHP Credit'),
  };
  for (const [row, [account, amounts]] of lines.entries()) {
    const cells: [number, string][] = [
      [place('Account'), account],
      ...(row === 0
        ? ([
            [place('Department'), 'ACCT'],
            [place('Branch'), 'SMP-001'],
          ] as [number, string][])
        : []),
      ...COLUMNS.flatMap((column): [number, string][] =>
        amounts[column] === undefined ? [] : [[amountPlace[column]!, amounts[column]]],
      ),
    ];
    for (const [column, text] of cells) {
      await page.locator(`[data-cell="${row}:${column}"]`).focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    if (row === 0) continue;
    for (const column of [place('Department'), place('Branch')]) {
      await page.locator(`[data-cell="${row}:${column}"]`).focus();
      await page.keyboard.press('Control+d');
    }
  }
}

/** Saves or submits; the list follows. Answers the month of the document. */
async function save(page: Page, number: string, list: string, button = 'Submit for approval'): Promise<string> {
  const date = page.getByRole('textbox', { name: /^(Document Date|First Cheque Date)/ });
  const month = (await date.inputValue()).slice(0, 7);
  await expect(page.getByRole('region', { name: 'Balance and actions' })).toContainText('Balanced');
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(new RegExp(`${list}\\?`));
  await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible();
  return month;
}

async function approve(page: Page, number: string): Promise<void> {
  await page.goto(`/?view=approvals&id=${number}`);
  const inbox = page.getByRole('region', { name: `Batch ${number}` });
  await inbox.getByRole('button', { name: /^Approve/ }).click();
  await page
    .getByRole('dialog', { name: 'Approve' })
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
}

async function release(page: Page, number: string): Promise<void> {
  await page.goto(`/trxdisb/create?batch=${number}`);
  await page.getByRole('button', { name: /^Release/ }).click();
  await expect(page.getByText(POSTED, { exact: true }).first()).toBeVisible();
}

/** Answers the open question of a void. */
async function voidFor(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Void / });
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText('The transaction entry has been voided successfully')).toBeVisible();
}

/** The number that a page of a batch shows. */
async function documentNumber(page: Page): Promise<string> {
  const fact = page.locator('dl > div').filter({ hasText: /^Document No\./ });
  return (await fact.locator('dd').innerText()).trim();
}

/** Presses the icon that restores a batch in the archive. */
async function openRestore(page: Page, number: string): Promise<void> {
  await page.goto('/trx-archive');
  await page.getByRole('searchbox', { name: /Search Archived Entries/ }).fill(number);
  const row = page.getByRole('row', { name: new RegExp(number) });
  await row.hover();
  await row.getByRole('button', { name: `Restore batch ${number}` }).click();
}
