import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { isSingleValue } from '@talaan/contract/resource/field';
import type { ReferencesField } from '@talaan/contract/resource/field';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { syncChildren } from './children.ts';
import { clockText } from '../../platform/clock.ts';
import { missingRecord, SYSTEM } from '../records/deleted-records.ts';
import { deleteUnused, wayOutOf } from './deletion.ts';
import { problemOfFaults } from '../records/entry-faults.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findRecord } from '../records/read-records.ts';
import { requireAllowed } from '../records/refusals.ts';
import type { ResolvedReferences } from './references.ts';
import { resolveReferences } from './references.ts';
import type { Change, Entry, StoredRecord, WriteContext } from '../records/resource-override.ts';
import { columnOf, ownsChildren } from '../records/resource-sql.ts';
import { checkWholeEntry } from '../records/whole-entry.ts';
import { findDuplicates } from './unique-keys.ts';
import type { SeenKeys } from './unique-keys.ts';

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
  await deleteWhole(context, resource, [await lockRecord(context, resource, id, rowVersion)]);
}

/** Deletes records, at least one, with the rows that belong to them: all, or none with a 409 that names what uses them. */
export async function deleteWhole(
  context: WriteContext,
  resource: ServedResource,
  records: readonly StoredRecord[],
): Promise<void> {
  const { definition } = resource;
  await requireDeletable(context, resource, records);
  const ids = records.map(({ id }) => id);
  for (const shape of Object.values(definition.fields)) {
    if (shape.kind !== 'children' || !ownsChildren(definition, shape)) continue;
    const links = shape.link.stores === 'id' ? ids : records.map((stored) => stored[shape.link.field]);
    const rows = await sql<{ id: number }>`select id from ${sql.table(shape.table)}
      where ${sql.ref(shape.link.column)}::text = any(${links.map(String)}::text[])`.execute(context.db);
    await deleteUnused(
      context,
      shape.table,
      rows.rows.map((row) => row.id),
      `This ${shape.one}`,
    );
  }
  for (const shape of Object.values(definition.fields)) {
    if (shape.kind !== 'references') continue;
    await sql`delete from ${sql.table(shape.through.table)}
      where ${sql.ref(shape.through.own)} = any(${ids}::int[])`.execute(context.db);
  }
  await deleteUnused(context, definition.table, ids, definition.describe(records[0]!), wayOutOf(definition));
}

/** Likewise for records to which no rows belong: those count as uses. */
export async function deleteBare(
  context: WriteContext,
  resource: ServedResource,
  records: readonly StoredRecord[],
): Promise<void> {
  const { definition } = resource;
  await requireDeletable(context, resource, records);
  const ids = records.map(({ id }) => id);
  await deleteUnused(context, definition.table, ids, definition.describe(records[0]!), wayOutOf(definition));
}

