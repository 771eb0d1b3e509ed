import { sql, type RawBuilder } from 'kysely';
import type { BATCH_SORTS } from '@talaan/contract/documents/desk.contract';
import type { BatchPage, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { makePage } from '@talaan/contract/http/envelope';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { STATUS } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { allowedActionsOf } from '../record/batch-decision.ts';
import {
  dateRange,
  filteredBatches,
  isWithin,
  listedTypes,
  searchTextOf,
  statusesOf,
  SUBMITTED_AT,
  typesOf,
  withFrequentWords,
  type BatchFilters,
} from './batch-filters.ts';
import { countRisks } from '../risks/batch-risks.ts';
import { countBatches } from './batch-totals.ts';
import { BANK_MOVEMENT, readBatchRows, readRowsOf, sumOfLines, type StoredBatchRow } from '../record/batch-rows.ts';
import { idsForMyApproval, readDecisions } from './waiting-batches.ts';

/** What a list asks for, all pages. */
export interface WholeListQuery extends BatchFilters {
  readonly sort?: string | undefined;
  readonly for_my_approval?: 0 | 1 | undefined;
  readonly above_limit?: 0 | 1 | undefined;
}

export interface BatchListQuery extends WholeListQuery {
  readonly page: number;
  readonly pages: number;
  readonly actions?: 0 | 1 | undefined;
  readonly sum_all?: 0 | 1 | undefined;
}

/** One page of a transaction list with its total, and the totals of its rows by currency. */
export async function listBatches(
  database: Database,
  user: Principal,
  query: BatchListQuery,
  served: readonly DocumentType[],
  address: { path: string; query: Record<string, unknown> },
): Promise<BatchPage> {
  const { rows, total, totals } = await findBatches(database, user, query, served);
  const shown = query.actions === 1 ? await withActions(database, user, rows) : rows;
  return { ...makePage<BatchRow>(shown, total, query, address), totals: totals ?? totalsByCurrency(rows) };
}

/** Ids of every batch under the filters, in their order, for an export. */
export async function findAllBatches(
  database: Database,
  user: Principal,
  query: WholeListQuery,
  served: readonly DocumentType[],
): Promise<string[]> {
  const where = filteredBatches(user, await withFrequentWords(database, query), typesOf(query, served));
  const waiting = query.for_my_approval === 1 ? await waitingFor(database, user, where, query) : null;
  const found = await sql<{ id: string }>`
    select b.id from batch b ${joinsOf(query)} where ${waiting?.where ?? where}
    order by ${waiting?.first ?? sql``}${orderOf(query.sort)}`.execute(database);
  return found.rows.map((row) => row.id);
}

async function findBatches(
  database: Database,
  user: Principal,
  query: BatchListQuery,
  served: readonly DocumentType[],
): Promise<{ rows: StoredBatchRow[]; total: number; totals?: BatchPage['totals'] }> {
  const types = listedTypes(user, query, typesOf(query, served));
  const where = filteredBatches(user, await withFrequentWords(database, query), types);
  if (query.for_my_approval === 1) {
    const waiting = await waitingFor(database, user, where, query);
    const [rows, totals] = await Promise.all([
      readRowsOf(database, pageOf(query, waiting.where, waiting.first)),
      sumBatches(database, waiting.where),
    ]);
    return { rows, total: waiting.total, totals };
  }
  const sums = isSummedWhole(query) ? sumBatches(database, where) : undefined;
  if (searchTextOf(query) !== '') {
    const [found, totals] = await Promise.all([findSearched(database, query, where), sums]);
    return { ...found, ...(totals ? { totals } : {}) };
  }
  const [rows, total, totals] = await Promise.all([
    readRowsOf(database, isBetterWalked(query, types) ? latestOfTypes(user, query, types) : pageOf(query, where)),
    countBatches(database, where),
    sums,
  ]);
  return { rows, total, ...(totals ? { totals } : {}) };
}

/** Whether the totals are those of all pages: where they are asked for, and of payments that wait for their release. */
function isSummedWhole(query: BatchListQuery): boolean {
  return query.sum_all === 1 || (query.payments === 1 && statusesOf(query).every((one) => one === STATUS.FOR_RELEASE));
}

/** A page of a search with its total: to find the batches is what costs, so that it is done once for both. */
async function findSearched(
  database: Database,
  query: BatchListQuery,
  where: RawBuilder<unknown>,
): Promise<{ rows: StoredBatchRow[]; total: number }> {
  const { rows: found } = await sql<{ id: string; total: number }>`
    ${pageOf(query, where, sql``, sql`, count(*) over ()::int as total`)}`.execute(database);
  const rows = await readBatchRows(
    database,
    found.map(({ id }) => id),
  );
  return { rows, total: found[0]?.total ?? (query.page === 1 ? 0 : await countBatches(database, where)) };
}

/** What of the batches under a condition waits for this person, and what sorts before the list's own order. */
async function waitingFor(database: Database, user: Principal, where: RawBuilder<unknown>, query: WholeListQuery) {
  const waiting = await idsForMyApproval(database, user, where);
  const { below_minimum } = waiting;
  const ids = query.above_limit === 1 ? waiting.above_limit : waiting.ids;
  return {
    where: sql`b.id = any (${ids}::bigint[])`,
    first: sql`b.id = any (${below_minimum}::bigint[]), `,
    total: ids.length,
  };
}

/** All batches under a condition by currency, and behind them what is archived. */
async function sumBatches(database: Database, where: RawBuilder<unknown>): Promise<BatchPage['totals']> {
  const found = await sql<BatchPage['totals'][number]>`
    select b.currency_id, c.iso_code as currency, b.status = ${sql.lit(STATUS.ARCHIVED)} as archived, count(*)::int as rows,
      sum(${BANK_MOVEMENT})::text as amount, sum(b.total_amount)::text as total_amount,
      sum(${sumOfLines('debit_amount')})::text as total_debit, sum(${sumOfLines('credit_amount')})::text as total_credit
    from batch b join document d on d.batch_id = b.id and d.header_key = 0 join currency c on c.id = b.currency_id
    where ${where}
    group by 1, 2, 3 order by 3, 2`.execute(database);
  return found.rows;
}

/** The ids of a page, in its order; `first` is what sorts before it, `beside` what is read beside them. */
function pageOf(query: BatchListQuery, where: RawBuilder<unknown>, first = sql``, beside = sql``): RawBuilder<unknown> {
  return sql`
    select b.id${beside} from batch b ${joinsOf(query)} where ${where} order by ${first}${orderOf(query.sort)}
    limit ${query.pages} offset ${(query.page - 1) * query.pages}`;
}

/** Whether a page in date order is better walked to than sorted out: where what is approved is wanted, which is nearly all. */
function isBetterWalked(query: BatchListQuery, types: readonly DocumentType[]): boolean {
  const statuses = statusesOf(query);
  return (
    query.sort === undefined &&
    query.returned !== 1 &&
    searchTextOf(query) === '' &&
    types.length > 0 &&
    (statuses.length === 0 || statuses.includes(STATUS.APPROVED))
  );
}

/**
 * The page in its own order: each type is read backwards along the index of its dates and the streams are merged, so
 * that no month has to be sorted.
 */
function latestOfTypes(user: Principal, query: BatchListQuery, types: readonly DocumentType[]): RawBuilder<unknown> {
  const last = query.page * query.pages;
  const streams = types.map(
    (type) => sql`(select b.id, b.document_date from batch b
      where ${filteredBatches(user, query, [type])}
      order by b.document_date desc, b.id desc limit ${last})`,
  );
  return sql`
    select l.id from (${sql.join(streams, sql` union all `)}) l order by l.document_date desc, l.id desc
    limit ${query.pages} offset ${last - query.pages}`;
}

type Sort = (typeof BATCH_SORTS)[number];

const SORT_COLUMNS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  batch_number: sql`b.batch_number`,
  document_number: sql`d.document_number`,
  document_date: sql`b.document_date`,
  total_amount: sql`b.total_amount`,
  status: sql`b.status`,
  preparer: sql`concat_ws(' ', u.user_first_name, u.user_last_name) collate people_order`,
  date_encoded: sql`b.date_encoded`,
  submitted_at: SUBMITTED_AT,
};

