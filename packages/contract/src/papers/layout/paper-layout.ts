import type { DrawnPage, DrawnPaper } from '../draw-paper.ts';
import type { PaperBlock, TableBlock } from '../paper-blocks.ts';
import { isEmptyTable, type PaperLine } from '../paper-table.ts';
import { pageBox } from '../paper.ts';
import { VERIFICATION_SIZE } from '../qr-code.ts';
import { stampOf } from './paper-stamp.ts';
import { edgeLines, endingAt, headingPiece, piecesOf, SMALL, write, type Measures, type Room } from './block-pieces.ts';
import { PageFlow, type PlacedPiece } from './page-flow.ts';
import { placeTable } from './table-layout.ts';
import { MM, scaled, type Fonts, type Mark, type TextMark } from './piece.ts';

/** Where everything of a paper stands, in points from the top left corner of its page. */
export interface PaperLayout {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PlacedPage[];
}
export type PlacedPage = readonly PlacedPiece[];

/** Margins of a report (spec 2 §9: 80/0/30/0 pt); its table keeps a gutter inside them, so that no printer cuts it. */
const OF_REPORT = { top: 80, bottom: 30, side: 28, running: 34 };

/**
 * Places every part of a paper on its pages: no group head alone at the foot of a page, totals with the last row and
 * signatures with the totals, column heads on every page of a table, and a foot with the number of the page. A stamp lies
 * below the texts of every page of its document.
 */
export function layOutPaper(paper: DrawnPaper, measures: Measures): PaperLayout {
  const { width, height } = roomOf(paper);
  const pages: PlacedPage[] = [];
  openPaper(paper, measures, (page) => pages.push(page)).end();
  return { width, height, pages: pages.map((page) => countedPage(page, pages.length)) };
}

/** A paper that is laid out while the lines of its table come. */
export interface FlowingPaper {
  put(lines: readonly PaperLine[]): void;
  /** Every line came: what stands below the table closes the last page. */
  end(): void;
}

/** So many lines give the columns their widths; a table that has no more is laid out whole. */
const KNOWN_LINES = 1000;

/**
 * Lays out a paper and gives each page away when it is full. Of a table that has more lines, or gets them as they come, the first of
 * a paper of one page, no more than its first lines and one page are held; how many pages there are is known at the end only,
 * so that each keeps a place for it.
 */
export function openPaper(paper: DrawnPaper, measures: Measures, give: (page: PlacedPage) => void): FlowingPaper {
  const flowing = flowingTable(paper);
  let known: PaperLine[] = [];
  let layout: FlowingTable | null = null;
  const put = (lines: readonly PaperLine[]) => {
    if (lines.length > 0 && !flowing) throw new Error(`${paper.title} has no table into which lines could flow.`);
    for (const line of lines) {
      if (layout) layout.put(line);
      else known.push(line);
      if (known.length <= KNOWN_LINES || isEmptyTable(known)) continue;
      layout = beginTable(paper, flowing!, known, measures, give);
      known = [];
    }
  };
  put(flowing?.table.lines ?? []);
  return {
    put,
    end: () => {
      if (layout) layout.end();
      else for (const page of wholePages(flowing ? withLines(paper, flowing, known) : paper, measures)) give(page);
    },
  };
}

function wholePages(paper: DrawnPaper, measures: Measures): PlacedPage[] {
  const room = roomOf(paper);
  const flowed = paper.pages.map((page) => ({ page, sheets: sheetsOf(paper, page, room, measures) }));
  // Of several papers in turn each numbers its own pages; the runs of a wide table are of one.
  const total = flowed.reduce((sum, { sheets }) => sum + sheets.length, 0);
  let before = 0;
  return flowed.flatMap(({ page, sheets }) => {
    const [first, count] = page.own ? [0, sheets.length] : [before, total];
    before += sheets.length;
    return sheets.map((sheet, at) => {
      const number = first + at + 1;
      // What flows beyond a counted page, such as long remarks, belongs to it.
      const counted = page.number === null || at === 0 ? page.number : `${page.number}, continued`;
      const { foot } = page.own ?? paper;
      const edges = edgesOf(foot, counted ?? `Page ${number} of ${count}`, room, measures);
      return wholePage(sheet, edges, { paper, page, room, isFirst: at === 0 }, measures);
    });
  });
}

