import * as z from 'zod';
import {
  addDays,
  addMonths,
  calendarDateOf,
  daysBetween,
  endOfMonth,
  formatReportDate,
  dateFault,
  monthOf,
  parseCalendarDate,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';

/** The two ways to ask for a period: by dates, or for a month (spec 2 §3). */
export const PERIOD_TYPES = ['daily', 'ftm'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

export const PERIOD_TYPE_LABELS: Record<PeriodType, string> = { daily: 'Daily', ftm: 'For the month' };

/** The longest period of a report (reliability (d) 28). */
const LONGEST_PERIOD_YEARS = 5;

const FIRST_YEAR = 1901;
const LAST_YEAR = 2100;

export interface ReportPeriod {
  readonly date_from: CalendarDate;
  readonly date_to: CalendarDate;
}

/** A value of a filter as a query carries it; empty is absent. */
export const filterText = z
  .union([z.string().max(250), z.int()], 'is not valid.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : String(value)));

/** What a filter says of its days. */
type GivenDays = Readonly<Record<string, string | undefined>>;

interface PeriodFault {
  field: string;
  message: string;
}

/** The month of `year` and `month`, or what is wrong with each of them (reliability (d) 28, 29). */
export function monthOfFilter(filter: GivenDays, faults: PeriodFault[]): ReportPeriod | null {
  const year = readWhole(filter['year']);
  const month = readWhole(filter['month']);
  if (filter['year'] === undefined) faults.push({ field: 'year', message: 'year is required.' });
  else if (year < FIRST_YEAR || year > LAST_YEAR) {
    faults.push({ field: 'year', message: `year must be ${FIRST_YEAR} to ${LAST_YEAR}.` });
  }
  if (filter['month'] === undefined) faults.push({ field: 'month', message: 'month is required.' });
  else if (month < 1 || month > 12) faults.push({ field: 'month', message: 'month must be 1 to 12.' });
  if (faults.length > 0) return null;
  const first = calendarDateOf(year, month, 1);
  return first && { date_from: first, date_to: endOfMonth(first) };
}

/** The whole number of a text, or -1. */
function readWhole(text: string | undefined): number {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : -1;
}

/** The days of `date_from` and `date_to`, or what is wrong with each of them. */
export function datesOf(filter: GivenDays, faults: PeriodFault[]): ReportPeriod | null {
  const from = readDate(filter['date_from'], 'date_from', faults);
  const to = readDate(filter['date_to'], 'date_to', faults);
  if (!from || !to) return null;
  if (from > to) faults.push({ field: 'date_from', message: 'date from is after date to.' });
  else if (spansTooLong(from, to)) {
    faults.push({ field: 'date_to', message: `The period may span at most ${LONGEST_PERIOD_YEARS} years.` });
  }
  return faults.length > 0 ? null : { date_from: from, date_to: to };
}

function readDate(
  text: string | undefined,
  field: 'date_from' | 'date_to',
  faults: PeriodFault[],
): CalendarDate | null {
  const label = field.replace('_', ' ');
  const date = text === undefined ? null : parseCalendarDate(text);
  if (text === undefined) faults.push({ field, message: `${label} is required.` });
  else if (!date) faults.push({ field, message: `${label} ${dateFault(text)}` });
  return date;
}

function spansTooLong(from: CalendarDate, to: CalendarDate): boolean {
  if (yearOf(from) + LONGEST_PERIOD_YEARS > LAST_YEAR) return false;
  return to >= addMonths(from, LONGEST_PERIOD_YEARS * 12);
}

/** The period as report headers print it: "MAY 01, 2025 TO MAY 31, 2025" (spec 2 §9). */
export function periodText(period: ReportPeriod): string {
  return `${formatReportDate(period.date_from)} TO ${formatReportDate(period.date_to)}`;
}

/** The days that a report is compared with: whole months with as many before them, other days with as many before them; or those a year before. */
export function comparedDays(days: ReportPeriod, compare: string): ReportPeriod {
  const { date_from, date_to } = days;
  if (compare === 'year') {
    const monthEnd = date_to === endOfMonth(date_to);
    const to = addMonths(date_to, -12);
    return { date_from: addMonths(date_from, -12), date_to: monthEnd ? endOfMonth(to) : to };
  }
  if (date_from === date_to) {
    const before = date_to === endOfMonth(date_to) ? endOfMonth(addMonths(date_to, -1)) : addMonths(date_to, -1);
    return { date_from: before, date_to: before };
  }
  const whole = date_from === startOfMonth(date_from) && date_to === endOfMonth(date_to);
  const last = addDays(date_from, -1);
  if (!whole) return { date_from: addDays(last, -daysBetween(date_from, date_to)), date_to: last };
  const months = yearMonth(date_to) - yearMonth(date_from) + 1;
  return { date_from: addMonths(date_from, -months), date_to: last };
}

const yearMonth = (date: CalendarDate) => yearOf(date) * 12 + monthOf(date);