function sortOf(sort: string | undefined): { column: Sort; descending: boolean } {
  const name = sort ?? '-document_date';
  return { column: name.replace(/^-/, '') as Sort, descending: name.startsWith('-') };
}

/** Always with the id behind it, so that equal rows keep their place from page to page. */
function orderOf(sort: string | undefined): RawBuilder<unknown> {
  const { column, descending } = sortOf(sort);
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`${SORT_COLUMNS[column]} ${direction}, b.id ${direction}`;
}

function joinsOf(query: WholeListQuery): RawBuilder<unknown> {
  const { column } = sortOf(query.sort);
  if (column === 'preparer') return sql`join app_user u on u.id = b.prepared_by`;
  return column === 'document_number' ? joinFirstDocuments(dateRange(query)) : sql``;
}

/**
 * The first document of each batch as `d`. Of a month they are read by an index of their own dates; a batch has the date
 * of its first document, except for a series, whose first cheque may be posted already.
 */
function joinFirstDocuments(range: ReturnType<typeof dateRange>): RawBuilder<unknown> {
  if (range === null) return sql`join document d on d.batch_id = b.id and d.header_key = 0`;
  const within = (date: string) => isWithin(sql.ref(date), range);
  return sql`
    join (
      select f.batch_id, f.document_number from document f where f.header_key = 0 and ${within('f.document_date')}
      union all
      select f.batch_id, f.document_number from batch s join document f on f.batch_id = s.id and f.header_key = 0
      where s.is_pdc = 1 and ${within('s.document_date')} and not (${within('f.document_date')})
    ) d on d.batch_id = b.id`;
}