/** A receipt is one page of its small sheet (ux §8): what would need another one is set smaller, down to the last of these shares. */
const SHARES = [1, 0.95, 0.9, 0.85, 0.8];

/** What flows onto the sheets of a page; of a small sheet onto one, in the size in which it goes there, where there is one. */
function sheetsOf(paper: DrawnPaper, page: DrawnPage, room: Room, measures: Measures): PlacedPage[] {
  const flowedAt = (share: number) => {
    const sheets: PlacedPage[] = [];
    const wider = share === 1 ? room : roomAt(room, share);
    const flow = new PageFlow(wider, (sheet) => sheets.push(sheet.map((piece) => smaller(piece, share))));
    for (const block of page.blocks) for (const piece of piecesOf(block, page, wider, measures)) flow.put(piece);
    flow.end();
    return sheets;
  };
  const whole = flowedAt(1);
  if (paper.page.size !== 'A5' || whole.length === 1) return whole;
  for (const share of SHARES.slice(1)) {
    const sheets = flowedAt(share);
    if (sheets.length === 1) return sheets;
  }
  return whole;
}

/** The room of a page in points of which each is `share` of one; a logo and a code keep their size on paper. */
function roomAt(room: Room, share: number): Room {
  const of = (points: number) => points / share;
  return {
    width: of(room.width),
    height: of(room.height),
    top: of(room.top),
    bottom: of(room.bottom),
    left: of(room.left),
    right: of(room.right),
    running: of(room.running),
    logo: of(room.logo),
    code: of(room.code),
  };
}

function smaller<Placed extends PlacedPiece>(piece: Placed, share: number): Placed {
  if (share === 1) return piece;
  const marks = piece.marks.map((mark) => scaled(mark, share));
  return { ...piece, y: piece.y * share, height: piece.height * share, marks };
}

/** The page with how many there are in the place that it kept. */
function countedPage(page: PlacedPage, count: number): PlacedPage {
  const counted = (mark: Mark): Mark => {
    if (!('pageCount' in mark)) return mark;
    const { pageCount: _pageCount, ...place } = mark;
    return { ...place, text: String(count) } satisfies TextMark;
  };
  return page.map((piece) => (piece.edge ? { ...piece, marks: piece.marks.map(counted) } : piece));
}

interface FlowingTable {
  put(line: PaperLine): void;
  end(): void;
}

function beginTable(
  paper: DrawnPaper,
  { page, at, table }: TablePlace,
  known: readonly PaperLine[],
  measures: Measures,
  give: (page: PlacedPage) => void,
): FlowingTable {
  const room = roomOf(paper);
  let number = 0;
  const flow = new PageFlow(room, (sheet) => {
    number += 1;
    const edges = openEdgesOf(paper.foot, number, room, measures);
    give(wholePage(sheet, edges, { paper, page, room, isFirst: number === 1 }, measures));
  });
  const putBlocks = (blocks: readonly PaperBlock[]) => {
    for (const block of blocks) for (const piece of piecesOf(block, page, room, measures)) flow.put(piece);
  };
  putBlocks(page.blocks.slice(0, at));
  const layout = placeTable(table, { lines: known, areAll: false }, room, measures);
  flow.put(layout.head);
  const put = (line: PaperLine) => {
    for (const piece of layout.row(line)) flow.put(piece);
  };
  for (const line of known) put(line);
  return {
    put,
    end: () => {
      putBlocks(page.blocks.slice(at + 1));
      flow.end();
    },
  };
}

interface TablePlace {
  readonly page: DrawnPage;
  readonly at: number;
  readonly table: TableBlock;
}

/** The table that lines flow into; null where pages are counted or several. */
function flowingTable({ pages }: DrawnPaper): TablePlace | null {
  const [page] = pages;
  if (page === undefined || pages.length > 1 || page.number !== null) return null;
  const at = page.blocks.findIndex(({ block }) => block === 'table');
  const table = page.blocks[at];
  if (table?.block !== 'table') return null;
  return { page, at, table: { ...table, totals: table.totals ?? table.lines.filter(({ look }) => look === 'total') } };
}

