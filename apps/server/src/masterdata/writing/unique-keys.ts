import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { holdsLetters } from '@talaan/contract/resource/field';
import type { Database } from '../../platform/database/database.ts';
import { foldedKey } from '../../platform/database/folded-key.ts';
import { inSmallLetters } from '../../platform/database/search-pattern.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findFlatRecords, labelOf } from '../records/read-records.ts';
import { loadNames, type RecordNames } from '../records/record-names.ts';
import type { Change } from '../records/resource-override.ts';

/**
 * Finds entries whose unique fields another record, or an earlier entry, already has, whatever the case of their letters.
 * Names the fields, the value and the record in the way; the constraints of the tables catch what a race slips through.
 */
export async function findDuplicates(
  db: Database,
  resource: ServedResource,
  changes: readonly Change[],
  seen: SeenKeys = new Map(),
): Promise<EntryFault[]> {
  const faults: EntryFault[] = [];
  for (const key of resource.definition.unique) {
    const wanted = changes.flatMap(({ stored, entry }, index) => {
      const values = key.map((name) => entry[name]);
      const unchanged = stored !== null && key.every((name) => stored[name] === entry[name]);
      return unchanged || values.includes(null) || values.includes(undefined)
        ? []
        : [{ index, values, id: stored?.id ?? 0 }];
    });
    if (wanted.length === 0) continue;
    const taken = await findTaken(
      db,
      resource,
      key,
      wanted.map(({ values }) => values),
    );
    const blocking = wanted.flatMap(({ values, id }) => {
      const owner = taken.get(keyText(values));
      return owner === undefined || owner === id ? [] : [owner];
    });
    const owners = await nameOwners(db, resource, key, blocking);
    const names = await namesInKeys(
      db,
      resource.definition,
      key,
      wanted.map(({ values }) => values),
    );
    const earlier = seenKeysOf(seen, key);
    for (const { index, values, id } of wanted) {
      const text = keyText(values);
      const owner = taken.get(text);
      const isRepeated = earlier.has(text);
      if ((owner !== undefined && owner !== id) || isRepeated) {
        const where = isRepeated ? 'occurs twice' : `exists already${owners.get(owner!) ?? ''}`;
        faults.push({
          index,
          field: key.at(-1)!,
          message: `${nameKey(resource.definition, key, values, names)} ${where}.`,
          kind: 'duplicate',
        });
      } else {
        earlier.add(text);
      }
    }
  }
  return faults;
}

/** Which record has a key, to end 'exists already' with; nothing where the key itself says it. */
async function nameOwners(db: Database, resource: ServedResource, key: readonly string[], ids: readonly number[]) {
  const { definition } = resource;
  if (!key.some((name) => holdsLetters(fieldOf(definition, name)))) return new Map<number, string>();
  const owners = await findFlatRecords(db, resource, ids);
  return new Map(
    owners.map((owner) => {
      const inactive = definition.active !== null && owner[definition.active] === 0 ? ' (inactive)' : '';
      return [owner.id, `: ${definition.describe(owner)}${inactive}`];
    }),
  );
}

/** Keys that entries had before, by the names of their unique fields. */
export type SeenKeys = Map<string, Set<string>>;

/** The keys of some unique fields that were seen. */
export function seenKeysOf(seen: SeenKeys, key: readonly string[]): Set<string> {
  const name = key.join();
  let keys = seen.get(name);
  if (!keys) seen.set(name, (keys = new Set()));
  return keys;
}

/** One key as text, to compare keys by: in small letters, as the unique indexes do. */
export const keyText = (values: readonly unknown[]) =>
  JSON.stringify(values.map((value) => inSmallLetters(String(value))));

/** Ids of the records that hold one of the keys, whatever the case of its letters, by the key's text. */
export async function findTaken(
  db: Database,
  resource: ServedResource,
  key: readonly string[],
  wanted: readonly unknown[][],
): Promise<Map<string, number>> {
  const expressions = key.map((name) => sql`${resource.sql.expressionOf(name)}::text`);
  const columns = key.map((_, at) => sql`${wanted.map((values) => String(values[at]))}::text[]`);
  const names = key.map((_, at) => sql.ref(`k${at}`));
  const matches = key.map((name, at) => {
    const [held, given] = [expressions[at]!, sql.ref(`wanted.k${at}`)];
    return holdsLetters(fieldOf(resource.definition, name))
      ? sql`${foldedKey(held)} = ${foldedKey(given)}`
      : sql`${held} = ${given}`;
  });
  const found = await sql<Record<string, unknown>>`select t.id, ${sql.join(
    expressions.map((expression, at) => sql`${expression} as ${sql.ref(`k${at}`)}`),
  )} from ${resource.sql.table} ${resource.sql.joins}
    join unnest(${sql.join(columns)}) as wanted (${sql.join(names)}) on ${sql.join(matches, sql` and `)}
    where ${resource.sql.part ?? sql`true`}`.execute(db);
  return new Map(found.rows.map((row) => [keyText(key.map((_, at) => row[`k${at}`])), row['id'] as number]));
}

/** What the records are called that keys name by Record ID; nothing is asked where they name none. */
export function namesInKeys(
  db: Database,
  definition: AnyResource,
  key: readonly string[],
  keys: readonly (readonly unknown[])[],
): Promise<RecordNames> {
  const named = key.flatMap((name, at) => {
    const shape = fieldOf(definition, name);
    if (shape.kind !== 'reference' || shape.by !== 'id') return [];
    return keys.map((values) => ({ to: shape.to, by: 'id' as const, value: String(values[at]) }));
  });
  return loadNames(db, named);
}

/** The unique fields of an entry with their values, for messages. */
export function nameKey(
  definition: AnyResource,
  key: readonly string[],
  values: readonly unknown[],
  names: RecordNames,
): string {
  return key
    .map((name, at) => {
      const shape = fieldOf(definition, name);
      const value = values[at] as string | number;
      const meaning =
        shape.kind === 'numbered_choice' || shape.kind === 'choice'
          ? choiceLabel(shape.of, value)
          : shape.kind === 'reference' && shape.by === 'id'
            ? names.nameOf({ to: shape.to, by: 'id', value: String(value) })
            : value;
      return `${labelOf(definition, name)} ${String(meaning)}`;
    })
    .join(', ');
}

function choiceLabel(of: Readonly<Record<string, string>>, value: string | number): string {
  return of[value] ?? String(value);
}
