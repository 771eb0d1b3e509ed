import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { entrySchema } from '@talaan/contract/resource/row-schema';
import type { EntryFault } from './entry-faults.ts';
import type { Entry, StoredRecord } from './resource-override.ts';

export type WholeEntry =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly faults: EntryFault[] };

const schemas = new Map<string, ReturnType<typeof entrySchema>>();

/**
 * The whole entry that a change leads to: what is stored, with what was given over it, checked as an entry of its own,
 * rules across fields included. Fields that are fixed after the first save keep their stored value.
 */
export function checkWholeEntry(definition: AnyResource, stored: StoredRecord | null, given: Entry): WholeEntry {
  const whole: Record<string, unknown> = {};
  for (const [name, shape] of writableFields(definition)) {
    whole[name] = name in given && given[name] !== undefined && !(stored && shape.fixed) ? given[name] : stored?.[name];
  }
  let schema = schemas.get(definition.name);
  // Any definition will do here; its fields are a parameter that only its own file knows.
  if (!schema) schemas.set(definition.name, (schema = entrySchema(definition as never)));
  const parsed = schema.safeParse(whole);
  if (parsed.success) return { ok: true, entry: parsed.data };
  return {
    ok: false,
    faults: parsed.error.issues.map(({ path, message }) => ({
      index: 0,
      field: path.join('.') || 'request',
      message,
      kind: 'invalid',
    })),
  };
}

/** A stored record as somebody would enter it: without a password, which nobody can read. */
export function entryOfRecord(definition: AnyResource, record: StoredRecord): Entry {
  return Object.fromEntries(writableFields(definition).map(([name]) => [name, record[name] ?? null]));
}
