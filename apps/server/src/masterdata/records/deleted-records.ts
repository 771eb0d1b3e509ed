import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { readableFields } from '@talaan/contract/resource/define-resource';
import type { DeletedRecords } from '@talaan/contract/resource/safe-change';
import { clockText } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Problem } from '../../platform/http/problem.ts';
import type { ServedResource } from './served-resource.ts';
import { presentRecord } from './read-records.ts';
import type { StoredRecord } from './resource-override.ts';

/** Who wrote where no user did. */
export const SYSTEM = 'The system';

/** The name of a user `a` in an event; that of the system where there is none. */
export const nameOfUser = sql`coalesce(nullif(concat_ws(' ', a.user_first_name, a.user_last_name), ''), ${sql.lit(SYSTEM)})`;

const RECORDS_A_PAGE = 20;

/** Records of a resource that are gone, the last one first; who and when. In: the page from 1 (20 records each). */
export async function listDeleted(db: Database, resource: ServedResource, page: number): Promise<DeletedRecords> {
  const { definition } = resource;
  const found = await sql<Deletion & Record<string, unknown>>`select ${resource.sql.flatRecord},
      d.row_key as deleted_key, d.at as deleted_at, d.user_name as deleted_by
    from (
      select e.id, e.row_key, e.at, e.before, ${nameOfUser} as user_name from audit_event e
      left join app_user a on a.id = e.user_id
      where e.table_name = ${definition.table} and e.action = 'delete'
        and ${isOfPart(definition, sql`e.before`)} and not exists (select from audit_event later where later.table_name = e.table_name
          and later.row_key = e.row_key and later.id > e.id)
      order by e.id desc limit ${RECORDS_A_PAGE + 1} offset ${(page - 1) * RECORDS_A_PAGE}
    ) as d
    cross join lateral ${imageOf(definition)} as t ${resource.sql.joins}
    order by d.id desc`.execute(db);
  return {
    data: found.rows.slice(0, RECORDS_A_PAGE).map((row) => ({
      id: Number(row.deleted_key),
      name: nameRecord(resource, row),
      deleted_at: row.deleted_at,
      deleted_by_name: row.deleted_by,
    })),
    has_more: found.rows.length > RECORDS_A_PAGE,
  };
}

interface Deletion {
  readonly deleted_key: string;
  readonly deleted_at: string;
  readonly deleted_by: string;
}

export interface DeletionEvent {
  readonly id: string;
  readonly at: string;
  readonly request_id: string | null;
  readonly user_name: string;
}

/** The last deletion of a record, or null. */
export async function findDeletion(db: Database, definition: AnyResource, id: number): Promise<DeletionEvent | null> {
  const found = await sql<DeletionEvent>`select e.id, e.at, e.request_id, ${nameOfUser} as user_name
    from audit_event e left join app_user a on a.id = e.user_id
    where e.table_name = ${definition.table} and e.row_key = ${String(id)} and e.action = 'delete'
      and ${isOfPart(definition, sql`e.before`)}
    order by e.id desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

/** The row that an event `d` kept, in the form of its table. */
export function imageOf({ table }: AnyResource) {
  return sql`jsonb_populate_record(null::${sql.table(table)}, d.before)`;
}

/** Whether a row, as JSON, is a record of the resource: several resources may share a table. */
export function isOfPart({ part }: AnyResource, row: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!part) return sql`true`;
  return part.value === undefined
    ? sql`${row} ->> ${part.column} is not null`
    : sql`${row} ->> ${part.column} = ${part.value}`;
}

/** What the record was called; a record that it named may be gone too. */
function nameRecord(resource: ServedResource, row: Record<string, unknown>): string {
  const record = presentRecord(resource, row as StoredRecord);
  const texts = readableFields(resource.definition).map(([name]) => [name, record[name] ?? '']);
  return resource.definition.describe(Object.fromEntries(texts) as Record<string, unknown>).trim();
}

/** 404 for a record that is not there: who deleted it and when, where somebody did. */
export async function missingRecord(db: Database, definition: AnyResource, id: number): Promise<Problem> {
  const deletion = await findDeletion(db, definition, id);
  if (!deletion) return notFound();
  const { user_name, at } = deletion;
  const message = MESSAGES.deletedMeanwhile(user_name, clockText(at));
  return new Problem(404, 'not_found', message, { deleted_by: user_name, deleted_at: at });
}
