/**
 * A sheet as the spreadsheet writers take it: columns with a kind each, and rows whose cells are text as on the wire.
 * The kinds decide how a cell is typed in the file:
 * - `text`: as it is;
 * - `integer`: a whole number, `1234` or `"1234"`;
 * - `amount`: a decimal string with at most 2 decimals, `"1234.50"`, shown as 1,234.50;
 * - `rate`: a decimal string with at most 6 decimals;
 * - `percent`: a number of hundredths, `"12.5"`, shown with one decimal;
 * - `date`: a calendar date, `"2026-05-31"`;
 * - `instant`: an ISO instant, shown in Manila time to the minute.
 */
export type CellKind = 'text' | 'integer' | 'amount' | 'rate' | 'percent' | 'date' | 'instant';

/** A blank cell is null or an empty string. */
export type Cell = string | number | null;

export interface SheetColumn {
  header: string;
  kind: CellKind;
  /** Width in characters of the file's default font. */
  width: number;
  /** The head that runs over it and its neighbours of the same one; before its own in CSV, which has one line of heads. */
  band?: string;
}

/** `group` opens a group of rows, `fixed` tells what no row of it does (Beginning, Ending), `total` closes one or all; all are bold. */
export type RowLook = 'plain' | 'group' | 'fixed' | 'total';

export interface SheetRow {
  look?: RowLook;
  /** How many group rows it stands below, where the sheet has collapsible groups; at most 7. */
  level?: number;
  /** The kind of its figures, whatever that of their columns is. */
  kind?: CellKind;
  cells: readonly Cell[];
}

/** A row of its own below the others, whose cells do not follow the columns: a proof, with what it holds against what. */
export interface FreeRow {
  bold?: boolean;
  cells: readonly { kind: CellKind; cell: Cell }[];
}

export interface Sheet {
  /** Title of the document, also the name of the sheet. */
  title: string;
  /** Lines above the column heads: company, report title, period. CSV leaves them out, so that its first line names the columns. */
  heading?: readonly string[];
  columns: readonly SheetColumn[];
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
  /** Deepest `level` of the rows; absent without collapsible groups. */
  levels?: number;
  /** In rows other than plain ones the cells of so many columns are labels: texts, whatever the kind of their column. */
  labelColumns?: number;
  /** Below the rows; CSV leaves them out. */
  below?: readonly FreeRow[];
  /** How it lies on A4 paper; portrait when absent. */
  orientation?: 'portrait' | 'landscape';
  /** Lines below the rows, such as who generated the report; CSV leaves them out too. */
  footing?: readonly string[];
}

/** The kind of a cell: that of its row or its column, or a text where it is a label. */
export function kindOf(
  { columns, labelColumns = 0 }: Sheet,
  { look = 'plain', kind }: SheetRow,
  column: number,
): CellKind {
  return look !== 'plain' && column < labelColumns ? 'text' : (kind ?? columns[column]!.kind);
}

/** Name of an exported file: `trial-balance_1779424920.xlsx` (spec 2 §9: the time in Unix seconds). `at` is an instant in milliseconds. */
export function exportFileName(name: string, at: number, extension: 'xlsx' | 'csv' | 'pdf'): string {
  return `${name}_${Math.floor(at / 1000)}.${extension}`;
}

export const FILE_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const;

/** Cells that a spreadsheet program would take for a formula, full-width forms included (reliability G-S08). */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** True for a text that must be made inert before a spreadsheet program sees it. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text);
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

/** The number as written in the file, digit by digit from the decimal string. Throws for anything that is not a plain decimal number. */
export function numberText(value: string | number): string {
  const text = String(value);
  if (!NUMBER.test(text)) throw new Error(`A numeric cell holds "${text}".`);
  return text;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Manila keeps UTC+8 all year. */
const MANILA_OFFSET_MS = 8 * 60 * MINUTE_MS;

/** Days since 1970-01-01 of a calendar date. Throws for anything else. */
export function dayNumber(date: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new Error(`A date cell holds "${date}".`);
  return at / DAY_MS;
}

/** Manila clock time of an ISO instant, as milliseconds since 1970-01-01 00:00 of that clock, cut to the minute. */
export function manilaClock(instant: string): number {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) throw new Error(`An instant cell holds "${instant}".`);
  return Math.floor((at + MANILA_OFFSET_MS) / MINUTE_MS) * MINUTE_MS;
}
