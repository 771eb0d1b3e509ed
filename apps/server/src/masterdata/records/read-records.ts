import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { ListSelection } from '@talaan/contract/resource/list-query';
import type { DropdownRow } from '@talaan/contract/resource/resource-routes';
import type { FieldShape } from '@talaan/contract/resource/field';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { parsePercentage, parseRate, percentageText, rateText } from '@talaan/core/money/rate';
import { readShort, type Database } from '../../platform/database/database.ts';
import {
  CHOICE,
  conditionsOf,
  isPlain,
  isWhole,
  orderOf,
  pageStatement,
  RECORD,
  type Columns,
  type Part,
} from './page-statement.ts';
import type { StoredRecord } from './resource-override.ts';
import type { ServedResource } from './served-resource.ts';

export interface PageRequest {
  readonly page: number;
  readonly pages: number;
}

/** One page of the records that a selection finds, and how many it finds in all. */
export async function listRecords(
  db: Database,
  resource: ServedResource,
  selection: ListSelection & PageRequest,
): Promise<{ rows: StoredRecord[]; total: number }> {
  const { rows, total } = await readPage(db, resource, selection, RECORD);
  return { rows: rows.map((row) => presentRecord(resource, row as StoredRecord)), total };
}

/**
 * The record of that id as replies carry it, or null. With `lock`, nobody else changes it until the transaction ends;
 * postings that refer to it are not held up (`for update` would make closing a period wait for them).
 */
export async function findRecord(
  db: Database,
  resource: ServedResource,
  id: number,
  { lock = false } = {},
): Promise<StoredRecord | null> {
  const found = await sql<StoredRecord>`select ${resource.sql.record} from ${resource.sql.table} ${resource.sql.joins}
    where t.id = ${id} and ${resource.sql.part ?? sql`true`} ${lock ? sql`for no key update of t` : sql``}`.execute(db);
  const row = found.rows[0];
  return row ? presentRecord(resource, row) : null;
}

/** Records of those ids without their inner rows, in the order of the ids; with `lock` as `findRecord`. */
export async function findFlatRecords(
  db: Database,
  resource: ServedResource,
  ids: readonly number[],
  { lock = false } = {},
): Promise<StoredRecord[]> {
  const found = await sql<StoredRecord>`select ${resource.sql.flatRecord}
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    join ${resource.sql.table} on t.id = wanted.id ${resource.sql.joins} order by wanted.place
    ${lock ? sql`for no key update of t` : sql``}`.execute(db);
  return found.rows.map((row) => presentRecord(resource, row));
}

/** Ids of all records that a selection finds, in its order. */
export async function findIds(db: Database, resource: ServedResource, selection: ListSelection): Promise<number[]> {
  const found = await sql<{ id: number }>`select t.id from ${resource.sql.table} ${resource.sql.joins}
    where ${conditionsOf(resource, selection)}
    order by ${sql.join(orderOf(resource, selection).map((term) => sql`${term.expression} ${term.direction}`))}`.execute(
    db,
  );
  return found.rows.map((row) => row.id);
}

/** One page of the records to choose from: id, code, name and the fields that the resource adds; only those in use. */
export async function listChoices(
  db: Database,
  resource: ServedResource,
  selection: ListSelection & PageRequest,
): Promise<{ rows: DropdownRow[]; total: number }> {
  const { rows, total } = await readPage(db, resource, { ...selection, list: 'active' }, CHOICE);
  const present = resource.override.presentChoice ?? ((choice) => choice);
  return { rows: rows.map((row) => present(presentValues(resource.definition, row)) as DropdownRow), total };
}

type Row = Record<string, unknown>;

/** Pages that start further on are worth a count first: the nearer end of the list may be the other one. */
const FAR = 1000;

/**
 * Reads the columns of one page and tells how many records there are in all. A page that is not full is the last one and
 * tells it by itself: most lists are one page. A page past the middle is read from the end.
 */
async function readPage(
  db: Database,
  resource: ServedResource,
  selection: ListSelection & PageRequest,
  columns: Columns,
): Promise<{ rows: readonly Row[]; total: number }> {
  const { page, pages } = selection;
  const before = (page - 1) * pages;
  if (before < FAR) {
    const rows = await readRows(db, resource, selection, columns, { skip: before, take: pages });
    const isLastPage = rows.length < pages && (rows.length > 0 || page === 1);
    return { rows, total: isLastPage ? before + rows.length : await countRecords(db, resource, selection) };
  }
  const total = await countRecords(db, resource, selection);
  const take = Math.min(pages, total - before);
  if (take <= 0) return { rows: [], total };
  const after = total - before - take;
  const part = after < before ? { skip: after, take, from_end: true } : { skip: before, take };
  return { rows: await readRows(db, resource, selection, columns, part), total };
}

async function readRows(
  db: Database,
  resource: ServedResource,
  selection: ListSelection,
  columns: Columns,
  part: Part,
): Promise<readonly Row[]> {
  const statement = pageStatement<Row>(db, resource, selection, columns, part);
  // The few that are not in use may be searched for in the whole table.
  const isShort = isPlain(selection) && selection.list !== 'inactive' && part.skip < FAR;
  return isShort ? readShort(db, statement) : (await db.executeQuery(statement)).rows;
}

/** A whole table is counted from an index alone, which the planner does only where nothing is joined, needed or not. */
async function countRecords(db: Database, resource: ServedResource, selection: ListSelection): Promise<number> {
  const joins = isWhole(selection) ? sql`` : resource.sql.joins;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${resource.sql.table}
    ${joins} where ${conditionsOf(resource, selection)}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** A record in its wire form, from what `sql.record` or `sql.flatRecord` selected. */
export function presentRecord(resource: ServedResource, row: StoredRecord): StoredRecord {
  return presentValues(resource.definition, row) as StoredRecord;
}

/** Values of the driver in their wire form: decimals with their decimals, `none` for an absent reference. */
function presentValues(definition: AnyResource, row: Record<string, unknown>): Record<string, unknown> {
  const presented: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const shape = definition.fields[name];
    presented[name] = shape ? presentValue(shape, value) : value;
  }
  return presented;
}

function presentValue(shape: FieldShape, value: unknown): unknown {
  if (shape.kind === 'children') {
    return (value as Record<string, unknown>[]).map((row) => ({ ...row, ...presentMembers(shape.fields, row) }));
  }
  if (shape.kind === 'group') return presentMembers(shape.fields, value as Record<string, unknown>);
  if (value === null) return shape.kind === 'reference' && shape.none ? shape.none.value : null;
  switch (shape.kind) {
    case 'integer':
      return Number(value); // the driver gives a bigint as text
    case 'generated':
      return shape.type === 'integer' ? Number(value) : value;
    case 'amount':
      return amountText(parseAmount(value as string) ?? wrong(shape, value));
    case 'rate':
      return rateText(parseRate(value as string) ?? wrong(shape, value));
    case 'percent':
      return percentageText(parsePercentage(value as string) ?? wrong(shape, value));
    default:
      return value;
  }
}

function presentMembers(fields: Readonly<Record<string, FieldShape>>, row: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, member]) => [name, presentValue(member, row[name] ?? null)]),
  );
}

function wrong(shape: FieldShape, value: unknown): never {
  throw new TypeError(`${shape.label} holds "${String(value)}", which is not a ${shape.kind}.`);
}

/** The label of a field, for messages. */
export function labelOf(definition: AnyResource, name: string): string {
  return fieldOf(definition, name).label;
}
