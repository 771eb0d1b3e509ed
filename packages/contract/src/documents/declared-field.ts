import * as z from 'zod';
import type { HeaderFacts } from '@talaan/core/documents/document-facts';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { plain } from '@talaan/core/text/told-changes';
import type { ResourceName } from '../resource/resource-index.ts';

/**
 * A field that a person fills in, declared once: its column and kind, what a caller gives of it and is shown, the record
 * that it names, whether approvers sign it. A list of such fields and the table that holds them are all that checking,
 * storing, reading, comparing, signing and telling need (decisions §2, §4).
 */
export interface EntryField {
  readonly kind: keyof EntryValues;
  /** Column of the table, where it differs from the field's name. */
  readonly column?: string;
  /** Never empty. */
  readonly required?: true;
  /** Part of what approvers sign: a change voids their approvals. Remarks and late numbers are not (decisions §3). 'where_given': of a field that is younger than stored signatures. */
  readonly signed?: true | 'where_given';
  /** The product keeps it for itself: readers of changes are not told. */
  readonly internal?: true;
  /** What a header must have for the field to be one of its document; every document has it where this is not given. */
  readonly part_of?: keyof HeaderFacts;
  /** The record that a reference names, and by what people know it. */
  readonly to?: EntryRecord;
  readonly known_by?: 'code' | 'name' | 'code_and_name' | 'bank_and_code';
  /** What it is called where changes are told; its own name where this is not given. */
  readonly told_as?: string;
  /** What people call it: the heading of its column, its name on a form and on paper. */
  readonly label?: string;
  /** The words of a choice. */
  readonly of?: Readonly<Record<number, string>> | readonly string[];
  /** What a caller may give, by wire name. The first one is the value; of a reference its Record ID, or its code. */
  readonly given: Readonly<Record<string, z.ZodType>>;
  /** What a caller is shown, by wire name. */
  readonly shown: Readonly<Record<string, Shown>>;
}

/** Records that an entry names: of the masters, and invoices. */
export type EntryRecord =
  | 'invoice'
  | Extract<
      ResourceName,
      | 'account'
      | 'alpha_tax_code'
      | 'bank'
      | 'billing_service'
      | 'branch'
      | 'currency'
      | 'department'
      | 'payee'
      | 'payee_bank'
      | 'section'
    >;

/** The value of each kind in the program. Amounts, rates and quantities are decimal text, dates calendar dates, keys bigint text. */
export interface EntryValues {
  readonly reference: number;
  readonly choice: number;
  readonly flag: number;
  readonly count: number;
  readonly quantity: string;
  readonly switch: boolean;
  readonly key: string;
  readonly date: string;
  readonly amount: string;
  readonly rate: string;
  readonly text: string;
  readonly word: string;
}

export type EntryFields = Readonly<Record<string, EntryField>>;
export type EntryValue = EntryValues[keyof EntryValues] | null;

/** Declared fields, each with the exact types of what it gives and shows. */
export const declareFields = <const Declared extends EntryFields>(declared: Declared): Declared => declared;

type ValueOf<Field extends EntryField> =
  | (Field extends { readonly kind: 'word'; readonly of: readonly (infer Word)[] } ? Word : EntryValues[Field['kind']])
  | (Field extends { readonly required: true } ? never : null);

/** The values of declared fields, as the program holds them. */
export type ValuesOf<Declared extends EntryFields> = { readonly [Name in keyof Declared]: ValueOf<Declared[Name]> };

/** Fields with their names, in the order of the declaration. */
export function fieldsOf<Declared extends EntryFields>(
  declared: Declared,
): readonly (readonly [keyof Declared & string, EntryField])[] {
  return Object.entries(declared);
}

/** Names of the fields that approvers sign, in the order in which they are signed. */
export function signedOf<Declared extends EntryFields>(declared: Declared): readonly (keyof Declared & string)[] {
  return fieldsOf(declared).flatMap(([name, field]) => (field.signed ? [name] : []));
}

/** Names of the fields whose changes are told. */
export function toldOf<Declared extends EntryFields>(declared: Declared): readonly (keyof Declared & string)[] {
  return fieldsOf(declared).flatMap(([name, field]) => (field.internal ? [] : [name]));
}

/** What a record is called: its code and name; of a bank account also its bank's code and what stands behind it. */
export interface RecordText {
  readonly code: string;
  readonly name: string;
  readonly bank_code?: string;
  /** Of an own bank account its account of the chart, of a payee's the name of its holder. */
  readonly holder?: string;
}

