import { sql, type RawBuilder } from 'kysely';
import {
  fieldsOf,
  type EntryField,
  type EntryFields,
  type EntryValues,
  type ValuesOf,
} from '@talaan/contract/documents/declared-field';

/** A kind of field in the database: its type, and the value of a stored text. Keys and decimals stay text. */
const STORED: { readonly [Kind in keyof EntryValues]: { type: string; read: (text: string) => EntryValues[Kind] } } = {
  reference: { type: 'int', read: Number },
  choice: { type: 'smallint', read: Number },
  flag: { type: 'smallint', read: Number },
  count: { type: 'smallint', read: Number },
  quantity: { type: 'numeric', read: withoutNeedlessZeros },
  switch: { type: 'boolean', read: (text) => text === 'true' },
  key: { type: 'bigint', read: String },
  date: { type: 'date', read: String },
  amount: { type: 'numeric', read: String },
  rate: { type: 'numeric', read: String },
  text: { type: 'text', read: String },
  word: { type: 'text', read: String },
};
const WRITTEN_AS_TEXT: ReadonlySet<EntryField['kind']> = new Set(['key', 'amount', 'rate']);

/** A quantity as it is given and signed: '6.0000' is stored, 6 is meant. */
function withoutNeedlessZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Text of SQL: a column as a value of JSON that is read as it was given. */
function asValue(column: string, kind: EntryField['kind']): string {
  if (kind === 'quantity') return `trim_scale(${column})::text`;
  return WRITTEN_AS_TEXT.has(kind) ? `${column}::text` : column;
}

/** Text of SQL and readers for the declared fields of a table. An alias stands before each column. */
export interface EntryColumns<Declared extends EntryFields> {
  /** `a, b`, for an insert. */
  readonly names: RawBuilder<unknown>;
  /**
   * Rows as a record set `g`. Its columns are called as the fields are; `keys` are those that stand before
   * them, such as `line_no smallint`. An empty text is none.
   */
  readonly recordSet: (rows: readonly object[], keys?: string) => RawBuilder<unknown>;
  /** `a = g.a, b = g.b`, for an update from a record set. */
  readonly assigned: (alias: string) => RawBuilder<unknown>;
  /** `g.a, g.b` of a record set. */
  readonly given: (alias: string) => RawBuilder<unknown>;
  /** `t.a, t.b` of the table. */
  readonly stored: (alias: string) => RawBuilder<unknown>;
  /** `t.a, t.b::text` of the table, as values of a JSON array. */
  readonly listed: (alias: string) => string;
  /** The values of such an array, from a place on. */
  readonly readList: (values: readonly unknown[], from: number) => ValuesOf<Declared>;
  /** The values of a row whose columns are texts, as the audit trail keeps it. */
  readonly readTexts: (row: Readonly<Record<string, string | null>>) => ValuesOf<Declared>;
}

/** How declared fields stand in their table. */
export function columnsOf<Declared extends EntryFields>(declared: Declared): EntryColumns<Declared> {
  const columns = fieldsOf(declared).map(([name, field]) => ({ name, column: field.column ?? name, kind: field.kind }));
  const joined = (text: (column: (typeof columns)[number]) => string) => columns.map(text).join(', ');
  const record = (valueOf: (column: (typeof columns)[number], place: number) => unknown) =>
    Object.fromEntries(columns.map((column, place) => [column.name, valueOf(column, place)])) as ValuesOf<Declared>;
  return {
    names: sql.raw(joined(({ column }) => column)),
    recordSet: (rows, keys) => {
      const typed = joined(({ name, kind }) => `${name} ${STORED[kind].type}`);
      return sql`jsonb_to_recordset(${recordsOf(rows)}::jsonb)
        as g (${sql.raw(keys === undefined ? typed : `${keys}, ${typed}`)})`;
    },
    assigned: (alias) => sql.raw(joined(({ name, column }) => `${column} = ${alias}.${name}`)),
    given: (alias) => sql.raw(joined(({ name }) => `${alias}.${name}`)),
    stored: (alias) => sql.raw(joined(({ column }) => `${alias}.${column}`)),
    listed: (alias) => joined(({ column, kind }) => asValue(`${alias}.${column}`, kind)),
    readList: (values, from) => record((_, place) => values[from + place]),
    readTexts: (row) =>
      record(({ column, kind }) => {
        const text = row[column] ?? null;
        return text === null ? null : STORED[kind].read(text);
      }),
  };
}

function recordsOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => (value === '' ? null : value));
}
