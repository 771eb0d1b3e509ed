import { expect, type Page } from '@playwright/test';
import { readPdfText } from '../../../apps/server/src/testing/pdf-text.ts';
import { openedPdf } from './downloads.ts';
import { copiesOf, differencesOnPaper } from './paper-likeness.ts';

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
  const copies = await copiesOf(paper);
  expect(differencesOnPaper(copies)).toEqual([]);
  // As many sheets as the entry fills: no blank one after them.
  expect(readPdfText(copies.print)).toHaveLength(pages);
  await paper.close();
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
