import type { ModuleName } from '../access/modules.ts';
import type { Field, Fields, FieldShape, ValueOf } from './field.ts';
import { isReadable, isSingleValue, isWritable } from './field.ts';
import { factsOf, type ResourceName } from './resource-index.ts';

/** What the server adds to every record: its Record ID, its version, and who entered and last changed it. */
export interface RecordFacts {
  id: number;
  row_version: number;
  /** Record ID of the user, and his name; null for records that came with the installation. */
  input_by: number | null;
  input_by_name: string | null;
  /** Instant, ISO 8601 in UTC. */
  input_date: string;
  edit_by: number | null;
  edit_by_name: string | null;
  edit_date: string | null;
}

type ReadableNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly kind: 'password' } ? never : Name;
}[keyof F];
type WritableNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly kind: 'lookup' | 'generated' } ? never : Name;
}[keyof F];

/** A record as replies carry it. */
export type RowOf<F extends Fields> = { [Name in ReadableNames<F>]: ValueOf<F[Name]> } & RecordFacts;
/** A record as a caller enters it, after its check. */
export type EntryOf<F extends Fields> = { [Name in WritableNames<F>]: ValueOf<F[Name]> };

/** One fault of a record that no single field can show. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** A part of the form: a tab, or a titled block. */
export interface FormSection {
  readonly title: string;
  readonly fields: readonly string[];
}

/** How create and update answer: with the record, or with a list of it alone (decisions §2). */
export type ReplyForm = 'record' | 'list_of_one';

export interface ResourceDefinition<F extends Fields = Fields, R extends ReplyForm = ReplyForm> {
  readonly name: ResourceName;
  readonly path: string;
  /** Further paths that answer the same calls (decisions §2). */
  readonly aliases: readonly string[];
  /** Access is granted per module name (decisions §8). */
  readonly module: ModuleName;
  readonly table: string;
  /** Which rows of its table are records of the resource; null: every row. */
  readonly part: TablePart | null;
  readonly title: { readonly one: string; readonly many: string };
  readonly replies: R;
  readonly fields: F;
  /** The field that names a record for people and in references. */
  readonly key: string;
  /** Fields that together occur once. */
  readonly unique: readonly (readonly string[])[];
  /** The 1/0 flag that takes a record out of use; only active records are offered in dropdown lists. */
  readonly active: string | null;
  readonly list: {
    readonly columns: readonly (string | ListColumn)[];
    readonly search: readonly string[];
    readonly filters: readonly string[];
    /** Field of the default order; `-` first: descending. */
    readonly sort: string;
  };
  readonly dropdown: {
    readonly code: string;
    /** One field, or several joined by a space. */
    readonly name: readonly string[];
    readonly extra: readonly string[];
  };
  readonly form: {
    /** Dialog width in pixels (ux §4). */
    readonly width: 480 | 640 | 960;
    readonly layout: 'plain' | 'sections' | 'tabs';
    readonly sections: readonly FormSection[];
  };
  /** The {item} of 'Your work has been successful! {item} added.' (ux §4). */
  describe(row: EntryOf<F>): string;
  /** Faults across fields; runs in the dialog and on the server. */
  check?(row: EntryOf<F>): readonly FieldFault[];
}

/** Rows of a table that several resources share: those with this value in the column; without one, those with any. */
export interface TablePart {
  readonly column: string;
  readonly value?: string;
}

/** A list column that differs from what its field's kind suggests. */
export interface ListColumn {
  readonly field: string;
  readonly label?: string;
  readonly width?: number;
  /** It says what the record is: it stays in a narrow list, and on a card of a phone it has a line of its own. */
  readonly line?: true;
}

