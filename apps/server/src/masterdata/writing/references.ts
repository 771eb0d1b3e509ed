import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ChildrenField, ReferenceField, ReferencesField } from '@talaan/contract/resource/field';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { Database } from '../../platform/database/database.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import type { Change, Entry } from '../records/resource-override.ts';
import { keyColumnOf } from '../records/resource-sql.ts';

/** Record ids by field and by the wire value that names the record. */
export type ResolvedReferences = ReadonlyMap<string, ReadonlyMap<unknown, number>>;

/**
 * Finds the records that the entries name, one query per field whatever the number of entries. A record that does not
 * exist is a fault, unless it is another of the entries or `coming` with a later part of their list; an inactive one is
 * a fault unless the stored record names it already (reliability INV-18).
 */
export async function resolveReferences(
  db: Database,
  definition: AnyResource,
  changes: readonly Change[],
  coming: ReadonlySet<unknown> = NOBODY,
): Promise<{ ids: ResolvedReferences; faults: EntryFault[] }> {
  const ids = new Map<string, ReadonlyMap<unknown, number>>();
  const faults: EntryFault[] = [];
  for (const [name, shape] of Object.entries(definition.fields)) {
    if (shape.kind === 'children') faults.push(...(await judgeChildren(db, name, shape, changes)));
    if (shape.kind !== 'reference' && shape.kind !== 'references') continue;
    const values = new Set(changes.flatMap(({ entry }) => namedBy(entry[name])));
    const found = values.size === 0 ? new Map<unknown, Target>() : await findTargets(db, shape, [...values]);
    const isOwn = shape.to === definition.name;
    const added = isOwn ? new Set(changes.map(({ entry }) => entry[definition.key])) : NOBODY;
    ids.set(name, new Map([...found].map(([value, target]) => [value, target.id])));
    changes.forEach(({ stored, entry }, index) => {
      const before = new Set(namedBy(stored?.[name]));
      for (const value of namedBy(entry[name])) {
        const isNew = !found.has(value) && (added.has(value) || (isOwn && coming.has(value)));
        const state = isNew ? null : refusalOf(found.get(value), before.has(value));
        if (state) {
          faults.push({ index, field: name, message: `${shape.label} ${String(value)} ${state}.`, kind: 'invalid' });
        }
      }
    });
  }
  return { ids, faults };
}

/** Judges the records that inner rows name; a row's column holds what its wire value is, so no ids are needed. */
async function judgeChildren(
  db: Database,
  name: string,
  shape: ChildrenField,
  changes: readonly Change[],
): Promise<EntryFault[]> {
  const faults: EntryFault[] = [];
  for (const [member, reference] of Object.entries(shape.fields)) {
    if (reference.kind !== 'reference') continue;
    const valuesOf = (entry: Entry | null) =>
      ((entry?.[name] ?? []) as Entry[]).map((row) => (row[member] ?? null) as string | number | null);
    const values = new Set(changes.flatMap(({ entry }) => valuesOf(entry)).filter((value) => value !== null));
    if (values.size === 0) continue;
    const found = await findTargets(db, reference, [...values]);
    changes.forEach(({ stored, entry }, index) => {
      const before = new Set(valuesOf(stored));
      valuesOf(entry).forEach((value, at) => {
        const state = value === null ? null : refusalOf(found.get(value), before.has(value));
        if (!state) return;
        const message = `${reference.label} ${value} ${state}.`;
        faults.push({ index, field: `${name}.${at}.${member}`, message, kind: 'invalid' });
      });
    });
  }
  return faults;
}

/** Why a record may not be named; null when it may. An inactive one stays where it is named already. */
function refusalOf(target: Target | undefined, isNamedAlready: boolean): string | null {
  if (!target) return 'does not exist';
  return target.active || isNamedAlready ? null : 'is inactive';
}

/** A tree may be brought in whole: an entry can name another entry of the same call. */
const NOBODY: ReadonlySet<unknown> = new Set();

interface Target {
  readonly id: number;
  readonly active: boolean;
}

function namedBy(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

async function findTargets(
  db: Database,
  shape: ReferenceField | ReferencesField,
  values: unknown[],
): Promise<Map<unknown, Target>> {
  const target = resourceNamed(shape.to);
  const byId = shape.kind === 'reference' && shape.by === 'id';
  const column = sql.ref(byId ? 't.id' : `t.${keyColumnOf(target)}`);
  const active = target.active ? sql`${sql.ref(`t.${target.active}`)} = 1` : sql`true`;
  const wanted = byId ? sql`any(${values}::int[])` : sql`any(${values}::text[])`;
  const found = await sql<Target & { value: unknown }>`select t.id, ${column} as value, ${active} as active
    from ${sql.table(target.table)} as t where ${column} = ${wanted}`.execute(db);
  return new Map(found.rows.map((row) => [row.value, { id: row.id, active: row.active }]));
}