/** One value that a caller is shown of a field: its schema, and what it is read from. */
export interface Shown<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** The stored value, or a part of what the record is called that it names. */
  readonly from: 'value' | keyof RecordText;
  /** What stands for none. */
  readonly none: null | '';
}

const shown = <Schema extends z.ZodType>(from: Shown['from'], schema: Schema, none: Shown['none'] = null) =>
  ({ schema, from, none }) satisfies Shown<Schema>;
const TEXT = z.string();
const TEXT_OR_NONE = TEXT.nullable();

/** The ways in which a field is shown. Amounts and rates are decimal text, dates calendar dates. */
export const SHOWN = {
  value: <Schema extends z.ZodType>(schema: Schema) => shown('value', schema),
  number: shown('value', z.int()),
  numberOrNone: shown('value', z.int().nullable()),
  decimal: shown('value', TEXT),
  date: shown('value', TEXT),
  textOrNone: shown('value', TEXT_OR_NONE),
  /** '' for none. */
  text: shown('value', TEXT, ''),
  code: shown('code', TEXT_OR_NONE),
  name: shown('name', TEXT_OR_NONE),
  /** Of a record that is always there. */
  ownCode: shown('code', TEXT, ''),
  ownName: shown('name', TEXT, ''),
  bankCode: shown('bank_code', TEXT_OR_NONE),
  holder: shown('holder', TEXT_OR_NONE),
} as const;

/** How a field of each kind of a part is shown. */
const SHOWN_AS = {
  amount: SHOWN.decimal,
  quantity: SHOWN.decimal,
  count: SHOWN.number,
  choice: SHOWN.number,
  flag: SHOWN.number,
  date: SHOWN.date,
  text: SHOWN.text,
} as const;

interface PartField extends Pick<EntryField, 'required' | 'label' | 'of'> {
  readonly kind: keyof typeof SHOWN_AS;
  /** What a caller may give of it; nothing where the server computes it. */
  readonly given?: z.ZodType;
  /** How it is shown, where that is not as others of its kind. */
  readonly shown?: Shown;
}

type PartFieldsOf<Declared extends Readonly<Record<string, PartField>>> = {
  readonly [Name in keyof Declared & string]: Omit<Declared[Name], 'given' | 'shown'> & {
    readonly given: Declared[Name] extends { readonly given: infer Given extends z.ZodType }
      ? { readonly [Own in Name]: Given }
      : { readonly [Own in never]: z.ZodType };
    readonly shown: {
      readonly [Own in Name]: Declared[Name] extends { readonly shown: infer As extends Shown }
        ? As
        : (typeof SHOWN_AS)[Declared[Name]['kind']];
    };
  };
};

/**
 * What a row of a list shows beside its batch and its parts, each under its own name: the server computes it, nobody gives or
 * signs it.
 */
export function rowFacts<const Declared extends Readonly<Record<string, PartField>>>(declared: Declared) {
  const fieldOf = (name: string, { given, shown: as, ...field }: PartField): EntryField => ({
    ...field,
    given: given === undefined ? {} : { [name]: given },
    shown: { [name]: as ?? SHOWN_AS[field.kind] },
  });
  const entries = Object.entries(declared).map(([name, field]) => [name, fieldOf(name, field)]);
  return Object.fromEntries(entries) as PartFieldsOf<Declared>;
}

/** The fields of a part: approvers sign each, and each is given and shown under its own name. */
export function partFields<const Declared extends Readonly<Record<string, PartField>>>(declared: Declared) {
  const signed = Object.entries<object>(rowFacts(declared)).map(([name, field]) => [name, { ...field, signed: true }]);
  return Object.fromEntries(signed) as {
    readonly [Name in keyof PartFieldsOf<Declared>]: PartFieldsOf<Declared>[Name] & { readonly signed: true };
  };
}

/** All members of a union at once. */
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type ShownOf<Declared extends EntryFields> = Joined<Declared[keyof Declared]['shown']>;

