import type { AnyRow, ReportColumn } from '@talaan/contract/reports/kit/define-report';
import { isFigureColumn, type Sums } from '@talaan/contract/papers/paper-table';
import type { AnyLine } from './shown-lines.ts';

export type AnyColumn = ReportColumn<AnyRow>;

/** What stands in one column of the table: a column of the report, or a strip that some of them are folded into. */
export interface ShownColumn {
  readonly key: string;
  /** Its cells' place in a line; of a strip that of its first column. */
  readonly at: number;
  readonly column: AnyColumn | null;
  /** Of a strip: the columns that are folded into it. */
  readonly folded: readonly AnyColumn[];
  readonly band: string | undefined;
}

/** A head over columns of one band, or over one without any. */
export interface ShownBand {
  readonly key: string;
  readonly band: string | undefined;
  readonly span: number;
  /** How many columns of it are folded away. */
  readonly folded: number;
}

export const STRIP_WIDTH = 22;
/** Least width of a column that grows, and on a phone, where a figure is to stand beside it. */
const GROWING_MIN = 160;
const GROWING_MIN_TIGHT = 112;
/** A table with less room than this, in px, is on a phone. */
export const TIGHT_ROOM = 480;
/** What the first and the last column leave free at the edge of the page, beside the room of every cell. */
const EDGE = 12;
/** Widths in px of a digit, of a capital and a small letter, and of a comma, a point or a space, as the fonts of the tables have them. */
const DIGIT = 8;
const LETTER = 9;
const SMALL_LETTER = 7;
const MARK = 3;
/** What a cell has at each side, and where there is no room for all columns. */
export const CELL_PADDING = { wide: 12, close: 8 } as const;

export interface ColumnView {
  /** Fields whose columns the user unfolded. */
  readonly unfolded: ReadonlySet<string>;
  /** Bands that the user folded (true) or unfolded. */
  readonly bands: Readonly<Record<string, boolean>>;
}

/** Whether a band is folded to its last column; it says how many it has. */
export function isBandFolded(
  columns: readonly AnyColumn[],
  { bands }: Pick<ColumnView, 'bands'>,
  band: string,
): boolean {
  return bands[band] ?? columns.some((column) => column.band === band && column.folds);
}

/**
 * The columns of the table. Those that are empty or say the same in every row fold into a strip; where the room is too small for
 * the others, what the paper leaves out too, then texts from the right. Figures, the first column and what opens something stay.
 */
export function shownColumns(
  columns: readonly AnyColumn[],
  uniform: ReadonlySet<string>,
  widths: readonly number[],
  room: number,
  view: ColumnView,
): ShownColumn[] {
  const away = new Set<string>();
  for (const [at, { band, field, stays }] of columns.entries()) {
    const last = columns.findLastIndex((column) => column.band === band);
    if (band !== undefined && at !== last && !stays && isBandFolded(columns, view, band)) away.add(field);
  }
  const strip = new Set<string>(
    columns
      .filter((column, at) => at > 0 && uniform.has(column.field) && mayFold(column, view))
      .map(({ field }) => field),
  );
  const widthOf = () =>
    columns.reduce((sum, { field }, at) => {
      if (away.has(field)) return sum;
      if (!strip.has(field)) return sum + widths[at]!;
      return at > 0 && strip.has(columns[at - 1]!.field) ? sum : sum + STRIP_WIDTH;
    }, 0);
  for (const field of inOrderOfFolding(columns, view)) {
    if (widthOf() <= room) break;
    if (!away.has(field)) strip.add(field);
  }
  const shown: ShownColumn[] = [];
  for (const [at, column] of columns.entries()) {
    const { field, band } = column;
    if (away.has(field)) continue;
    const before = shown.at(-1);
    if (!strip.has(field)) shown.push({ key: field, at, column, folded: [], band });
    else if (before?.column === null && before.band === band) {
      shown[shown.length - 1] = { ...before, folded: [...before.folded, column] };
    } else shown.push({ key: `strip ${field}`, at, column: null, folded: [column], band });
  }
  return shown;
}

