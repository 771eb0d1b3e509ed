import { sql } from 'kysely';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { Database } from '../../platform/database/database.ts';
import { columnOf, keyColumnOf } from './resource-sql.ts';

/** A record as a column names it: by Record ID or by key. */
export interface NamedRecord {
  readonly to: ResourceName;
  readonly by: 'id' | 'key';
  readonly value: string;
}

/** Records by key and name: 'ACCT Accounting'. */
export interface RecordNames {
  /** A record that is gone shows as it was named: its key, or 'Record 12'. */
  nameOf(record: NamedRecord): string;
}

/** Loads what records are called, one query per resource and way of naming. */
export async function loadNames(db: Database, records: readonly NamedRecord[]): Promise<RecordNames> {
  const groups = new Map<string, { to: ResourceName; by: 'id' | 'key'; values: Set<string> }>();
  for (const { to, by, value } of records) {
    const group = groups.get(`${to} ${by}`) ?? { to, by, values: new Set() };
    group.values.add(value);
    groups.set(`${to} ${by}`, group);
  }
  const names = new Map<string, string>();
  for (const { to, by, values } of groups.values()) {
    const target = resourceNamed(to);
    const key = sql.ref(`t.${keyColumnOf(target)}`);
    const texts = target.dropdown.name
      .filter(
        (name) => name !== target.key && !['lookup', 'generated', 'reference'].includes(fieldOf(target, name).kind),
      )
      .map((name) => sql`${sql.ref(`t.${columnOf(name, fieldOf(target, name))}`)}::text`);
    const value = by === 'id' ? sql`t.id::text` : sql`${key}::text`;
    const wanted = by === 'id' ? sql`t.id = any (${[...values]}::int[])` : sql`${key} = any (${[...values]}::text[])`;
    const found = await sql<{ value: string; name: string }>`select ${value} as value,
        concat_ws(' ', ${sql.join([sql`${key}::text`, ...texts])}) as name
      from ${sql.table(target.table)} as t where ${wanted}`.execute(db);
    for (const row of found.rows) names.set(`${to} ${by} ${row.value}`, row.name);
  }
  return {
    nameOf: ({ to, by, value }) => names.get(`${to} ${by} ${value}`) ?? (by === 'id' ? `Record ${value}` : value),
  };
}
