import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Opens the PDF of a paper, in a tab of its own; answers its name and its bytes. */
export async function openedPdf(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const answer = page.waitForResponse((one) => one.headers()['content-type'] === 'application/pdf');
  // The browser of these tests shows no PDF: what its tab would show, it saves, and that may come as soon as the tab is there.
  const opening = page
    .waitForEvent('popup')
    .then(async (tab) => ({ tab, download: await tab.waitForEvent('download') }));
  await page.getByRole('button', { name: 'PDF', exact: true }).click();
  const { tab, download } = await opening;
  const { 'content-disposition': disposition = '' } = (await answer).headers();
  const bytes = readFileSync(await download.path());
  await tab.close();
  return { name: /^inline; filename="(.+)"$/.exec(disposition)![1]!, bytes };
}

/** What the export menu of a list or a report saves in a format. */
export async function exported(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
