import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { readPdfPieces, type PdfPiece } from '../../../apps/server/src/testing/pdf-text.ts';

/** A text of a sheet, where it stands, and in a table its row and the share of the table's width at which it begins. */
interface SheetText {
  readonly text: string;
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly row: number | null;
  readonly share: number;
}

/** A text that its description placed: where its baseline begins on its page, in mm. */
interface PlacedText {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** How far a text that is placed may stand from where it stands on the sheet, in mm. */
const MM_LATITUDE = 0.5;
/** How far a column may begin from where it begins on the sheet, as a share of the table's width: the fonts differ. */
const LATITUDE = 0.1;
const SAME_LINE = 4;

/**
 * How the PDF of a paper differs from its sheet: a text that is missing, a part in another order, a row of the table whose
 * cells differ, a column that begins elsewhere, a text at millimetres that is half of one away. Empty where one looks like the other.
 */
export async function differencesOnPaper(page: Page, pdf: Buffer): Promise<string[]> {
  const article = page.getByRole('article');
  const [sheet, placed] = [await article.evaluate(readSheet), await article.evaluate(readPlaced)];
  const pieces = readPdfPieces(pdf);
  // A piece of which nothing is left, such as REPRINT 2, would be found in every text.
  const lines = linesOf(pieces.filter(({ text }) => squeezed(text) !== ''));
  return [...tableFaults(sheet, lines), ...orderFaults(sheet, lines), ...placedFaults(placed, pieces)];
}

function placedFaults(placed: readonly PlacedText[], pieces: readonly PdfPiece[]): string[] {
  const mm = (points: number) => (points / 72) * 25.4;
  const isNear = (one: number, other: number) => Math.abs(one - other) <= MM_LATITUDE;
  return placed.flatMap(({ text, page, x, y }) =>
    pieces.some(
      (piece) => piece.page === page && piece.text === text && isNear(mm(piece.x), x) && isNear(mm(piece.baseline), y),
    )
      ? []
      : [`"${text}" is not at ${x.toFixed(1)}, ${y.toFixed(1)} mm of page ${page + 1} of the file`],
  );
}

/** Runs in the browser: every text that is placed; a page of the sheet is one of the file. */
function readPlaced(article: Element): PlacedText[] {
  const mm = (pixels: number) => (pixels / 96) * 25.4;
  const sheet = getComputedStyle(article);
  const left = article.getBoundingClientRect().left;
  return [...article.querySelectorAll<SVGTextElement>('[data-placed] text')].map((text) => {
    const page = text.closest('[data-page]')!;
    const start = new DOMPoint(Number(text.getAttribute('x')), Number(text.getAttribute('y')));
    const at = start.matrixTransform(text.getScreenCTM()!);
    const top = page.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(page).paddingTop);
    return {
      text: text.textContent ?? '',
      page: Number(page.getAttribute('data-page')),
      x: mm(at.x - left),
      y: mm(at.y - top + Number.parseFloat(sheet.paddingTop)),
    };
  });
}

/** Runs in the browser: every text of the sheet from top to bottom, from left to right. */
function readSheet(article: Element): SheetText[] {
  const texts: SheetText[] = [];
  const rows = [...article.querySelectorAll('tr')];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    // A stamp lies over the texts, above none and below none; what is placed has its own places.
    if (text === '' || node.parentElement?.closest('caption, [data-stamp], [data-placed]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, left, right } = range.getBoundingClientRect();
    const row = node.parentElement!.closest('tr');
    const table = row?.closest('table')?.getBoundingClientRect();
    const share = table ? (left - table.left) / table.width : 0;
    texts.push({ text, top, left, right, row: row ? rows.indexOf(row) : null, share });
  }
  return texts.toSorted((one, other) => one.top - other.top || one.left - other.left);
}

interface Line {
  readonly pieces: readonly PdfPiece[];
}

/** Pieces that stand on one line, from left to right; lines in the order of reading. */
function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines = new Map<string, PdfPiece[]>();
  for (const piece of pieces) {
    const key = `${piece.page} ${piece.y}`;
    lines.set(key, [...(lines.get(key) ?? []), piece]);
  }
  return [...lines.values()].map((line) => ({ pieces: line.toSorted((one, other) => one.x - other.x) }));
}

