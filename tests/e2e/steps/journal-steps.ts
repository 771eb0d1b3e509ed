import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { differencesOnPaper } from './paper-likeness.ts';

/** Opens the page of a journal by its address. */
export async function openJournal(page: Page, number: string): Promise<void> {
  await page.goto(`/trx-gen-journal/create?batch=${number}`);
  await expect(page.getByRole('heading', { name: `Batch ${number}` })).toBeVisible();
}

/** From the Print menu of a journal to its paper in a tab of its own: total, void mark, sheets. */
export async function expectOnPaper(
  page: Page,
  number: string,
  { total, pages, isVoid = false }: { total: string; pages: number; isVoid?: boolean },
): Promise<void> {
  await openJournal(page, number);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: /Journal details/ }).click();
  const paper = await opening;
  const sheet = paper.getByRole('article');
  await expect(sheet).toContainText('JOURNAL VOUCHER');
  await expect(sheet.getByText('VOID', { exact: true })).toHaveCount(isVoid ? 1 : 0);
  await expect(sheet.getByRole('row', { name: /^TOTAL/ })).toContainText(total);
  await expect(paper.getByRole('navigation')).toHaveCount(0);
  await expect(paper.getByRole('button', { name: /Print This Form/ })).toBeVisible();
  const pdf = await openedPdf(paper);
  expect(pdf.name).toMatch(/^journal-voucher-je\d{7}_\d{10}\.pdf$/);
  expect(await differencesOnPaper(paper, pdf.bytes)).toEqual([]);
  // As many sheets as the entry fills: no blank one after them.
  const printed = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(pages);
  await paper.close();
}

/** Opens the PDF of a paper, in a tab of its own; answers its name and its bytes. */
export async function openedPdf(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const answer = page.waitForResponse((one) => one.headers()['content-type'] === 'application/pdf');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'PDF', exact: true }).click();
  // The browser of these tests shows no PDF: what its tab would show, it saves.
  const tab = await opening;
  const { bytes } = await saved(tab, async () => void (await answer));
  const { 'content-disposition': disposition = '' } = (await answer).headers();
  await tab.close();
  return { name: /^inline; filename="(.+)"$/.exec(disposition)![1]!, bytes };
}

/** What the export menu of a list or a report saves in a format. */
export async function exported(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return saved(page, () => page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click());
}

async function saved(page: Page, ask: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await ask();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Voids a posted journal on its page; the list follows. */
export async function voidPosted(page: Page, number: string, reason: string): Promise<void> {
  await openJournal(page, number);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: /^Void JE\d{7}\?$/ });
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(dialog.getByText('Required.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText('The transaction entry has been voided successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Journal Entries' })).toBeVisible();
}
