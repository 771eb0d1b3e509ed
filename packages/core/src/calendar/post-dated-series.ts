import { addDays, addMonths, daysBetween, LAST_DATE, monthOf, yearOf } from './calendar-date.ts';
import type { CalendarDate } from './calendar-date.ts';

/** How far apart the cheques of a post-dated series are. */
export const SERIES_INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;

export type SeriesInterval = (typeof SERIES_INTERVALS)[number];

/** A series has at most so many cheques: five years of months. */
export const MOST_CHEQUES = 60;

const MONTHS: Readonly<Record<Exclude<SeriesInterval, 'weekly'>, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/**
 * The dates of a series, each counted from the first, so that the 31st comes back after a shorter month (decisions §3:
 * one document per cheque). Null when the last one would be after 2100.
 */
export function seriesDates(first: CalendarDate, count: number, interval: SeriesInterval): CalendarDate[] | null {
  const last = count - 1;
  if (interval === 'weekly') {
    if (7 * last > daysBetween(first, LAST_DATE)) return null;
    return Array.from({ length: count }, (_, place) => addDays(first, 7 * place));
  }
  const monthsLeft = (yearOf(LAST_DATE) - yearOf(first)) * 12 + monthOf(LAST_DATE) - monthOf(first);
  if (MONTHS[interval] * last > monthsLeft) return null;
  return Array.from({ length: count }, (_, place) => addMonths(first, MONTHS[interval] * place));
}

/**
 * Consecutive cheque numbers, as wide as the first: "0000451", 3 → 451, 452, 453. Null when the text does not end in
 * digits or runs out of them.
 */
export function chequeNumbers(first: string, count: number): string[] | null {
  const digits = /\d{1,15}$/.exec(first)?.[0];
  if (digits === undefined) return null;
  const prefix = first.slice(0, -digits.length);
  const numbers = Array.from({ length: count }, (_, place) => String(BigInt(digits) + BigInt(place)));
  if (numbers.some((text) => text.length > digits.length)) return null;
  return numbers.map((text) => prefix + text.padStart(digits.length, '0'));
}
