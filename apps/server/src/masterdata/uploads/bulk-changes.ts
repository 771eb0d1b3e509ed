import { sql } from 'kysely';
import { ACCESS } from '@talaan/core/access/access-level';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { BulkChange, UploadAction } from '@talaan/contract/uploads/upload.contract';
import { mayOpen } from '../../access/may-open.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { nameOfUser } from '../records/deleted-records.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { presentRecord } from '../records/read-records.ts';
import type { StoredRecord } from '../records/resource-override.ts';

/** The note of a stored upload; its instant and request are those of everything that it wrote. */
export interface UploadNote {
  readonly id: string;
  /** Instant as the database writes it, to the microsecond. */
  readonly at: string;
  readonly request_id: string | null;
  readonly user_name: string;
  readonly action: UploadAction;
  readonly file_name: string | null;
  readonly new: number;
  readonly changed: number;
  readonly removed: number;
}

interface ListedNote extends UploadNote {
  readonly undone_by: string | null;
  readonly undone_at: string | null;
}

const CHANGES_A_PAGE = 20;

/** Imports and bulk changes of a resource that wrote something, the last one first. In: the page from 1 (20 each). */
export async function listBulkChanges(
  db: Database,
  definition: AnyResource,
  user: Principal,
  page: number,
): Promise<{ data: BulkChange[]; has_more: boolean }> {
  const found = await sql<ListedNote>`select ${NOTE}, undone.user_name as undone_by, undone.at as undone_at
    ${fromNotes(definition, LATEST_UNDO)}
    order by n.at desc, n.id desc limit ${CHANGES_A_PAGE + 1} offset ${(page - 1) * CHANGES_A_PAGE}`.execute(db);
  return {
    data: found.rows.slice(0, CHANGES_A_PAGE).map(({ undone_by, undone_at, request_id: _request, ...note }) => {
      const message = undoRefusal(definition, user, note);
      return {
        ...note,
        undone: undone_by === null || undone_at === null ? null : { user_name: undone_by, at: undone_at },
        undo: { allowed: message === null, message },
      };
    }),
    has_more: found.rows.length > CHANGES_A_PAGE,
  };
}

/** The note of that id. Throws 404 when the resource has none. */
export async function findUploadNote(db: Database, definition: AnyResource, id: string): Promise<UploadNote> {
  const found = await sql<UploadNote>`select ${NOTE} ${fromNotes(definition)} and n.id = ${id}`.execute(db);
  if (!found.rows[0]) throw notFound('There is no such import or bulk change.');
  return found.rows[0];
}

/** Why the person may not undo an upload: what it added is deleted by that, and what it deleted is brought back. */
export function undoRefusal(
  definition: AnyResource,
  user: Principal,
  note: Pick<UploadNote, 'new' | 'removed'>,
): string | null {
  if (note.new + note.removed === 0 || mayOpen(user, definition.module, ACCESS.delete)) return null;
  const what = note.new > 0 ? 'deletes the records that it added' : 'brings deleted records back';
  return `Undoing this ${what}. That needs Delete on ${definition.module}.`;
}

const count = (note: string, name: string) => sql`coalesce((${sql.ref(`${note}.after`)} ->> ${name})::int, 0)`;

const wroteSomething = (note: string) =>
  sql`${count(note, 'new')} + ${count(note, 'changed')} + ${count(note, 'removed')} > 0`;

const LATEST_UNDO = sql`left join lateral (select later.at, ${nameOfUser} as user_name from audit_event later
  left join app_user a on a.id = later.user_id
  where later.table_name = n.table_name and later.action = 'import' and later.at > n.at
    and later.after ->> 'undoes' = n.id::text and ${wroteSomething('later')} order by later.id desc limit 1) as undone on true`;

const NOTE = sql`n.id::text, n.at, n.request_id, ${nameOfUser} as user_name, n.after ->> 'action' as action,
  n.after ->> 'file_name' as file_name,
  ${count('n', 'new')} as new, ${count('n', 'changed')} as changed, ${count('n', 'removed')} as removed`;

/** The notes of a resource that wrote something: several resources may share a table. */
function fromNotes({ name, table }: AnyResource, joined = sql``) {
  return sql`from audit_event n left join app_user a on a.id = n.user_id ${joined}
    where n.table_name = ${table} and n.action = 'import' and n.after ->> 'resource' = ${name}
      and ${wroteSomething('n')}`;
}

/** What an upload wrote on one record, and what became of it since. */
export interface WrittenRecord {
  readonly id: number;
  readonly wrote: 'insert' | 'update' | 'delete';
  /** `as_left`: the record is as the upload left it; `as_before`: as it was before; `changed`: neither. */
  readonly state: 'as_left' | 'as_before' | 'changed';
  /** Who wrote on it last since, when, and whether that deleted it; null for nobody. */
  readonly since_by: string | null;
  readonly since_at: string | null;
  readonly since_deleted: boolean;
  /** The record as the upload found it; one that the upload added, as it is. */
  readonly former: StoredRecord;
}

