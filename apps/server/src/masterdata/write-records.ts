import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { isSingleValue } from '@talaan/contract/resource/field';
import type { ReferencesField } from '@talaan/contract/resource/field';
import type { Database } from '../platform/database.ts';
import { conflict } from '../platform/http/problem.ts';
import { syncChildren } from './children.ts';
import { clockText } from '../platform/clock.ts';
import { missingRecord, SYSTEM } from './deleted-records.ts';
import { deleteUnused, wayOutOf } from './deletion.ts';
import { problemOfFaults } from './entry-faults.ts';
import type { EntryFault } from './entry-faults.ts';
import type { ServedResource } from './read-records.ts';
import { findRecord } from './read-records.ts';
import type { ResolvedReferences } from './references.ts';
import { resolveReferences } from './references.ts';
import type { Change, Entry, StoredRecord, WriteContext } from './resource-override.ts';
import { columnOf, ownsChildren } from './resource-sql.ts';
import { checkWholeEntry } from './whole-entry.ts';
import { findDuplicates } from './unique-keys.ts';

/** Adds one record and answers it as stored. Throws 422 with the messages by field, 409 when its key is taken. */
export async function createRecord(
  context: WriteContext,
  resource: ServedResource,
  entry: Entry,
): Promise<StoredRecord> {
  const change = { stored: null, entry };
  const { ids, faults } = await judgeChanges(context, resource, [change]);
  if (faults.length > 0) throw problemOfFaults(faults);
  const [id] = await insertRecords(context, resource, [change], ids);
  return (await findRecord(context.db, resource, id!))!;
}

/**
 * Changes one record: what `given` does not name keeps its value. Throws 404, 409 `row_version` when somebody else has
 * changed the record since it was read (with who, when and both versions), 422, or 409 when the new key is taken.
 * A change that changes nothing writes nothing.
 */
export async function updateRecord(
  context: WriteContext,
  resource: ServedResource,
  id: number,
  given: Entry,
): Promise<StoredRecord> {
  const stored = await lockRecord(context, resource, id, given['row_version'] as number | undefined);
  const merged = checkWholeEntry(resource.definition, stored, given);
  if (!merged.ok) throw problemOfFaults(merged.faults);
  const change = { stored, entry: merged.entry };
  const { ids, faults } = await judgeChanges(context, resource, [change]);
  if (faults.length > 0) throw problemOfFaults(faults);
  await storeChange(context, resource, { ...change, stored }, ids, new Set(Object.keys(given)));
  return (await findRecord(context.db, resource, id))!;
}

/**
 * Deletes one record with the rows that belong to it. Throws 404, 409 `row_version` when the given version is not the
 * stored one any more, or 409 that names what uses it.
 */
export async function deleteRecord(
  context: WriteContext,
  resource: ServedResource,
  id: number,
  rowVersion?: number,
): Promise<void> {
  const stored = await lockRecord(context, resource, id, rowVersion);
  await resource.override.refuseDelete?.(context, stored);
  const { definition } = resource;
  for (const shape of Object.values(definition.fields)) {
    if (shape.kind !== 'children' || !ownsChildren(definition, shape)) continue;
    const link = shape.link.stores === 'id' ? id : stored[shape.link.field];
    const rows = await sql<{ id: number }>`select id from ${sql.table(shape.table)}
      where ${sql.ref(shape.link.column)} = ${link}`.execute(context.db);
    await deleteUnused(
      context,
      shape.table,
      rows.rows.map((row) => row.id),
      `This ${shape.one}`,
    );
  }
  for (const shape of Object.values(definition.fields)) {
    if (shape.kind !== 'references') continue;
    await sql`delete from ${sql.table(shape.through.table)} where ${sql.ref(shape.through.own)} = ${id}`.execute(
      context.db,
    );
  }
  await deleteUnused(context, definition.table, [id], definition.describe(stored), wayOutOf(definition));
}

/** The stored record, held until the transaction ends. Throws 404, or 409 when `sent` is not its version. */
async function lockRecord(
  context: WriteContext,
  resource: ServedResource,
  id: number,
  sent: number | undefined,
): Promise<StoredRecord> {
  const stored = await findRecord(context.db, resource, id, { lock: true });
  if (!stored) throw await missingRecord(context.db, resource.definition, id);
  if (sent !== undefined && sent !== stored.row_version) throw staleVersion(stored, sent);
  return stored;
}

/** Checks entries against the records they name and against one another, set by set. */
export async function judgeChanges(
  context: WriteContext,
  resource: ServedResource,
  changes: readonly Change[],
): Promise<{ ids: ResolvedReferences; faults: EntryFault[] }> {
  const { ids, faults } = await resolveReferences(context.db, resource.definition, changes);
  const duplicates = resource.override.findTaken
    ? await resource.override.findTaken(context, changes)
    : await findDuplicates(context.db, resource, changes);
  return { ids, faults: [...faults, ...duplicates] };
}

/** PostgreSQL takes at most this many parameters in one statement. */
const MOST_PARAMETERS = 60_000;

