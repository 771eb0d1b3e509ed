import { chromium, type Browser, type Page } from '@playwright/test';
import { calendarDateOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { openSession } from '../../tests/e2e/steps/sign-in.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/chromium.mjs';
import { percentile, type Figure } from '../figures.ts';
import type { Books } from '../stage.ts';
import type { Bench } from './bench.ts';

const ROWS = 100;
/** Rows of a long report. */
const REPORT_ROWS = 5000;
const MONTH = calendarDateOf(yearOf(today()) - 1, 6, 1)!.slice(0, 7);

/** Between two interactions, as long as a quick hand needs. */
const PAUSE_MS = 100;

/**
 * P17: from a key or a click to the next paint, in Chromium, by the browser's own Event Timing, on a list of 100 journals
 * in an entry of 100 lines, and in a report of 5,000 rows. Interactions under 16 ms are not told by the browser and not counted.
 */
export const interaction: Bench = {
  name: 'interaction',
  async measure({ large, small }) {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('P17 needs Chromium. Install it, or set CHROMIUM_PATH.');
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    try {
      const inList = await workInList(await openBooks(browser, large));
      // A new entry takes a batch number, and other benches count on those of the large books.
      const inLines = await workInLines(await openBooks(browser, small));
      const inReport = await workInReport(await openBooks(browser, large, 'auditor'));
      return [
        figureOf('P17 list', `List of ${ROWS} journals`, inList),
        figureOf('P17 lines', `Entry of ${ROWS} lines`, inLines),
        figureOf('P17 report', `Subsidiary of ${REPORT_ROWS} postings`, inReport),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** A page in the books, of somebody who is signed in. */
async function openBooks(browser: Browser, { server }: Books, user = 'preparer'): Promise<Page> {
  const address = `http://127.0.0.1:${server.port}`;
  const context = await browser.newContext({
    baseURL: address,
    storageState: await openSession(address, user),
    timezoneId: 'Asia/Manila',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(observeInteractions);
  return context.newPage();
}

function figureOf(id: string, title: string, durations: readonly number[]): Figure {
  return {
    id,
    title: `${title}: key or click to next paint, 98th percentile`,
    unit: 'ms',
    ours: percentile(durations, 0.98),
    yardstick: null,
    goal: { at_most: 100 },
  };
}

/** Moves through the list, selects, sorts and opens what stands beside it. Answers the durations, ascending, in ms. */
async function workInList(page: Page): Promise<number[]> {
  await page.goto(`/trx-gen-journal?pages=${ROWS}&month=${MONTH}`);
  const rows = page.getByRole('row', { name: /^Select batch/ });
  await rows.nth(ROWS - 1).waitFor();
  for (let time = 0; time < 20; time += 1) await press(page, 'j');
  for (let time = 0; time < 10; time += 1) await press(page, time % 2 === 0 ? 'x' : 'ArrowDown');
  await press(page, 'Escape');
  for (const heading of ['Total Debit', 'Batch No.']) {
    await page.getByRole('columnheader').getByRole('button', { name: heading }).click();
    await rows.nth(ROWS - 1).waitFor();
    await pause(page);
  }
  await press(page, 'Enter');
  await press(page, 'Escape');
  return durationsOf(page);
}

/** Pastes lines, moves among them, and types accounts and amounts. Answers the durations, ascending, in ms. */
async function workInLines(page: Page): Promise<number[]> {
  await page.goto('/trx-gen-journal/create');
  const cell = (row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`);
  await cell(0, 0).click();
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    Array.from({ length: ROWS }, (_, at) => `502010\t\tACCT\tSMP-001\t\t\t${at % 2 ? '\t100.25' : '100.25\t'}`).join(
      '\n',
    ),
  );
  await page.getByRole('button', { name: `Insert ${ROWS} lines` }).click();
  // Empty columns are folded: the debit stands after the branch.
  await cell(ROWS / 2, 4).click();
  for (let time = 0; time < 10; time += 1) await press(page, 'ArrowDown');
  for (const amount of ['1250.75', '88', '=11200/1.12']) {
    await type(page, amount);
  }
  await cell(ROWS / 4, 0).click();
  await type(page, '503010');
  return durationsOf(page);
}

/** Folds and unfolds a group and all of them, moves and scrolls. Answers the durations, ascending, in ms. */
async function workInReport(page: Page): Promise<number[]> {
  const [year, month] = MONTH.split('-');
  await page.goto(`/subsidiary?type=ftm&year=${year}&month=${Number(month)}`);
  const count = page.getByText(/^[\d,]+ rows/);
  await count.waitFor();
  await page.keyboard.press('j');
  // A page has 1,000 rows; on a slow machine each may take a few looks.
  for (let [rows, looks] = [0, 0]; rows < REPORT_ROWS && looks < 200; looks += 1) {
    await page.keyboard.press('Control+End');
    await pause(page);
    const said = await count.innerText();
    rows = said.includes('so far') ? Number(said.split(' ')[0]!.replaceAll(',', '')) : REPORT_ROWS;
  }
  await page.keyboard.press('Control+Home');
  await pause(page);
  await page.evaluate(forgetInteractions);
  for (let time = 0; time < 5; time += 1) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Control+ArrowLeft', 'Control+ArrowRight']) await press(page, key);
  }
  for (let time = 0; time < 20; time += 1) await press(page, time % 2 === 0 ? 'ArrowDown' : 'PageDown');
  return durationsOf(page);
}

/** Types a cell and takes it with Enter. */
async function type(page: Page, text: string): Promise<void> {
  for (const key of text.split('')) await press(page, key);
  await press(page, 'Enter');
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await pause(page);
}

const pause = (page: Page): Promise<void> => page.waitForTimeout(PAUSE_MS);

/** In the page: keeps the longest duration of each interaction. */
function observeInteractions(): void {
  const longest: Record<number, number> = {};
  Object.assign(globalThis, { interactions: longest });
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId > 0) longest[interactionId] = Math.max(longest[interactionId] ?? 0, duration);
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** In the page: what came before does not count. */
function forgetInteractions(): void {
  const { interactions } = globalThis as unknown as { interactions: Record<number, number> };
  for (const id of Object.keys(interactions)) delete interactions[Number(id)];
}

async function durationsOf(page: Page): Promise<number[]> {
  const longest = await page.evaluate(
    () => (globalThis as unknown as { interactions: Record<number, number> }).interactions,
  );
  return Object.values(longest).toSorted((one, other) => one - other);
}