async function withActions(database: Database, user: Principal, rows: readonly StoredBatchRow[]): Promise<BatchRow[]> {
  const decisions = await readDecisions(database, user, sql`b.id = any (${rows.map((row) => row.id)}::bigint[])`);
  const risks = await countRisks(database, rows);
  return rows.map((row) => {
    const input = decisions.get(row.id);
    const found = risks.get(row.id);
    const shown = found ? { ...row, risks: found } : row;
    return input ? { ...shown, allowed_actions: allowedActionsOf(input, user) } : shown;
  });
}

/** What counts by currency, and behind it what is void, cancelled or archived. */
function totalsByCurrency(rows: readonly StoredBatchRow[]): BatchPage['totals'] {
  const groups = new Map<string, StoredBatchRow[]>();
  for (const row of rows.toSorted((one, other) => Number(isArchived(one)) - Number(isArchived(other)))) {
    const key = `${Number(isArchived(row))} ${row.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => ({
    currency_id: group[0]!.currency_id,
    currency: group[0]!.currency,
    archived: isArchived(group[0]!),
    rows: group.length,
    amount: sumOf(group, 'amount'),
    total_amount: sumOf(group, 'total_amount'),
    total_debit: sumOf(group, 'total_debit'),
    total_credit: sumOf(group, 'total_credit'),
  }));
}

const isArchived = ({ status }: { readonly status: number }): boolean => status === STATUS.ARCHIVED;

function sumOf(
  rows: readonly StoredBatchRow[],
  field: 'amount' | 'total_amount' | 'total_debit' | 'total_credit',
): string {
  return amountText(rows.reduce((sum, row) => sum + (parseAmount(row[field]) ?? 0n), 0n));
}
