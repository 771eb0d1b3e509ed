import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { displayValue } from '@talaan/contract/resource/display-value';
import type { ChildrenField, FieldShape, ReferencesField } from '@talaan/contract/resource/field';
import { isWritable, namesOfRow } from '@talaan/contract/resource/field';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { HistoryEntry, RecordChange, RecordHistory } from '@talaan/contract/resource/safe-change';
import { changesTold, plain, type ToldField } from '@talaan/core/text/told-changes';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { isOfPart } from '../records/deleted-records.ts';
import { findFlatRecords } from '../records/read-records.ts';
import type { RecordNames } from '../records/record-names.ts';
import { loadNames } from '../records/record-names.ts';
import { columnOf, keyColumnOf, ownsChildren } from '../records/resource-sql.ts';
import { resourceNamed } from '@talaan/contract/resources/resource-table';

const ENTRIES_A_PAGE = 20;

/**
 * What was written on a record and its inner rows, newest first, from the audit trail: one entry per call, each field
 * before and after as people read it. A deleted record keeps its history. Throws 404 for a record that never was.
 * In: the Record ID, and the page from 1 (20 entries each).
 */
export async function readRecordHistory(
  db: Database,
  resource: ServedResource,
  id: number,
  page: number,
): Promise<RecordHistory> {
  const { definition } = resource;
  if (!(await wasEver(db, definition, id))) throw notFound();
  const events = sql.join(await eventSources(db, resource, id), sql` union all `);
  const found = await sql<CallRow>`select c.*, coalesce(u.name, 'The system') as user_name,
      (select f.after ->> 'file_name' from audit_event f
        where f.table_name = ${definition.table} and f.action = 'import' and f.at = c.at
          and f.request_id = c.request_id order by f.id limit 1) as source_file,
      (select min(f.id)::text from audit_event f
        where f.table_name = ${definition.table} and f.row_key = ${String(id)} and f.action = 'insert') as first_insert
    from (
      select max(e.id) as id, e.at, e.user_id, e.request_id,
        jsonb_agg(jsonb_build_object('id', e.id::text, 'table_name', e.table_name, 'row_key', e.row_key,
          'action', e.action, 'before', audit_texts(e.before), 'after', audit_texts(e.after)) order by e.id) as events
      from (${events}) as e
      group by e.at, e.user_id, e.request_id
      order by max(e.id) desc limit ${ENTRIES_A_PAGE + 1} offset ${(page - 1) * ENTRIES_A_PAGE}
    ) as c
    left join lateral (select concat_ws(' ', a.user_first_name, a.user_last_name) as name from app_user a
      where a.id = c.user_id) as u on true
    order by c.id desc`.execute(db);
  const calls = found.rows.slice(0, ENTRIES_A_PAGE);
  const parts = partsOf(definition);
  const names = await loadNames(db, valuesNamed(parts, calls));
  const rowNames = await loadRowNames(db, parts, calls);
  return {
    data: calls
      .map((call) => entryOf(definition, id, parts, call, names, rowNames))
      .filter((entry) => entry.changes.length > 0 || entry.action !== 'changed'),
    has_more: found.rows.length > ENTRIES_A_PAGE,
  };
}

interface AuditEvent {
  readonly id: string;
  readonly table_name: string;
  readonly row_key: string;
  readonly action: 'insert' | 'update' | 'delete';
  readonly before: Texts | null;
  readonly after: Texts | null;
}

/** Columns of a row as text; jsonb columns as JSON text. */
type Texts = Readonly<Record<string, string | null>>;

interface CallRow {
  readonly id: string;
  readonly at: string;
  readonly user_name: string;
  readonly request_id: string | null;
  readonly source_file: string | null;
  readonly first_insert: string | null;
  readonly events: readonly AuditEvent[];
}

