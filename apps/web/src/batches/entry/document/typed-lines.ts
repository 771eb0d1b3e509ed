import { NO_AMOUNT, readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText } from '@talaan/core/money/money';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { Choice, GridColumn, GridLine } from '../grid/grid-line.ts';
import * as grid from '../grid/grid-lines.ts';
import { lettersOf, readPastedAmount, type PastedCells } from '../grid/pasted-table.ts';
import { findByText } from '../lines/pasted-lines.ts';
import type { DocumentLines } from './document-form.ts';

/** A column of the lines of a document, declared once: how it is typed, pasted, read and shown follows from it. */
export interface TypedColumn extends Omit<GridColumn<string>, 'field' | 'computed'> {
  /** `prose` may be long, a `word` is short; a `figure` has a reading of its own; what is `computed` is never typed. */
  readonly kind: 'prose' | 'word' | 'figure' | 'amount' | 'choice' | 'computed';
  /** What the wire calls it, where that is not its name. */
  readonly wire?: string;
  /** What a fault calls it, where its heading does not. */
  readonly subject?: string;
  /** What the blank line says in it. */
  readonly invites?: string;
  /** What else a heading of a spreadsheet calls it, letters only. */
  readonly names?: readonly string[];
  /** The next line takes it over from the one above. */
  readonly carried?: true;
  /** A figure as it is kept; null for none. `wrong` says why not. */
  readonly figure?: { readonly read: (text: string) => string | null; readonly wrong: string };
}

type Columns = Readonly<Record<string, TypedColumn>>;
export type FieldOf<Declared extends Columns> = keyof Declared & string;
type TypedFieldOf<Declared extends Columns> = {
  [Field in FieldOf<Declared>]: Declared[Field]['kind'] extends 'computed' ? never : Field;
}[FieldOf<Declared>];

/** A line as it is typed: records that were chosen, and texts, '' for none; amounts are decimal text of scale 2. */
export type LineOf<Declared extends Columns> = GridLine<FieldOf<Declared>> & {
  readonly [Field in TypedFieldOf<Declared>]: Declared[Field]['kind'] extends 'choice' ? Choice | null : string;
};
export type LinesOf<Declared extends Columns> = grid.GridLines<LineOf<Declared>>;
export type LinesChangeOf<Declared extends Columns> = grid.LinesChange<LineOf<Declared>, FieldOf<Declared>>;
/** What the columns of records are chosen from. */
export type ChoicesOf = Readonly<Partial<Record<string, readonly Choice[]>>>;

/** The lines of a document by its columns, as its grid, its form and its paste take them. */
export type TypedLines<Declared extends Columns> = ReturnType<typeof typedLines<Declared>>;

