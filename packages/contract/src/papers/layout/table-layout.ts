import { cellText } from '../cell-text.ts';
import {
  bandsOf,
  isBold,
  isEmptyTable,
  isFigureColumn,
  isLabel,
  isRed,
  spanOf,
  type PaperLine,
} from '../paper-table.ts';
import type { TableBlock, TableColumn } from '../paper-blocks.ts';
import { textWidth } from '../wrap-text.ts';
import { CarriedSums } from './carried-sums.ts';
import type { Fonts, Mark, Meaning, PageTurn, Piece, Space, TextMark } from './piece.ts';
import { linesIn } from './text-lines.ts';

interface Sizes {
  readonly fontSize: number;
  readonly lineHeight: number;
  /** Space above the text of a row. */
  readonly rowPadding: number;
}
interface ColumnPlace {
  readonly x: number;
  readonly width: number;
  readonly wraps: boolean;
  readonly atRight: boolean;
}
type Texts = readonly (readonly string[])[];

const CELL_GAP = 8;
const INDENT = 8;
/** The size of the text, and the smallest to which a table with very wide figures goes down. */
const FONT_SIZES = [9, 8.5, 8, 7.5, 7, 6.5, 6];
/** No figure is set smaller. */
const SMALLEST = 4;
/** Width of a growing column in times the font size: the least, and what leaves most texts in one line. */
const NARROWEST_GROWING = 9;
const COMFORTABLE_GROWING = 18;
/** A row of more lines may go on on the next page; none is ever cut. */
const LINES_TOGETHER = 12;

/** A table whose columns have their places: its lines become pieces one by one. */
export interface TableLayout {
  /** The heads of the columns. */
  readonly head: Piece;
  /** One piece, of a very long text several. */
  row(line: PaperLine): readonly Piece[];
}

/** The rows of a table as pieces, its head first: columns as wide as their content, texts wrapped in those that grow. */
export function layOutTable(table: TableBlock, space: Space, fonts: Fonts): Piece[] {
  if (isEmptyTable(table.lines)) return [emptyPiece(table, space, fonts)];
  const layout = placeTable(table, { lines: table.lines, areAll: true }, space, fonts);
  return [layout.head, ...table.lines.flatMap((line) => layout.row(line))];
}

/**
 * Gives the columns of a table the width that `known` lines and its totals need. A figure that comes later and is wider is
 * set smaller; a text that is wider goes on in a further line.
 */
export function placeTable(
  table: TableBlock,
  known: { readonly lines: readonly PaperLine[]; readonly areAll: boolean },
  space: Space,
  fonts: Fonts,
): TableLayout {
  const within: Meaning = { is: 'table', name: table.caption, ...(known.areAll ? {} : { flows: true }) };
  const placed = { ...placeColumns(table, known, fonts, space), fonts, space, table, within };
  const head = headPiece(placed);
  const rowsOf = (line: PaperLine) => rowPieces(line, textsOf(table, line), placed);
  const turnAt = CarriedSums.areKeptOf(table) ? turns(new CarriedSums(table), (line) => rowsOf(line)[0]) : null;
  const row = (line: PaperLine): Piece[] => {
    const turn = turnAt?.(line);
    // Of a row that goes on nothing is carried: its amounts stand on the page before.
    return rowsOf(line).map((piece, at) => ({ ...piece, head, ...(turn && at === 0 ? { turn } : {}) }));
  };
  return { head, row };
}

/** Answers, line by line, what is carried from one page to the next where it turns before that line. */
function turns(sums: CarriedSums, rowOf: (line: PaperLine) => Piece): (line: PaperLine) => PageTurn {
  const { height } = rowOf({ look: 'fixed', cells: [] });
  return (line) => {
    const carried = sums.take(line);
    const pieces = () => {
      const lines = carried?.();
      return lines ? { foot: rowOf(lines.forward), head: rowOf(lines.brought) } : null;
    };
    return { height, pieces };
  };
}

