import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf, type DocumentPart } from '@talaan/contract/documents/document-part';
import { plain } from '@talaan/core/text/told-changes';
import type { Choice } from '../grid/grid-line.ts';
import * as grid from '../grid/grid-lines.ts';
import type { PastedCells } from '../grid/pasted-table.ts';
import type { DocumentLines, OwnDocument } from './document-form.ts';
import type { CommonHeader, HeaderOf } from './head-field.ts';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { heldLines, linesBegun } from './held-lines.ts';
import type { LineMends } from './line-mends.ts';
import {
  gridColumnsOf,
  headingsOf,
  nothingIn,
  readCell,
  readRows,
  valueIn,
  type ChoicesOf,
  type Columns,
  type FieldOf,
  type GivenColumns,
  type Headed,
  type LineOf,
  type LinesChangeOf,
  type LinesOf,
  type OwnHeadings,
  type TypedFieldOf,
} from './typed-columns.ts';

/** The lines of a document by its columns, as its grid, its form and its paste take them. */
export type TypedLines<Declared extends Columns> = ReturnType<typeof linesBy<Declared>>;
/** One of the lines of a grid. */
export type LineIn<Typed extends { readonly declared: Columns }> = LineOf<Typed['declared']>;

/** The lines that are stored in a part, by their columns. */
export function typedLines<Part extends DocumentPart, const Given extends GivenColumns>(
  part: Part,
  given: Given & OwnHeadings<Given, Part>,
): TypedLines<Headed<Given>> {
  const columns = Object.entries<GivenColumns[string]>(given).map(([field, column]) => [
    field,
    { header: part.fields[field]?.label, ...column },
  ]);
  return linesBy(part, Object.fromEntries(columns) as Headed<Given>);
}

function linesBy<Declared extends Columns>(part: DocumentPart, declared: Declared) {
  type Field = FieldOf<Declared>;
  type Line = LineOf<Declared>;
  const columnOf = (field: Field) => declared[field]!;
  /** The text of a cell, as it is edited, copied and sent: the code of a record, or what could not be read. */
  const text = (line: Line, field: Field): string => {
    const value = valueIn(line, field);
    return line.unread[field] ?? (typeof value === 'string' ? value : (value?.code ?? ''));
  };
  const byField = (of: (field: string) => string) =>
    Object.fromEntries(typedOf(declared).map(([field]) => [field, of(field)])) as LineTexts<Declared>;
  return {
    ...grid.linesOf<Field, Line, grid.CellValue>(rulesOf(declared)),
    declared,
    columnOf,
    columns: gridColumnsOf(declared),
    headings: headingsOf(declared),
    empty: (key: number) => emptyLine(declared, key),
    isBlank: (line: Line) => isBlankLine(declared, line),
    text,
    /** Everything that is typed of a line, as its cells say it. */
    texts: (line: Line) => byField((field) => text(line, field)),
    /** The lines of a stored batch that hold texts alone. */
    stored: ({ parts }: BatchDetail) =>
      rowsOf(parts, part).map((row) => byField((field) => plain(row[field])) as Partial<Line>),
    read: (field: Field, given: string, choices: ChoicesOf, picked?: Choice | null) =>
      readCell(columnOf(field), given, choices[field] ?? [], picked),
    pasted: (cells: PastedCells<Field>, choices: ChoicesOf) => readRows(declared, cells, choices),
  };
}

/** Texts by the columns that are typed. */
type LineTexts<Declared extends Columns> = { readonly [Field in TypedFieldOf<Declared>]: string };

const typedOf = (declared: Columns) => Object.entries(declared).filter(([, { kind }]) => kind !== 'computed');

function emptyLine<Declared extends Columns>(declared: Declared, key: number): LineOf<Declared> {
  const nothing = Object.fromEntries(typedOf(declared).map(([field, column]) => [field, nothingIn(column)]));
  return { ...nothing, key, carried: false, unread: {}, faults: {}, formulas: {} } as unknown as LineOf<Declared>;
}

/** Whether nothing of its own was entered: such a line is neither counted nor saved. */
function isBlankLine<Declared extends Columns>(declared: Declared, line: LineOf<Declared>): boolean {
  if (Object.keys(line.unread).length > 0) return false;
  return typedOf(declared)
    .filter(([, { carried }]) => !(line.carried && carried))
    .every(([field]) => (valueIn(line, field) ?? '') === '');
}

/** A document whose lines are typed in a grid, by its declared head and the lines of that. */
export type GridDocument<Head, Typed extends { readonly declared: Columns }> =
  HeaderOf<Head> extends infer Header extends CommonHeader
    ? OwnDocument<Header, LinesOf<Typed['declared']>, LinesChangeOf<Typed['declared']>> & {
        readonly lines: LinesInGrid<Typed['declared'], Header>;
      }
    : never;