/** Without spaces, and without what differs between two copies: when each was made, and which it is. */
const squeezed = (text: string) =>
  text.replaceAll(/^(Preview|Printed) |\d\d:\d\d|REPRINT \d+/g, '').replaceAll(/\s+/g, '');
/** A long text of the sheet stands in several pieces in the file, the first of which begins like it. */
const begins = (whole: string, piece: string) => squeezed(whole).startsWith(squeezed(piece));

function tableFaults(sheet: readonly SheetText[], lines: readonly Line[]): string[] {
  const faults: string[] = [];
  const rows = new Map<number, SheetText[]>();
  for (const text of sheet) if (text.row !== null) rows.set(text.row, [...(rows.get(text.row) ?? []), text]);
  const isRow = (cells: readonly SheetText[], { pieces }: Line) =>
    cells.length === pieces.length && cells.every((cell, at) => begins(cell.text, pieces[at]!.text));
  let from = 0;
  let edges = { left: 0, right: 1 };
  for (const [row, cells] of rows) {
    const inOrder = cells.toSorted((one, other) => one.share - other.share);
    const at = lines.findIndex((line, index) => index >= from && isRow(inOrder, line));
    if (at < 0) {
      faults.push(`row ${row} is not in the file: ${inOrder.map(({ text }) => text).join(' | ')}`);
      continue;
    }
    from = at + 1;
    const { pieces } = lines[at]!;
    if (row === 0) edges = { left: pieces[0]!.x, right: pieces[0]!.width - pieces[0]!.x };
    for (const [index, cell] of inOrder.entries()) {
      const share = (pieces[index]!.x - edges.left) / (edges.right - edges.left);
      if (Math.abs(share - cell.share) > LATITUDE)
        faults.push(`"${cell.text}" begins at ${share.toFixed(2)}, on the sheet at ${cell.share.toFixed(2)}`);
    }
  }
  return faults;
}

/** Texts outside the table: each stands in the file, and not above what stands above it on the sheet: what is beside it may. */
function orderFaults(sheet: readonly SheetText[], lines: readonly Line[]): string[] {
  const faults: string[] = [];
  const holds = (text: string, { pieces }: Line) =>
    pieces.some((piece) => begins(text, piece.text) || begins(piece.text, text));
  const found: (SheetText & { line: number })[] = [];
  for (const one of sheet) {
    const { text, top, left, right, row } = one;
    if (row !== null) continue;
    const above = found.filter((other) => top - other.top > SAME_LINE && other.left < right && left < other.right);
    const from = Math.max(0, ...above.map(({ line }) => line));
    const line = lines.findIndex((candidate, index) => index >= from && holds(text, candidate));
    if (line >= 0) found.push({ ...one, line });
    else
      faults.push(`"${text}" ${lines.some((other) => holds(text, other)) ? 'stands too high' : 'is not'} in the file`);
  }
  return faults;
}

/** How many stamps rise over each page that the browser prints of the paper that is open; they alone stand at an angle. */
export async function stampsOnPrintedPages(page: Page): Promise<number[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)].map(([, id, body]) => [id!, body!]));
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\b/.test(object));
  return pages.map((object) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(object)![1]!)!;
    const packed = Buffer.from(/stream\n([^]*)\nendstream/.exec(content)![1]!, 'latin1');
    const turns = inflateSync(packed)
      .toString('latin1')
      .matchAll(/^\S+ (\S+) \S+ \S+ \S+ \S+ cm$/gm);
    return [...turns].filter(([, sine]) => Number(sine) !== 0).length;
  });
}
