import { pesosByRate, type PesoAmounts } from '@talaan/core/ledger/journal-entry';
import { parseAmount } from '@talaan/core/money/money';
import type { Rate } from '@talaan/core/money/rate';
import { plain } from '@talaan/core/text/told-changes';
import type { ProposedPart } from '@talaan/core/documents/proposed-lines';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import type { LineView } from '@talaan/contract/documents/batch-view.contract';
import { fieldsOf, type EntryField, type RecordText } from '@talaan/contract/documents/declared-field';
import { LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import type { Choice, GridLine } from '../grid/grid-line.ts';

/** What a declared field is called in the grid: without what its column of the table says besides. */
type Bare<Name> = Name extends `${infer Own}_id` | `${infer Own}_amount` ? Own : Name;
type LineFields = typeof LINE_FIELDS;
/** The declared fields of a kind that the grid has as columns. */
type ColumnsOf<Kind extends EntryField['kind']> = {
  [Name in keyof LineFields]: LineFields[Name] extends { readonly kind: Kind; readonly label: string }
    ? Bare<Name>
    : never;
}[keyof LineFields];

export type LookupColumn = ColumnsOf<'reference'>;
/** Amounts in the entry's currency, and pesos where they are not those of the rate (decisions §4). */
export type AmountColumn = ColumnsOf<'amount'>;
export type TextColumn = ColumnsOf<'text'>;
export type LineField = LookupColumn | AmountColumn | TextColumn;

const BARE = /_(id|amount)$/;

/** Every column of the grid, in the order of the declaration. */
export const LINE_COLUMNS = fieldsOf(LINE_FIELDS).flatMap(([name, declared]) => {
  if (declared.label === undefined) return [];
  const { kind, label, given } = declared;
  return [{ field: name.replace(BARE, '') as LineField, name, kind, label, declared, wire: Object.keys(given)[0]! }];
});

const columnsOf = (kind: EntryField['kind']) =>
  LINE_COLUMNS.flatMap((column) => (column.kind === kind ? [column.field] : []));
const LOOKUP_COLUMNS = columnsOf('reference') as readonly LookupColumn[];
export const AMOUNT_COLUMNS = columnsOf('amount') as readonly AmountColumn[];
const TEXT_COLUMNS = columnsOf('text') as readonly TextColumn[];

/** One line as it is being typed. Amounts are decimal text of scale 2, '' for none. */
export interface EntryLine
  extends
    GridLine<LineField>,
    Readonly<Record<LookupColumn, Choice | null>>,
    Readonly<Record<AmountColumn | TextColumn, string>> {
  /** What its tax was computed from, as decimal text; '' for none. */
  readonly tax_base: string;
  /** What it stands for where the helper proposed it, so that a new proposal takes its place; null for any other line. */
  readonly part: ProposedPart | null;
}

/** How the column of a field is headed. */
export function labelOf(field: LineField): string {
  return LINE_COLUMNS.find((column) => column.field === field)?.label ?? field;
}

/** What the next line takes over from the one above it (ux §5). */
export const CARRIED_COLUMNS = ['department', 'branch', 'section', 'remarks'] as const;

/** Nothing, in every column. */
const EMPTY = Object.fromEntries(
  LINE_COLUMNS.map(({ field, kind }) => [field, kind === 'reference' ? null : '']),
) as Pick<EntryLine, LineField>;

export function emptyLine(key: number): EntryLine {
  return { ...EMPTY, key, tax_base: '', part: null, carried: false, unread: {}, faults: {}, formulas: {} };
}

/** Whether nothing of its own was entered: such a line is neither counted nor saved. */
export function isBlankLine(line: EntryLine): boolean {
  const isEmpty = (column: LineField) => line[column] === null || line[column] === '';
  const own = LINE_COLUMNS.filter(({ field }) => !CARRIED_COLUMNS.some((carried) => carried === field));
  if (!own.every(({ field }) => isEmpty(field)) || Object.keys(line.unread).length > 0) return false;
  return line.carried || CARRIED_COLUMNS.every(isEmpty);
}

/** Whether a column names a record. */
export function isLookupColumn(field: LineField): field is LookupColumn {
  return (LOOKUP_COLUMNS as readonly string[]).includes(field);
}

/** Whether a column holds an amount. */
export function isAmountColumn(field: LineField): field is AmountColumn {
  return (AMOUNT_COLUMNS as readonly string[]).includes(field);
}

/** Whether a column holds a text. */
export function isTextColumn(field: LineField): field is TextColumn {
  return (TEXT_COLUMNS as readonly string[]).includes(field);
}

/** The text of a cell, as it is edited and copied: code, decimal text, remarks, or what could not be read. */
export function cellText(line: EntryLine, field: LineField): string {
  const unread = line.unread[field];
  if (unread !== undefined) return unread;
  if (isLookupColumn(field)) return line[field]?.code ?? '';
  return line[field];
}

/** What a line of a batch or of a template says, without its place. */
type StoredLine = Omit<LineView, 'header_key' | 'line_no' | 'document_number'>;

/** Stored lines, ready to be edited. `rate` is that of their document: pesos that it gives are not typed ones. */
export function linesOfDetail(details: readonly StoredLine[], rate: Rate): EntryLine[] {
  const byRate = pesosByRate(details.map(amountsOf), rate);
  return details.map((line, index) => ({
    ...emptyLine(index),
    ...(Object.fromEntries(
      LINE_COLUMNS.map(({ field, kind, declared, wire }) => {
        if (kind === 'reference') return [field, choiceIn(line, declared)];
        const text = textIn(line, wire);
        return [field, kind === 'amount' ? amountOrNone(text) : text];
      }),
    ) as Pick<EntryLine, LineField>),
    ...ownPesosOf(line, byRate[index]!),
    tax_base: line.tax_base ?? '',
    part: line.part,
  }));
}

/** The record that a stored line names, by what it shows of it; a record without a code is known by its name. */
function choiceIn(line: StoredLine, { given, shown }: EntryField): Choice | null {
  const wire = (from: 'value' | keyof RecordText) =>
    Object.entries(shown).flatMap(([name, part]) => (part.from === from ? [textIn(line, name)] : []))[0];
  if (textIn(line, Object.keys(given)[0]!) === '') return null;
  const [id, code, name] = [wire('value') ?? '', wire('code'), wire('name') ?? ''];
  return { id: Number(id), code: (code ?? name) || id, name };
}

function textIn(line: StoredLine, name: string): string {
  return plain((line as Readonly<Record<string, unknown>>)[name]);
}

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
export function lineInputOf(line: EntryLine): LineInput {
  const columns = LINE_COLUMNS.map(({ field, declared, wire }) => {
    if (isLookupColumn(field) && isGivenById(declared)) return [wire, line[field]?.id ?? null];
    const text = cellText(line, field);
    return [wire, text === '' && declared.to !== undefined && !declared.required ? null : text];
  });
  return {
    header_key: 0,
    ...(Object.fromEntries(columns) as Partial<LineInput>),
    // Without its tax code an amount has no tax base.
    ...(line.atc === null || line.tax_base === '' ? {} : { tax_base: line.tax_base }),
    part: line.part,
  };
}

/** Whether the wire names the record of a field by its Record ID; else by its code. */
function isGivenById({ shown }: EntryField): boolean {
  return Object.values(shown).some(({ from }) => from === 'value');
}

/** The column of the grid that shows a field of the wire; null for one that it does not show. */
export function columnOfField(field: string): LineField | null {
  return LINE_COLUMNS.find(({ wire }) => wire === field)?.field ?? null;
}

/** The record that a stored line or header names; null for none. */
export function choiceOf(id: number | null, code: string | null, name: string | null): Choice | null {
  return id === null ? null : { id, code: code ?? String(id), name: name ?? '' };
}

function amountOrNone(text: string): string {
  return text === '0.00' ? '' : text;
}

function amountsOf(line: StoredLine) {
  const minor = (text: string) => parseAmount(text) ?? 0n;
  return {
    debit_minor: minor(line.debit_amount),
    credit_minor: minor(line.credit_amount),
    debit_php_minor: minor(line.debit_php),
    credit_php_minor: minor(line.credit_php),
  };
}

/** The pesos of a difference line, and those that are not what the rate gives; all others follow from the amount. */
function ownPesosOf(line: StoredLine, byRate: PesoAmounts): Pick<EntryLine, 'debit_php' | 'credit_php'> {
  const { debit_minor, credit_minor, debit_php_minor, credit_php_minor } = amountsOf(line);
  const isOfRate =
    debit_minor + credit_minor > 0n &&
    debit_php_minor === byRate.debit_php_minor &&
    credit_php_minor === byRate.credit_php_minor;
  return {
    debit_php: isOfRate ? '' : amountOrNone(line.debit_php),
    credit_php: isOfRate ? '' : amountOrNone(line.credit_php),
  };
}