/** Inserts judged entries, many in one statement, and answers their ids in the same order. */
export async function insertRecords(
  context: WriteContext,
  resource: ServedResource,
  changes: readonly Change[],
  ids: ResolvedReferences,
): Promise<number[]> {
  const { definition, override } = resource;
  const rows = [];
  for (const change of changes) {
    await override.refuseChange?.(context, change);
    await override.beforeWrite?.(context, change);
    const part = definition.part?.value === undefined ? {} : { [definition.part.column]: definition.part.value };
    rows.push({ ...part, ...columnsOf(definition, change.entry, ids), ...(await override.completeColumns?.(change)) });
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const perStatement = Math.max(1, Math.floor(MOST_PARAMETERS / columns.length));
  const made: number[] = [];
  for (let at = 0; at < rows.length; at += perStatement) {
    const tuples = rows
      .slice(at, at + perStatement)
      .map(
        (row) =>
          sql`(${sql.join(columns.map((name) => (row[name] === undefined ? sql`default` : sql`${row[name]}`)))})`,
      );
    const inserted = await sql<{ id: number }>`insert into ${sql.table(definition.table)}
      (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(tuples)} returning id`.execute(context.db);
    made.push(...inserted.rows.map((row) => row.id));
  }
  for (const [at, change] of changes.entries()) {
    await storeParts(context, resource, { ...change, id: made[at]! }, ids, null);
  }
  return made;
}

/** Updates a judged record; only columns that differ are set. `given` limits which inner rows are touched. */
export async function storeChange(
  context: WriteContext,
  resource: ServedResource,
  change: Change & { readonly stored: StoredRecord },
  ids: ResolvedReferences,
  given: ReadonlySet<string>,
): Promise<void> {
  const { definition, override } = resource;
  const { stored, entry } = change;
  await override.refuseChange?.(context, change);
  await override.beforeWrite?.(context, change);
  const all = columnsOf(definition, entry, ids);
  const columns: Record<string, unknown> = { ...(await override.completeColumns?.(change)) };
  for (const [name, shape] of differingFields(definition, stored, entry)) {
    const column = columnOf(name, shape);
    if (all[column] !== undefined) columns[column] = all[column];
  }
  const update = (values: Record<string, unknown>) => {
    const settings = Object.entries({ ...values, row_version: stored.row_version }).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    );
    return sql`update ${sql.table(definition.table)} set ${sql.join(settings)} where id = ${stored.id}`.execute(
      context.db,
    );
  };
  const changesColumns = Object.keys(columns).length > 0;
  if (changesColumns) await update(columns);
  const changesParts = await storeParts(context, resource, { ...change, id: stored.id }, ids, given);
  // The version is that of the whole record, so that a change of its inner rows alone is noticed too.
  if (changesParts && !changesColumns) await update({});
}

/** Inner rows and joined records of a record. Answers whether anything changed. */
async function storeParts(
  context: WriteContext,
  resource: ServedResource,
  change: Change & { readonly id: number },
  ids: ResolvedReferences,
  given: ReadonlySet<string> | null,
): Promise<boolean> {
  const { definition } = resource;
  let changed = false;
  for (const [name, shape] of Object.entries(definition.fields)) {
    if (given && !given.has(name)) continue;
    if (shape.kind === 'children') {
      changed = (await syncChildren(context, definition, name, shape, change, ids)) || changed;
    } else if (shape.kind === 'references') {
      const wanted = ((change.entry[name] as string[] | undefined) ?? []).map((key) => ids.get(name)!.get(key)!);
      changed = (await syncReferences(context.db, shape, change.id, wanted)) || changed;
    }
  }
  return changed;
}

async function syncReferences(db: Database, shape: ReferencesField, id: number, wanted: number[]): Promise<boolean> {
  const { table, own, other } = shape.through;
  const removed = await sql`delete from ${sql.table(table)} where ${sql.ref(own)} = ${id}
    and ${sql.ref(other)} <> all(${wanted}::int[])`.execute(db);
  const added = await sql`insert into ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)})
    select ${id}::int, wanted from unnest(${wanted}::int[]) as wanted on conflict do nothing`.execute(db);
  return (removed.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n) > 0n;
}

/** Column values of an entry. A value that the server fills in is left out. */
function columnsOf(definition: AnyResource, entry: Entry, ids: ResolvedReferences): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, shape] of writableFields(definition)) {
    const value = entry[name];
    if (shape.kind === 'children' || shape.kind === 'references' || shape.kind === 'password') continue;
    if (value === undefined || (value === null && shape.filled)) continue;
    const column = columnOf(name, shape);
    if (shape.kind === 'group') columns[column] = JSON.stringify(value);
    else if (shape.kind === 'choice' && shape.stores) columns[column] = shape.stores[value as string] ?? null;
    else if (shape.kind === 'reference' && shape.stores === 'id') columns[column] = ids.get(name)?.get(value) ?? null;
    else columns[column] = value;
  }
  return columns;
}

/** Whether an entry leaves the stored record as it is. Inner rows are not compared. */
export function isUnchanged(definition: AnyResource, { stored, entry }: Change): boolean {
  return stored !== null && differingFields(definition, stored, entry).length === 0;
}

function differingFields(definition: AnyResource, stored: StoredRecord, entry: Entry) {
  return writableFields(definition).filter(([name, shape]) => {
    if (!isSingleValue(shape) && shape.kind !== 'group') return false;
    const isNone = shape.kind === 'reference' && shape.none?.value === stored[name];
    return !sameValue(isNone ? null : stored[name], entry[name]);
  });
}

function sameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
}

function staleVersion(stored: StoredRecord, sent: number) {
  const changedAt = (stored['edit_date'] ?? stored['input_date']) as string;
  const changedBy = (stored['edit_by_name'] ?? stored['input_by_name'] ?? SYSTEM) as string;
  return conflict('row_version', MESSAGES.changedMeanwhile(changedBy, clockText(changedAt)), {
    changed_by: changedBy,
    changed_at: changedAt,
    row_version: stored.row_version,
    sent_row_version: sent,
    current: stored,
  });
}
