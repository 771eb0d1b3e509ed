import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { calendarDateOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { openSession } from '../../tests/e2e/steps/sign-in.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/chromium.mjs';
import { percentile, type Figure } from '../figures.ts';
import type { Books } from '../stage.ts';
import type { BarePage } from '../yardstick/bare-page.ts';
import type { Bench } from './bench.ts';

const ROWS = 100;
/** Rows of a long report. */
const REPORT_ROWS = 5000;
const MONTH = calendarDateOf(yearOf(today()) - 1, 6, 1)!.slice(0, 7);

/** Between two interactions, as long as a quick hand needs. */
const PAUSE_MS = 100;

/** The browser tells no interaction that took less. */
const LEAST_MS = 16;

/**
 * P17: from a key or a click to the next paint, in Chromium, by the browser's own Event Timing, on a list of 100 journals
 * in an entry of 100 lines, and in a report of 5,000 rows, against a plain page of the same rows and fields.
 */
export const interaction: Bench = {
  name: 'interaction',
  async measure({ large, small }) {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('P17 needs Chromium. Install it, or set CHROMIUM_PATH.');
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    try {
      const bundle = await bundleBarePage();
      const bare = (shown: BarePage) => openBarePage(browser, bundle, shown);
      const list = await openList(await openBooks(browser, large));
      const plainList = await bare({ kind: 'list', ...(await shownIn(list)) });
      // A new entry takes a batch number, and other benches count on those of the large books.
      const lines = await openLines(await openBooks(browser, small));
      const plainLines = await bare({ kind: 'lines', heads: LINE.map(String), rows: LINES });
      const report = await openReport(await openBooks(browser, large, 'auditor'));
      const plainReport = await bare({ kind: 'report', ...longer(await shownIn(report)) });
      return [
        figureOf('P17 list', `List of ${ROWS} journals`, await workInList(list), await workInList(plainList)),
        figureOf('P17 lines', `Entry of ${ROWS} lines`, await workInLines(lines, 4), await workInLines(plainLines, 7)),
        figureOf(
          'P17 report',
          `Subsidiary of ${REPORT_ROWS} postings`,
          await workInReport(report),
          await workInReport(plainReport),
        ),
      ].flat();
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

function figureOf(id: string, title: string, durations: readonly number[], bare: readonly number[]): Figure[] {
  const slow = (times: readonly number[]) => (times.length === 0 ? LEAST_MS : percentile(times, 0.98));
  const figure = {
    title: `${title}: key or click to next paint, 98th percentile`,
    unit: 'ms',
    ours: slow(durations),
  } as const;
  return [
    { ...figure, id, title: `${figure.title} : a plain page`, yardstick: slow(bare), goal: { at_most: 2 } },
    { ...figure, id: `${id}, itself`, yardstick: null, goal: { at_most: 100 } },
  ];
}

async function openList(page: Page): Promise<Page> {
  await page.goto(`/trx-gen-journal?pages=${ROWS}&month=${MONTH}`);
  await page
    .getByRole('row', { name: /^Select batch/ })
    .nth(ROWS - 1)
    .waitFor();
  return page;
}

/** Moves through the list, selects, sorts and opens what stands beside it. Answers the durations, ascending, in ms. */
async function workInList(page: Page): Promise<number[]> {
  await page.evaluate(forgetInteractions);
  for (let time = 0; time < 20; time += 1) await press(page, 'j');
  for (let time = 0; time < 10; time += 1) await press(page, time % 2 === 0 ? 'x' : 'ArrowDown');
  await press(page, 'Escape');
  for (const heading of ['Total Debit', 'Batch No.']) {
    await page.getByRole('columnheader').getByRole('button', { name: heading }).click();
    await page.getByRole('row').nth(ROWS).waitFor();
    await pause(page);
  }
  await press(page, 'Enter');
  await press(page, 'Escape');
  return durationsOf(page);
}

/** A line by the columns in which it is pasted: account, analysis, department, branch, section, ATC, base, debit, credit. */
const LINE = ['502010', '', 'ACCT', 'SMP-001', '', '', '', '', ''];
const LINES = Array.from({ length: ROWS }, (_, at) => LINE.with(at % 2 ? 8 : 7, '100.25'));

/** Pastes lines into a new entry. */
async function openLines(page: Page): Promise<Page> {
  await page.goto('/trx-gen-journal/create');
  await cellOf(page, 0, 0).click();
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    LINES.map((line) => line.slice(0, line[8] === '' ? 8 : 9).join('\t')).join('\n'),
  );
  await page.getByRole('button', { name: `Insert ${ROWS} lines` }).click();
  return page;
}

const cellOf = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`);

/**
 * Moves among the lines, and types accounts and amounts; the debit stands in a column of its own number, since the product folds
 * empty ones. Answers the durations, ascending, in ms.
 */
async function workInLines(page: Page, debit: number): Promise<number[]> {
  await page.evaluate(forgetInteractions);
  await cellOf(page, ROWS / 2, debit).click();
  for (let time = 0; time < 10; time += 1) await press(page, 'ArrowDown');
  for (const amount of ['1250.75', '88', '=11200/1.12']) {
    await type(page, amount);
  }
  await cellOf(page, ROWS / 4, 0).click();
  await type(page, '503010');
  return durationsOf(page);
}

async function openReport(page: Page): Promise<Page> {
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
  return page;
}

/** Folds and unfolds a group and all of them, moves and scrolls. Answers the durations, ascending, in ms. */
async function workInReport(page: Page): Promise<number[]> {
  await page.evaluate(forgetInteractions);
  for (let time = 0; time < 5; time += 1) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Control+ArrowLeft', 'Control+ArrowRight']) await press(page, key);
  }
  for (let time = 0; time < 20; time += 1) await press(page, time % 2 === 0 ? 'ArrowDown' : 'PageDown');
  return durationsOf(page);
}

/** The plain page as one script. */
async function bundleBarePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, '..', 'yardstick', 'bare-page.ts')],
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]!.text;
}

async function openBarePage(browser: Browser, bundle: string, shown: BarePage): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.setContent('<!doctype html><title>Plain</title><main></main>');
  await page.evaluate(observeInteractions);
  await page.evaluate((bare) => Object.assign(globalThis, { bare }), shown);
  await page.addScriptTag({ content: bundle });
  return page;
}

/** The heads and rows that a page of the product has drawn. */
async function shownIn(page: Page): Promise<Pick<BarePage, 'heads' | 'rows'>> {
  const [heads = [], ...rows] = await page
    .getByRole('row')
    .evaluateAll((drawn) => drawn.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
  return { heads, rows };
}

/** As many rows as the report has, a hundred to a group; the last cell tells them apart. */
function longer({ heads, rows }: Pick<BarePage, 'heads' | 'rows'>): Pick<BarePage, 'heads' | 'rows'> {
  const drawn = rows.filter(({ length }) => length > 1);
  const long = Array.from({ length: REPORT_ROWS }, (_, at) => [
    String(Math.floor(at / 100)),
    ...drawn[at % drawn.length]!.slice(1),
    String(at),
  ]);
  return { heads, rows: long };
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