async function wasEver(db: Database, definition: AnyResource, id: number): Promise<boolean> {
  const { table } = definition;
  const found = await sql<{ was: boolean }>`select exists (select from audit_event e
      where e.table_name = ${table} and e.row_key = ${String(id)} and e.action = 'insert'
        and ${isOfPart(definition, sql`e.after`)})
    or exists (select from ${sql.table(table)} as t
      where t.id = ${id} and ${isOfPart(definition, sql`to_jsonb(t)`)}) as was`.execute(db);
  return found.rows[0]?.was ?? false;
}

/** Queries for the events of the record itself, of its inner rows, and of the rows that join it to others. */
async function eventSources(db: Database, resource: ServedResource, id: number): Promise<RawBuilder<unknown>[]> {
  const { definition } = resource;
  const key = String(id);
  const sources = [sql`select * from audit_event where table_name = ${definition.table} and row_key = ${key}`];
  for (const shape of Object.values(definition.fields)) {
    if (shape.kind === 'references') {
      // The key of a joining row starts with the record's own id: '5/' up to '50', which no id reaches.
      sources.push(sql`select * from audit_event where table_name = ${shape.through.table}
        and row_key >= ${`${key}/`} and row_key < ${`${key}0`}`);
    } else if (shape.kind === 'children') {
      const links = await linksOf(db, resource, shape, id);
      if (links.length > 0) sources.push(childEvents(shape, links));
    }
  }
  return sources;
}

/** Events of inner rows, as far as the rows belonged to the record when they were written. */
function childEvents({ table, link }: ChildrenField, links: readonly string[]): RawBuilder<unknown> {
  const column = sql.lit(link.column);
  return sql`select e.* from (
      select distinct row_key from audit_event
      where table_name = ${sql.lit(table)} and after ? ${column} and after ->> ${column} = any (${links}::text[])
    ) as k join audit_event e on e.table_name = ${sql.lit(table)} and e.row_key = k.row_key
    where e.before ->> ${column} = any (${links}::text[]) or (
      select s.after ->> ${column} from audit_event s
      where s.table_name = ${sql.lit(table)} and s.row_key = e.row_key and s.id <= e.id and s.after ? ${column}
      order by s.id desc limit 1) = any (${links}::text[])`;
}

/** What the link column of the record's inner rows holds, or held: a key may have been renamed. */
async function linksOf(db: Database, resource: ServedResource, shape: ChildrenField, id: number): Promise<string[]> {
  const { definition } = resource;
  if (!ownsChildren(definition, shape)) {
    const [record] = await findFlatRecords(db, resource, [id]);
    const named = record?.[shape.link.field];
    if (typeof named !== 'string') return [];
    if (shape.link.stores === 'key') return [named];
    const owner = resourceNamed(shape.link.to);
    const found = await sql<{ id: number }>`select id from ${sql.table(owner.table)}
      where ${sql.ref(keyColumnOf(owner))} = ${named}`.execute(db);
    return found.rows.map((row) => String(row.id));
  }
  if (shape.link.stores === 'id') return [String(id)];
  const column = columnOf(shape.link.field, fieldOf(definition, shape.link.field));
  const found = await sql<{ link: string }>`select distinct after ->> ${column} as link from audit_event
    where table_name = ${definition.table} and row_key = ${String(id)} and after ? ${column}`.execute(db);
  return found.rows.map((row) => row.link);
}

/** A table whose events a history shows, and how it reads their columns. */
interface TablePart {
  readonly fields: readonly ColumnField[];
  /** The inner grid, or the list of records, that the rows belong to; null for the record's own table. */
  readonly children: ChildrenField | null;
  readonly joined: (ReferencesField & { name: string }) | null;
}

interface ColumnField {
  readonly name: string;
  readonly column: string;
  readonly shape: FieldShape;
}

