import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

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