/** The cells of a line as they read; labels stand as they are, whatever the kind of their column. */
function textsOf({ columns, labelColumns }: TableBlock, { look, cells, kind: own }: PaperLine): string[] {
  return columns.map(({ kind }, at) => {
    const cell = cells[at] ?? null;
    return isLabel(look, at, labelColumns) ? (cell ?? '') : cellText(own ?? kind, cell);
  });
}

function emptyPiece({ empty }: TableBlock, { left, right }: Space, fonts: Fonts): Piece {
  const size = FONT_SIZES[0]!;
  const x = (left + right - textWidth(empty, fonts.bold) * size) / 2;
  return { height: 90, marks: [{ text: empty, x, y: 40, size, bold: true }] };
}

/**
 * How the columns may be placed, best first: heads in one line if texts keep room, then broken heads, then smaller type, then
 * with every text wrapped, in columns that share what the figures leave.
 */
const ATTEMPTS = [
  { fontSize: FONT_SIZES[0]!, headsInOneLine: true, growing: COMFORTABLE_GROWING, allTexts: false },
  ...[false, true].flatMap((allTexts) =>
    FONT_SIZES.map((fontSize) => ({ fontSize, headsInOneLine: false, growing: NARROWEST_GROWING, allTexts })),
  ),
];

function placeColumns(
  table: TableBlock,
  known: { readonly lines: readonly PaperLine[]; readonly areAll: boolean },
  fonts: Fonts,
  space: Space,
): { places: ColumnPlace[]; sizes: Sizes } {
  const { columns } = table;
  const lines = [...known.lines, ...(table.totals ?? [])];
  const texts = lines.map((line) => textsOf(table, line));
  const content = columns.map(
    (column, at) => widestCell(table, at, lines, texts, fonts) || (known.areAll ? 0 : expectedWidth(column, fonts)),
  );
  const indent = INDENT * lines.reduce((deepest, { level = 0 }) => Math.max(deepest, level), 0);
  for (const attempt of ATTEMPTS) {
    const { fontSize } = attempt;
    // A column of texts that are all absent leaves its room to the others.
    const grows = columns.map(
      (column, at) => content[at]! > 0 && (column.grows || (attempt.allTexts && isTextColumn(column))),
    );
    const growing = grows.filter(Boolean).length;
    const fixed = columns.map((column, at) => {
      if (grows[at]) return 0;
      const head = headWidth(column, attempt.headsInOneLine, fonts);
      return Math.max(content[at]! + (at === 0 ? indent / fontSize : 0), head) * fontSize + CELL_GAP;
    });
    const rest = space.right - space.left - fixed.reduce((sum, width) => sum + width, 0);
    if (rest < growing * attempt.growing * fontSize && attempt !== ATTEMPTS.at(-1)) continue;
    let x = space.left;
    const places = columns.map((column, at): ColumnPlace => {
      const width = grows[at] ? Math.max(rest, 0) / growing : fixed[at]! + (growing === 0 ? rest / columns.length : 0);
      x += width;
      return { x: x - width, width, wraps: column.grows || grows[at]!, atRight: isFigureColumn(column) };
    });
    return { places, sizes: { fontSize, lineHeight: fontSize * 1.22, rowPadding: fontSize * 0.2 } };
  }
  throw new Error('A table needs columns.');
}

const isTextColumn = ({ kind }: TableColumn): boolean => kind === 'text' || kind === 'code';

/** Widest content of a column in units of the font size; a label that runs over further columns does not count. */
function widestCell(table: TableBlock, at: number, lines: readonly PaperLine[], texts: Texts, fonts: Fonts): number {
  const column = table.columns[at]!;
  let widest = 0;
  for (const [index, cells] of texts.entries()) {
    const line = lines[index]!;
    if (line.look === 'total' && !isFigureColumn(column)) continue;
    if (spanOf(line, at, table.labelColumns) !== 1) continue;
    widest = Math.max(widest, textWidth(cells[at]!, isBold(line) ? fonts.bold : fonts.plain));
    // That there is a text is all that is asked of a column that grows.
    if (column.grows && widest > 0) return widest;
  }
  return widest;
}