/**
 * The columns as wide as they like to be; where some would fold for want of room, or the first text that grows would have less than
 * `asked`, all come closer first.
 */
export function fittedColumns(
  columns: readonly AnyColumn[],
  uniform: ReadonlySet<string>,
  wide: readonly number[],
  room: number,
  view: ColumnView,
  asked = 0,
): { readonly shown: ShownColumn[]; readonly widths: readonly number[]; readonly padding: keyof typeof CELL_PADDING } {
  const shownIn = (widths: readonly number[], space: number) => shownColumns(columns, uniform, widths, space, view);
  const [all, shown] = [shownIn(wide, Infinity), shownIn(wide, room)];
  const isWhole = shown.every(({ key }, at) => key === all[at]!.key) && roomOfNames(shown, wide, room) >= asked;
  if (isWhole) return { shown, widths: wide, padding: 'wide' };
  const closer = CELL_PADDING.wide - CELL_PADDING.close;
  // At the edge of the page the first and the last keep what they have.
  const widths = wide.map((width, at) => width - closer * (at === 0 || at === wide.length - 1 ? 1 : 2));
  return { shown: shownIn(widths, room), widths, padding: 'close' };
}

/** What a text that grows has in a table of so much room: its least width, and its share of what the columns leave over. */
function roomOfNames(shown: readonly ShownColumn[], widths: readonly number[], room: number): number {
  const growing = shown.filter(({ column }) => column?.grows);
  const first = growing[0];
  if (first === undefined) return Infinity;
  const taken = shown.reduce((sum, { at, column }) => sum + (column === null ? STRIP_WIDTH : widths[at]!), 0);
  return widths[first.at]! + Math.max(0, room - taken) / growing.length;
}

/** What names the row, opens something, is summed or is what figures are read with stays; so does what the user unfolded. */
function mayFold(column: AnyColumn, { unfolded }: Pick<ColumnView, 'unfolded'>): boolean {
  const { field, names, opens, total, stays } = column;
  return !names && !opens && !total && !stays && !unfolded.has(field);
}

/** The texts that fold where the room is too small: what the paper leaves out too, then what grows but the first, then the others. */
function inOrderOfFolding(columns: readonly AnyColumn[], view: ColumnView): string[] {
  const first = columns.find(({ grows }) => grows);
  const texts = columns
    .filter((column, at) => at > 0 && column !== first && !isFigureColumn(column) && mayFold(column, view))
    .toReversed();
  const rank = ({ on, grows }: AnyColumn) => (on?.includes('paper') === false ? 0 : grows ? 1 : 2);
  return texts.toSorted((one, other) => rank(one) - rank(other)).map(({ field }) => field);
}

/** The fields whose cells are empty, or the same in every row, so that their column tells nothing. */
export function uniformFields(columns: readonly AnyColumn[], lines: readonly AnyLine[]): Set<string> {
  const uniform = new Set<string>();
  const rows = lines.filter(({ look }) => look === 'plain');
  for (const [at, { field }] of columns.entries()) {
    const first = rows[0]?.cells[at] ?? null;
    if (rows.length < 2 && first !== null) continue;
    const told = lines.some(({ look, cells }) =>
      look === 'plain' ? cells[at] !== first : at > 0 && cells[at] !== null,
    );
    if (!told) uniform.add(field);
  }
  return uniform;
}

/** The bands over the columns, in their order; none where no column has one. The first column stays alone, as it does sideways. */
export function shownBands(columns: readonly AnyColumn[], shown: readonly ShownColumn[]): ShownBand[] {
  if (shown.every(({ band }) => band === undefined)) return [];
  const bands: ShownBand[] = [];
  for (const { key, band } of shown) {
    const before = bands.at(-1);
    const isFirst = bands.length === 1 && band === undefined;
    if (before !== undefined && before.band === band && !isFirst)
      bands[bands.length - 1] = { ...before, span: before.span + 1 };
    else bands.push({ key, band, span: 1, folded: 0 });
  }
  return bands.map((one) => {
    if (one.band === undefined) return one;
    const members = columns.filter(({ band }) => band === one.band).length;
    const drawn = shown.filter(({ band }) => band === one.band);
    return { ...one, folded: members - drawn.reduce((sum, { folded }) => sum + Math.max(1, folded.length), 0) };
  });
}

