import type { ResourceName } from './resource-index.ts';

/**
 * The fields of a resource, as data. One field drives the column, the wire value, the check in dialog and route, the
 * control of the form and the cell of list, export and import. A field is required unless it says `optional`.
 */
interface FieldBase {
  readonly label: string;
  readonly hint?: string;
  /** May stay empty: null on the wire and in the table. */
  readonly optional?: boolean;
  /** Column of the table, when it differs from the wire name. */
  readonly column?: string;
  /** The server accepts a value only when the record is made. */
  readonly fixed?: boolean;
  /** Empty is accepted, and the server fills in a value: the column is never null. */
  readonly filled?: boolean;
  /** Not in the form: another field of the form fills it. */
  readonly hidden?: boolean;
  /** Its changes stand in the history of the record although no field of the form tells them. */
  readonly told?: boolean;
}

/** Text of one of the shared input kinds (spec 1 §5); `max` counts characters. */
export interface TextField extends FieldBase {
  readonly kind:
    | 'text'
    | 'general'
    | 'code'
    | 'number'
    | 'email'
    | 'phone'
    | 'address'
    | 'bank'
    | 'bank_account'
    | 'tin';
  readonly max: number;
  readonly default?: string;
  /** Shown as a box of several lines. */
  readonly long?: boolean;
  /** The part of an address that it holds: the form offers the places of the HR system. */
  readonly place?: AddressPlace;
}

/** Parts of an address, from the largest; each lies inside the one before it. */
export const ADDRESS_PLACES = ['region', 'city', 'municipality', 'barangay'] as const;
export type AddressPlace = (typeof ADDRESS_PLACES)[number];

/** Any printable text, for a paper's wording: emoji, control and invisible characters are refused, nothing else. */
export interface WordingField extends FieldBase {
  readonly kind: 'wording';
  readonly max: number;
  readonly long?: boolean;
}

/** A whole number: JSON number on the wire. */
export interface IntegerField extends FieldBase {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

/** An amount of money: decimal string with 2 decimals on the wire, never a float. */
export interface AmountField extends FieldBase {
  readonly kind: 'amount';
  readonly default?: string;
}

/** An exchange rate: decimal string above 0 with at most 6 decimals. */
export interface RateField extends FieldBase {
  readonly kind: 'rate';
}

/** A percentage 0 … 100: decimal string with 2 decimals. */
export interface PercentField extends FieldBase {
  readonly kind: 'percent';
}

/** A calendar date, `YYYY-MM-DD`. */
export interface DateField extends FieldBase {
  readonly kind: 'date';
}

/**
 * One of a few stored letters, each with its label. `aliases` are older spellings that are read as one of them;
 * `stores` are the numbers that the column holds in the place of the letters.
 */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly of: Readonly<Record<string, string>>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly stores?: Readonly<Record<string, number>>;
  readonly default?: string;
}

/** One of a few stored numbers, each with its label. */
export interface NumberedChoiceField extends FieldBase {
  readonly kind: 'numbered_choice';
  readonly of: Readonly<Record<number, string>>;
  readonly default?: number;
}

/** A 1/0 switch with the words for both sides. */
export interface FlagField extends FieldBase {
  readonly kind: 'flag';
  readonly on: string;
  readonly off: string;
  readonly default?: 1 | 0;
  /** The column is a boolean; on the wire it is 1 or 0 like every flag. */
  readonly boolean?: boolean;
}

/**
 * Another record. The wire carries its key (the code that people know), or its Record ID with `by: 'id'`.
 * `stores: 'id'` says that the column holds the Record ID although the wire carries the key.
 * `none` is the wire value that stands for no record, with its label.
 */
export interface ReferenceField extends FieldBase {
  readonly kind: 'reference';
  readonly to: ResourceName;
  readonly by?: 'key' | 'id';
  readonly stores?: 'key' | 'id';
  readonly none?: { readonly value: string; readonly label: string };
  readonly default?: string | number;
  /** Fields of the chosen record that the form takes over into its own ones of the same names. */
  readonly brings?: readonly string[];
}

/** Several records of another resource, by their keys; `through` is the table that joins the two. */
export interface ReferencesField extends FieldBase {
  readonly kind: 'references';
  readonly to: ResourceName;
  readonly through: { readonly table: string; readonly own: string; readonly other: string };
}

