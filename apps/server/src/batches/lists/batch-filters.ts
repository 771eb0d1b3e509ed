import { sql, type RawBuilder } from 'kysely';
import { ACCESS } from '@talaan/core/access/access-level';
import {
  DOCUMENT_TYPES,
  isDocumentType,
  readDocumentType,
  type DocumentType,
} from '@talaan/core/documents/document-type';
import { APPROVAL_STATUSES } from '@talaan/core/documents/document-status';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { addMonths, parseCalendarDate, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { requireModuleLevel } from '../../access/authorize.ts';
import type { Database } from '../../platform/database/database.ts';
import { PLANNED_FOR_ITS_VALUES } from '../../platform/database/prepared-statements.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { paddedBatchNumber } from '../record/batch-call.ts';
import { LOCK_MINUTES } from '../record/batch-record.ts';
import { existingBatches, typesWithLevel } from '../record/batch-visibility.ts';
import { documentsHolding, frequentWords, numbersOf, searchWords, SHORTEST_SEARCH } from './search-words.ts';
import { startOfManilaDay } from '../../platform/manila-time.ts';

/** What a transaction list may be narrowed by; the contract's query after its schema. */
export interface BatchFilters {
  readonly search?: string | undefined;
  readonly query?: string | undefined;
  readonly document_date?: CalendarDate | undefined;
  readonly year?: number | undefined;
  readonly status?: readonly Status[] | undefined;
  readonly 'status[]'?: readonly Status[] | undefined;
  readonly returned?: 0 | 1 | undefined;
  readonly processing?: 0 | 1 | undefined;
  readonly in_process_hours?: number | undefined;
  readonly locked_by_me?: 0 | 1 | undefined;
  /** A month, as its first day. */
  readonly approved_in?: CalendarDate | undefined;
  /** Codes in either reading (`readDocumentType`). */
  readonly document_type?: readonly string[] | undefined;
  readonly 'document_type[]'?: readonly string[] | undefined;
  readonly batch_number?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly preparer?: 'me' | number | undefined;
  readonly payee_id?: number | undefined;
  readonly bank_id?: number | undefined;
  readonly is_or_ar?: number | undefined;
  /** Decimal text in the document's currency. */
  readonly amount_from?: string | undefined;
  readonly amount_to?: string | undefined;
  readonly waiting_days?: number | undefined;
  readonly payments?: 0 | 1 | undefined;
  readonly is_pdc?: 0 | 1 | undefined;
  /** What the slice of a type narrows its own list by: conditions about the batch `b`. */
  readonly also?: readonly RawBuilder<unknown>[] | undefined;
  /** Words of the search that hardly narrow it (`withFrequentWords`). */
  readonly frequent?: readonly string[] | undefined;
}

/** The filters with those words of their search that stand in many documents; of a month or year no word is looked up. */
export async function withFrequentWords<Filters extends BatchFilters>(
  database: Database,
  filters: Filters,
): Promise<Filters> {
  const words = dateRange(filters) === null ? searchWords(searchTextOf(filters)) : [];
  return { ...filters, frequent: await frequentWords(database, words) };
}

/**
 * The types that a list covers: those that were asked for, among those that are served. The list of payments covers what
 * is released, and is opened by the module Payment.
 */
export function typesOf(filters: BatchFilters, served: readonly DocumentType[]): DocumentType[] {
  const asked = askedCodes(filters).map((code) => readDocumentType(code)?.document_type);
  return served.filter(
    (type) => (asked.length === 0 || asked.includes(type)) && (filters.payments !== 1 || DOCUMENT_TYPES[type].pays),
  );
}

function askedCodes(filters: BatchFilters): string[] {
  return [...(filters.document_type ?? []), ...(filters['document_type[]'] ?? [])];
}

const ADJUSTABLE_TYPES = SERVED_TYPES.filter((type) => DOCUMENT_TYPES[type].has_adjusting);

/** Whether only adjusting journals are asked for (AE) or only the others (JV); null for both (decisions §10). */
function askedAdjusting(filters: BatchFilters): boolean | null {
  const codes = askedCodes(filters).filter((code) =>
    ADJUSTABLE_TYPES.some((type) => type === readDocumentType(code)?.document_type),
  );
  const readings = new Set(codes.map((code) => (isDocumentType(code) ? null : readDocumentType(code)!.adjusting)));
  const [only = null] = readings;
  return readings.size === 1 ? only : null;
}

/** Those of the types that the person may list: by their own module, or all payments by the module Payment. */
export function listedTypes(user: Principal, filters: BatchFilters, types: readonly DocumentType[]): DocumentType[] {
  if (filters.payments !== 1) return typesWithLevel(user, types, ACCESS.select);
  requireModuleLevel(user, 'Payment', ACCESS.select);
  return [...types];
}

/** The rows of `batch` (alias `b`) that a person sees under the filters. */
export function filteredBatches(
  user: Principal,
  filters: BatchFilters,
  types: readonly DocumentType[],
): RawBuilder<unknown> {
  return sql.join(
    [existingBatches(user, listedTypes(user, filters, types)), ...conditionsOf(user, filters)],
    sql` and `,
  );
}

function conditionsOf(user: Principal, filters: BatchFilters): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  const range = dateRange(filters);
  if (range) conditions.push(isWithin(sql`b.document_date`, range));
  const adjusting = askedAdjusting(filters);
  if (adjusting !== null)
    conditions.push(sql`(b.document_type <> all (${ADJUSTABLE_TYPES}::text[]) or b.adjusting = ${adjusting})`);
  if (filters.is_pdc !== undefined) conditions.push(sql`b.is_pdc = ${filters.is_pdc}`);
  if (filters.waiting_days === undefined) conditions.push(...askedStates(filters));
  else conditions.push(hasWaited(filters, filters.waiting_days));
  if (filters.processing === 1) conditions.push(inProcess(user));
  if (filters.in_process_hours !== undefined)
    conditions.push(sql`b.locked_at <= now() - make_interval(hours => ${filters.in_process_hours})`);
  if (filters.processing === 0) conditions.push(sql`b.processing = 0`);
  if (filters.locked_by_me === 1) conditions.push(sql`b.locked_by = ${user.user_id} and ${IS_LOCKED}`);
  if (filters.approved_in) conditions.push(wasApprovedBy(user, filters.approved_in));
  if (filters.batch_number) conditions.push(sql`b.batch_number = ${paddedBatchNumber(filters.batch_number)}`);
  if (filters.ids !== undefined) conditions.push(sql`b.id = any (${filters.ids}::bigint[])`);
  if (filters.preparer !== undefined) {
    const preparer = filters.preparer === 'me' ? user.user_id : filters.preparer;
    conditions.push(sql`b.prepared_by = ${preparer} ${PLANNED_FOR_ITS_VALUES}`);
  }
  if (filters.payee_id !== undefined) conditions.push(sql`b.payee_id = any (payees_as_one(${filters.payee_id}))`);
  if (filters.bank_id !== undefined) conditions.push(isOfBank(filters.bank_id, range));
  if (filters.is_or_ar !== undefined) conditions.push(hasDocument(sql`d.is_or_ar = ${filters.is_or_ar}`));
  if (filters.amount_from)
    conditions.push(sql`b.total_amount >= ${filters.amount_from}::numeric ${PLANNED_FOR_ITS_VALUES}`);
  if (filters.amount_to)
    conditions.push(sql`b.total_amount <= ${filters.amount_to}::numeric ${PLANNED_FOR_ITS_VALUES}`);
  conditions.push(...(filters.also ?? []));
  const text = searchTextOf(filters);
  if (text !== '') conditions.push(sql`${matchesText(text, range, filters.frequent)} ${PLANNED_FOR_ITS_VALUES}`);
  return conditions;
}

