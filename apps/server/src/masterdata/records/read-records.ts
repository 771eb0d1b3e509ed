import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { ListSelection, SortTerm } from '@talaan/contract/resource/list-query';
import type { DropdownRow } from '@talaan/contract/resource/resource-routes';
import { readSort } from '@talaan/contract/resource/list-query';
import type { FieldShape } from '@talaan/contract/resource/field';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { parsePercentage, parseRate, percentageText, rateText } from '@talaan/core/money/rate';
import type { Database } from '../../platform/database/database.ts';
import { inSmallLetters, patternOf } from '../../platform/database/search-pattern.ts';
import type { ResourceOverride, StoredRecord } from './resource-override.ts';
import type { ResourceSql } from './resource-sql.ts';

/** A resource with what the server built for it. */
export interface ServedResource {
  readonly definition: AnyResource;
  readonly override: ResourceOverride;
  readonly sql: ResourceSql;
}

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
  const { rows, total } = await readPage(db, resource, selection, resource.sql.record);
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
  const { code, name, extra } = resource.definition.dropdown;
  const expressionOf = resource.sql.expressionOf;
  const nameText =
    name.length === 1 ? sql`${expressionOf(name[0]!)}::text` : sql`concat_ws(' ', ${sql.join(name.map(expressionOf))})`;
  const inUse = { ...selection, list: 'active' };
  const columns = [
    sql`t.id`,
    sql`${expressionOf(code)}::text as code`,
    sql`coalesce(${nameText}, '') as name`,
    ...extra.map((field) => sql`${expressionOf(field)} as ${sql.ref(field)}`),
  ];
  const { rows, total } = await readPage(db, resource, inUse, sql.join(columns));
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
  columns: RawBuilder<unknown>,
): Promise<{ rows: Row[]; total: number }> {
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

/** So many records after the ones that are skipped, counted from the beginning or from the end of the order. */
interface Part {
  readonly skip: number;
  readonly take: number;
  readonly from_end?: boolean;
}

/**
 * Reads the columns of a part of the list, in its order. The ids are found first, so that inner rows are read for this
 * part only. A selective search finds all its records before it sorts them (offset 0 keeps the two apart): else the
 * planner may walk the whole order of a large table, hoping to meet the few matches early.
 */
async function readRows(
  db: Database,
  resource: ServedResource,
  selection: ListSelection,
  columns: RawBuilder<unknown>,
  { skip, take, from_end = false }: Part,
): Promise<Row[]> {
  const { table, joins } = resource.sql;
  const where = conditionsOf(resource, selection);
  const terms = orderOf(resource, selection);
  const orderBy = sql.join(terms.map(({ expression, direction }) => sql`${expression} ${direction}`));
  const walked = terms.map(({ expression, direction, reversed }) => ({
    expression,
    direction: from_end ? reversed : direction,
  }));
  const limit = sql`limit ${take} offset ${skip}`;
  const keys = sql.join(walked.map(({ expression }, at) => sql`${expression} as ${sql.ref(`s${at}`)}`));
  const byKeys = sql.join(walked.map(({ direction }, at) => sql`${sql.ref(`s${at}`)} ${direction}`));
  const byWalk = sql.join(walked.map(({ expression, direction }) => sql`${expression} ${direction}`));
  const ids = isSelective(selection)
    ? sql`select found.id from (select t.id, ${keys} from ${table} ${joins} where ${where} offset 0) as found
        order by ${byKeys} ${limit}`
    : sql`select t.id from ${table} ${joins} where ${where} order by ${byWalk} ${limit}`;
  const found = await sql<Row>`select ${columns} from (${ids}) as page
    join ${table} on t.id = page.id ${joins} order by ${orderBy}`.execute(db);
  return found.rows;
}

/** Characters from which a word can use the trigram index. */
const TRIGRAM = 3;

function isSelective(selection: ListSelection): boolean {
  return wordsOf(selection).some((word) => word.length >= TRIGRAM);
}

/** A whole table is counted from an index alone, which the planner does only where nothing is joined, needed or not. */
async function countRecords(db: Database, resource: ServedResource, selection: ListSelection): Promise<number> {
  const joins = isWhole(selection) ? sql`` : resource.sql.joins;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${resource.sql.table}
    ${joins} where ${conditionsOf(resource, selection)}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

function isWhole(selection: ListSelection): boolean {
  return Object.keys(selection.filters).length === 0 && !selection.list && wordsOf(selection).length === 0;
}

/** Words of a search beyond this number do not narrow it further. */
const MOST_WORDS = 6;

function wordsOf(selection: ListSelection): string[] {
  return (selection.search ?? '').normalize('NFC').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

function conditionsOf(resource: ServedResource, selection: ListSelection): RawBuilder<unknown> {
  const { definition, override, sql: parts } = resource;
  const conditions = [parts.part ?? sql`true`];
  for (const [name, values] of Object.entries(selection.filters)) {
    const expression = parts.expressionOf(name);
    const texts = values.filter((value) => value !== null).map(String);
    const matches = sql`${expression}::text = any(${texts}::text[])`;
    conditions.push(values.includes(null) ? sql`(${matches} or ${expression} is null)` : matches);
  }
  if (selection.ids) conditions.push(sql`t.id = any(${selection.ids}::int[])`);
  if (parts.active && selection.list === 'active') conditions.push(parts.active);
  if (parts.active && selection.list === 'inactive') conditions.push(sql`not (${parts.active})`);
  for (const word of wordsOf(selection)) {
    if (override.searchText) {
      conditions.push(holds(override.searchText, inSmallLetters(word)));
      continue;
    }
    const pattern = patternOf(word);
    const anywhere = definition.list.search.map((name) => sql`${parts.expressionOf(name)}::text ilike ${pattern}`);
    conditions.push(sql`(${sql.join(anywhere, sql` or `)})`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * True where the text holds the word. A short word has no trigram: a prepared plan by the index would look at all of it
 * and at every row besides, so it is given none to choose.
 */
function holds(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  return word.length < TRIGRAM ? sql`strpos(${text}, ${word}) > 0` : sql`${text} like ${patternOf(word)}`;
}

interface OrderTerm {
  readonly expression: RawBuilder<unknown>;
  readonly direction: RawBuilder<unknown>;
  /** The direction of the same order from its end. */
  readonly reversed: RawBuilder<unknown>;
}

/** Kinds of which people expect that capitals do not count in the order: ASSETS stands beside Assets. */
const WORDS: ReadonlySet<FieldShape['kind']> = new Set([
  'text',
  'general',
  'code',
  'email',
  'address',
  'bank',
  'wording',
  'lookup',
]);

/**
 * What a search found first: per word, what begins with it before what has a word that does, before the rest (`wordRank` of
 * the core). None without a search, and none for an order that was asked for.
 */
function foundFirst({ definition, sql: parts }: ServedResource, selection: ListSelection): OrderTerm[] {
  if (selection.sort !== undefined || !isSelective(selection)) return [];
  const { code, name } = definition.dropdown;
  const texts = [...new Set([code, ...name])].map(
    (field) => sql`lower(coalesce(${parts.expressionOf(field)}::text, '') collate "default")`,
  );
  const ranks = wordsOf(selection).map((word) => {
    const small = inSmallLetters(word);
    const begins = texts.map((text) => sql`starts_with(${text}, ${small})`);
    const within = texts.map((text) => sql`strpos(${text}, ${` ${small}`}) > 0`);
    return sql`case when ${sql.join(begins, sql` or `)} then 0 when ${sql.join(within, sql` or `)} then 1 else 2 end`;
  });
  return [{ expression: sql`(${sql.join(ranks, sql` + `)})`, direction: sql.raw('asc'), reversed: sql.raw('desc') }];
}

/** The order of a list, with the Record ID last so that pages never overlap. Empty values come last either way. */
function orderOf(resource: ServedResource, selection: ListSelection): OrderTerm[] {
  const { definition, override, sql: parts } = resource;
  const terms = readSort(definition, selection.sort ?? definition.list.sort) ?? [];
  const tie: SortTerm = { field: 'id', descending: terms.at(-1)?.descending ?? false };
  const asked = [...terms, tie].map(({ field, descending }) => {
    const shape = definition.fields[field];
    const nullable = shape?.optional ?? false;
    // A large list, which has a text of its own to search, is walked along the indexes of its columns as they stand.
    const isFolded = shape !== undefined && WORDS.has(shape.kind) && override.searchText === undefined;
    const expression = parts.expressionOf(field);
    return {
      expression: isFolded ? sql`lower(${expression}::text collate "default")` : expression,
      direction: sql.raw(`${descending ? 'desc' : 'asc'}${nullable ? ' nulls last' : ''}`),
      reversed: sql.raw(`${descending ? 'asc' : 'desc'}${nullable ? ' nulls first' : ''}`),
    };
  });
  return [...foundFirst(resource, selection), ...asked];
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
