import { formatAmount, requireSum } from '@talaan/core/money/money';
import { formatPrintDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import {
  manilaClock,
  numberText,
  type Cell,
  type CellKind,
  type RowLook,
  type Sheet,
  type SheetColumn,
  type SheetRow,
} from '../spreadsheet/sheet.ts';

/** Where everything of a report stands, in points from the top left corner of its page. */
export interface ReportLayout {
  readonly fontSize: number;
  readonly lineHeight: number;
  /** Space above the text of a row. */
  readonly rowPadding: number;
  readonly left: number;
  readonly right: number;
  readonly heading: readonly { readonly text: string; readonly y: number }[];
  /** One line that tells which report a later page belongs to. */
  readonly runningHead: string;
  readonly head: PlacedRow;
  readonly pages: readonly (readonly PlacedRow[])[];
  readonly foot: string;
  readonly footY: number;
}

export interface PlacedRow {
  readonly look: RowLook;
  readonly bold: boolean;
  readonly y: number;
  readonly height: number;
  readonly cells: readonly PlacedCell[];
}

export interface PlacedCell {
  readonly lines: readonly { readonly text: string; readonly x: number }[];
}

/** Width of one character at 1 pt. */
export type CharacterWidth = (character: string) => number;

type Sizes = Pick<ReportLayout, 'fontSize' | 'lineHeight' | 'rowPadding'>;
type ColumnPlace = { readonly x: number; readonly width: number; readonly column: SheetColumn };
type Fonts = { readonly plain: CharacterWidth; readonly bold: CharacterWidth };

const A4 = { short: 595.28, long: 841.89 };
/** Margins of the page (spec 2 §9: 80/0/30/0 pt). The table keeps a gutter inside them, so that no printer cuts it. */
const MARGIN = { top: 80, bottom: 30 };
const GUTTER = 28;
const HEADING_PITCH = 14;
const CELL_GAP = 8;
const INDENT = 8;
/** The size of the text, and the smallest to which a table with very wide figures goes down. */
const FONT_SIZES = [9, 8.5, 8, 7.5, 7, 6.5, 6];
/** Width of a growing column in times the font size: the least, and what leaves most texts in one line. */
const NARROWEST_GROWING = 9;
const COMFORTABLE_GROWING = 18;
const LONGEST_CELL_LINES = 12;

/** Places every row on its page: columns as wide as their content, wrapped texts, no group head alone at the foot of a page, the total with the last row. */
export function layOutReport(sheet: Omit<Sheet, 'rows'>, rows: readonly SheetRow[], fonts: Fonts): ReportLayout {
  const landscape = sheet.orientation === 'landscape';
  const [width, height] = landscape ? [A4.long, A4.short] : [A4.short, A4.long];
  const [left, right] = [GUTTER, width - GUTTER];
  const texts = rows.map((row) => sheet.columns.map((column, at) => paperText(column.kind, row.cells[at] ?? null)));
  const grouped = rows.some((row) => row.look === 'group');
  const { places, sizes } = placeColumns(sheet.columns, rows, texts, fonts, { left, right, grouped });
  const heading = sheet.heading ?? [];

  const head = placeRow(
    'plain',
    true,
    sheet.columns.map((column) => column.header),
    places,
    sizes,
    fonts.bold,
    0,
    true,
  );
  const bodyTop = MARGIN.top + head.height;
  const bodyBottom = height - MARGIN.bottom;
  const placed = rows.map((row, at) => {
    const bold = row.look === 'group' || row.look === 'total';
    return placeRow(
      row.look ?? 'plain',
      bold,
      texts[at]!,
      places,
      sizes,
      bold ? fonts.bold : fonts.plain,
      grouped && !bold ? INDENT : 0,
    );
  });
  return {
    ...sizes,
    left,
    right,
    heading: heading.map((text, at) => ({ text, y: MARGIN.top - 8 - (heading.length - at) * HEADING_PITCH })),
    runningHead: heading.join(' · '),
    head: { ...head, y: MARGIN.top },
    pages: breakPages(placed, bodyTop, bodyBottom),
    foot: sheet.footing?.[0] ?? '',
    footY: height - MARGIN.bottom + 10,
  };
}

/** A cell as paper shows it: 0,0.00, MM-d-yyyy, Manila time. */
function paperText(kind: CellKind, cell: Cell): string {
  if (cell === null || cell === '') return '';
  switch (kind) {
    case 'amount':
      return formatAmount(requireSum(String(cell)));
    case 'date':
      return formatPrintDate(requireCalendarDate(String(cell)));
    case 'instant':
      return new Date(manilaClock(String(cell))).toISOString().slice(0, 16).replace('T', ' ');
    case 'integer':
    case 'rate':
      return numberText(cell);
    case 'text':
      return String(cell);
  }
}

/** How the columns may be placed, best first: heads in one line if texts keep room, then broken heads, then smaller type. */
const ATTEMPTS = [
  { fontSize: FONT_SIZES[0]!, headsInOneLine: true, growing: COMFORTABLE_GROWING },
  ...FONT_SIZES.map((fontSize) => ({ fontSize, headsInOneLine: false, growing: NARROWEST_GROWING })),
];

function placeColumns(
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
  texts: readonly (readonly string[])[],
  fonts: Fonts,
  space: { left: number; right: number; grouped: boolean },
): { places: ColumnPlace[]; sizes: Sizes } {
  const content = columns.map((column, at) => (column.grows ? 0 : widestCell(column, at, rows, texts, fonts)));
  const indent = space.grouped ? INDENT : 0;
  const growing = columns.filter((column) => column.grows);
  const weight = growing.reduce((sum, column) => sum + column.width, 0);
  for (const attempt of ATTEMPTS) {
    const { fontSize } = attempt;
    const fixed = columns.map((column, at) => {
      if (column.grows) return 0;
      const head = headWidth(column, attempt.headsInOneLine, fonts);
      return Math.max(content[at]! + (at === 0 ? indent / fontSize : 0), head) * fontSize + CELL_GAP;
    });
    const rest = space.right - space.left - fixed.reduce((sum, width) => sum + width, 0);
    if (rest < growing.length * attempt.growing * fontSize && attempt !== ATTEMPTS.at(-1)) continue;
    let x = space.left;
    const places = columns.map((column, at) => {
      const spare = growing.length === 0 ? rest / columns.length : 0;
      const width = column.grows ? (Math.max(rest, 0) * column.width) / weight : fixed[at]! + spare;
      x += width;
      return { x: x - width, width, column };
    });
    return { places, sizes: { fontSize, lineHeight: fontSize * 1.22, rowPadding: fontSize * 0.2 } };
  }
  throw new Error('A table needs columns.');
}

/** Widest content of a column in units of the font size; the label of a total runs over the columns that it leaves empty. */
function widestCell(
  column: SheetColumn,
  at: number,
  rows: readonly SheetRow[],
  texts: readonly (readonly string[])[],
  fonts: Fonts,
): number {
  let widest = 0;
  for (const [row, cells] of texts.entries()) {
    const look = rows[row]!.look ?? 'plain';
    if (look === 'total' && column.kind === 'text') continue;
    widest = Math.max(widest, textWidth(cells[at]!, look === 'plain' ? fonts.plain : fonts.bold));
  }
  return widest;
}

function headWidth(column: SheetColumn, inOneLine: boolean, fonts: Fonts): number {
  const parts = inOneLine ? [column.header] : column.header.split(' ');
  return Math.max(...parts.map((part) => textWidth(part, fonts.bold)));
}

function placeRow(
  look: RowLook,
  bold: boolean,
  texts: readonly string[],
  places: readonly ColumnPlace[],
  sizes: Sizes,
  width: CharacterWidth,
  indent: number,
  isHead = false,
): PlacedRow {
  const cells = texts.map((text, at): PlacedCell => {
    const place = places[at]!;
    const inset = at === 0 ? indent : 0;
    const room = place.width - CELL_GAP - inset;
    const wraps = isHead || place.column.grows === true;
    const lines = text === '' ? [] : wraps ? wrapText(text, room / sizes.fontSize, width) : [text];
    const atRight = isFigure(place.column.kind);
    return {
      lines: lines.map((line) => ({
        text: line,
        x: atRight
          ? place.x + place.width - CELL_GAP / 2 - textWidth(line, width) * sizes.fontSize
          : place.x + CELL_GAP / 2 + inset,
      })),
    };
  });
  const lineCount = Math.max(1, ...cells.map((cell) => cell.lines.length));
  return { look, bold, y: 0, height: lineCount * sizes.lineHeight + 2 * sizes.rowPadding, cells };
}

function isFigure(kind: CellKind): boolean {
  return kind === 'amount' || kind === 'integer' || kind === 'rate';
}

function textWidth(text: string, width: CharacterWidth): number {
  let sum = 0;
  for (const character of text) sum += width(character);
  return sum;
}

/** Breaks at spaces, and inside a word that is wider than the room; what is beyond the longest cell ends in an ellipsis. */
function wrapText(text: string, room: number, width: CharacterWidth): string[] {
  if (textWidth(text, width) <= room && !text.includes('\n')) return [text];
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<=\s)/)) {
      const wide = textWidth(word.trimEnd(), width);
      if (used + wide > room && line !== '') {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
      }
      for (const character of word) {
        const step = width(character);
        if (used + step > room && character !== ' ' && line !== '') {
          lines.push(line);
          line = '';
          used = 0;
        }
        line += character;
        used += step;
      }
    }
    lines.push(line.trimEnd());
  }
  if (lines.length <= LONGEST_CELL_LINES) return lines;
  return [...lines.slice(0, LONGEST_CELL_LINES - 1), `${lines[LONGEST_CELL_LINES - 1]!.slice(0, -1)}…`];
}

/** Fills pages from top to bottom; a report without rows has one empty page. */
function breakPages(rows: readonly PlacedRow[], top: number, bottom: number): PlacedRow[][] {
  const pages: PlacedRow[][] = [];
  let page: PlacedRow[] = [];
  let y = top;
  for (const row of rows) {
    if (y + row.height > bottom && page.length > 0) {
      const carried = rowsToCarry(page, row);
      pages.push(page.slice(0, page.length - carried));
      const moved = page.slice(page.length - carried);
      page = [];
      y = top;
      for (const again of moved) y = put(page, again, y);
    }
    y = put(page, row, y);
  }
  pages.push(page);
  return pages;
}

/** How many rows move to the next page with the row that no longer fits: a group head before it, the last row of a total. */
function rowsToCarry(page: readonly PlacedRow[], next: PlacedRow): number {
  if (page.length < 2) return 0;
  const last = page.at(-1)!;
  if (last.look === 'group') return 1;
  if (next.look !== 'total') return 0;
  return page.at(-2)!.look === 'group' && page.length > 2 ? 2 : 1;
}

function put(page: PlacedRow[], row: PlacedRow, y: number): number {
  page.push({ ...row, y });
  return y + row.height;
}