/** What the grid asks of lines of these columns. */
function rulesOf<Declared extends Columns>(
  declared: Declared,
): grid.LineRules<LineOf<Declared>, FieldOf<Declared>, grid.CellValue> {
  type Field = FieldOf<Declared>;
  type Line = LineOf<Declared>;
  const fields = Object.keys(declared) as Field[];
  const computed = fields.filter((field) => declared[field]!.kind === 'computed');
  return {
    empty: (key) => emptyLine(declared, key),
    isBlank: (line) => isBlankLine(declared, line),
    carried: fields.filter((field) => declared[field]!.carried) as readonly (keyof Line)[],
    withCell: (line, field, value) => {
      const column = declared[field]!;
      if (column.kind === 'computed') return line;
      const base = { ...grid.forget<Field, Line>(line, [field, ...computed]), carried: false };
      if (value.kind === 'unread') return grid.unreadCell<Field, Line>(base, field, value, nothingIn(column));
      if (column.kind === 'choice') return value.kind === 'choice' ? { ...base, [field]: value.choice } : line;
      if (value.kind === 'text') return { ...base, [field]: value.text };
      if (value.kind !== 'amount') return line;
      const formulas = value.formula === undefined ? {} : { [field]: value.formula };
      return { ...base, [field]: value.amount, formulas };
    },
    valueOf: (line, field) => {
      if (declared[field]!.kind === 'computed') return null;
      const value = valueIn(line, field);
      return typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'choice', choice: value };
    },
  };
}

/** How the lines of a document stand in their grid. */
export interface GridLook<Declared extends Columns, Header, Shared = unknown> {
  /** The document with its article: 'An order'. */
  readonly one: string;
  /** Beside the heading of the lines. */
  readonly note: string;
  /** What its columns of records are chosen from. */
  readonly choices?: (choices: EntryChoices) => ChoicesOf;
  /** What a line comes to, in minor units. */
  readonly amountOf: (line: LineOf<Declared>) => bigint;
  /** What follows of a line for cells in which nothing is typed, by what all lines take from the head. */
  implies?(line: LineOf<Declared>, shared: Shared): Readonly<Partial<Record<FieldOf<Declared>, string>>>;
  shared?(header: Header): Shared;
  /** What mends its faults. */
  readonly mends?: LineMends<Declared>;
}

/** The lines of a document that are typed in a grid. */
export interface LinesInGrid<Declared extends Columns, Header> extends DocumentLines<
  Header,
  LinesOf<Declared>,
  LinesChangeOf<Declared>
> {
  readonly typed: TypedLines<Declared>;
  readonly grid: GridLook<Declared, Header>;
}

/** What of the lines of a grid a document says itself. */
interface OwnLines<Declared extends Columns, Header, Sent, Shared> {
  readonly grid: GridLook<Declared, Header, Shared>;
  /** Its stored lines, where they say more than the rows of their part. */
  readonly stored?: (batch: BatchDetail) => readonly Partial<LineOf<Declared>>[];
  /** What the wire takes of a line, where it is not what is typed; what could not be read as it stands, so that the answer names it. */
  readonly sends?: (line: LineOf<Declared>) => Sent;
  readonly tells: (line: LineOf<Declared>) => string;
  readonly check: (
    sent: readonly Sent[],
    header: Header,
  ) => readonly { readonly path: string; readonly message: string }[];
}

/** The lines of a grid as the form of a document holds them. */
export function linesOfGrid<Declared extends Columns, Header, Shared, Sent extends object = LineTexts<Declared>>(
  typed: TypedLines<Declared>,
  own: OwnLines<Declared, Header, Sent, Shared>,
): LinesInGrid<Declared, Header> {
  const { stored = typed.stored, sends = typed.texts as unknown as (line: LineOf<Declared>) => Sent } = own;
  const filled = (lines: LinesOf<Declared>) => typed.filled(lines).map(({ line }) => line);
  const sent = (lines: LinesOf<Declared>) => filled(lines).map(sends);
  // What concerns a line and no column of its own is told at its first.
  const columnOf = (wire: string) =>
    (typed.columns.find(({ field }) => (typed.declared[field]!.wire ?? field) === wire) ?? typed.columns[0]!).field;
  return {
    ...heldLines<FieldOf<Declared>, LineOf<Declared>>(typed),
    typed,
    grid: own.grid,
    columns: typed.columns,
    reads: (batch) => linesBegun<FieldOf<Declared>, LineOf<Declared>>(typed, stored(batch)),
    sends: sent,
    change: typed.change,
    undo: { type: 'undo' },
    check: (lines, header) => own.check(sent(lines), header),
    placed: (lines, place, wire) => {
      const row = typed.filled(lines)[place]?.row;
      return row === undefined ? null : { row, field: columnOf(wire), message: '' };
    },
    tells: (lines) => filled(lines).map((line, at) => [`Line ${at + 1}`, own.tells(line)] as const),
  };
}