/** A password: write only, stored as a hash; empty on an update keeps the stored one. */
export interface PasswordField extends FieldBase {
  readonly kind: 'password';
  readonly min: number;
  readonly max: number;
}

/**
 * Text of the record that a reference names: `acct_parent_desc` shows `acct_desc` of `acct_parent`; several are joined by
 * a space. In an inner row it may also go through the link: text of the record to which the row belongs.
 */
export interface LookupField extends FieldBase {
  readonly kind: 'lookup';
  readonly through: string;
  readonly shows: readonly string[];
  /** Labels of a stored letter that it shows. */
  readonly of?: Readonly<Record<string, string>>;
}

/** A value that the server makes: accepted on the wire and ignored. */
export interface GeneratedField extends FieldBase {
  readonly kind: 'generated';
  readonly type: 'text' | 'integer' | 'amount' | 'list';
  /** False when no column holds it: the server computes it. */
  readonly stored: boolean;
  /** The texts that it can be: its list is narrowed by them. */
  readonly of?: readonly string[];
}

/** Rows that belong to the record, edited with it in an inner grid and stored in a table of their own. */
export interface ChildrenField extends FieldBase {
  readonly kind: 'children';
  readonly table: string;
  /** What one row is called in messages. */
  readonly one: string;
  /** The child's column that points to the record, and the record's field whose value it holds. */
  readonly link: {
    readonly column: string;
    readonly field: string;
    readonly to: ResourceName;
    readonly stores: 'key' | 'id';
  };
  readonly fields: Readonly<Record<string, FieldShape>>;
  /** Fields of a row that together occur once per record; none: a row is known by its Record ID alone. */
  readonly unique: readonly string[];
  /** What a row is called for people, where its unique fields do not tell. */
  readonly named?: readonly string[];
  /** A copy of the record starts with them. */
  readonly copied?: true;
  /** Rows are added and stay as they are: one that is missing in an entry is not removed. */
  readonly append_only?: true;
}

/** Settings kept together in one jsonb column; each is a field of its own on the wire. */
export interface GroupField extends FieldBase {
  readonly kind: 'group';
  readonly fields: Readonly<Record<string, TextField | WordingField | DateField>>;
}

export type FieldShape =
  | TextField
  | WordingField
  | IntegerField
  | AmountField
  | RateField
  | PercentField
  | DateField
  | ChoiceField
  | NumberedChoiceField
  | FlagField
  | ReferenceField
  | ReferencesField
  | PasswordField
  | LookupField
  | GeneratedField
  | ChildrenField
  | GroupField;

export type FieldKind = FieldShape['kind'];

/** A field with the type of its wire value. `value` exists for the type checker only. */
export type Field<Value = unknown, Shape extends FieldShape = FieldShape> = Shape & { readonly value?: Value };
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never;

type Settings<Shape extends FieldShape> = Omit<Shape, 'kind'>;
type Entered<Base, S> = S extends { readonly optional: true } ? Base | null : Base;
type LetterOf<S> = S extends { readonly of: infer Choices } ? keyof Choices & string : never;
type NumberOf<S> = S extends { readonly of: infer Choices } ? keyof Choices & number : never;
type GeneratedValue<S> = S extends { readonly type: 'integer' }
  ? number | null
  : S extends { readonly type: 'list' }
    ? readonly unknown[]
    : string | null;
type MemberValues<S> = S extends { readonly fields: infer Members }
  ? { [Name in keyof Members]: ValueOf<Members[Name]> }
  : never;
/** A row of an inner grid; `id` is absent on a new row. */
export type ChildRow<S> = MemberValues<S> & { id?: number };

function textField(kind: TextField['kind']) {
  return <const S extends Settings<TextField>>(settings: S): Field<Entered<string, S>, TextField> => ({
    kind,
    ...settings,
  });
}

/** The hint of a field that is kept and shown, and that nothing else in the product depends on. */
export const FOR_INFORMATION = 'For information';

