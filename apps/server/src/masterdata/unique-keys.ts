import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { Database } from '../platform/database.ts';
import type { EntryFault } from './entry-faults.ts';
import type { ServedResource } from './read-records.ts';
import { labelOf } from './read-records.ts';
import type { Change } from './resource-override.ts';

/**
 * Finds entries whose unique fields another record, or an earlier entry, already has. Names the fields and the value, so
 * that the person sees which record is in the way; the constraints of the tables catch what a race slips through.
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
    const earlier = seenKeysOf(seen, key);
    for (const { index, values, id } of wanted) {
      const text = keyText(values);
      const owner = taken.get(text);
      const isRepeated = earlier.has(text);
      if ((owner !== undefined && owner !== id) || isRepeated) {
        const where = isRepeated ? 'occurs twice' : 'exists already';
        faults.push({
          index,
          field: key.at(-1)!,
          message: `${nameKey(resource.definition, key, values)} ${where}.`,
          kind: 'duplicate',
        });
      } else {
        earlier.add(text);
      }
    }
  }
  return faults;
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

/** One key as text, to compare keys by. */
export const keyText = (values: readonly unknown[]) => JSON.stringify(values.map(String));

/** Ids of the records that hold one of the keys, by the key's text. */
export async function findTaken(
  db: Database,
  resource: ServedResource,
  key: readonly string[],
  wanted: readonly unknown[][],
): Promise<Map<string, number>> {
  const expressions = key.map((name) => sql`${resource.sql.expressionOf(name)}::text`);
  const columns = key.map((_, at) => sql`${wanted.map((values) => String(values[at]))}::text[]`);
  const names = key.map((_, at) => sql.ref(`k${at}`));
  const matches = expressions.map((expression, at) => sql`${expression} = ${sql.ref(`wanted.k${at}`)}`);
  const found = await sql<Record<string, unknown>>`select t.id, ${sql.join(
    expressions.map((expression, at) => sql`${expression} as ${sql.ref(`k${at}`)}`),
  )} from ${resource.sql.table} ${resource.sql.joins}
    join unnest(${sql.join(columns)}) as wanted (${sql.join(names)}) on ${sql.join(matches, sql` and `)}
    where ${resource.sql.part ?? sql`true`}`.execute(db);
  return new Map(found.rows.map((row) => [keyText(key.map((_, at) => row[`k${at}`])), row['id'] as number]));
}

/** The unique fields of an entry with their values, for messages. */
export function nameKey(definition: AnyResource, key: readonly string[], values: readonly unknown[]): string {
  return key
    .map((name, at) => {
      const shape = fieldOf(definition, name);
      const value = values[at] as string | number;
      const meaning =
        shape.kind === 'numbered_choice' || shape.kind === 'choice' ? choiceLabel(shape.of, value) : value;
      return `${labelOf(definition, name)} ${String(meaning)}`;
    })
    .join(', ');
}

function choiceLabel(of: Readonly<Record<string, string>>, value: string | number): string {
  return of[value] ?? String(value);
}
