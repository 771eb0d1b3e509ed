/** How a column's cells read: on screen, on paper and as typed cells of a workbook. */
export type CellKind = 'code' | 'text' | 'integer' | 'amount' | 'rate' | 'percent' | 'date' | 'instant';

type CellValue = string | number | boolean | null;
/** The fields of a row that a cell can show. */
export type FieldOf<Row> = { [Name in keyof Row]: Row[Name] extends CellValue ? Name : never }[keyof Row] & string;

/** What a table shows of a row in one column. */
export interface PaperColumn<Row> {
  readonly field: FieldOf<Row>;
  readonly kind: CellKind;
  /** Shares the width that the others leave, and wraps; the others are as wide as their content. */
  readonly grows?: true;
  /** Summed into the group rows and the totals; amounts only. */
  readonly total?: true;
  /** A result: below zero it stands in red, beside its minus (ux §13); of a column of `sums` in its sums and totals alone. */
  readonly result?: true | 'sums';
}

/** Consecutive rows with one code form a group, whose row shows code, name and the sums of its rows. */
export interface RowGrouping<Row> {
  readonly code: FieldOf<Row>;
  readonly name: FieldOf<Row>;
}

/** The sums of the total columns, by field, as decimal text. */
export type Sums = Readonly<Record<string, string>>;

export interface TotalLine {
  readonly label: string;
  readonly sums: Sums;
}

/**
 * One line as files and papers print it: cells in the order of the columns, null where a column has nothing. A `fixed` one
 * tells of its group what no row does: Beginning, Movement, Ending.
 */
export interface PaperLine {
  readonly look: 'group' | 'plain' | 'fixed' | 'blank' | 'total';
  readonly cells: readonly (string | null)[];
  /** How many group heads it stands below; absent 0. */
  readonly level?: number;
  /** A fixed line in bold, as heads and totals always are. */
  readonly strong?: true;
  /** The kind of its figures, whatever that of their columns is. */
  readonly kind?: CellKind;
}

/** Whether a line is in bold. */
export function isBold({ look, strong }: Pick<PaperLine, 'look' | 'strong'>): boolean {
  return look === 'group' || look === 'total' || strong === true;
}

/** Every line of a table to its totals, whose sums are given: they are the ones of the books. */
export function* tableLines<Row>(
  columns: readonly PaperColumn<Row>[],
  rows: readonly Row[],
  totals: readonly TotalLine[],
): Generator<PaperLine> {
  for (const row of rows) yield { look: 'plain', cells: columns.map(({ field }) => cellOf(row, field)) };
  for (const { label, sums } of totals) {
    const cells = columns.map(({ field }, at) => sums[field] ?? (at === 0 ? label : null));
    yield { look: 'total', cells };
  }
}

/** What a row has in a field, as text; null where it has nothing. */
export function cellOf<Row>(row: Row, field: FieldOf<Row>): string | null {
  const value = row[field] as CellValue;
  return value === null || value === '' ? null : String(value);
}

/** Over how many columns the label of a total runs: those before the first that is summed. */
export function labelColumns(columns: readonly { readonly total?: true }[]): number {
  return Math.max(
    1,
    columns.findIndex(({ total }) => total),
  );
}

/**
 * Over how many columns a cell runs: a label, which lines other than rows have in the columns before the first sum, over the
 * empty ones that follow it there. 0 where an earlier one runs over it.
 */
export function spanOf({ look, cells }: PaperLine, at: number, labels: number): number {
  if (!isLabel(look, at, labels)) return 1;
  const isEmpty = (place: number) => (cells[place] ?? '') === '';
  let from = at;
  while (from > 0 && isEmpty(from)) from -= 1;
  if (from < at && !isEmpty(from)) return 0;
  let end = at + 1;
  while (end < labels && !isEmpty(at) && isEmpty(end)) end += 1;
  return end - at;
}

/** Whether a cell is read as it stands, whatever the kind of its column. */
export function isLabel(look: PaperLine['look'], at: number, labels: number): boolean {
  return look !== 'plain' && at < labels;
}

/** Whether a table has nothing to show: no line but its totals. */
export function isEmptyTable(lines: readonly PaperLine[]): boolean {
  return lines.every(({ look }) => look === 'total');
}

/** Whether a cell of a line stands in red, beside its minus. */
export function isRed(
  { result }: Pick<PaperColumn<never>, 'result'>,
  cell: string | null,
  { look, strong }: Pick<PaperLine, 'look' | 'strong'>,
): boolean {
  const isSum = look === 'total' || (look === 'plain' && strong === true);
  return (result === true || (result === 'sums' && isSum)) && cell !== null && cell.startsWith('-');
}

/** Columns that stand together under one head, or one alone under none. */
export interface Band {
  readonly name: string | undefined;
  /** The place of its first column, and how many it has. */
  readonly at: number;
  readonly span: number;
}

/** The upper heads of columns, in their order; none where no column has one. */
export function bandsOf(columns: readonly { readonly band?: string | undefined }[]): Band[] {
  const bands: Band[] = [];
  for (const [at, { band: name }] of columns.entries()) {
    const before = bands.at(-1);
    if (before && name !== undefined && before.name === name)
      bands[bands.length - 1] = { ...before, span: before.span + 1 };
    else bands.push({ name, at, span: 1 });
  }
  return bands.some(({ name }) => name !== undefined) ? bands : [];
}

/** Whether a column holds figures, which stand right. */
export function isFigureColumn({ kind }: { readonly kind: CellKind }): boolean {
  return kind === 'amount' || kind === 'integer' || kind === 'rate' || kind === 'percent';
}