/** Columns that every write sets: that they differ is no change. */
const STAMPS = sql`array['row_version', 'edit_by', 'edit_date']`;

/** Roles of a user go with him and only his version tells of them, so it counts; inner rows keep their record by themselves. */
const stampsOfAdded = ({ fields }: AnyResource) =>
  Object.values(fields).some(({ kind }) => kind === 'references') ? sql`array['edit_by', 'edit_date']` : STAMPS;

const eventsOf = (definition: AnyResource, { at, request_id }: UploadNote) =>
  sql`select e.* from audit_event e where e.table_name = ${definition.table} and e.at = ${at}::timestamptz
    and e.request_id is not distinct from ${request_id} and e.action in ('insert', 'update', 'delete')`;

/** Record IDs that an upload wrote on, the last one first, so that what names others goes before them. */
export async function writtenIds(db: Database, definition: AnyResource, note: UploadNote): Promise<number[]> {
  const found = await sql<{ id: number }>`select e.row_key::int as id from (${eventsOf(definition, note)}) as e
    group by e.row_key order by max(e.id) desc`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Columns in which an upload changed records. */
export async function writtenColumns(
  db: Database,
  definition: AnyResource,
  note: UploadNote,
): Promise<ReadonlySet<string>> {
  const found = await sql<{ name: string }>`select distinct c.name from (${eventsOf(definition, note)}) as e,
    jsonb_object_keys(e.before) as c (name) where e.action = 'update'`.execute(db);
  return new Set(found.rows.map(({ name }) => name));
}

/** What an upload wrote on records, in the order of their ids, in one query. */
export async function readWritten(
  db: Database,
  resource: ServedResource,
  note: UploadNote,
  ids: readonly number[],
): Promise<WrittenRecord[]> {
  const { definition } = resource;
  const table = sql.table(definition.table);
  const found = await sql<Omit<WrittenRecord, 'former'> & StoredRecord>`
    select ${resource.sql.flatRecord}, w.wrote, w.since_by, w.since_at, w.since_deleted,
      case
        when w.wrote = 'insert' and w.stored is null or w.wrote = 'delete' and w.stored is not null
          or w.wrote = 'update' and w.stored @> w.before then 'as_before'
        when w.wrote = 'insert' and w.stored @> w.after or w.wrote = 'update' and w.stored @> w.after
          or w.wrote = 'delete' and w.since_at is null then 'as_left'
        else 'changed' end as state
    from (
      select wanted.place, wanted.id, e.wrote, to_jsonb(s) as stored, since.since_by, since.since_at, since.since_deleted,
        case e.wrote when 'update' then e.before - ${STAMPS} else e.before end as before,
        e.after - case e.wrote when 'update' then ${STAMPS} else ${stampsOfAdded(definition)} end as after,
        case when s.id is null then gone.before else to_jsonb(s) end as last
      from unnest(${ids}::int[]) with ordinality as wanted (id, place)
      cross join lateral (
        select (array_agg(e.action order by e.id))[1] as wrote, max(e.id) as last_id,
          jsonb_merge(e.before order by e.id desc) as before, jsonb_merge(e.after order by e.id) as after
        from (${eventsOf(definition, note)} and e.row_key = wanted.id::text) as e) as e
      left join ${table} as s on s.id = wanted.id
      left join lateral (select d.before from audit_event d where d.table_name = ${definition.table}
        and d.row_key = wanted.id::text and d.action = 'delete' order by d.id desc limit 1) as gone on true
      left join lateral (
        select ${nameOfUser} as since_by, l.at as since_at, l.action = 'delete' as since_deleted
        from audit_event l left join app_user a on a.id = l.user_id
        where l.table_name = ${definition.table} and l.row_key = wanted.id::text and l.id > e.last_id
          and (e.wrote <> 'update' or l.action <> 'update' or l.after ?| array(select jsonb_object_keys(e.before - ${STAMPS})))
        order by l.id desc limit 1) as since on true
    ) as w
    cross join lateral jsonb_populate_record(null::${table}, case w.wrote
      when 'update' then w.last || w.before when 'delete' then w.before else w.last end) as t
    ${resource.sql.joins} order by w.place`.execute(db);
  return found.rows.map(({ wrote, state, since_by, since_at, since_deleted, ...row }) => ({
    id: row.id,
    wrote,
    state,
    since_by,
    since_at,
    since_deleted,
    former: presentRecord(resource, row as StoredRecord),
  }));
}