/** Width of a column of which nothing is known but its description. */
function expectedWidth({ width = 10 }: TableColumn, fonts: Fonts): number {
  return width * fonts.plain('0');
}

function headWidth(column: TableColumn, inOneLine: boolean, fonts: Fonts): number {
  const parts = inOneLine ? [column.header] : column.header.split(' ');
  return Math.max(...parts.map((part) => textWidth(part, fonts.bold)));
}

interface PlacedTable {
  readonly table: TableBlock;
  readonly places: readonly ColumnPlace[];
  readonly sizes: Sizes;
  readonly fonts: Fonts;
  readonly space: Space;
  /** What it is in its paper. */
  readonly within: Meaning;
}

/** A text of a row as it is set, with the line of the row in which it stands. */
type SetText = Required<Omit<TextMark, 'y' | 'grey'>> & { readonly line: number };

/** The heads of the columns, below those of their bands where they have any. */
function headPiece(placed: PlacedTable): Piece {
  const { table, places, sizes, fonts, space } = placed;
  const [own] = rowPieces(
    'head',
    table.columns.map(({ header }) => header),
    placed,
  );
  const bands = bandsOf(table.columns);
  if (bands.length === 0) return own;
  const { fontSize, lineHeight, rowPadding } = sizes;
  const marks: Mark[] = [{ rule: [space.left, space.right], y: 0, weight: 0.75 }];
  const named = bands.flatMap(({ name, at, span }) => {
    if (name === undefined) return [];
    const [first, last] = [places[at]!, places[at + span - 1]!];
    const [from, to] = [first.x + CELL_GAP / 2, last.x + last.width - CELL_GAP / 2];
    return { from, to, span, lines: linesIn(name, (to - from) / fontSize, fonts.bold) };
  });
  const within: Meaning = { is: 'row', within: placed.within };
  const count = Math.max(...named.map(({ lines }) => lines.length));
  const height = count * lineHeight + 2 * rowPadding;
  for (const { from, to, span, lines } of named) {
    const of: Meaning = { is: 'columnheader', within, span };
    for (const [index, line] of lines.entries()) {
      const x = (from + to - textWidth(line.text, fonts.bold) * fontSize) / 2;
      const y = rowPadding + (count - lines.length + index) * lineHeight;
      marks.push({ ...line, x, y, size: fontSize, bold: true, of });
    }
    marks.push({ rule: [from, to], y: height, weight: 0.35 });
  }
  const below = own.marks.map((mark): Mark => ('y' in mark ? { ...mark, y: mark.y + height } : mark));
  return { ...own, height: height + own.height, marks: [...marks, ...below] };
}

function rowPieces(line: PaperLine | 'head', texts: readonly string[], placed: PlacedTable): [Piece, ...Piece[]] {
  const look = line === 'head' ? line : line.look;
  const set = setTexts(line, texts, placed);
  const count = Math.max(1, ...set.map(({ line: at }) => at + 1));
  if (count <= LINES_TOGETHER) return [rowPiece(look, set, { from: 0, to: count, of: count }, placed)];
  const pieceOf = (from: number): Piece => {
    const to = Math.min(from + LINES_TOGETHER, count);
    const own = set.filter(({ line: at }) => at >= from && at < to);
    return rowPiece(look, own, { from, to, of: count }, placed);
  };
  const others = Math.ceil(count / LINES_TOGETHER) - 1;
  return [pieceOf(0), ...Array.from({ length: others }, (_, at) => pieceOf((at + 1) * LINES_TOGETHER))];
}

