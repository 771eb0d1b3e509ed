import { NO_AMOUNT, readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText } from '@talaan/core/money/money';
import type { DocumentPart } from '@talaan/contract/documents/document-part';
import type { Choice, GridColumn, GridLine } from '../grid/grid-line.ts';
import type * as grid from '../grid/grid-lines.ts';
import { lettersOf, readPastedAmount, type PastedCells } from '../grid/pasted-table.ts';
import { findByText } from '../lines/pasted-lines.ts';

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

export type Columns = Readonly<Record<string, TypedColumn>>;
/** A column as it is declared: one of a field of the part that its lines are stored in is headed as that, where it says nothing else. */
export type GivenColumns = Readonly<Record<string, Omit<TypedColumn, 'header'> & { readonly header?: string }>>;
export type Headed<Given extends GivenColumns> = {
  readonly [Field in keyof Given]: Given[Field] & { readonly header: string };
};
/** Columns of no field of the part have headings of their own. */
export type OwnHeadings<Given, Part extends DocumentPart> = {
  readonly [Field in Exclude<keyof Given, keyof Part['fields']>]: { readonly header: string };
};
export type FieldOf<Declared extends Columns> = keyof Declared & string;
export type TypedFieldOf<Declared extends Columns> = {
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

/** The words of a field as a column is chosen from them, by their codes. */
export const wordChoices = (words: Readonly<Record<number, string>>): readonly Choice[] =>
  Object.entries(words).map(([id, code]) => ({ id: Number(id), code, name: '' }));

/** What a column holds of a line; null for no record, and for what is computed. */
export const valueIn = (line: object, field: string): Choice | string | null =>
  (line as Readonly<Record<string, Choice | string | null>>)[field] ?? null;

/** Nothing, in a column. */
export const nothingIn = ({ kind }: TypedColumn): '' | null => (kind === 'choice' ? null : '');

const subjectOf = ({ subject, header }: TypedColumn): string => subject ?? header;

/** What a typed text means in a cell of a column; `picked` is the row that was highlighted in an open picker. */
export function readCell(
  column: TypedColumn,
  given: string,
  records: readonly Choice[],
  picked?: Choice | null,
): grid.CellValue {
  const typed = given.trim();
  const unread = (message: string): grid.CellValue => ({ kind: 'unread', text: typed, message });
  const { kind, figure } = column;
  if (kind === 'choice') {
    const choice = picked ?? (typed === '' ? null : findByText(records, typed));
    if (choice !== null || typed === '') return { kind: 'choice', choice };
    return unread(`${subjectOf(column)} ${typed} is not on the list.`);
  }
  if (typed === '' || kind === 'prose' || kind === 'word') return { kind: 'text', text: typed };
  if (figure !== undefined) {
    const kept = figure.read(typed);
    return kept === null ? unread(figure.wrong) : { kind: 'text', text: kept };
  }
  const amount = readTypedAmount(typed);
  if (!amount.ok) return unread(`${subjectOf(column)} ${amount.message}`);
  if (amount.minor === 0n) return unread(`${subjectOf(column)} ${NO_AMOUNT}`);
  return { kind: 'amount', amount: amountText(amount.minor), ...(amount.isSum ? { formula: typed } : {}) };
}

function readPasted(column: TypedColumn, given: string, records: readonly Choice[]): grid.CellValue {
  if (column.kind !== 'amount') return readCell(column, given, records);
  const { value, fault } = readPastedAmount(given);
  if (fault === undefined) return readCell(column, value, records);
  return { kind: 'unread', text: given, message: `${subjectOf(column)} ${fault}` };
}

/** Pasted rows as changes of lines. A text that means nothing stays in its cell, with the reason. */
export function readRows<Declared extends Columns>(
  declared: Declared,
  { columns, rows }: PastedCells<FieldOf<Declared>>,
  choices: ChoicesOf,
): Partial<LineOf<Declared>>[] {
  return rows.map((cells) => {
    const line: Record<string, unknown> = {};
    const unread: Record<string, string> = {};
    const faults: Record<string, string> = {};
    for (const [index, field] of columns.entries()) {
      const given = cells[index];
      const column = field === null ? undefined : declared[field];
      if (field === null || given === undefined || column === undefined || column.kind === 'computed') continue;
      const value = readPasted(column, given, choices[field] ?? []);
      if (value.kind === 'unread') {
        line[field] = nothingIn(column);
        unread[field] = value.text;
        faults[field] = value.message;
      } else line[field] = value.kind === 'choice' ? value.choice : value.kind === 'text' ? value.text : value.amount;
    }
    return { ...line, unread, faults } as unknown as Partial<LineOf<Declared>>;
  });
}

/** Headings as exports and people write them, letters only. */
export function headingsOf<Declared extends Columns>(declared: Declared): Readonly<Record<string, FieldOf<Declared>>> {
  const named = Object.entries(declared).flatMap(([field, { kind, header, names = [] }]) =>
    kind === 'computed' ? [] : [field, header, ...names].map((name) => [lettersOf(name), field] as const),
  );
  return Object.fromEntries(named);
}

/** The columns as the grid shows them. */
export function gridColumnsOf<Declared extends Columns>(declared: Declared): readonly GridColumn<FieldOf<Declared>>[] {
  return Object.entries(declared).map(([field, { kind, header, width, least, required, grows }]) => ({
    field: field as FieldOf<Declared>,
    header,
    width,
    ...(least === undefined ? {} : { least }),
    ...(required ? { required } : {}),
    ...(grows ? { grows } : {}),
    ...(kind === 'computed' ? { computed: true } : {}),
  }));
}
