import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { Choice } from '../grid/grid-line.ts';
import * as grid from '../grid/grid-lines.ts';
import type { PastedCells } from '../grid/pasted-table.ts';
import type { DocumentLines } from './document-form.ts';
import { heldLines, linesBegun } from './held-lines.ts';
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
  type LineOf,
  type LinesChangeOf,
  type LinesOf,
} from './typed-columns.ts';

/** The lines of a document by its columns, as its grid, its form and its paste take them. */
export type TypedLines<Declared extends Columns> = ReturnType<typeof typedLines<Declared>>;

export function typedLines<const Declared extends Columns>(declared: Declared) {
  type Field = FieldOf<Declared>;
  type Line = LineOf<Declared>;
  const columnOf = (field: Field) => declared[field]!;
  return {
    ...grid.linesOf<Field, Line, grid.CellValue>(rulesOf(declared)),
    declared,
    columnOf,
    columns: gridColumnsOf(declared),
    headings: headingsOf(declared),
    empty: (key: number) => emptyLine(declared, key),
    isBlank: (line: Line) => isBlankLine(declared, line),
    /** The text of a cell, as it is edited, copied and sent: the code of a record, or what could not be read. */
    text: (line: Line, field: Field): string => {
      const value = valueIn(line, field);
      return line.unread[field] ?? (typeof value === 'string' ? value : (value?.code ?? ''));
    },
    read: (field: Field, given: string, choices: ChoicesOf, picked?: Choice | null) =>
      readCell(columnOf(field), given, choices[field] ?? [], picked),
    pasted: (cells: PastedCells<Field>, choices: ChoicesOf) => readRows(declared, cells, choices),
  };
}

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

/** What of the lines of a grid a document says itself. */
interface OwnLines<Declared extends Columns, Header> {
  readonly stored: (batch: BatchDetail) => readonly Partial<LineOf<Declared>>[];
  readonly sends: (line: LineOf<Declared>) => object;
  readonly tells: (line: LineOf<Declared>) => string;
  readonly check: (
    sent: readonly LineOf<Declared>[],
    header: Header,
  ) => readonly { readonly path: string; readonly message: string }[];
}

/** The lines of a grid as the form of a document holds them. */
export function linesOfGrid<Declared extends Columns, Header>(
  typed: TypedLines<Declared>,
  own: OwnLines<Declared, Header>,
): DocumentLines<Header, LinesOf<Declared>, LinesChangeOf<Declared>> {
  const filled = (lines: LinesOf<Declared>) => typed.filled(lines).map(({ line }) => line);
  // What concerns a line and no column of its own is told at its first.
  const columnOf = (wire: string) =>
    (typed.columns.find(({ field }) => (typed.declared[field]!.wire ?? field) === wire) ?? typed.columns[0]!).field;
  return {
    ...heldLines<FieldOf<Declared>, LineOf<Declared>>(typed),
    columns: typed.columns,
    reads: (batch) => linesBegun<FieldOf<Declared>, LineOf<Declared>>(typed, own.stored(batch)),
    sends: (lines) => filled(lines).map(own.sends),
    change: typed.change,
    undo: { type: 'undo' },
    check: (lines, header) => own.check(filled(lines), header),
    placed: (lines, place, wire) => {
      const row = typed.filled(lines)[place]?.row;
      return row === undefined ? null : { row, field: columnOf(wire), message: '' };
    },
    tells: (lines) => filled(lines).map((line, at) => [`Line ${at + 1}`, own.tells(line)] as const),
  };
}
