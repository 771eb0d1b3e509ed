import { sql } from 'kysely';
import type { CompiledQuery, RawBuilder } from 'kysely';
import { readSort } from '@talaan/contract/resource/list-query';
import type { ListSelection, SortTerm } from '@talaan/contract/resource/list-query';
import type { FieldShape } from '@talaan/contract/resource/field';
import type { Database } from '../../platform/database/database.ts';
import { inSmallLetters, patternOf } from '../../platform/database/search-pattern.ts';
import type { ServedResource } from './served-resource.ts';

/** What is read of each row of a page. */
export interface Columns {
  readonly name: string;
  of(resource: ServedResource): RawBuilder<unknown>;
}

export const RECORD: Columns = { name: 'record', of: (resource) => resource.sql.record };

export const CHOICE: Columns = {
  name: 'choice',
  of({ definition, sql: { expressionOf } }) {
    const { code, name, extra } = definition.dropdown;
    const nameText =
      name.length === 1
        ? sql`${expressionOf(name[0]!)}::text`
        : sql`concat_ws(' ', ${sql.join(name.map(expressionOf))})`;
    return sql.join([
      sql`t.id`,
      sql`${expressionOf(code)}::text as code`,
      sql`coalesce(${nameText}, '') as name`,
      ...extra.map((field) => sql`${expressionOf(field)} as ${sql.ref(field)}`),
    ]);
  },
};

/** So many records after the ones that are skipped, counted from the beginning or from the end of the order. */
export interface Part {
  readonly skip: number;
  readonly take: number;
  readonly from_end?: boolean;
}

/** What stands in a statement for the numbers of one page. */
const TAKE = Symbol('take');
const SKIP = Symbol('skip');

/**
 * The statement that reads the columns of a part of the list, in its order. Of a list that nothing narrows it is built once:
 * that costs more than its answer.
 */
export function pageStatement<Row>(
  db: Database,
  resource: ServedResource,
  selection: ListSelection,
  columns: Columns,
  { skip, take, from_end = false }: Part,
): CompiledQuery<Row> {
  const build = () => buildPage(db, resource, selection, columns, from_end);
  const statement = isPlain(selection)
    ? keptStatement(resource, `${columns.name} ${selection.list} ${from_end}`, build)
    : build();
  const parameters = statement.parameters.map((value) => (value === TAKE ? take : value === SKIP ? skip : value));
  return { ...statement, parameters };
}

/** Whether nothing narrows or reorders the list: its first pages are read by an index. */
export function isPlain({ filters, search, sort, ids, list }: ListSelection): boolean {
  const inUse = list === undefined || list === 'active' || list === 'inactive';
  return inUse && Object.keys(filters).length === 0 && search === undefined && sort === undefined && ids === undefined;
}

function keptStatement(resource: ServedResource, key: string, build: () => CompiledQuery): CompiledQuery {
  const ofResource = kept.get(resource) ?? new Map<string, CompiledQuery>();
  kept.set(resource, ofResource);
  const statement = ofResource.get(key) ?? build();
  ofResource.set(key, statement);
  return statement;
}

const kept = new WeakMap<ServedResource, Map<string, CompiledQuery>>();

/**
 * The ids are found first, so that inner rows are read for this part only; choices have none. A selective search finds all its records before
 * it sorts them (offset 0 keeps the two apart): else the planner may walk the whole order of a large table, hoping to meet
 * the few matches early.
 */
function buildPage(
  db: Database,
  resource: ServedResource,
  selection: ListSelection,
  columns: Columns,
  from_end: boolean,
): CompiledQuery {
  const { table, joins } = resource.sql;
  const where = conditionsOf(resource, selection);
  const terms = orderOf(resource, selection);
  const orderBy = sql.join(terms.map(({ expression, direction }) => sql`${expression} ${direction}`));
  const walked = terms.map(({ expression, direction, reversed }) => ({
    expression,
    direction: from_end ? reversed : direction,
  }));
  const limit = sql`limit ${TAKE} offset ${SKIP}`;
  if (columns === CHOICE && !from_end && !isSelective(selection)) {
    return sql`select ${columns.of(resource)} from ${table} ${joins} where ${where} order by ${orderBy} ${limit}`.compile(
      db,
    );
  }
  const keys = sql.join(walked.map(({ expression }, at) => sql`${expression} as ${sql.ref(`s${at}`)}`));
  const byKeys = sql.join(walked.map(({ direction }, at) => sql`${sql.ref(`s${at}`)} ${direction}`));
  const byWalk = sql.join(walked.map(({ expression, direction }) => sql`${expression} ${direction}`));
  const ids = isSelective(selection)
    ? sql`select found.id from (select t.id, ${keys} from ${table} ${joins} where ${where} offset 0) as found
        order by ${byKeys} ${limit}`
    : sql`select t.id from ${table} ${joins} where ${where} order by ${byWalk} ${limit}`;
  return sql`select ${columns.of(resource)} from (${ids}) as page
    join ${table} on t.id = page.id ${joins} order by ${orderBy}`.compile(db);
}

/** Characters from which a word can use the trigram index. */
const TRIGRAM = 3;

function isSelective(selection: ListSelection): boolean {
  return wordsOf(selection).some((word) => word.length >= TRIGRAM);
}

export function isWhole(selection: ListSelection): boolean {
  return Object.keys(selection.filters).length === 0 && !selection.list && wordsOf(selection).length === 0;
}

/** Words of a search beyond this number do not narrow it further. */
const MOST_WORDS = 6;

function wordsOf(selection: ListSelection): string[] {
  return (selection.search ?? '').normalize('NFC').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

export function conditionsOf(resource: ServedResource, selection: ListSelection): RawBuilder<unknown> {
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

/** Kinds that are sorted as people do: capitals and accents aside, and AP-2 before AP-10. */
const WORDS: ReadonlySet<FieldShape['kind']> = new Set([
  'text',
  'general',
  'code',
  'number',
  'email',
  'address',
  'bank',
  'wording',
  'lookup',
]);

const isInWords = (shape: FieldShape): boolean =>
  shape.kind === 'reference' ? shape.by !== 'id' : WORDS.has(shape.kind);

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
export function orderOf(resource: ServedResource, selection: ListSelection): OrderTerm[] {
  const { definition, sql: parts } = resource;
  const terms = readSort(definition, selection.sort ?? definition.list.sort) ?? [];
  const tie: SortTerm = { field: 'id', descending: terms.at(-1)?.descending ?? false };
  const asked = [...terms, tie].map(({ field, descending }) => {
    const shape = definition.fields[field];
    const nullable = shape?.optional ?? false;
    const expression = parts.expressionOf(field);
    return {
      expression: shape !== undefined && isInWords(shape) ? sql`${expression}::text collate people_order` : expression,
      direction: sql.raw(`${descending ? 'desc' : 'asc'}${nullable ? ' nulls last' : ''}`),
      reversed: sql.raw(`${descending ? 'asc' : 'desc'}${nullable ? ' nulls first' : ''}`),
    };
  });
  return [...foundFirst(resource, selection), ...asked];
}
