import { cellText } from '@talaan/contract/papers/cell-text';
import { isEmptyTable, isFigureColumn, type PaperLine } from '@talaan/contract/papers/paper-table';
import type { TableBlock, TableColumn } from '@talaan/contract/papers/paper-blocks';
import { textWidth, wrapText, type CharacterWidth } from '@talaan/contract/papers/wrap-text';
import type { Fonts, Mark, Piece, Space } from './piece.ts';

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
/** Width of a growing column in times the font size: the least, and what leaves most texts in one line. */
const NARROWEST_GROWING = 9;
const COMFORTABLE_GROWING = 18;
const LONGEST_CELL_LINES = 12;

/** The rows of a table as pieces, its head first: columns as wide as their content, texts wrapped in those that grow. */
export function layOutTable(table: TableBlock, space: Space, fonts: Fonts): Piece[] {
  if (isEmptyTable(table.lines)) return [emptyPiece(table, space, fonts)];
  const texts = table.lines.map((line) =>
    table.columns.map(({ kind }, at) =>
      line.look === 'total' && at < table.labelColumns
        ? (line.cells[at] ?? '')
        : cellText(kind, line.cells[at] ?? null),
    ),
  );
  const { places, sizes } = placeColumns(table, texts, fonts, space);
  const row = (look: PaperLine['look'] | 'head', cells: readonly string[]) =>
    rowPiece(look, cells, { places, sizes, fonts, space, grouped: table.grouped });
  const head = row(
    'head',
    table.columns.map(({ header }) => header),
  );
  return [head, ...table.lines.map(({ look }, at) => ({ ...row(look, texts[at]!), head }))];
}

function emptyPiece({ empty }: TableBlock, { left, right }: Space, fonts: Fonts): Piece {
  const size = FONT_SIZES[0]!;
  const x = (left + right - textWidth(empty, fonts.bold) * size) / 2;
  return { height: 90, marks: [{ text: empty, x, y: 40, size, bold: true }] };
}

/** How the columns may be placed, best first: heads in one line if texts keep room, then broken heads, then smaller type. */
const ATTEMPTS = [
  { fontSize: FONT_SIZES[0]!, headsInOneLine: true, growing: COMFORTABLE_GROWING },
  ...FONT_SIZES.map((fontSize) => ({ fontSize, headsInOneLine: false, growing: NARROWEST_GROWING })),
];

function placeColumns(
  { columns, lines, grouped }: TableBlock,
  texts: Texts,
  fonts: Fonts,
  space: Space,
): { places: ColumnPlace[]; sizes: Sizes } {
  const content = columns.map((column, at) => widestCell(column, at, lines, texts, fonts));
  // A column of texts that are all absent leaves its room to the others.
  const grows = columns.map((column, at) => column.grows && content[at]! > 0);
  const growing = grows.filter(Boolean).length;
  const indent = grouped ? INDENT : 0;
  for (const attempt of ATTEMPTS) {
    const { fontSize } = attempt;
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
      return { x: x - width, width, wraps: column.grows, atRight: isFigureColumn(column) };
    });
    return { places, sizes: { fontSize, lineHeight: fontSize * 1.22, rowPadding: fontSize * 0.2 } };
  }
  throw new Error('A table needs columns.');
}

/** Widest content of a column in units of the font size; the label of a total runs over the columns that it leaves empty. */
function widestCell(column: TableColumn, at: number, lines: readonly PaperLine[], texts: Texts, fonts: Fonts): number {
  let widest = 0;
  for (const [index, cells] of texts.entries()) {
    const { look } = lines[index]!;
    if (look === 'total' && !isFigureColumn(column)) continue;
    widest = Math.max(widest, textWidth(cells[at]!, look === 'plain' ? fonts.plain : fonts.bold));
    // That there is a text is all that is asked of a column that grows.
    if (column.grows && widest > 0) return widest;
  }
  return widest;
}

function headWidth(column: TableColumn, inOneLine: boolean, fonts: Fonts): number {
  const parts = inOneLine ? [column.header] : column.header.split(' ');
  return Math.max(...parts.map((part) => textWidth(part, fonts.bold)));
}

function rowPiece(
  look: PaperLine['look'] | 'head',
  texts: readonly string[],
  given: { places: readonly ColumnPlace[]; sizes: Sizes; fonts: Fonts; space: Space; grouped: boolean },
): Piece {
  const { places, sizes, fonts, space } = given;
  const { fontSize, lineHeight, rowPadding } = sizes;
  const bold = look === 'head' || look === 'group' || look === 'total';
  const width: CharacterWidth = bold ? fonts.bold : fonts.plain;
  const marks: Mark[] = [];
  let count = 1;
  for (const [at, text] of texts.entries()) {
    if (text === '') continue;
    const place = places[at]!;
    const inset = at === 0 && given.grouped && !bold ? INDENT : 0;
    const room = place.width - CELL_GAP - inset;
    const lines = look === 'head' || place.wraps ? cut(wrapText(text, room / fontSize, width)) : [text];
    for (const [line, words] of lines.entries()) {
      const x = place.atRight
        ? place.x + place.width - CELL_GAP / 2 - textWidth(words, width) * fontSize
        : place.x + CELL_GAP / 2 + inset;
      marks.push({ text: words, x, y: rowPadding + line * lineHeight, size: fontSize, bold });
    }
    count = Math.max(count, lines.length);
  }
  const height = count * lineHeight + 2 * rowPadding;
  const rule = (y: number, weight: number) => marks.push({ rule: [space.left, space.right], y, weight });
  switch (look) {
    case 'head':
      rule(0, 0.75);
      rule(height, 0.75);
      return { height, marks, joins: 'next' };
    case 'group':
      rule(height, 0.35);
      return { height, marks, joins: 'next' };
    case 'total':
      rule(0, 0.75);
      rule(height - 1.6, 0.5);
      rule(height, 0.5);
      return { height, marks, joins: 'previous' };
    case 'plain':
    case 'blank':
      return { height, marks };
  }
}

/** What is beyond the longest cell ends in an ellipsis. */
function cut(lines: readonly string[]): readonly string[] {
  if (lines.length <= LONGEST_CELL_LINES) return lines;
  return [...lines.slice(0, LONGEST_CELL_LINES - 1), `${lines[LONGEST_CELL_LINES - 1]!.slice(0, -1)}…`];
}