function partsOf(definition: AnyResource): ReadonlyMap<string, TablePart> {
  const parts = new Map<string, TablePart>();
  for (const [name, shape] of Object.entries(definition.fields)) {
    if (shape.kind === 'children') {
      parts.set(shape.table, { fields: columnFields(shape.fields), children: shape, joined: null });
    } else if (shape.kind === 'references') {
      parts.set(shape.through.table, { fields: [], children: null, joined: { ...shape, name } });
    }
  }
  return parts.set(definition.table, { fields: columnFields(definition.fields), children: null, joined: null });
}

/** The fields that a column of their own holds and that a person enters, or that say what became of the record. */
function columnFields(fields: Readonly<Record<string, FieldShape>>): ColumnField[] {
  return Object.entries(fields)
    .filter(
      ([, shape]) =>
        shape.told ||
        (isWritable(shape) &&
          (!shape.hidden || shape.kind === 'password') &&
          !['children', 'references'].includes(shape.kind)),
    )
    .map(([name, shape]) => ({ name, column: columnOf(name, shape), shape }));
}

function* namedValues(parts: ReadonlyMap<string, TablePart>, calls: readonly CallRow[]) {
  for (const event of calls.flatMap((call) => call.events)) {
    const part = parts.get(event.table_name);
    for (const side of [event.before, event.after]) {
      for (const { column, shape } of part?.fields ?? []) {
        const value = side?.[column];
        if (shape.kind === 'reference' && value) yield { shape, value };
      }
      const other = part?.joined && side?.[part.joined.through.other];
      if (part?.joined && other) yield { shape: { ...part.joined, stores: 'id' as const }, value: other };
    }
  }
}

function valuesNamed(parts: ReadonlyMap<string, TablePart>, calls: readonly CallRow[]) {
  return [...namedValues(parts, calls)].flatMap(({ shape, value }) => namedBy(shape, value));
}

/** The record that a stored value names; none for an empty one. */
function namedBy({ to, stores }: { to: ResourceName; stores?: 'id' | 'key' }, value: string | null | undefined) {
  return value ? [{ to, by: stores === 'id' ? ('id' as const) : ('key' as const), value }] : [];
}

/**
 * What an inner row is called: by the fields that name it, as stored now or as they were when it went. Rows that may be
 * alike are told apart by their Record IDs.
 */
async function loadRowNames(
  db: Database,
  parts: ReadonlyMap<string, TablePart>,
  calls: readonly CallRow[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [table, { children }] of parts) {
    if (!children) continue;
    const keys = new Set(
      calls.flatMap((call) => call.events.filter((event) => event.table_name === table).map((event) => event.row_key)),
    );
    const members = namesOfRow(children).map((name) => {
      const shape = fieldOf({ name: table, fields: children.fields }, name);
      return { column: columnOf(name, shape), shape };
    });
    const found = await sql<{ row_key: string; row: Texts }>`
      select k.row_key, audit_texts(coalesce(to_jsonb(t), (
        select coalesce(e.before, e.after) from audit_event e where e.table_name = ${table} and e.row_key = k.row_key
        and e.action in ('delete', 'insert') order by e.id desc limit 1))) as row
      from unnest(${[...keys]}::text[]) as k (row_key) left join ${sql.table(table)} as t on t.id::text = k.row_key`.execute(
      db,
    );
    const known = await loadNames(
      db,
      found.rows.flatMap(({ row }) =>
        members.flatMap(({ column, shape }) => (shape.kind === 'reference' ? namedBy(shape, row?.[column]) : [])),
      ),
    );
    for (const { row_key, row } of found.rows) {
      const named = members.map(({ column, shape }) => textOf(shape, row?.[column] ?? null, known)).filter(Boolean);
      const mark = children.unique.length === 0 ? [`#${row_key}`] : [];
      names.set(`${table}/${row_key}`, [children.one, ...named, ...mark].join(' '));
    }
  }
  return names;
}