function setTexts(line: PaperLine | 'head', texts: readonly string[], placed: PlacedTable): SetText[] {
  const { table, places, sizes, fonts } = placed;
  const { fontSize } = sizes;
  const bold = line === 'head' || isBold(line);
  const width = fonts[bold ? 'bold' : 'plain'];
  const inset = line === 'head' ? 0 : INDENT * (line.level ?? 0);
  const cellOf = cellsOf(line, placed);
  return texts.flatMap((text, at): SetText[] => {
    const place = places[at]!;
    const span = line === 'head' ? 1 : spanOf(line, at, table.labelColumns);
    const of = cellOf(at, span);
    if (of === null) return [];
    const own = at === 0 ? inset : 0;
    const left = place.x + CELL_GAP / 2 + own;
    if (text === '') return [{ text, runsOn: false, line: 0, size: fontSize, x: left, bold, red: false, of }];
    const covered = places.slice(at, at + span).reduce((sum, { width: wide }) => sum + wide, 0);
    const room = covered - CELL_GAP - own;
    const red = line !== 'head' && isRed(table.columns[at]!, line.cells[at] ?? null, line);
    const whole = textWidth(text, width);
    const isWider = whole * fontSize > room + 0.01;
    const wraps = line === 'head' || place.wraps || (isWider && !place.atRight);
    const isWhole = !wraps || (whole * fontSize <= room && !text.includes('\n'));
    const lines = isWhole ? [{ text, runsOn: false }] : linesIn(text, room / fontSize, width);
    return lines.map(({ text: words, runsOn }, index) => {
      const wide = isWhole ? whole : textWidth(words, width);
      const size = isWider && !wraps ? Math.max(room / wide, SMALLEST) : fontSize;
      const isRight = place.atRight && span === 1;
      const x = isRight ? place.x + place.width - CELL_GAP / 2 - wide * size : left;
      return { text: words, runsOn, line: index, size, x, bold, red, of };
    });
  });
}

/**
 * What the cells of a line are, by their columns; null where another one runs over its column. The head of a group is one cell
 * with all of its labels: a heading below the title of the paper, or below those of the groups that it stands in.
 */
function cellsOf(line: PaperLine | 'head', { table, within }: PlacedTable) {
  const row: Meaning = { is: 'row', within };
  const heading = (): Meaning => {
    const span = table.labelColumns;
    const cell: Meaning = { is: 'cell', within: row, ...(span > 1 ? { span } : {}) };
    const { level = 0 } = line as PaperLine;
    return { is: 'heading', level: Math.min(level + 2, 6), within: cell };
  };
  const ofGroup = line !== 'head' && line.look === 'group' ? heading() : null;
  return (at: number, span: number): Meaning | null => {
    if (ofGroup && at < table.labelColumns) return (line as PaperLine).cells[at] ? ofGroup : null;
    if (span === 0) return null;
    return { is: line === 'head' ? 'columnheader' : 'cell', within: row, ...(span > 1 ? { span } : {}) };
  };
}

/** Lines of a row, as many as stand together, with the rules of its look. */
function rowPiece(
  look: PaperLine['look'] | 'head',
  set: readonly SetText[],
  { from, to, of }: { from: number; to: number; of: number },
  { sizes, space }: PlacedTable,
): Piece {
  const { fontSize, lineHeight, rowPadding } = sizes;
  const [isFirst, isLast] = [from === 0, to === of];
  const above = isFirst ? rowPadding : 0;
  const marks: Mark[] = set.map(({ text, runsOn, line, size, x, bold, red, of: what }) => {
    const y = above + (line - from) * lineHeight + (fontSize - size);
    return { text, runsOn, x, y, size, bold, red, of: what };
  });
  const height = above + (to - from) * lineHeight + (isLast ? rowPadding : 0);
  const rule = (y: number, weight: number) => marks.push({ rule: [space.left, space.right], y, weight });
  switch (look) {
    case 'head':
      rule(0, 0.75);
      rule(height, 0.75);
      return { height, marks, joins: 'next' };
    case 'group':
      if (isLast) rule(height, 0.35);
      return { height, marks, joins: 'next' };
    case 'total':
      if (isFirst) rule(0, 0.75);
      if (isLast) rule(height - 1.6, 0.5);
      if (isLast) rule(height, 0.5);
      return { height, marks, joins: 'previous' };
    case 'fixed':
      return { height, marks, joins: 'previous' };
    case 'plain':
    case 'blank':
      return { height, marks };
  }
}
