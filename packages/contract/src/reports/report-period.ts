import * as z from 'zod';
import {
  addMonths,
  calendarDateOf,
  endOfMonth,
  formatReportDate,
  monthOf,
  dateFault,
  parseCalendarDate,
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

const filterText = z
  .union([z.string().max(10), z.int()], 'is not valid.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : String(value)));

/**
 * The period fields of a report's filter, as the specification names them. `daily` uses the dates, `ftm` year and month;
 * the fields of the other type are accepted and ignored. Checked by `withPeriod`.
 */
export const periodFields = {
  type: z.enum(PERIOD_TYPES, 'type must be daily or ftm.'),
  year: filterText,
  month: filterText,
  date_from: filterText,
  date_to: filterText,
};

/** Says which name is no filter, so that a misspelt one is not taken for "all". */
export const unknownFilter = {
  error: (issue: { code?: string; keys?: readonly string[] }) =>
    issue.code === 'unrecognized_keys' ? `This report has no filter named ${issue.keys?.join(', ')}.` : undefined,
};

/** A period filter as a screen sends it. */
export interface PeriodFilter {
  type: PeriodType;
  year?: string | undefined;
  month?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Transform of a filter schema: adds the checked `period`, or answers what is wrong with each field (reliability (d) 28, 29). */
export function withPeriod<Filter extends PeriodFilter>(
  filter: Filter,
  context: z.RefinementCtx,
): Filter & { period: ReportPeriod } {
  const faults: PeriodFault[] = [];
  const period = filter.type === 'daily' ? readDates(filter, faults) : readMonth(filter, faults);
  for (const fault of faults) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
  return period ? { ...filter, period } : z.NEVER;
}

interface PeriodFault {
  field: 'year' | 'month' | 'date_from' | 'date_to';
  message: string;
}

function readMonth(filter: PeriodFilter, faults: PeriodFault[]): ReportPeriod | null {
  const year = readWhole(filter.year);
  const month = readWhole(filter.month);
  if (filter.year === undefined) faults.push({ field: 'year', message: 'year is required.' });
  else if (year < FIRST_YEAR || year > LAST_YEAR) {
    faults.push({ field: 'year', message: `year must be ${FIRST_YEAR} to ${LAST_YEAR}.` });
  }
  if (filter.month === undefined) faults.push({ field: 'month', message: 'month is required.' });
  else if (month < 1 || month > 12) faults.push({ field: 'month', message: 'month must be 1 to 12.' });
  if (faults.length > 0) return null;
  const first = calendarDateOf(year, month, 1);
  return first && { date_from: first, date_to: endOfMonth(first) };
}

/** The whole number of a text, or -1. */
function readWhole(text: string | undefined): number {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : -1;
}

function readDates(filter: PeriodFilter, faults: PeriodFault[]): ReportPeriod | null {
  const from = readDate(filter.date_from, 'date_from', faults);
  const to = readDate(filter.date_to, 'date_to', faults);
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

/** The month of a date as the filter of type `ftm` carries it. */
export function monthFilter(date: CalendarDate): PeriodFilter {
  return { type: 'ftm', year: String(yearOf(date)), month: String(monthOf(date)) };
}