/** Batches (alias `b`) of an accounting status: 7 posted, 20 cancelled, 0 neither. */
export function accountedAs(status: number): RawBuilder<unknown> {
  return status === 0
    ? sql`b.status < ${STATUS.APPROVED}`
    : sql`b.status = ${status} and b.status in (${STATUS.APPROVED}, ${STATUS.ARCHIVED})`;
}

function askedStates(filters: BatchFilters): RawBuilder<unknown>[] {
  const statuses = statusesOf(filters);
  const asked = [
    ...(statuses.length > 0 ? [sql`b.status = any (${statuses}::smallint[])`] : []),
    ...(filters.returned === 1 ? [IS_RETURNED] : []),
  ];
  return asked.length > 0 ? [sql`(${sql.join(asked, sql` or `)})`] : [];
}

const WAITING: readonly Status[] = [STATUS.FOR_REVIEW, ...APPROVAL_STATUSES, STATUS.FOR_RELEASE];

/**
 * Batches (alias `b`) on their way since so many days; a returned one waits for nobody. The states stand in the text and
 * once, for by them the index of queues is chosen.
 */
function hasWaited(filters: BatchFilters, days: number): RawBuilder<unknown> {
  const asked = statusesOf(filters);
  const statuses = WAITING.filter((status) => (asked.length > 0 ? asked.includes(status) : filters.returned !== 1));
  if (statuses.length === 0) return sql`false`;
  return sql`b.status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    and ${SUBMITTED_AT} <= now() - make_interval(days => ${days})`;
}

/** Active again with the reason of whoever returned it. */
const IS_RETURNED = sql`b.status = ${sql.lit(STATUS.ACTIVE)} and coalesce(b.approved_remarks, '') <> ''`;

/** Whether a date is among the days. */
export function isWithin(date: RawBuilder<unknown>, { from, before }: DateRange): RawBuilder<unknown> {
  return sql`${date} >= ${from}::date and ${date} < ${before}::date`;
}