export function typedLines<const Declared extends Columns>(declared: Declared) {
  type Field = FieldOf<Declared>;
  type Line = LineOf<Declared>;
  const fields = Object.keys(declared) as Field[];
  const typed = fields.filter((field) => declared[field]!.kind !== 'computed');
  const computed = fields.filter((field) => declared[field]!.kind === 'computed');
  const carried = typed.filter((field) => declared[field]!.carried);
  const kindOf = (field: Field) => declared[field]!.kind;
  const isChosen = (field: Field) => kindOf(field) === 'choice';
  const nothingIn = (field: Field) => (isChosen(field) ? null : '');
  const valueIn = (line: Line, field: Field) =>
    (line as Readonly<Record<string, Choice | string | null>>)[field] ?? null;
  const isEmpty = (line: Line, field: Field) => (valueIn(line, field) ?? '') === '';
  const subjectOf = (field: Field) => declared[field]!.subject ?? declared[field]!.header;

  const empty = (key: number): Line =>
    ({
      ...Object.fromEntries(typed.map((field) => [field, nothingIn(field)])),
      key,
      carried: false,
      unread: {},
      faults: {},
      formulas: {},
    }) as unknown as Line;

  const isBlank = (line: Line): boolean => {
    if (Object.keys(line.unread).length > 0) return false;
    const counted = line.carried ? typed.filter((field) => !carried.includes(field)) : typed;
    return counted.every((field) => isEmpty(line, field));
  };

  /** The text of a cell, as it is edited, copied and sent: the code of a record, or what could not be read. */
  const text = (line: Line, field: Field): string => {
    const value = valueIn(line, field);
    return line.unread[field] ?? (typeof value === 'string' ? value : (value?.code ?? ''));
  };

  const lines = grid.linesOf<Field, Line, grid.CellValue>({
    empty,
    isBlank,
    carried: carried as readonly (keyof Line)[],
    withCell: (line, field, value) => {
      if (kindOf(field) === 'computed') return line;
      const base = { ...grid.forget<Field, Line>(line, [field, ...computed]), carried: false };
      if (value.kind === 'unread') return grid.unreadCell<Field, Line>(base, field, value, nothingIn(field));
      if (isChosen(field)) return value.kind === 'choice' ? { ...base, [field]: value.choice } : line;
      if (value.kind === 'text') return { ...base, [field]: value.text };
      if (value.kind !== 'amount') return line;
      return {
        ...base,
        [field]: value.amount,
        formulas: value.formula === undefined ? {} : { [field]: value.formula },
      };
    },
    valueOf: (line, field) => {
      if (kindOf(field) === 'computed') return null;
      const value = valueIn(line, field);
      return typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'choice', choice: value };
    },
  });

  /** What a typed text means in a cell; `picked` is the row that was highlighted in an open picker. */
  function read(field: Field, given: string, choices: ChoicesOf, picked?: Choice | null): grid.CellValue {
    const asTyped = given.trim();
    const unread = (message: string): grid.CellValue => ({ kind: 'unread', text: asTyped, message });
    const { kind, figure } = declared[field]!;
    if (kind === 'choice') {
      const choice = picked ?? (asTyped === '' ? null : findByText(choices[field] ?? [], asTyped));
      if (choice !== null || asTyped === '') return { kind: 'choice', choice };
      return unread(`${subjectOf(field)} ${asTyped} is not on the list.`);
    }
    if (asTyped === '' || kind === 'prose' || kind === 'word') return { kind: 'text', text: asTyped };
    if (figure !== undefined) {
      const kept = figure.read(asTyped);
      return kept === null ? unread(figure.wrong) : { kind: 'text', text: kept };
    }
    const amount = readTypedAmount(asTyped);
    if (!amount.ok) return unread(`${subjectOf(field)} ${amount.message}`);
    if (amount.minor === 0n) return unread(`${subjectOf(field)} ${NO_AMOUNT}`);
    return { kind: 'amount', amount: amountText(amount.minor), ...(amount.isSum ? { formula: asTyped } : {}) };
  }

  function readPasted(field: Field, given: string, choices: ChoicesOf): grid.CellValue {
    if (kindOf(field) !== 'amount') return read(field, given, choices);
    const { value, fault } = readPastedAmount(given);
    if (fault === undefined) return read(field, value, choices);
    return { kind: 'unread', text: given, message: `${subjectOf(field)} ${fault}` };
  }

  /** The pasted rows as changes of lines. A text that means nothing stays in its cell, with the reason. */
  const pasted = ({ columns, rows }: PastedCells<Field>, choices: ChoicesOf): Partial<Line>[] =>
    rows.map((cells) => {
      const line: Record<string, unknown> = {};
      const unread: Record<string, string> = {};
      const faults: Record<string, string> = {};
      for (const [index, field] of columns.entries()) {
        const given = cells[index];
        if (field === null || given === undefined || kindOf(field) === 'computed') continue;
        const value = readPasted(field, given, choices);
        if (value.kind === 'unread') {
          line[field] = nothingIn(field);
          unread[field] = value.text;
          faults[field] = value.message;
        } else line[field] = value.kind === 'choice' ? value.choice : value.kind === 'text' ? value.text : value.amount;
      }
      return { ...line, unread, faults } as unknown as Partial<Line>;
    });

  /** Headings as exports and people write them, letters only. */
  const headings = Object.fromEntries(
    typed.flatMap((field) => {
      const { header, names = [] } = declared[field]!;
      return [field, header, ...names].map((name) => [lettersOf(name), field]);
    }),
  ) as Readonly<Record<string, Field>>;

  const columns = fields.map((field): GridColumn<Field> => {
    const { kind, header, width, least, required, grows } = declared[field]!;
    const look = {
      ...(least === undefined ? {} : { least }),
      ...(required ? { required } : {}),
      ...(grows ? { grows } : {}),
    };
    return { field, header, width, ...look, ...(kind === 'computed' ? { computed: true } : {}) };
  });

  return { ...lines, declared, columns, headings, empty, isBlank, text, read, pasted, kindOf, valueIn };
}

/** What of the lines of a grid a document says itself. */
interface OwnLines<Declared extends Columns, Header> {
  readonly wire: string;
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
  const start = (lines: readonly Partial<LineOf<Declared>>[]) =>
    typed.start(lines.map((line, key) => ({ ...typed.empty(key), ...line })));
  return {
    wire: own.wire,
    kept: 'lines',
    columns: typed.columns,
    none: typed.start([]),
    reads: (batch) => start(own.stored(batch)),
    sends: (lines) => filled(lines).map(own.sends),
    keeps: (lines) => filled(lines).map((line) => ({ ...line, formulas: {} })),
    continues: (kept) => start(Array.isArray(kept) ? kept : []),
    change: typed.change,
    mark: (lines, faults) => typed.change(lines, { type: 'faults', faults }),
    faults: ({ lines }) => grid.faultsOf(lines),
    removedRow: ({ removed }) => removed?.row ?? null,
    undo: { type: 'undo' },
    check: (lines, header) => own.check(filled(lines), header),
    placed: (lines, place, wire) => {
      const row = typed.filled(lines)[place]?.row;
      return row === undefined ? null : { row, field: columnOf(wire), message: '' };
    },
    tells: (lines) => filled(lines).map((line, at) => [`Line ${at + 1}`, own.tells(line)] as const),
    absent: 'no such line',
  };
}
