import { expect, type Page } from '@playwright/test';
import { readPdfPieces, readPdfStrokes, readPdfText } from '../../../apps/server/src/testing/pdf-text.ts';
import { openedPdf } from './downloads.ts';

/** How far a text or a line of the file may stand from where the browser prints it, in mm. */
const LATITUDE = 0.5;

/** What is drawn on a page, and where: a text from the begin of its baseline, a line or a frame with its size; in mm. */
interface Drawn {
  readonly what: string;
  readonly page: number;
  readonly places: readonly number[];
}

/**
 * How the file of a paper differs from what the browser prints of its sheet: pages, texts, lines or frames that only one of them has, or
 * has elsewhere. Empty where one is like the other.
 */
export function differencesOnPaper({ file, print }: Papers): string[] {
  const [inFile, printed] = [drawnOn(file), drawnOn(print)];
  const isAlike = (one: Drawn, other: Drawn) =>
    one.what === other.what &&
    one.page === other.page &&
    one.places.every((place, at) => Math.abs(place - other.places[at]!) <= LATITUDE);
  const only = (these: readonly Drawn[], those: readonly Drawn[], where: string) =>
    these
      .filter((one) => !those.some((other) => isAlike(one, other)))
      .map(({ what, page, places }) => {
        const place = places.map((one) => one.toFixed(1)).join(', ');
        return `${where} alone, page ${page + 1} at ${place} mm: ${what}`;
      });
  const pages = [file, print].map((pdf) => readPdfText(pdf).length);
  return [
    ...(pages[0] === pages[1] ? [] : [`${pages[0]} pages in the file, ${pages[1]} printed`]),
    ...only(inFile, printed, 'in the file'),
    ...only(printed, inFile, 'printed'),
  ];
}

/** The same paper twice: as its file, and as the browser prints it. */
export interface Papers {
  readonly file: Buffer;
  readonly print: Buffer;
}

/** Of the document that is open: both are counted, and neither is the first copy, so that both say which one they are. */
export async function copiesOf(page: Page): Promise<Papers> {
  const take = async () => (await openedPdf(page)).bytes;
  const first = await take();
  const file = isReprint(first) ? first : await take();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  const button = page.getByRole('button', { name: /^Print This Form/ });
  await button.click();
  await expect(button).toBeEnabled();
  return { file, print: await printOf(page) };
}

/** What the browser prints of the page that is open. */
export async function printOf(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  return page.pdf({ preferCSSPageSize: true });
}

/** How many stamps rise over each page that the browser prints of the paper that is open; they alone stand at an angle. */
export async function stampsOnPrintedPages(page: Page): Promise<number[]> {
  const print = await printOf(page);
  const stamps = readPdfPieces(print).filter(({ isTurned }) => isTurned);
  return readPdfText(print).map((_, at) => stamps.filter((stamp) => stamp.page === at).length);
}

const isReprint = (pdf: Buffer): boolean => /REPRINT/.test(readPdfText(pdf).join());

const mm = (points: number): number => (points / 72) * 25.4;

function drawnOn(pdf: Buffer): Drawn[] {
  const texts = readPdfPieces(pdf).map(({ page, x, baseline, text, isTurned }) => ({
    // The browser draws the outlines of its letters.
    what: isTurned ? 'stamp' : told(text),
    page,
    places: [x, baseline].map(mm),
  }));
  const strokes = readPdfStrokes(pdf).map(({ page, box }) => ({ what: 'line', page, places: box.map(mm) }));
  return [...texts.filter(({ what }) => what !== ''), ...strokes];
}

/** Without what differs between two copies: when each was made, which it is, and its code. */
const told = (text: string) => text.replaceAll(/\d\d:\d\d|(?<=REPRINT )\d+|(?<=\/verify\/)\w+/g, '').trim();