/** Batches (alias `b`) one of whose documents (alias `d`) is such. */
function hasDocument(such: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from document d where d.batch_id = b.id and ${such})`;
}

/**
 * Batches (alias `b`) of an own bank account. Of a month its documents are read at once by their own dates, which are those
 * of their batches but for the cheques of a series.
 */
function isOfBank(bankId: number, range: DateRange | null): RawBuilder<unknown> {
  const ofBank = sql`d.bank_id = ${bankId}`;
  if (range === null) return hasDocument(ofBank);
  return sql`(b.id in (select d.batch_id from document d where ${ofBank} and ${isWithin(sql`d.document_date`, range)})
    or (b.is_pdc = 1 and ${hasDocument(ofBank)}))`;
}

/** When a batch (alias `b`) left Active in its present round; null while it is a draft. */
export const SUBMITTED_AT = sql`(
  select m.at from batch_move m where m.batch_id = b.id and m.cycle = b.cycle and m.status_from = ${sql.lit(STATUS.ACTIVE)})`;

/** The statuses that the filters leave; none for all. */
export function statusesOf(filters: BatchFilters): Status[] {
  const asked = [...(filters.status ?? []), ...(filters['status[]'] ?? [])];
  return filters.payments === 1 ? paymentStatuses(asked) : asked;
}

/** Payments are what was released; whoever releases asks for what waits for it. */
function paymentStatuses(asked: readonly Status[]): Status[] {
  const shown = asked.filter((status) => status === STATUS.FOR_RELEASE || status === STATUS.APPROVED);
  return shown.length > 0 ? shown : [STATUS.APPROVED];
}

/** Batches (alias `b`) that somebody has open; a lock without a sign of life is none. */
const IS_LOCKED = sql`b.processing = 1 and b.heartbeat_at > now() - make_interval(mins => ${sql.lit(LOCK_MINUTES)})`;

/** Batches (alias `b`) that a person approved in a month, for himself or for whom he stood in. */
function wasApprovedBy(user: Principal, month: CalendarDate): RawBuilder<unknown> {
  const from = startOfMonth(month);
  const start = (day: CalendarDate) => startOfManilaDay(sql`${day}::date`);
  return sql`b.id in (select m.batch_id from batch_move m where m.user_id = ${user.user_id} and m.action = 'approve'
    and m.at >= ${start(from)} and m.at < ${start(addMonths(from, 1))})`;
}

/** The Active screen: everybody's for whoever has a max_amount, else one's own (spec 2 §6). */
function inProcess(user: Principal): RawBuilder<unknown> {
  return sql`${IS_LOCKED} and (b.prepared_by = ${user.user_id} or exists (
      select from app_user a where a.id = ${user.user_id} and a.max_amount > 0))`;
}

interface DateRange {
  readonly from: CalendarDate;
  /** The first day after it. */
  readonly before: CalendarDate;
}

/** The days that the filters leave; null for all. */
export function dateRange(filters: BatchFilters): DateRange | null {
  if (filters.document_date) {
    const from = startOfMonth(filters.document_date);
    return { from, before: addMonths(from, 1) };
  }
  if (filters.year === undefined) return null;
  const from = parseCalendarDate(`${filters.year}-01-01`)!;
  return { from, before: addMonths(from, 12) };
}

/** The text that a list is searched for; empty for none. */
export function searchTextOf(filters: BatchFilters): string {
  return (filters.search || filters.query || '').trim();
}

/**
 * Batches (alias `b`) one of whose documents holds every word, or whose number or total the text is. Each is looked up by
 * its own index, and the ids that are found are then compared; one condition over all of them would read every row. Of
 * a month or year the batches and the texts are read by their days: a frequent word finds many times as many (`+ 0` keeps
 * each of them from being looked up by its id).
 */
function matchesText(
  text: string,
  range: DateRange | null,
  frequent: readonly string[] | undefined,
): RawBuilder<unknown> {
  const words = searchWords(text);
  const numbers = numbersOf(text);
  const day = range === null ? sql`true` : isWithin(sql`s.batch_date`, range);
  const held = words.some((word) => word.length >= SHORTEST_SEARCH)
    ? sql`union all select s.batch_id from document_search s where ${documentsHolding(words, frequent)} and ${day}`
    : sql``;
  const found = sql`
    select n.id from batch n where n.batch_number = any (${numbers}::text[])
    union all select n.batch_id from document n where n.document_number = any (${numbers}::text[])
    ${held} ${totalsMatching(text)}`;
  return range === null ? sql`b.id = any (array(${found}))` : sql`b.id + 0 in (${found})`;
}

function totalsMatching(text: string): RawBuilder<unknown> {
  const minor = parseAmount(text);
  if (minor === null || minor === 0n) return sql``;
  return sql`union all select n.id from batch n where n.total_amount = ${amountText(minor)}::numeric`;
}
