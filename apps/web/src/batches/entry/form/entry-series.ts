import { isCalendarDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { chequeNumbers, MOST_CHEQUES, seriesDates, type SeriesInterval } from '@talaan/core/calendar/post-dated-series';
import { figuresProblem } from '../../../ui/fields/figures-field.tsx';

/** One cheque of a series that is being entered. */
export interface SeriesCheque {
  /** `YYYY-MM-DD`, '' or the text as it stands while it is no date. */
  readonly date: string;
  readonly number: string;
}

/** A new post-dated series: what it was counted from, and its cheques, whose dates and numbers may be typed over. */
export interface EntrySeries {
  /** How many, as typed. */
  readonly count: string;
  readonly interval: SeriesInterval;
  readonly cheques: readonly SeriesCheque[];
}

/** What a header says about its cheques. */
interface SeriesHeader {
  readonly series: EntrySeries | null;
  readonly document_date: string;
  readonly cheque_number: string;
}

/** A new series of as many months as the remarks speak of; of the least that a series has where they say nothing. */
export function newSeries(remarks: string): EntrySeries {
  const said = Math.max(2, Math.min(monthsSaid(remarks) ?? 2, MOST_CHEQUES));
  return { count: String(said), interval: 'monthly', cheques: [] };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?(?:\\s+(\\d{4}))?`;
const FROM_TO = new RegExp(`\\b${MONTH}\\s*(?:to|until|through|-|–)\\s*${MONTH}`, 'i');
const COUNTED = /\b(\d{1,2})\s+(?:post-?dated\s+)?(?:cheques|checks|months)\b/i;

/** How many months remarks name: "JUNE TO NOVEMBER 2025" and "6 cheques" are 6; null where they name none. */
export function monthsSaid(remarks: string): number | null {
  const counted = COUNTED.exec(remarks)?.[1];
  if (counted !== undefined) return Number(counted);
  const [, from, fromYear, to, toYear] = FROM_TO.exec(remarks) ?? [];
  if (from === undefined || to === undefined) return null;
  const apart = MONTHS.indexOf(to.toLowerCase()) - MONTHS.indexOf(from.toLowerCase());
  const years =
    fromYear === undefined || toYear === undefined ? (apart < 0 ? 1 : 0) : Number(toYear) - Number(fromYear);
  const months = 12 * years + apart + 1;
  return months > 0 ? months : null;
}

/** Why a number of cheques cannot stand; null when it can. */
export function countFault(count: string): string | null {
  if (count === '') return 'Number of cheques is required.';
  const number = figuresProblem(count) === null ? Number(count) : 0;
  return number >= 2 && number <= MOST_CHEQUES ? null : `A series has 2 to ${MOST_CHEQUES} cheques.`;
}

/** As many characters as a cheque number may have. */
export const LONGEST_CHEQUE_NUMBER = 40;

/** Which cheque of a series has a number that is none; null when none has. */
export function numberFault({ cheques }: EntrySeries): string | null {
  const problems = cheques.map(({ number }) => figuresProblem(number, 'paper', LONGEST_CHEQUE_NUMBER));
  const wrong = problems.findIndex((problem) => problem !== null);
  return wrong < 0 ? null : `The number of cheque ${wrong + 1} ${problems[wrong]}`;
}

/** Why a series cannot be saved: its count, a date or a number that is none; null when it can. */
export function seriesFault(series: EntrySeries): string | null {
  const wrong = series.cheques.findIndex(({ date }) => !isCalendarDate(date));
  return countFault(series.count) ?? numberFault(series) ?? (wrong < 0 ? null : `Cheque ${wrong + 1} has no date.`);
}

/** The series after a change of the head: counted anew where the change is about what it is counted from. */
export function followSeries(before: SeriesHeader, after: SeriesHeader): EntrySeries | null {
  const { series } = after;
  if (series === null || countFault(series.count) !== null) return series;
  const count = Number(series.count);
  const isNew = before.series === null || series.cheques.length !== count;
  const { cheques } = series;
  const redate = isNew || before.document_date !== after.document_date || before.series?.interval !== series.interval;
  const renumber = isNew || before.cheque_number !== after.cheque_number;
  const first = parseCalendarDate(after.document_date);
  const dates = redate && first !== null ? seriesDates(first, count, series.interval) : null;
  const numbers = renumber && after.cheque_number !== '' ? chequeNumbers(after.cheque_number, count) : null;
  return {
    ...series,
    cheques: Array.from({ length: count }, (_, place) => ({
      date: dates?.[place] ?? cheques[place]?.date ?? '',
      number: renumber ? (numbers?.[place] ?? '') : (cheques[place]?.number ?? ''),
    })),
  };
}
