import { sql, type RawBuilder } from 'kysely';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { parseSeriesNumber, SERIES_FORMS } from '@talaan/core/numbering/series';
import { inSmallLetters, patternOf } from '../../platform/database/search-pattern.ts';
import { paddedBatchNumber } from '../record/batch-call.ts';

/** Words beyond this number do not narrow a search further. */
const MOST_WORDS = 6;

/** The words of a text in small letters, as the texts of documents are kept. */
export function searchWords(text: string): string[] {
  return inSmallLetters(text.normalize('NFC')).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/** Whether a row of `document_search` (alias `s`) holds every word, in any order. */
export function documentsHolding(words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  return sql.join(
    words.map((word) => sql`s.search_text like ${patternOf(word)}`),
    sql` and `,
  );
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