/**
 * Widths in px: of figures as their widest one, which is that of the totals, so that nothing is cut and nothing moves when rows
 * come; of the others what the description says, and more where a code or a date needs it; where it is `tight`, what names a row has the room of its texts.
 * `indent` is what the first column leaves free before its texts.
 */
export function columnWidths(
  columns: readonly AnyColumn[],
  lines: readonly AnyLine[],
  totals: Sums | null,
  indent = 0,
  tight = false,
): number[] {
  return columns.map((column, at) => {
    const edge = at === 0 ? indent + EDGE : at === columns.length - 1 ? EDGE : 0;
    const least = tight && column.names ? GROWING_MIN_TIGHT : GROWING_MIN;
    if (column.grows) return Math.min(least, column.width * 7 + 24) + edge;
    const isFigure = at > 0 && isFigureColumn(column);
    const isNarrow = tight && column.names && UNCUT.has(column.kind);
    let longest = isFigure
      ? written(column, totals?.[column.field] ?? null)
      : (isNarrow ? column.header.length : column.width) * 7 - 2;
    if (isFigure || UNCUT.has(column.kind))
      for (const { look, cells } of lines)
        if (isFigure || look === 'plain') longest = Math.max(longest, written(column, cells[at] ?? null));
    return Math.ceil(Math.max(longest, isFigure ? column.header.length * 7 : 0)) + 24 + edge;
  });
}

/**
 * Width in px that the first text that grows asks for, so that none of its texts is cut; no more than the description says. `indent` is
 * what the first column leaves free before its texts.
 */
export function askedByNames(columns: readonly AnyColumn[], lines: readonly AnyLine[], indent = 0): number {
  const at = columns.findIndex(({ grows }) => grows);
  const column = columns[at];
  if (column === undefined) return 0;
  let longest = 0;
  for (const { look, cells } of lines) if (look === 'plain') longest = Math.max(longest, textWidth(cells[at] ?? ''));
  return Math.min(longest, column.width * LETTER) + 2 * CELL_PADDING.wide + (at === 0 ? indent + EDGE : 0);
}

/** Texts that are never cut (ux §11.9): their column gives them the room that they need. */
const UNCUT: ReadonlySet<string> = new Set<AnyColumn['kind']>(['code', 'date', 'instant']);

/** Width of a cell as the screen shows it; figures have a comma for each three digits, and a minus is as wide as a digit. */
function written({ kind }: AnyColumn, cell: string | null): number {
  if (cell === null) return 0;
  if (kind === 'instant') return 'yyyy-MM-dd HH:mm'.length * DIGIT;
  if (kind === 'code') return cell.length * DIGIT + (cell.match(/[A-Z]/g)?.length ?? 0) * (LETTER - DIGIT);
  if (kind === 'integer') return cell.length * DIGIT + Math.floor((cell.length - 1) / 3) * MARK;
  if (kind !== 'amount') return cell.length * DIGIT;
  const commas = Math.floor((cell.length - 4 - (cell.startsWith('-') ? 1 : 0)) / 3);
  return (cell.length - 1) * DIGIT + (commas + 1) * MARK;
}

/** Width of a text in px, a little on the safe side. */
function textWidth(text: string): number {
  let width = 0;
  for (const letter of text)
    width += /\p{Lu}/u.test(letter) ? LETTER : /\p{L}/u.test(letter) ? SMALL_LETTER : /\d/.test(letter) ? DIGIT : MARK;
  return width;
}
