import { sql } from 'kysely';
import { formatSeriesNumber, type SeriesKind } from '@talaan/core/numbering/series';
import type { Database } from '../platform/database.ts';
import { nameConstraints } from '../platform/constraint-errors.ts';
import { conflict } from '../platform/http/problem.ts';

/**
 * Gives documents their numbers, in the order of the ids, and registers them. It locks the counter until the
 * transaction ends, so it comes last in the saving transaction (decisions §5). Refused when the series is used up.
 */
export async function numberDocuments(
  transaction: Database,
  given: { kind: SeriesKind; user_id: number; document_ids: readonly string[] },
): Promise<string[]> {
  const numbered = await sql<{ document_id: string; number_text: string }>`
    select document_id, number_text
    from number_documents(${given.kind}, ${given.user_id}, ${given.document_ids}::bigint[])`.execute(transaction);
  const byDocument = new Map(numbered.rows.map((row) => [row.document_id, row.number_text]));
  return given.document_ids.map((id) => byDocument.get(id)!);
}

/** The number that the next save of a user would take; nothing is taken. Refused when no series has any left. */
export async function previewDocumentNumber(database: Database, kind: SeriesKind, userId: number): Promise<string> {
  const next = await sql<{ next_number: string }>`
    select next_number from number_series
    where kind = ${kind} and next_number <= series_to and (user_id = ${userId} or user_id is null)
    order by user_id is null, series_from limit 1`.execute(database);
  const number = next.rows[0]?.next_number;
  if (number === undefined) throw seriesUsedUp(kind);
  return formatSeriesNumber(kind, Number(number));
}

const SERIES_NAMES: Readonly<Record<SeriesKind, string>> = {
  voucher: 'Voucher',
  or: 'Official Receipt',
  ar: 'Acknowledgement Receipt',
  bi: 'Billing invoice',
  je: 'Journal entry',
  cr: 'Cash receipt',
  ob: 'Online banking',
  dm: 'Debit memo',
  batch: 'Batch',
  request: 'Billing request',
  collection: 'Collection',
  po: 'Purchase order',
};

/** Series that people allocate by hand ask for one; the others can only be used up (reliability (d) 20, 22). */
function seriesUsedUp(kind: SeriesKind) {
  const name = SERIES_NAMES[kind];
  const isAllocated = kind === 'voucher' || kind === 'or' || kind === 'ar' || kind === 'bi';
  const message = isAllocated ? `Please create ${name} Series first.` : `${name} series is used up. Add a series.`;
  return conflict('number_series_used_up', message);
}

/** Names the refusals of the number series, so that a race and a polite check answer alike. */
export function nameNumberConstraints(): void {
  nameConstraints({
    number_series_used_up: ({ message }) => {
      const kind = /No (\w+) number/.exec(message ?? '')?.[1] as SeriesKind | undefined;
      return seriesUsedUp(kind ?? 'batch');
    },
    number_not_reserved: ({ message }) =>
      conflict('number_not_reserved', message ?? 'The number is not reserved for you.'),
  });
}
