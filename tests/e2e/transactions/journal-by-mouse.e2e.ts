import type { Page } from '@playwright/test';
import { expectOnPaper, openJournal, voidPosted } from '../steps/journal-steps.ts';
import { expect, type Journey, test } from '../steps/journey.ts';
import { differences, readTrialBalance } from '../steps/trial-balance.ts';

const REMARKS = 'Bank charges and stamps of the week';
/** The smallest picture there is: one transparent point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a journal of 3 lines with an attachment by mouse: returned, corrected, approved, posted, printed, voided', async ({
  openAs,
  callAs,
}) => {
  const preparer = await openAs('preparer2');
  const number = await enterByMouse(preparer);
  const month = await preparer.evaluate(() => new Date().toLocaleDateString('sv').slice(0, 7));
  const auditor = await callAs('auditor');
  const before = await readTrialBalance(auditor, month);

  const checker = await openBesideList(openAs, 'checker', number);
  await checker.getByRole('button', { name: 'Return' }).click();
  const question = checker.getByRole('dialog', { name: /^Return JE/ });
  await question.getByLabel('Remarks').fill('Show the stamps on a line of their own branch.');
  await question.getByRole('button', { name: 'Return' }).click();
  await expect(checker.getByText('Status updated successfully')).toBeVisible();

  await openJournal(preparer, number);
  await expect(preparer.getByText('Show the stamps on a line of their own branch.').first()).toBeVisible();
  await preparer.getByRole('button', { name: /^Edit/ }).click();
  await pick(preparer, 1, 3, 'SMP-002', /SMP-002/);
  await preparer.getByRole('button', { name: /^Save/ }).click();
  await expect(preparer.getByText('The transaction entry was updated successfully')).toBeVisible();
  await expect(preparer.getByRole('heading', { name: 'Journal Entries' })).toBeVisible();
  await submit(preparer, number);

  for (const [userId, follows] of [
    ['checker', 'Then Approval 1:'],
    ['approver1', 'It then posts to the ledger.'],
  ] as const) {
    const person = await openBesideList(openAs, userId, number);
    await person.getByRole('button', { name: /^Approve/ }).click();
    const confirm = person.getByRole('dialog', { name: 'Approve' });
    await expect(confirm).toContainText(follows);
    await confirm.getByRole('button', { name: /^Approve/ }).click();
    await expect(person.getByText('Status updated successfully')).toBeVisible();
  }

  expect(differences(before, await readTrialBalance(auditor, month))).toEqual({
    '503080': { moved: 15_000n, balance: 15_000n },
    '503090': { moved: 35_050n, balance: 35_050n },
    '102101': { moved: -50_050n, balance: -50_050n },
  });
  await expectAttachment(preparer, number);
  await expectOnPaper(preparer, number, { total: '500.50', pages: 1 });
  await voidPosted(checker, number, 'Wrong amount');
  expect(differences(before, await readTrialBalance(auditor, month))).toEqual({});
});

test('a journal of 2 lines is submitted by 15 clicks, and posted by 25 of everybody, each from the dashboard', async ({
  openAs,
}) => {
  const preparer = await openAs('preparer2');
  const entering = await countPresses(preparer);
  await preparer.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Journal Entries' }).click();
  await preparer
    .getByRole('button', { name: /^Create/ })
    .first()
    .click();
  const number = await preparer
    .getByRole('group', { name: 'Header' })
    .getByText(/^\d{7}$/)
    .innerText();
  await preparer.getByLabel('Remarks').click();
  await preparer.keyboard.type('Stamps bought at the bank');
  const line = async (row: number, account: string, column: number, amount: string): Promise<void> => {
    await pick(preparer, row, 0, account, /./);
    await preparer.getByRole('grid', { name: 'Lines' }).locator(`[data-cell="${row}:${column}"]`).click();
    await preparer.keyboard.type(amount);
  };
  await line(0, '503080', 4, '75.25');
  await line(1, 'bdo ca 0001', 5, '75.25');
  await preparer.getByRole('button', { name: /^Submit for approval/ }).click();
  await expect(preparer.getByText(/^Status updated successfully/)).toBeVisible();
  let presses = await entering();
  expect(presses).toBeLessThanOrEqual(15);

  for (const [userId, said] of [
    ['checker', 'Next: '],
    ['approver1', 'It is in the ledger.'],
  ] as const) {
    const person = await openAs(userId);
    const deciding = await countPresses(person);
    const waiting = person.getByRole('region', { name: 'For my approval' }).getByRole('button', { name: number });
    await person.getByRole('tab', { name: /^Approvals/ }).click();
    await waiting.click();
    await person
      .getByRole('region', { name: `Batch ${number}` })
      .getByRole('button', { name: /^Approve/ })
      .click();
    await person
      .getByRole('dialog', { name: 'Approve' })
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(person.getByText(/^Status updated successfully/)).toContainText(said);
    await expect(alerts(person)).toHaveCount(0);
    presses += await deciding();
  }
  expect(presses).toBeLessThanOrEqual(25);
  await expect(alerts(preparer)).toHaveCount(0);
});

/** What is told as wrong; a region that waits for its first message says nothing. */
const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Menu, Create, three lines, a picture, Save, Submit: with the pointer, and keys for text only. */
async function enterByMouse(page: Page): Promise<string> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Journal Entries' }).click();
  await page
    .getByRole('button', { name: /^Create/ })
    .first()
    .click();
  const header = page.getByRole('group', { name: 'Header' });
  const number = await header.getByText(/^\d{7}$/).innerText();
  await header.getByLabel('Remarks').fill(REMARKS);

  const dropZone = page.getByText('Drop, paste or choose files');
  const place = await dropZone.boundingBox();
  await pick(page, 0, 0, 'bank charges', /Bank Charges/);
  await fill(page, 0, 4, '350.50');
  await pick(page, 1, 0, '503080', /Documentary Stamp Tax/);
  await fill(page, 1, 4, '150');
  await pick(page, 2, 0, 'bdo ca 0001', /102101/);
  await fill(page, 2, 5, '500.50');
  // What is pressed does not move away under the pointer as the route comes.
  await expect(page.getByRole('list', { name: 'Approval route' })).toBeVisible();
  expect(await dropZone.boundingBox()).toEqual(place);
  const choosing = page.waitForEvent('filechooser');
  await dropZone.click();
  await (await choosing).setFiles({ name: 'advice.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByText('not saved yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balance and actions' })).toContainText('Balanced');

  // Refused before it is sent, then as a whole: each fault is named where it stands and in a list.
  await header.getByLabel('Document Date').fill('');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(header.getByText('Date is required.')).toBeVisible();
  await header.getByLabel('Document Date').fill('t');
  await clear(page, 2, 3);
  await page.getByRole('button', { name: /^Save/ }).click();
  const refusal = page.getByRole('alertdialog', { name: 'Saving failed!!' });
  await expect(refusal.getByRole('listitem')).toHaveText(['line 3: branch is required.']);
  await refusal.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: 'Line 3: Branch is required.' }).click();
  await pick(page, 2, 3, 'main', /SMP-001/);

  // A save leads back to the list; the entry is submitted from its own page.
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('The transaction entry has been added to the list successfully.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Journal Entries' })).toBeVisible();
  await submit(page, number);
  return number;
}

