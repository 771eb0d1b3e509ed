import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ModuleName } from '@talaan/contract/access/modules';
import { formatSeriesNumber, SERIES_LABELS, type SeriesKind } from '@talaan/core/numbering/series';
import { sendWithCommit, type Database } from '../platform/database/database.ts';
import { asConflict, nameConstraints } from '../platform/http/constraint-errors.ts';
import { conflict } from '../platform/http/problem.ts';

/** For whom a number is taken: the user, and the program (module) whose documents they are. */
export interface NumberTaker {
  readonly kind: SeriesKind;
  readonly user_id: number;
  readonly program: ModuleName;
}

/**
 * Gives documents their numbers, in the order of the ids, and registers them: from the user's own ranges first, then the
 * shared ones; a range with a program serves that program only. It locks the counter until the transaction ends, so it
 * comes last in the saving transaction (decisions §5). Refused when the series is used up.
 */
export async function numberDocuments(
  transaction: Database,
  given: DocumentsToNumber & NumberTaker,
): Promise<string[]> {
  const numbered = await numbersFor(given).execute(transaction);
  const byDocument = new Map(numbered.rows.map((row) => [row.document_id, row.number_text]));
  return given.document_ids.map((id) => byDocument.get(id)!);
}

const numbersFor = ({ kind, user_id, document_ids, program }: DocumentsToNumber & NumberTaker) =>
  sql<{ document_id: string; number_text: string }>`
    select document_id, number_text
    from number_documents(${kind}, ${user_id}, ${document_ids}::bigint[], ${program})`;

/** Documents that take a number of one kind each, in their order. */
export interface DocumentsToNumber {
  readonly kind: SeriesKind;
  readonly document_ids: readonly string[];
}

const KINDS = Object.keys(SERIES_LABELS);

/** Documents with whose they are. */
type WantedNumbers = DocumentsToNumber & Pick<NumberTaker, 'program'>;

/**
 * The same of documents of several kinds and programs; answers the number of each document but for those of its receipts.
 */
export async function numberSet(
  transaction: Database,
  user_id: number,
  wanted: readonly WantedNumbers[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = new Map<string, string>();
  for (const one of bySeries(wanted)) {
    const given = await numberDocuments(transaction, { user_id, ...one });
    const isReceipt = one.kind === 'or' || one.kind === 'ar';
    if (!isReceipt) for (const [at, id] of one.document_ids.entries()) numbers.set(id, given[at]!);
  }
  return numbers;
}

/** The same, sent with the commit: nobody waits for a series during a round trip. */
export function numberSetLast(transaction: Database, user_id: number, wanted: readonly WantedNumbers[]): void {
  for (const one of bySeries(wanted)) {
    sendWithCommit(transaction, numbersFor({ user_id, ...one }).compile(transaction));
  }
}

/** In the order in which series are locked, that of their kinds, so that of two sets neither waits for the other for ever. */
function bySeries(wanted: readonly WantedNumbers[]): WantedNumbers[] {
  const series = new Map<string, WantedNumbers>();
  for (const { kind, program, document_ids } of wanted) {
    if (document_ids.length === 0) continue;
    const before = series.get(`${kind} ${program}`)?.document_ids ?? [];
    series.set(`${kind} ${program}`, { kind, program, document_ids: [...before, ...document_ids] });
  }
  const placeOf = ({ kind }: DocumentsToNumber) => KINDS.indexOf(kind);
  return [...series.values()].toSorted(
    (left, right) => placeOf(left) - placeOf(right) || (left.program < right.program ? -1 : 1),
  );
}

/** The numbers that the next so many documents would take; nothing is taken. Refused when not as many are left. */
export async function previewDocumentNumbers(
  database: Database,
  { kind, user_id, program }: NumberTaker,
  count: number,
): Promise<string[]> {
  const next = await sql<{ number: string }>`
    select n.number from number_series s
    cross join lateral generate_series(s.next_number, least(s.series_to, s.next_number + ${count}::int - 1)) n (number)
    where s.kind = ${kind} and s.next_number <= s.series_to and (s.user_id = ${user_id} or s.user_id is null)
      and (s.prog_code = ${program} or s.prog_code is null)
    order by s.user_id is null, s.prog_code is null, s.series_from, n.number limit ${count}`.execute(database);
  if (next.rows.length < count) throw seriesUsedUp(kind);
  return next.rows.map((row) => formatSeriesNumber(kind, Number(row.number)));
}

/** The number that the next save would take; nothing is taken. Refused when no series has any left. */
export async function previewDocumentNumber(database: Database, taker: NumberTaker): Promise<string> {
  const [number] = await previewDocumentNumbers(database, taker, 1);
  return number!;
}

/** Series that people allocate by hand ask for one; the others can only be used up (reliability (d) 20, 22). */
function seriesUsedUp(kind: SeriesKind) {
  const name = SERIES_LABELS[kind];
  const isAllocated = kind === 'voucher' || kind === 'or' || kind === 'ar' || kind === 'bi';
  const message = isAllocated ? MESSAGES.createSeriesFirst(name) : `${name} series is used up. Add a series.`;
  return conflict('number_series_used_up', message);
}

/** Names the refusals of the number series, so that a race and a polite check answer alike. */
export function nameNumberConstraints(): void {
  nameConstraints({
    number_series_used_up: ({ message }) => {
      const kind = /No (\w+) number/.exec(message ?? '')?.[1] as SeriesKind | undefined;
      return seriesUsedUp(kind ?? 'batch');
    },
    number_not_reserved: asConflict('number_not_reserved'),
  });
}