/** Makers of fields; each takes the settings of its kind and keeps the type of the value. */
export const field = {
  text: textField('text'),
  general: textField('general'),
  code: textField('code'),
  number: textField('number'),
  email: textField('email'),
  phone: textField('phone'),
  address: textField('address'),
  bank: textField('bank'),
  bankAccount: textField('bank_account'),
  /** Taxpayer identification number, kept as 123-456-789-00000. */
  tin: <const S extends Omit<Settings<TextField>, 'max'>>(settings: S): Field<Entered<string, S>, TextField> => ({
    kind: 'tin',
    max: 20,
    ...settings,
  }),
  wording: <const S extends Settings<WordingField>>(settings: S): Field<Entered<string, S>, WordingField> => ({
    kind: 'wording',
    ...settings,
  }),
  integer: <const S extends Settings<IntegerField>>(settings: S): Field<Entered<number, S>, IntegerField> => ({
    kind: 'integer',
    ...settings,
  }),
  amount: <const S extends Settings<AmountField>>(settings: S): Field<Entered<string, S>, AmountField> => ({
    kind: 'amount',
    ...settings,
  }),
  rate: <const S extends Settings<RateField>>(settings: S): Field<Entered<string, S>, RateField> => ({
    kind: 'rate',
    ...settings,
  }),
  percent: <const S extends Settings<PercentField>>(settings: S): Field<Entered<string, S>, PercentField> => ({
    kind: 'percent',
    ...settings,
  }),
  date: <const S extends Settings<DateField>>(settings: S): Field<Entered<string, S>, DateField> => ({
    kind: 'date',
    ...settings,
  }),
  choice: <const S extends Settings<ChoiceField>>(settings: S): Field<Entered<LetterOf<S>, S>, ChoiceField> => ({
    kind: 'choice',
    ...settings,
  }),
  numberedChoice: <const S extends Settings<NumberedChoiceField>>(
    settings: S,
  ): Field<Entered<NumberOf<S>, S>, NumberedChoiceField> => ({ kind: 'numbered_choice', ...settings }),
  flag: <const S extends Settings<FlagField>>(settings: S): Field<Entered<1 | 0, S>, FlagField> => ({
    kind: 'flag',
    ...settings,
  }),
  /** The wire carries the other record's key. */
  reference: <const S extends Settings<ReferenceField>>(settings: S): Field<Entered<string, S>, ReferenceField> => ({
    kind: 'reference',
    ...settings,
  }),
  /** The wire carries the other record's Record ID. */
  referenceById: <const S extends Omit<Settings<ReferenceField>, 'by' | 'stores' | 'none'>>(
    settings: S,
  ): Field<Entered<number, S>, ReferenceField> => ({ kind: 'reference', by: 'id', stores: 'id', ...settings }),
  references: (settings: Settings<ReferencesField>): Field<string[], ReferencesField> => ({
    kind: 'references',
    ...settings,
  }),
  password: <const S extends Settings<PasswordField>>(settings: S): Field<Entered<string, S>, PasswordField> => ({
    kind: 'password',
    ...settings,
  }),
  lookup: (settings: Settings<LookupField>): Field<string | null, LookupField> => ({
    kind: 'lookup',
    ...settings,
  }),
  generated: <const S extends Settings<GeneratedField>>(settings: S): Field<GeneratedValue<S>, GeneratedField> => ({
    kind: 'generated',
    ...settings,
  }),
  children: <const S extends Settings<ChildrenField>>(settings: S): Field<ChildRow<S>[], ChildrenField> => ({
    kind: 'children',
    ...settings,
  }),
  group: <const S extends Settings<GroupField>>(settings: S): Field<MemberValues<S>, GroupField> => ({
    kind: 'group',
    ...settings,
  }),
};

/** Whether a caller may send the field: looked-up and server-made values are accepted and ignored. */
export function isWritable(shape: FieldShape): boolean {
  return shape.kind !== 'lookup' && shape.kind !== 'generated';
}

/** Whether replies carry the field: a password never leaves the server. */
export function isReadable(shape: FieldShape): boolean {
  return shape.kind !== 'password';
}

/** Whether the field is one value: inner grids, lists and groups are not, and no list sorts, filters or exports by them. */
export function isSingleValue(shape: FieldShape): boolean {
  if (shape.kind === 'generated') return shape.type !== 'list';
  return shape.kind !== 'children' && shape.kind !== 'references' && shape.kind !== 'group';
}

/** Whether the field is a text in which a letter may be large or small: keys that differ in that alone are one. */
export function holdsLetters(shape: FieldShape): boolean {
  return ['text', 'general', 'code', 'email', 'address', 'bank', 'wording'].includes(shape.kind);
}

/** The fields by which people know a row of an inner grid. */
export function namesOfRow({ unique, named }: ChildrenField): readonly string[] {
  return named ?? unique;
}