/** Counts how often the pointer is pressed from here on, until the page is loaded anew. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const seen = { presses: 0 };
    addEventListener('pointerdown', () => (seen.presses += 1), true);
    return seen;
  });
  return () => counted.evaluate(({ presses }) => presses);
}

async function submit(page: Page, number: string): Promise<void> {
  await openJournal(page, number);
  await page.getByRole('button', { name: /^Submit for approval/ }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
}

/** Opens a cell by two clicks. */
async function openCell(page: Page, row: number, column: number): Promise<void> {
  const cell = page.getByRole('grid', { name: 'Lines' }).locator(`[data-cell="${row}:${column}"]`);
  await cell.click();
  if ((await cell.getByRole('textbox').or(cell.getByRole('combobox')).count()) === 0) await cell.click();
}

async function fill(page: Page, row: number, column: number, text: string): Promise<void> {
  await openCell(page, row, column);
  await page.keyboard.type(text);
}

/** Empties a cell that is not open. */
async function clear(page: Page, row: number, column: number): Promise<void> {
  await page.getByRole('grid', { name: 'Lines' }).locator(`[data-cell="${row}:${column}"]`).click();
  await page.keyboard.press('Delete');
}

async function pick(page: Page, row: number, column: number, sought: string, option: RegExp): Promise<void> {
  await fill(page, row, column, sought);
  await page.getByRole('option', { name: option }).first().click();
}

/** Finds a journal in somebody's list and opens it beside it. */
async function openBesideList(openAs: Journey['openAs'], userId: string, number: string): Promise<Page> {
  const page = await openAs(userId, `/trx-gen-journal?q=${number}`);
  await page.getByRole('row', { name: new RegExp(number) }).click();
  await expect(page.getByRole('complementary', { name: `Batch ${number}` })).toBeVisible();
  return page;
}

async function expectAttachment(page: Page, number: string): Promise<void> {
  await openJournal(page, number);
  await page.getByRole('button', { name: 'advice.png' }).click();
  const preview = page.getByRole('dialog', { name: 'advice.png' });
  const picture = preview.getByRole('img', { name: 'advice.png' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await preview.getByRole('button', { name: 'Close' }).first().click();
}
