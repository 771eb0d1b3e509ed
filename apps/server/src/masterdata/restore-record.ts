import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { Database } from '../platform/database.ts';
import { conflict, notFound } from '../platform/http/problem.ts';
import type { DeletionEvent } from './deleted-records.ts';
import { findDeletion, imageOf } from './deleted-records.ts';
import { problemOfFaults } from './entry-faults.ts';
import type { ServedResource } from './read-records.ts';
import { findRecord, presentRecord } from './read-records.ts';
import { requireAllowed } from './refusals.ts';
import type { StoredRecord, WriteContext } from './resource-override.ts';
import { entryOfRecord } from './whole-entry.ts';
import { judgeChanges } from './write-records.ts';

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
  for (const { table_name, row } of await rowsOfDeletion(db, definition, id, deletion)) {
    const columns = sql.join((await writableColumns(db, table_name)).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table_name)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_record(null::${sql.table(table_name)}, ${row}::jsonb) as r`.execute(db);
  }
  return (await findRecord(db, resource, id))!;
}

/**
 * The rows that one call deleted, the record itself first: all others refer to it. All events of a call carry the same
 * instant.
 */
async function rowsOfDeletion(db: Database, { table }: AnyResource, id: number, { at, request_id }: DeletionEvent) {
  const found = await sql<{ table_name: string; row: string }>`select e.table_name, e.before::text as row
    from audit_event e
    where e.at = ${at}::timestamptz and e.request_id is not distinct from ${request_id} and e.action = 'delete'
      and (e.table_name <> ${table} or e.row_key = ${String(id)})
    order by e.table_name = ${table} desc, e.id`.execute(db);
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
