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

/** A series begins with twelve months. */
export const NEW_SERIES: EntrySeries = { count: '12', interval: 'monthly', cheques: [] };

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
