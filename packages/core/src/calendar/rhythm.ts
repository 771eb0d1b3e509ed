import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  requireCalendarDate,
  type CalendarDate,
} from './calendar-date.ts';

export const RHYTHMS = ['daily', 'weekly', 'month_end'] as const;

/** On which days something comes again: each day, one day of the week, or the last day of each month. */
export interface Rhythm {
  readonly rhythm: (typeof RHYTHMS)[number];
  /** 1 Monday to 7 Sunday where it is weekly, else null. */
  readonly weekday: number | null;
}

/** The days of the week, Monday first. */
export const WEEKDAY_NAMES: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

/** 'each Monday at 08:00'. */
export function rhythmText({ rhythm, weekday, hour }: Rhythm & { readonly hour: number }): string {
  const at = `at ${String(hour).padStart(2, '0')}:00`;
  if (rhythm === 'daily') return `each day ${at}`;
  return rhythm === 'weekly' ? `each ${WEEKDAY_NAMES[weekday! - 1]} ${at}` : `on the last day of each month ${at}`;
}

const A_MONDAY = requireCalendarDate('1901-01-07');

/** The day of the week of a date, 1 Monday to 7 Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return (((daysBetween(A_MONDAY, date) % 7) + 7) % 7) + 1;
}

/** The last day of a rhythm that is not after a date. */
export function lastDayOf({ rhythm, weekday }: Rhythm, date: CalendarDate): CalendarDate {
  if (rhythm === 'daily') return date;
  if (rhythm === 'weekly') return addDays(date, -((weekdayOf(date) - weekday! + 7) % 7));
  const end = endOfMonth(date);
  return end === date ? end : endOfMonth(addMonths(date, -1));
}

/** The first day of a rhythm that is not before a date. */
export function nextDayOf({ rhythm, weekday }: Rhythm, date: CalendarDate): CalendarDate {
  if (rhythm === 'daily') return date;
  if (rhythm === 'weekly') return addDays(date, (weekday! - weekdayOf(date) + 7) % 7);
  return endOfMonth(date);
}
