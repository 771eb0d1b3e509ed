import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ChildrenField } from '@talaan/contract/resource/field';
import { isWritable } from '@talaan/contract/resource/field';
import type { Database } from '../../platform/database/database.ts';
import { deleteUnused } from './deletion.ts';
import type { ResolvedReferences } from './references.ts';
import type { Change, WriteContext } from '../records/resource-override.ts';
import { columnOf, ownsChildren } from '../records/resource-sql.ts';

type Row = Readonly<Record<string, unknown>>;
type StoredRow = Row & { readonly id: number; readonly row_version: number };

/**
 * Makes the stored inner rows of a record equal to those of its entry: a row is found by its id, else by its own key
 * where it has one; what is missing in the entry is removed, unless something uses it or rows stay. New rows come last, in
 * the order in which they are given. Answers whether anything changed.
 */
export async function syncChildren(
  context: WriteContext,
  definition: AnyResource,
  name: string,
  shape: ChildrenField,
  change: Change & { readonly id: number },
  ids: ResolvedReferences,
): Promise<boolean> {
  const { db } = context;
  const link = linkOf(definition, shape, change, ids);
  const wanted = (change.entry[name] as Row[] | undefined) ?? [];
  if (link === null) return false;
  const isNew = change.stored === null;
  if (isNew && wanted.length === 0) return false;
  const stored = await storedRows(db, shape, link);
  const matches = wanted.map((row) => ({ row, match: findMatch(shape, stored, row) }));
  const kept = new Set(matches.map(({ match }) => match?.id));
  // Rows of a record that is named for the first time were not in the form, so their absence removes nothing.
  const wasShown =
    !shape.append_only &&
    (ownsChildren(definition, shape) || change.stored?.[shape.link.field] === change.entry[shape.link.field]);
  const removed = wasShown ? stored.filter((row) => !kept.has(row.id)).map((row) => row.id) : [];
  await deleteUnused(context, shape.table, removed, `This ${shape.one}`);
  let changed = removed.length > 0;
  for (const { row, match } of matches) {
    if (match) changed = (await updateRow(db, shape, match, row)) || changed;
    else await insertRow(db, shape, link, row);
  }
  return changed || matches.some(({ match }) => !match);
}

/** What the child's link column holds: the record's id, or the key or id of the record that it names; null for none. */
function linkOf(
  definition: AnyResource,
  shape: ChildrenField,
  change: Change & { readonly id: number },
  ids: ResolvedReferences,
): string | number | null {
  const key = change.entry[shape.link.field] as string | null;
  if (shape.link.stores === 'key') return key;
  return ownsChildren(definition, shape) ? change.id : (ids.get(shape.link.field)?.get(key) ?? null);
}

async function storedRows(db: Database, shape: ChildrenField, link: string | number): Promise<StoredRow[]> {
  const columns = enteredColumns(shape).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
  const found = await sql<StoredRow>`select id, row_version, ${sql.join(columns)} from ${sql.table(shape.table)}
    where ${sql.ref(shape.link.column)} = ${link} order by id for no key update`.execute(db);
  return found.rows;
}

function enteredColumns(shape: ChildrenField): [name: string, column: string][] {
  return Object.entries(shape.fields)
    .filter(([, member]) => isWritable(member))
    .map(([name, member]) => [name, columnOf(name, member)]);
}

function findMatch(shape: ChildrenField, stored: readonly StoredRow[], row: Row): StoredRow | undefined {
  const byId = stored.find((one) => one.id === row['id']);
  if (byId || shape.unique.length === 0) return byId;
  return stored.find((one) => shape.unique.every((name) => one[name] === row[name]));
}

async function updateRow(db: Database, shape: ChildrenField, stored: StoredRow, row: Row): Promise<boolean> {
  const differing = enteredColumns(shape).filter(([name]) => stored[name] !== row[name]);
  if (differing.length === 0) return false;
  const settings = differing.map(([name, column]) => sql`${sql.ref(column)} = ${row[name]}`);
  await sql`update ${sql.table(shape.table)} set ${sql.join(settings)}, row_version = ${stored.row_version}
    where id = ${stored.id}`.execute(db);
  return true;
}

async function insertRow(db: Database, shape: ChildrenField, link: string | number, row: Row): Promise<void> {
  const columns = enteredColumns(shape);
  await sql`insert into ${sql.table(shape.table)}
    (${sql.ref(shape.link.column)}, ${sql.join(columns.map(([, column]) => sql.ref(column)))})
    values (${link}, ${sql.join(columns.map(([name]) => row[name]))})`.execute(db);
}