/** Schemas of what a caller gives of the fields, by wire name. */
export type GivenShape<Declared extends EntryFields> = Joined<Declared[keyof Declared]['given']>;
/** Schemas of what a caller is shown of the fields, by wire name. */
export type ShownShape<Declared extends EntryFields> = {
  [Name in keyof ShownOf<Declared>]: ShownOf<Declared>[Name] extends Shown<infer Schema> ? Schema : never;
};
/** What a caller is shown of the fields, by wire name. */
export type ShownValues<Declared extends EntryFields> = {
  [Name in keyof ShownOf<Declared>]: ShownOf<Declared>[Name] extends Shown<infer Schema> ? z.output<Schema> : never;
};

/** The schemas of what a caller gives of the fields: for `z.object`. */
export function givenShape<Declared extends EntryFields>(declared: Declared): GivenShape<Declared> {
  return Object.assign({}, ...Object.values(declared).map(({ given }) => given)) as GivenShape<Declared>;
}

/** The schemas of what a caller is shown of the fields: for `z.object`. */
export function shownShape<Declared extends EntryFields>(declared: Declared): ShownShape<Declared> {
  const entries = Object.values(declared).flatMap((field) => Object.entries(field.shown));
  return Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as ShownShape<Declared>;
}

/** What was given, parsed, as the value of a field: of a reference its Record ID, or its code. */
function givenValue({ given }: EntryField, row: object): unknown {
  const [name] = Object.keys(given);
  return name === undefined ? undefined : (row as Readonly<Record<string, unknown>>)[name];
}

/**
 * The values to be stored of what a caller gave. `idOf` finds the Record ID of a code, where fields name records; `has` says which parts the header of
 * the document has, and what it lacks is left empty. An empty text, and an amount that cannot be read, are none: the checks
 * name them. So is a key: what is given is a number by which the type looks it up.
 */
export function valuesGiven<Declared extends EntryFields>(
  declared: Declared,
  row: object,
  idOf: (to: EntryRecord, code: string) => number | undefined = () => undefined,
  has?: HeaderFacts,
): ValuesOf<Declared> {
  const valueOf = (field: EntryField): EntryValue => {
    const value = givenValue(field, row);
    const isLacking = field.part_of !== undefined && has !== undefined && !has[field.part_of];
    const isNone = value === undefined || value === null || value === '';
    if (isLacking || isNone || field.kind === 'key') return null;
    if (field.kind === 'reference' && typeof value === 'string') return idOf(field.to!, value) ?? null;
    if (field.kind !== 'amount') return value as EntryValue;
    const minor = parseAmount(plain(value));
    return minor === null ? null : amountText(minor);
  };
  return Object.fromEntries(fieldsOf(declared).map(([name, field]) => [name, valueOf(field)])) as ValuesOf<Declared>;
}

/** What a caller is shown of stored values; `recordOf` finds what a named record is called, where fields name records. */
export function valuesShown<Declared extends EntryFields>(
  declared: Declared,
  values: Readonly<Record<keyof Declared, EntryValue>>,
  recordOf: (to: EntryRecord, id: number) => RecordText | undefined = () => undefined,
): ShownValues<Declared> {
  const entries = fieldsOf(declared).flatMap(([name, field]) => {
    const value = values[name];
    const record = field.to !== undefined && typeof value === 'number' ? recordOf(field.to, value) : undefined;
    return Object.entries(field.shown).map(([wire, { from, none }]) => [
      wire,
      (from === 'value' ? value : record?.[from]) ?? none,
    ]);
  });
  return Object.fromEntries(entries) as ShownValues<Declared>;
}

/** Record IDs and codes, each once, of the records that rows name. */
export interface NamedRecords {
  readonly ids: (to: EntryRecord) => number[];
  readonly codes: (to: EntryRecord) => string[];
}

/** The records that rows name, as they were given or, with `stored`, as they are stored. */
export function recordsNamed(
  sources: readonly (readonly [EntryFields, readonly object[]])[],
  side: 'given' | 'stored',
): NamedRecords {
  const found = new Map<EntryRecord, Set<unknown>>();
  for (const [declared, rows] of sources) {
    for (const [name, field] of fieldsOf(declared)) {
      if (field.to === undefined) continue;
      const values = found.get(field.to) ?? new Set();
      for (const row of rows)
        values.add(side === 'given' ? givenValue(field, row) : (row as Record<string, unknown>)[name]);
      found.set(field.to, values);
    }
  }
  const of = (to: EntryRecord) => [...(found.get(to) ?? [])];
  return {
    ids: (to) => of(to).filter((value) => typeof value === 'number'),
    codes: (to) => of(to).filter((value) => typeof value === 'string' && value !== '') as string[],
  };
}