interface Settings<F extends Fields, Name extends string, R extends ReplyForm> {
  name: Name;
  table?: string;
  part?: TablePart;
  aliases?: readonly string[];
  title: { one: string; many: string };
  replies?: R;
  fields: F;
  key: NoInfer<keyof F & string>;
  unique: readonly (readonly NoInfer<keyof F & string>[])[];
  active?: NoInfer<keyof F & string>;
  list: {
    columns: readonly (NoInfer<keyof F & string> | keyof RecordFacts | ListColumn)[];
    search: readonly NoInfer<keyof F & string>[];
    filters?: readonly NoInfer<keyof F & string>[];
    sort: string;
  };
  dropdown: {
    code?: NoInfer<keyof F & string>;
    name: readonly NoInfer<keyof F & string>[];
    extra?: readonly NoInfer<keyof F & string>[];
  };
  form: {
    width: 480 | 640 | 960;
    layout?: 'sections' | 'tabs';
    sections: readonly { title: string; fields: readonly NoInfer<keyof F & string>[] }[];
  };
  describe: (row: EntryOf<F>) => string;
  check?: (row: EntryOf<F>) => readonly FieldFault[];
}

/**
 * Declares a master-data resource: data, and at most the two functions `describe` and `check`. A definition that names
 * a field it does not have does not compile; one that forgets a field in its form throws when it is loaded.
 */
export function defineResource<
  const F extends Fields,
  const Name extends ResourceName,
  const R extends ReplyForm = 'record',
>(settings: Settings<F, Name, R>): ResourceDefinition<F, R> & { readonly name: Name } {
  const definition = {
    ...settings,
    path: factsOf(settings.name).path,
    module: factsOf(settings.name).module,
    aliases: settings.aliases ?? [],
    table: settings.table ?? settings.name,
    part: settings.part ?? null,
    replies: settings.replies ?? ('record' as R),
    active: settings.active ?? null,
    list: { ...settings.list, filters: settings.list.filters ?? [] },
    dropdown: {
      ...settings.dropdown,
      code: settings.dropdown.code ?? settings.key,
      extra: settings.dropdown.extra ?? [],
    },
    form: { ...settings.form, layout: settings.form.layout ?? ('plain' as const) },
  };
  assertComplete(definition);
  return definition;
}

/** A record of the definition as replies carry it. */
export type ResourceRow<D> = D extends { readonly fields: infer F extends Fields } ? RowOf<F> : never;
/** A record of the definition as a caller enters it, after its check. */
export type ResourceEntry<D> = D extends { readonly fields: infer F extends Fields } ? EntryOf<F> : never;

/** Any definition, where the code does not depend on its fields. */
export interface AnyResource extends Omit<ResourceDefinition, 'describe' | 'check'> {
  describe(row: Record<string, unknown>): string;
  check?(row: Record<string, unknown>): readonly FieldFault[];
}

/** Forgets the types of a definition's fields, for code that works by field kind. */
export function anyResource(definition: unknown): AnyResource {
  return definition as AnyResource;
}

/** Fields that a caller may send, in the order of the definition. */
export function writableFields(definition: { fields: Fields }): [name: string, shape: Field][] {
  return Object.entries(definition.fields).filter(([, shape]) => isWritable(shape));
}

/** Fields that replies carry, in the order of the definition. */
export function readableFields(definition: { fields: Fields }): [name: string, shape: Field][] {
  return Object.entries(definition.fields).filter(([, shape]) => isReadable(shape));
}

/** Fields of one value that replies carry: what lists sort, filter, export and import by. */
export function singleFields(definition: { fields: Fields }): [name: string, shape: Field][] {
  return readableFields(definition).filter(([, shape]) => isSingleValue(shape));
}

/** The field of that name. A name that the definition does not have is a programming error. */
export function fieldOf(definition: { name: string; fields: Fields }, name: string): FieldShape {
  const shape = definition.fields[name];
  if (!shape) throw new TypeError(`${definition.name} has no field ${name}.`);
  return shape;
}

function assertComplete(definition: {
  name: string;
  fields: Fields;
  form: { sections: readonly FormSection[] };
}): void {
  const shown = definition.form.sections.flatMap((section) => section.fields);
  const missing = writableFields(definition).filter(([name, shape]) => !shape.hidden && !shown.includes(name));
  if (missing.length > 0)
    throw new TypeError(`${definition.name}: the form lacks ${missing.map(([name]) => name).join(', ')}.`);
  const labels = Object.values(definition.fields).map((shape) => shape.label);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice !== undefined) throw new TypeError(`${definition.name}: two fields are labelled ${twice}.`);
}
