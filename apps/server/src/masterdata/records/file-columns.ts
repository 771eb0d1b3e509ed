import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { singleFields } from '@talaan/contract/resource/define-resource';
import type { FieldShape } from '@talaan/contract/resource/field';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { Database } from '../../platform/database/database.ts';
import type { Cell } from '../../platform/spreadsheet/sheet.ts';
import { keyColumnOf } from './resource-sql.ts';

/** Fields that a file has a column for, in the order of the definition; its heading is the label. */
export function sheetFields(definition: AnyResource): [name: string, shape: FieldShape][] {
  return singleFields(definition);
}

/** Keys of the records that fields name by Record ID, both ways: a file shows the key. */
export type ReferenceKeys = ReadonlyMap<
  string,
  { readonly keyOf: ReadonlyMap<number, string>; readonly idOf: ReadonlyMap<string, number> }
>;

/** Loads the keys of every resource that the definition refers to by Record ID. */
export async function keysOfReferences(db: Database, definition: Pick<AnyResource, 'fields'>): Promise<ReferenceKeys> {
  const keys = new Map<string, { keyOf: Map<number, string>; idOf: Map<string, number> }>();
  for (const [name, shape] of Object.entries(definition.fields)) {
    if (shape.kind !== 'reference' || shape.by !== 'id') continue;
    const target = resourceNamed(shape.to);
    const found = await sql<{ id: number; key: string }>`select id, ${sql.ref(keyColumnOf(target))}::text as key
      from ${sql.table(target.table)}`.execute(db);
    keys.set(name, {
      keyOf: new Map(found.rows.map(({ id, key }) => [id, key])),
      idOf: new Map(found.rows.map(({ id, key }) => [key, id])),
    });
  }
  return keys;
}

/** A stored value as a file shows it: a choice by its label, a record by its key. */
export function cellOf(name: string, shape: FieldShape, stored: unknown, keys: ReferenceKeys): Cell {
  const value = (stored ?? null) as Cell;
  if (value === null) return null;
  const labels = choiceLabels(shape);
  if (labels) return labels.get(String(value)) ?? value;
  return keys.get(name)?.keyOf.get(value as number) ?? value;
}

/** Labels of a field's stored values, where it has any. */
export function choiceLabels(shape: FieldShape): Map<string, string> | null {
  switch (shape.kind) {
    case 'choice':
    case 'numbered_choice':
      return new Map(Object.entries(shape.of));
    case 'flag':
      return new Map([
        ['1', shape.on],
        ['0', shape.off],
      ]);
    case 'lookup':
      return shape.of ? new Map(Object.entries(shape.of)) : null;
    default:
      return null;
  }
}
