import { expect, type Locator, type Page } from '@playwright/test';
import type { Journey } from './journey.ts';
import { centavos } from './trial-balance.ts';

/** What a payment is entered with; the figures are those of the worked examples. */
export interface Payment {
  type: string;
  payee: string;
  bank: string;
  /** Pesos for one unit, where the bank's account is not in pesos. */
  rate?: string;
  remarks: string;
}
/** One line as it is typed: account, then amounts by column; department and branch are those of the first line. */
export type Line = readonly [account: string, amounts: Readonly<Record<string, string>>];

/** Net movements in pesos, as the trial balance is to show them. */
export function movements(rows: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(rows).map(([account, text]) => {
      const amount = text.startsWith('-') ? -centavos(text.slice(1)) : centavos(text);
      return [account, { moved: amount, balance: amount }];
    }),
  );
}

/** The card of what a document is about. */
export const header = (page: Page) => page.getByRole('group', { name: 'Header' });

/** Chooses what a header names, by the first characters; answers the batch number. */
export async function enterHeader(page: Page, payment: Payment): Promise<string> {
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
export async function insertByHelper(page: Page, amount: string, net: string, account: string): Promise<void> {
  const helper = page.getByRole('region', { name: 'VAT and withholding' });
  await helper.getByRole('textbox', { name: /^Amount/ }).fill(amount);
  await page.keyboard.press('Tab');
  await expect(helper).toContainText(net);
  await helper.getByRole('button', { name: 'Insert lines' }).click();
  const first = page.locator('[data-cell="0:0"]');
  await expect(first).toBeFocused();
  // Branch and department are the preparer's own: the charged account is all that is missing.
  await page.keyboard.type(account);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

const COLUMNS = ['debit', 'credit', 'debit_php', 'credit_php'];

export async function typeLines(page: Page, lines: readonly Line[]): Promise<void> {
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
export async function save(
  page: Page,
  number: string,
  list: string,
  button: string | RegExp = 'Submit for approval',
): Promise<string> {
  const date = page.getByRole('textbox', { name: /^(Document Date|First Cheque Date)/ });
  const month = (await date.inputValue()).slice(0, 7);
  await expect(page.getByRole('region', { name: 'Balance and actions' })).toContainText('Balanced');
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(new RegExp(`${list}\\?`));
  await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible();
  return month;
}

/** Approves batches in the inbox of one approver, each opened by its address. */
export async function approve(openAs: Journey['openAs'], userId: string, ...numbers: string[]): Promise<void> {
  const addressOf = (number: string) => `/?view=approvals&id=${number}`;
  const page = await openAs(userId, addressOf(numbers[0]!));
  for (const [at, number] of numbers.entries()) {
    if (at > 0) await page.goto(addressOf(number));
    // 'BI-0000012' is called 'Billing 0000012'.
    const inbox = page.getByRole('region', { name: new RegExp(number.replace(/^[A-Z]+-/, '')) });
    await inbox.getByRole('button', { name: /^Approve/ }).click();
    await goOn(page.getByRole('dialog', { name: /^Approve/ }), /^Approve/);
    await expect(page.getByText('Status updated successfully')).toBeVisible();
  }
}

/** Ticks the risks that a question names, and goes on. */
async function goOn(question: Locator, button: RegExp): Promise<void> {
  await expect(question).toBeVisible();
  await expect(question.getByText('Please wait ...')).toHaveCount(0);
  for (const risk of await question.getByRole('checkbox', { name: /^Seen: / }).all()) await risk.check();
  await question.getByRole('button', { name: button }).click();
}

export async function release(page: Page, number: string): Promise<void> {
  await page.goto(`/trxdisb/create?batch=${number}`);
  await page.getByRole('button', { name: /^Release/ }).click();
  const question = page.getByRole('dialog', { name: /^Release / });
  const released = page.getByText('Released', { exact: true }).first();
  await expect(question.or(released)).toBeVisible();
  if (await question.isVisible()) await goOn(question, /^Release/);
  await expect(released).toBeVisible();
}

/** Answers the open question of a void. */
export async function voidFor(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Void / });
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText('The transaction entry has been voided successfully')).toBeVisible();
}

/** The number that a page of a batch shows. */
export async function documentNumber(page: Page): Promise<string> {
  const fact = page.locator('dl > div').filter({ hasText: /^Document No\./ });
  return (await fact.locator('dd').innerText()).trim();
}