function entryOf(
  definition: AnyResource,
  id: number,
  parts: ReadonlyMap<string, TablePart>,
  call: CallRow,
  names: RecordNames,
  rowNames: ReadonlyMap<string, string>,
): HistoryEntry {
  const own = call.events.filter((event) => event.table_name === definition.table && event.row_key === String(id));
  return {
    id: call.id,
    at: call.at,
    user_name: call.user_name,
    action: actionOf(own, call.first_insert),
    source_file: call.source_file,
    changes: call.events.flatMap((event) => {
      const part = parts.get(event.table_name)!;
      const row = part.children ? (rowNames.get(`${event.table_name}/${event.row_key}`) ?? part.children.one) : null;
      return part.joined ? [joinedChange(part.joined, event, names)] : changesOf(part.fields, row, event, names);
    }),
  };
}

function actionOf(own: readonly AuditEvent[], firstInsert: string | null): HistoryEntry['action'] {
  const last = own.at(-1);
  if (last?.action === 'delete') return 'deleted';
  const insert = own.find((event) => event.action === 'insert');
  if (!insert) return 'changed';
  return insert.id === firstInsert ? 'added' : 'restored';
}

/** A record taken into, or out of, a list of records: one role of a user. */
function joinedChange(
  { label, name, through, to }: ReferencesField & { name: string },
  { before, after }: AuditEvent,
  names: RecordNames,
): RecordChange {
  const named = (side: Texts | null) => {
    const other = side?.[through.other];
    return other ? names.nameOf({ to, by: 'id', value: other }) : null;
  };
  return { field: name, label, row: null, before: named(before), after: named(after), hidden: false };
}

/** A field as its changes are told: a column, or a member of a group. */
interface ToldColumn extends ToldField {
  readonly name: string;
  readonly label: string;
}

function changesOf(
  fields: readonly ColumnField[],
  row: string | null,
  { before, after }: AuditEvent,
  names: RecordNames,
): RecordChange[] {
  const told = fields.flatMap(({ name, column, shape }): ToldColumn[] =>
    shape.kind === 'group'
      ? Object.entries(shape.fields).map(([member, inner]) =>
          toldColumn(`${column}.${member}`, `${name}.${member}`, inner, names),
        )
      : [toldColumn(column, name, shape, names)],
  );
  const groups = fields.filter(({ shape }) => shape.kind === 'group').map(({ column }) => column);
  return changesTold(told, withMembers(before, groups), withMembers(after, groups)).map(
    ({ field: { name, label, hidden = false }, ...change }) => ({ field: name, label, row, ...change, hidden }),
  );
}

function toldColumn(key: string, name: string, shape: FieldShape, names: RecordNames): ToldColumn {
  return {
    key,
    name,
    label: shape.label,
    read: (value) => textOf(shape, plain(value), names),
    names: shape.kind === 'reference',
    hidden: shape.kind === 'password',
  };
}

/** The row with the members of its groups beside their columns. */
function withMembers(row: Texts | null, groups: readonly string[]): Texts | null {
  if (row === null) return null;
  const members = groups.flatMap((column) =>
    Object.entries(membersOf(row[column] ?? null)).map(([member, value]) => [`${column}.${member}`, value]),
  );
  return { ...row, ...Object.fromEntries(members) };
}

function membersOf(json: string | null): Record<string, string | null> {
  return json === null ? {} : (JSON.parse(json) as Record<string, string | null>);
}

/** A stored value as people read it; null for none. */
function textOf(shape: FieldShape, value: string | null, names: RecordNames): string | null {
  if (value === null || value === '') return null;
  if (shape.kind === 'reference') {
    return names.nameOf({ to: shape.to, by: shape.stores === 'id' ? 'id' : 'key', value });
  }
  if (shape.kind === 'choice' && shape.stores) {
    const stored = Object.entries(shape.stores).find(([, number]) => String(number) === value);
    return displayValue(shape, stored?.[0] ?? value);
  }
  if (shape.kind === 'flag') return displayValue(shape, value === 'true' ? '1' : value === 'false' ? '0' : value);
  return displayValue(shape, value);
}