async function requireDeletable(
  context: WriteContext,
  { override }: ServedResource,
  records: readonly StoredRecord[],
): Promise<void> {
  for (const stored of records) await override.refuseDelete?.(context, stored);
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

/** What the other rows of a long list hold, when it is judged part by part. */
export interface OtherRows {
  /** Keys of the parts before, by the unique fields. */
  readonly seen: SeenKeys;
  /** Keys of records that the list adds: its rows may name one another. */
  readonly coming: ReadonlySet<unknown>;
}

/** Checks entries against the records they name and against one another, set by set. */
export async function judgeChanges(
  context: WriteContext,
  resource: ServedResource,
  changes: readonly Change[],
  others?: OtherRows,
): Promise<{ ids: ResolvedReferences; faults: EntryFault[] }> {
  const { ids, faults } = await resolveReferences(context.db, resource.definition, changes, others?.coming);
  const duplicates = resource.override.findTaken
    ? await resource.override.findTaken(context, changes)
    : await findDuplicates(context.db, resource, changes, others?.seen);
  return { ids, faults: [...faults, ...duplicates] };
}

/** Inserts judged entries, all that fill the same columns in one statement, and answers their ids in the same order. */
export async function insertRecords(
  context: WriteContext,
  resource: ServedResource,
  changes: readonly Change[],
  ids: ResolvedReferences,
): Promise<number[]> {
  const { definition, override } = resource;
  await requireAllowed(context, resource, changes);
  const rows: SetRow[] = [];
  for (const [place, change] of changes.entries()) {
    await override.beforeWrite?.(context, change);
    const part = definition.part?.value === undefined ? {} : { [definition.part.column]: definition.part.value };
    const columns = {
      ...part,
      ...columnsOf(definition, change.entry, ids),
      ...(await override.completeColumns?.(change)),
    };
    rows.push({ place, columns });
  }
  const made: number[] = [];
  for (const { columns, places, values } of setsOf(rows)) {
    const names = columns.map((name) => sql.ref(name));
    const inserted = await sql<{ id: number }>`insert into ${sql.table(definition.table)} (${sql.join(names)})
      select ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as given (row, place),
        jsonb_populate_record(null::${sql.table(definition.table)}, given.row) as r
      order by given.place returning id`.execute(context.db);
    inserted.rows.forEach(({ id }, at) => (made[places[at]!] = id));
  }
  for (const [at, change] of changes.entries()) {
    await storeParts(context, resource, { ...change, id: made[at]! }, ids, null);
    await override.afterInsert?.(context, made[at]!, change.entry);
  }
  return made;
}

/** Column values of one of many records; `place` counts the records of the call. */
interface SetRow {
  readonly place: number;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Rows that set the same columns, each set for one statement; what a row leaves out keeps its default or its value. */
function setsOf(rows: readonly SetRow[]) {
  const sets = new Map<string, { columns: string[]; places: number[]; values: SetRow['columns'][] }>();
  for (const { place, columns } of rows) {
    const names = Object.keys(columns).filter((name) => columns[name] !== undefined);
    const key = names.toSorted().join();
    let set = sets.get(key);
    if (!set) sets.set(key, (set = { columns: names, places: [], values: [] }));
    set.places.push(place);
    set.values.push(columns);
  }
  return sets.values();
}

/** Updates judged records without their inner rows, all that differ in the same columns in one statement. */
export async function storeFlatChanges(
  context: WriteContext,
  resource: ServedResource,
  changes: readonly (Change & { readonly stored: StoredRecord })[],
  ids: ResolvedReferences,
): Promise<void> {
  const { table } = resource.definition;
  await requireAllowed(context, resource, changes);
  const rows: SetRow[] = [];
  for (const [place, change] of changes.entries()) {
    const columns = await readyColumns(context, resource, change, ids);
    const { id, row_version } = change.stored;
    if (Object.keys(columns).length > 0) rows.push({ place, columns: { ...columns, id, row_version } });
  }
  for (const { columns, values } of setsOf(rows)) {
    const settings = columns
      .filter((name) => name !== 'id')
      .map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`);
    await sql`update ${sql.table(table)} as t set ${sql.join(settings)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) as r
      where t.id = r.id`.execute(context.db);
  }
}

/** Updates a judged record; only columns that differ are set. `given` limits which inner rows are touched. */
async function storeChange(
  context: WriteContext,
  resource: ServedResource,
  change: Change & { readonly stored: StoredRecord },
  ids: ResolvedReferences,
  given: ReadonlySet<string>,
): Promise<void> {
  const { definition } = resource;
  const { stored } = change;
  await requireAllowed(context, resource, [change]);
  const columns = await readyColumns(context, resource, change, ids);
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

/** The columns that an allowed change sets, after the resource's work beside the record. */
async function readyColumns(
  context: WriteContext,
  { definition, override }: ServedResource,
  change: Change & { readonly stored: StoredRecord },
  ids: ResolvedReferences,
): Promise<Record<string, unknown>> {
  const { stored, entry } = change;
  await override.beforeWrite?.(context, change);
  const all = columnsOf(definition, entry, ids);
  const columns: Record<string, unknown> = { ...(await override.completeColumns?.(change)) };
  for (const [name, shape] of differingFields(definition, stored, entry)) {
    const column = columnOf(name, shape);
    if (all[column] !== undefined) columns[column] = all[column];
  }
  return columns;
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
    if (shape.kind === 'choice' && shape.stores) columns[column] = shape.stores[value as string] ?? null;
    else if (shape.kind === 'reference' && shape.stores === 'id') columns[column] = ids.get(name)?.get(value) ?? null;
    else columns[column] = value;
  }
  return columns;
}

/** Whether an entry leaves the stored record as it is. Inner rows are not compared. */
export function isUnchanged(definition: AnyResource, { stored, entry }: Change): boolean {
  return stored !== null && differingFields(definition, stored, entry).length === 0;
}

/** The fields of one value, or of a group, in which an entry differs from the stored record. */
export function differingFields(definition: AnyResource, stored: StoredRecord, entry: Entry) {
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