function withLines(paper: DrawnPaper, { page, at, table }: TablePlace, lines: readonly PaperLine[]): DrawnPaper {
  return { ...paper, pages: [{ ...page, blocks: page.blocks.with(at, { ...table, lines }) }] };
}

function roomOf({ page }: DrawnPaper): Room {
  const box = pageBox(page);
  const [width, height] = [box.width * MM, box.height * MM];
  const own = { top: box.top * MM, bottom: box.bottom * MM, side: box.side * MM, running: (box.top * MM) / 2 };
  const { top, bottom, side, running } = page.margins === 'report' ? OF_REPORT : own;
  const edges = { top, bottom: height - bottom, left: side, right: width - side, running };
  return { width, height, ...edges, logo: box.logo * MM, code: VERIFICATION_SIZE * MM };
}

/** What flowed onto a page, between its stamp, its head and its foot. */
function wholePage(
  sheet: PlacedPage,
  edges: PlacedPiece,
  { paper, page, room, isFirst }: { paper: DrawnPaper; page: DrawnPage; room: Room; isFirst: boolean },
  measures: Measures,
): PlacedPage {
  const stamp = stampOf(page.blocks);
  const stamped = stamp === null ? [] : [{ y: 0, height: 0, marks: [{ stamp }] }];
  if (paper.page.margins === 'none') return [...stamped, ...sheet];
  return [
    ...stamped,
    ...(isFirst ? [] : [laterHead(page, (page.own ?? paper).title, room, measures)]),
    ...sheet,
    edges,
  ];
}

/** A later page tells what it belongs to: in one line, or by the whole heading where it asks for that. */
function laterHead({ blocks }: DrawnPage, title: string, room: Room, measures: Measures): PlacedPiece {
  const heading = blocks.find((block) => block.block === 'heading');
  if (heading?.everyPage) return { ...headingPiece(heading, room, measures), y: room.top, edge: true };
  const words = heading ? heading.lines.join(' · ') : title;
  const space = { width: room.right - room.left, height: room.top - room.running };
  const marks = edgeLines(words, space, measures).map((line) => ({ ...line, x: room.left }));
  return { y: room.running, height: 0, marks, edge: true };
}

/** Below the text of a page: the foot stands so far down, or further up where it has several lines, and keeps off the edge. */
const FOOT = { gap: 10, least: 2, edge: 2, beside: 12 };

/** The foot of a page, left of what begins at `until`. */
function footMarks(foot: string, until: number, { left, bottom, height }: Room, fonts: Fonts): Mark[] {
  const space = { width: until - FOOT.beside - left, height: height - bottom - FOOT.least - FOOT.edge };
  const lines = edgeLines(foot, space, fonts);
  const rise = Math.min(lines.at(-1)?.y ?? 0, FOOT.gap - FOOT.least);
  return lines.map((line) => ({ ...line, x: left, y: line.y - rise }));
}

function edgesOf(foot: string, number: string, room: Room, fonts: Fonts): PlacedPiece {
  const x = endingAt(room.right, number, SMALL, fonts);
  const marks = [...footMarks(foot, x, room, fonts), write(number, x, 0, SMALL, { grey: true })];
  return { y: room.bottom + FOOT.gap, height: 0, marks, edge: true };
}

/** Room for the number of the pages of a paper that nobody has counted yet. */
const MOST_PAGES = '99999';

function openEdgesOf(foot: string, number: number, room: Room, fonts: Fonts): PlacedPiece {
  const x = endingAt(room.right, MOST_PAGES, SMALL, fonts);
  const begin = `Page ${number} of `;
  const from = endingAt(x, begin, SMALL, fonts);
  const marks: Mark[] = [
    ...footMarks(foot, from, room, fonts),
    write(begin, from, 0, SMALL, { grey: true }),
    { pageCount: true, x, y: 0, size: SMALL, grey: true },
  ];
  return { y: room.bottom + FOOT.gap, height: 0, marks, edge: true };
}
