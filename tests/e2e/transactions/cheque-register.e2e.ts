import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { STATUS } from '@talaan/core/documents/status';
import { readPdfText } from '../../../apps/server/src/testing/pdf-text.ts';
import { expect, test } from '../steps/journey.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Check Transactions' }).locator('tbody tr');

/** Selects every cheque of the page that is open. */
async function selectAll(page: Page): Promise<void> {
  // Rows that are still being loaded have no box.
  await expect(rows(page).getByRole('checkbox').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).focus();
  await page.keyboard.press('Space');
}

/** Prints the vouchers of the selected cheques as one file, of at least a page each: one run is cancelled, another one taken. */
async function printVouchers(page: Page): Promise<void> {
  const files = '**/api/report-files';
  await page.getByRole('button', { name: 'Print vouchers' }).focus();
  await page.keyboard.press('Enter');
  const papers = page.getByRole('dialog', { name: /^Print/ });
  const begin = papers.getByRole('button', { name: /^Print \d+/ });
  await expect(begin).toBeFocused();
  // None, until it is known which of them can be printed.
  await expect(begin).toHaveText(/^Print (?![01]\b)/);
  const count = Number(/\d+/.exec(await begin.innerText())![0]);
  // Nothing is told of how far it is while it is being cancelled, however fast it is made.
  let tell = () => {};
  const cancelled = new Promise<void>((resolve) => (tell = resolve));
  await page.route(files, async (route) => {
    await cancelled;
    await route.fallback();
  });
  await page.keyboard.press('Control+Enter');
  await papers.getByRole('button', { name: 'Cancel printing' }).focus();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.keyboard.press('Enter');
  await removed;
  tell();
  await expect(begin).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(papers.getByRole('progressbar')).toBeVisible();
  await expect(papers.getByRole('button', { name: 'Download' })).toBeFocused({ timeout: 30_000 });
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect(readPdfText(readFileSync(await (await saving).path())).length).toBeGreaterThanOrEqual(count);
}

test('the cashier prints cheques by keyboard and names a misprint, a second person spoils the leaf and prints anew', async ({
  openAs,
  callAs,
}) => {
  const call = await callAs('cashier');
  const queued = (await call('GET', '/api/trxcheck?state=queued&pages=100')).data as unknown as ChequeRow[];
  const { bank_id } = queued.find(({ batch_status }) => (batch_status ?? 0) >= STATUS.FOR_RELEASE)!;
  const cashier = await openAs('cashier', '/trxcheck?state=released');
  const keys = cashier.keyboard;
  await selectAll(cashier);
  await printVouchers(cashier);
  await cashier.goto(`/trxcheck?state=queued&bank=${bank_id}&pages=100`);
  await selectAll(cashier);
  await cashier.getByRole('button', { name: 'Print cheques' }).focus();
  await keys.press('Enter');
  const run = cashier.getByRole('dialog', { name: /^Print \d+ cheques?$/ });
  await run.getByRole('button', { name: /^Yes, \d+ is on top: print \d+$/ }).focus();
  const opening = cashier.waitForEvent('popup');
  await keys.press('Enter');
  await opening;

  // Every leaf but the last came out well.
  const question = cashier.getByRole('dialog', { name: 'Did every leaf print well?' });
  const leaf = question.getByRole('listitem').last();
  const [number] = /\d{4,}/.exec(await leaf.innerText())!;
  await leaf.getByRole('checkbox').focus();
  await keys.press('Space');
  await question.getByLabel('What went wrong').focus();
  await keys.type('Jammed.');
  await question.getByRole('button', { name: 'All but 1 leaf' }).focus();
  await keys.press('Enter');
  await expect(cashier.getByText('for a second person to be marked spoiled')).toBeVisible();

  const admin = await openAs('admin', '/trxcheck');
  const waiting = admin.getByRole('list', { name: 'Printed cheques to look at' }).getByRole('listitem');
  await waiting
    .filter({ hasText: `${number} did not print well` })
    .getByRole('button', { name: 'Look' })
    .focus();
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('button', { name: 'Mark 1 leaf spoiled' })).toBeFocused();
  await admin.keyboard.press('Enter');
  const anew = admin.getByRole('button', { name: /^Yes, \d+ is on top: print 1$/ });
  await expect(anew).not.toContainText(number);
  await anew.focus();
  await admin.keyboard.press('Enter');
  await admin.getByRole('button', { name: 'Yes, every leaf' }).focus();
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('printed well.')).toBeVisible();

  const auditor = await openAs('auditor', `/trxcheck?q=${number}`);
  await auditor
    .getByRole('row', { name: new RegExp(number) })
    .first()
    .click();
  const panel = auditor.getByRole('complementary', { name: `Cheque ${number}` });
  const acts = panel.getByRole('listitem');
  await expect(acts.filter({ hasText: 'Printed' }).first()).toContainText('Gina Flores');
  await expect(acts.filter({ hasText: 'Jammed.' }).first()).toContainText('Liza Manalo');
  await expect(panel.getByRole('button', { name: 'Mark spoiled' })).toHaveCount(0);
});

test('the calendar leads from a day to its cheques and on to the voucher', async ({ openAs }) => {
  const treasurer = await openAs('cashier', '/trxcheck?view=calendar&pdc=1');
  const due = treasurer.getByRole('button', { name: /\d cheques?, PHP/ });
  const grid = treasurer.getByRole('grid', { name: /^Cheques falling due in/ });
  await expect(grid).toBeVisible();
  for (let months = 0; months < 6 && (await due.count()) === 0; months += 1) {
    const month = (await grid.getAttribute('aria-label')) ?? '';
    await treasurer.keyboard.press('Alt+ArrowRight');
    // The grid stands for what was read of its month: another one means that its days are known.
    await expect(treasurer.getByRole('grid', { name: month })).toHaveCount(0);
    await expect(grid).toBeVisible();
  }
  const spoken = (await due.first().getAttribute('aria-label')) ?? '';
  await due.first().focus();
  await treasurer.keyboard.press('Enter');
  const count = Number(/(\d+) cheques?/.exec(spoken)?.[1]);
  await expect(
    treasurer.getByRole('heading', { name: new RegExp(`^Check Transactions\\s?\\(${count}\\)$`) }),
  ).toBeVisible();
  await expect(rows(treasurer).first()).toContainText(/\d of \d/);
  const voucher = rows(treasurer).first().getByRole('link');
  const voucherNumber = await voucher.innerText();
  await voucher.click();
  await expect(treasurer.getByText(voucherNumber).first()).toBeVisible();
});
