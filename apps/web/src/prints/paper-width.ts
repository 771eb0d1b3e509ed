/** Rows stand in by this much below each head of a group, in px. */
export const INDENT = 9;

/** Width of a column: so many digits, and px beside them. */
export interface ColumnWidth {
  readonly digits: number;
  readonly px: number;
}

/**
 * Width of a column of figures or codes on paper: as wide as its widest text, and no narrower than a word of its head. A comma or a
 * dot takes half a digit, bold type a little more. `inset` is how deep its rows stand in.
 */
export function columnWidth(texts: readonly string[], header: string, inset: number): ColumnWidth {
  const word = Math.max(...header.split(' ').map(({ length }) => length));
  const widest = Math.max(Math.min(6, 3 * header.length), word, ...texts.map(inDigits));
  return { digits: Math.ceil(widest * 10.6) / 10, px: 11 + inset * INDENT };
}

function inDigits(text: string): number {
  return text.length - (text.match(/[.,]/g)?.length ?? 0) / 2;
}

/** Type of tables in points, and the smallest to which one with very wide figures goes down, as in its PDF. */
const USUAL = 8.5;
const SMALLEST = 6;
/** Width of a digit, and the least of a column that grows, in times the font size. */
const DIGIT = 0.68;
const GROWING = 9;
const PX = 72 / 96;
/** What small type saves of the room beside the texts of a column, in px. */
export const SAVED = 4;

/**
 * Size of the type, in points, in which columns of these widths leave room for `growing` others, `SAVED` taken off each; null where
 * they have it in the usual one as they are.
 */
export function typeSize(room: number, fixed: readonly ColumnWidth[], growing: number): number | null {
  const digits = fixed.reduce((sum, column) => sum + column.digits, 0);
  const px = fixed.reduce((sum, column) => sum + column.px, 0);
  const sizeBeside = (taken: number) => (room * (72 / 25.4) - taken * PX) / (digits * DIGIT + growing * GROWING);
  if (sizeBeside(px) >= USUAL) return null;
  return Math.max(SMALLEST, Math.floor(Math.min(USUAL, sizeBeside(px - fixed.length * SAVED)) * 10) / 10);
}
