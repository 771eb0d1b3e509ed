import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { Database } from '../../platform/database/database.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';
import type { DeletionEvent } from '../records/deleted-records.ts';
import { findDeletion, imageOf } from '../records/deleted-records.ts';
import { problemOfFaults } from '../records/entry-faults.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findRecord, presentRecord } from '../records/read-records.ts';
import { requireAllowed } from '../records/refusals.ts';
import type { StoredRecord, WriteContext } from '../records/resource-override.ts';
import { entryOfRecord } from '../records/whole-entry.ts';
import { judgeChanges } from '../writing/write-records.ts';

/**
 * Brings a deleted record back as it was, under its Record ID, with everything that went with it in the same call: inner
 * rows, roles of a user, access entries of a role. A password does not come back: the trail never held it. Throws 404
 * for a record that never was, 409 for one that is there or whose key another record has by now, and 422 when a record
 * that it names is gone or inactive.
 */
export async function restoreRecord(
  context: WriteContext,
  resource: ServedResource,
  id: number,
): Promise<StoredRecord> {
  const { db } = context;
  const { definition } = resource;
  const stored = await findRecord(db, resource, id);
  if (stored) throw conflict('not_deleted', `${definition.describe(stored)} is not deleted.`);
  const deletion = await findDeletion(db, definition, id);
  if (!deletion) throw notFound();
  const entry = entryOfRecord(definition, await readImage(db, resource, deletion));
  await requireAllowed(context, resource, [{ stored: null, entry }]);
  const { faults } = await judgeChanges(context, resource, [{ stored: null, entry }]);
  if (faults.length > 0) throw problemOfFaults(faults);
  await insertDeleted(db, definition, [id], deletion);
  return (await findRecord(db, resource, id))!;
}

/**
 * Brings back, under their Record IDs, records that one call deleted and the rows that went with them; not those of other
 * records of the same call. The records come first: all others refer to them. All events of a call carry the same instant.
 */
export async function insertDeleted(
  db: Database,
  { table }: AnyResource,
  ids: readonly number[],
  { at, request_id }: Pick<DeletionEvent, 'at' | 'request_id'>,
): Promise<void> {
  const ofCall = (alias: string) =>
    sql`${sql.ref(`${alias}.at`)} = ${at}::timestamptz and ${sql.ref(`${alias}.action`)} = 'delete'
      and ${sql.ref(`${alias}.request_id`)} is not distinct from ${request_id}`;
  const isRecord = (alias: string) =>
    sql`${sql.ref(`${alias}.table_name`)} = ${table} and ${sql.ref(`${alias}.row_key`)} = any(${ids.map(String)}::text[])`;
  const tables = await sql<{ name: string }>`select e.table_name as name from audit_event e where ${ofCall('e')}
    group by e.table_name order by e.table_name = ${table} desc, min(e.id)`.execute(db);
  for (const { name } of tables.rows) {
    const columns = await writableColumns(db, name);
    const links = name === table ? [] : await linksTo(db, name, table);
    const belongs = links.map(
      ({ own, target }) => sql`e.before ->> ${own} in (select d.before ->> ${target} from audit_event d
        where ${ofCall('d')} and ${isRecord('d')})`,
    );
    const wanted =
      name === table ? isRecord('e') : belongs.length === 0 ? sql`true` : sql`(${sql.join(belongs, sql` or `)})`;
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      overriding system value select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}
      from audit_event e cross join lateral jsonb_populate_record(null::${sql.table(name)}, e.before) as r
      where ${ofCall('e')} and e.table_name = ${name} and ${wanted} order by e.id`.execute(db);
  }
}

/** The columns by which rows of one table refer to another one. */
async function linksTo(db: Database, table: string, other: string): Promise<{ own: string; target: string }[]> {
  const found = await sql<{ own: string; target: string }>`
    select own.attname::text as own, target.attname::text as target from pg_constraint c
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[1]
    join pg_attribute target on target.attrelid = c.confrelid and target.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid = ${table}::regclass and c.confrelid = ${other}::regclass`.execute(db);
  return found.rows;
}

async function readImage(db: Database, resource: ServedResource, deletion: DeletionEvent): Promise<StoredRecord> {
  const found = await sql<StoredRecord>`select ${resource.sql.flatRecord}
    from (select before from audit_event where id = ${deletion.id}) as d
    cross join lateral ${imageOf(resource.definition)} as t ${resource.sql.joins}`.execute(db);
  return presentRecord(resource, found.rows[0]!);
}

/** Columns that the application may write: the database keeps a running counter for itself. */
async function writableColumns(db: Database, table: string): Promise<string[]> {
  const found = await sql<{ name: string }>`select a.attname::text as name from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and has_column_privilege(a.attrelid, a.attnum, 'insert')
    order by a.attnum`.execute(db);
  return found.rows.map(({ name }) => name);
}
