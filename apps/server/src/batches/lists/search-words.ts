import { sql, type RawBuilder } from 'kysely';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { parseSeriesNumber, SERIES_FORMS } from '@talaan/core/numbering/series';
import type { Database } from '../../platform/database/database.ts';
import { inSmallLetters, patternOf } from '../../platform/database/search-pattern.ts';
import { paddedBatchNumber } from '../record/batch-call.ts';

/** Words beyond this number do not narrow a search further. */
const MOST_WORDS = 6;

/** The words of a text in small letters, as the texts of documents are kept. */
export function searchWords(text: string): string[] {
  return inSmallLetters(text.normalize('NFC')).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/**
 * Whether a row of `document_search` (alias `s`) holds every word, in any order. `frequent` words are compared, never
 * looked up.
 */
export function documentsHolding(words: readonly string[], frequent: readonly string[] = []): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  return sql.join(
    words.map((word) => sql`s.search_text ${frequent.includes(word) ? sql`|| ''` : sql``} like ${patternOf(word)}`),
    sql` and `,
  );
}

/** Shorter words have no trigram. */
export const SHORTEST_SEARCH = 3;

/** What the index has trigrams of. */
const LOOKED_UP = /[\p{L}\p{N}]{3}/u;

/** Of ten documents one has it: the index would walk its whole list to leave nearly as many as without it. */
const FREQUENT = 0.1;

/**
 * Of several words those that stand in many documents, but never the rarest: what is left can be looked up. They are
 * measured on the texts that the database keeps as its sample; before it has one, no word is frequent.
 */
export async function frequentWords(database: Database, words: readonly string[]): Promise<string[]> {
  const measured = words.filter((word) => LOOKED_UP.test(word));
  if (measured.length < 2) return [];
  const found = await sql<{ word: string }>`
    with sample as materialized (
      select unnest(histogram_bounds::text::text[]) as text from pg_stats
      where schemaname = 'public' and tablename = 'document_search' and attname = 'search_text'),
    measured as (
      select w.word, (select avg((text like w.pattern)::int) from sample) as share
      from unnest(${measured}::text[], ${measured.map(patternOf)}::text[]) w (word, pattern))
    select word from measured
    where share > ${FREQUENT} and share > (select min(share) from measured)`.execute(database);
  return found.rows.map((row) => row.word);
}

/** Texts that begin the numbers of documents: JE, OB … */
const DOCUMENT_PREFIXES = [
  ...new Set(SERVED_TYPES.map((type) => SERIES_FORMS[DOCUMENT_TYPES[type].document_series].prefix)),
].filter((prefix) => prefix !== '');

/** The numbers that a word may stand for: `234` for 0000234, JE0000234 and receipt 000000000234; none without a digit. */
export function numbersOf(word: string): string[] {
  if (!/\d/.test(word)) return [];
  const padded = paddedBatchNumber(word);
  if (word.length > SERIES_FORMS.batch.digits || parseSeriesNumber('batch', padded) === null)
    return [word.toUpperCase()];
  return [padded, word.padStart(SERIES_FORMS.or.digits, '0'), ...DOCUMENT_PREFIXES.map((prefix) => prefix + padded)];
}

/** Documents with one of these numbers, their own or of a receipt: `document_id` and `batch_id`. */
export function documentsNumbered(numbers: readonly string[]): RawBuilder<unknown> {
  const having = (column: 'document_number' | 'or_number' | 'ar_number') => sql`
    select d.id as document_id, d.batch_id from document d where d.${sql.ref(column)} = any (${numbers}::text[])`;
  return sql`${having('document_number')} union ${having('or_number')} union ${having('ar_number')}`;
}
