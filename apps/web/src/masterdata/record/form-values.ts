import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { writableFields } from '@talaan/contract/resource/define-resource';
import type { FieldShape } from '@talaan/contract/resource/field';
import type { MasterRecord } from './resource-calls.ts';
import { scalarText } from '@talaan/contract/resource/display-value';

/** What the controls hold: texts, lists of keys, and inner rows with texts of their own. */
export type FormValue = string | string[] | FormRow[] | FormValues;
export interface FormValues {
  [name: string]: FormValue;
}
/** A row of an inner grid; a stored row keeps its id. */
export interface FormRow {
  id?: number;
  [name: string]: string | number | undefined;
}

/** The values a form starts with: those of the stored record, else the defaults of the fields. */
export function formValuesOf(definition: AnyResource, record: MasterRecord | null): FormValues {
  const stored = record as Readonly<Record<string, unknown>> | null;
  return Object.fromEntries(
    writableFields(definition).map(([name, shape]) => [
      name,
      stored === null ? emptyValue(shape) : formValue(shape, stored[name]),
    ]),
  );
}

/** The values without the Record IDs of inner rows: for a record that is to be stored anew. */
export function withoutRowIds(values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isRows(value) ? value.map(({ id: _id, ...row }) => row) : value,
    ]),
  );
}

function isRows(value: FormValue): value is FormRow[] {
  return Array.isArray(value) && value.some((row) => typeof row === 'object');
}

/**
 * The values with which a copy of a record starts: what tells it from others is left empty, and so are inner rows that belong to
 * it alone.
 */
export function copyValuesOf(definition: AnyResource, record: MasterRecord): FormValues {
  const own = new Set([definition.key, ...definition.unique.flatMap((key) => (key.length === 1 ? key : []))]);
  const values = withoutRowIds(formValuesOf(definition, record));
  const isOwn = (name: string, shape: FieldShape) =>
    own.has(name) || shape.kind === 'password' || (shape.kind === 'children' && !shape.copied);
  return Object.fromEntries(
    writableFields(definition)
      .filter(([name, shape]) => !isOwn(name, shape))
      .map(([name]) => [name, values[name]!]),
  );
}

/** An empty row of an inner grid. */
export function emptyRow(fields: Readonly<Record<string, FieldShape>>): FormRow {
  return Object.fromEntries(writableFields({ fields }).map(([name, shape]) => [name, emptyValue(shape) as string]));
}

function emptyValue(shape: FieldShape): FormValue {
  if (shape.kind === 'references' || shape.kind === 'children') return [];
  if (shape.kind === 'group') return formValue(shape, {});
  return 'default' in shape && shape.default !== undefined ? String(shape.default) : '';
}

function formValue(shape: FieldShape, stored: unknown): FormValue {
  switch (shape.kind) {
    case 'references':
      return [...((stored ?? []) as string[])];
    case 'children':
      return ((stored ?? []) as Record<string, unknown>[]).map((row) => ({
        id: row['id'] as number,
        ...Object.fromEntries(
          writableFields({ fields: shape.fields }).map(([name, member]) => [
            name,
            formValue(member, row[name]) as string,
          ]),
        ),
      }));
    case 'group':
      return Object.fromEntries(
        Object.entries(shape.fields).map(([name, member]) => [
          name,
          formValue(member, ((stored ?? {}) as Record<string, unknown>)[name]),
        ]),
      );
    default:
      return scalarText(stored);
  }
}
