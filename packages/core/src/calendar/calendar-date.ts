/**
 * A day of the calendar as the text `YYYY-MM-DD`, without time and zone, from 1901-01-01 to 2100-12-31. Such texts sort
 * as dates. Arithmetic runs over day numbers of the Gregorian calendar and never over instants, so no zone can move it.
 */
export type CalendarDate = string & { readonly calendar: 'date' };

const FIRST_YEAR = 1901;
const LAST_YEAR = 2100;

/** The first and the last day that the product knows (reliability INV-25). */
export const FIRST_DATE = requireCalendarDate(`${FIRST_YEAR}-01-01`);
export const LAST_DATE = requireCalendarDate(`${LAST_YEAR}-12-31`);

/** The months of the year, January first. */
export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Whether a text is `YYYY-MM-DD` and a day that exists (not 2026-02-30, not 0000-00-00) in the years 1901 … 2100
 * (reliability INV-25, (d) 14).
 */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

/** Why a text is no date, behind the name of its field: it has another form, no such day, or is out of the years that are kept. */
export function dateFault(text: string): string {
  const asKept = text.replace(/^\d{4}/, '2000');
  return text !== asKept && isCalendarDate(asKept) && !isCalendarDate(text)
    ? `must be from ${FIRST_DATE} to ${LAST_DATE}.`
    : 'is not a calendar date (yyyy-mm-dd).';
}

/** Reads `YYYY-MM-DD`; null for any other text, as isCalendarDate tells. */
export function parseCalendarDate(text: string): CalendarDate | null {
  return isCalendarDate(text) ? text : null;
}

/** The date of a text that is already trusted, such as a database column. Any other text throws. */
export function requireCalendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new TypeError(`"${text}" is not a calendar date.`);
  return text;
}

/** The date of a year, a month 1 … 12 and a day, or null when there is no such day from 1901 to 2100. */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate | null {
  return parseCalendarDate(`${year}-${twoDigits(month)}-${twoDigits(day)}`);
}

/** The date so many days later (earlier when negative). Leaving 1901 … 2100 throws. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDayNumber(dayNumberOf(date) + days);
}

/**
 * The same day so many months later (earlier when negative), or the last day of that month when it is shorter:
 * 2026-01-31 + 1 month = 2026-02-28. Leaving 1901 … 2100 throws.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const monthNumber = yearOf(date) * 12 + (monthOf(date) - 1) + months;
  const year = Math.floor(monthNumber / 12);
  const month = monthNumber - year * 12 + 1;
  return dateText(year, month, Math.min(dayOf(date), daysInMonth(year, month)));
}

/** The first day of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return dateText(yearOf(date), monthOf(date), 1);
}

/** The last day of the date's month. */
export function endOfMonth(date: CalendarDate): CalendarDate {
  return dateText(yearOf(date), monthOf(date), daysInMonth(yearOf(date), monthOf(date)));
}

/** Days from the first date to the second: 0 for the same day, negative when the second is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumberOf(to) - dayNumberOf(from);
}

/** -1, 0 or 1 as the first date is before, on or after the second; usable for sorting. */
export function compareDates(left: CalendarDate, right: CalendarDate): -1 | 0 | 1 {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The year, four digits. */
export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

/** The month, 1 … 12. */
export function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7));
}

/** The day of the month, 1 … 31. */
export function dayOf(date: CalendarDate): number {
  return Number(date.slice(8));
}

/** yyyy-MM-dd, as lists show dates (spec 2 §9): "2025-05-22". */
export function formatListDate(date: CalendarDate): string {
  return date;
}

/** MM-d-yyyy, as prints show dates (spec 2 §9): "05-2-2025". */
export function formatPrintDate(date: CalendarDate): string {
  return `${date.slice(5, 7)}-${dayOf(date)}-${date.slice(0, 4)}`;
}

/** d MMM yyyy, as details show dates (spec 2 §9): "2 May 2025". */
export function formatDetailDate(date: CalendarDate): string {
  return `${dayOf(date)} ${shortMonthName(date)} ${date.slice(0, 4)}`;
}

/** MMM dd, yyyy in upper case, as report headers show dates (spec 2 §9): "MAY 02, 2025". */
export function formatReportDate(date: CalendarDate): string {
  return `${shortMonthName(date).toUpperCase()} ${date.slice(8)}, ${date.slice(0, 4)}`;
}

function shortMonthName(date: CalendarDate): string {
  return (MONTH_NAMES[monthOf(date) - 1] ?? '').slice(0, 3);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The date of a day that exists; one outside 1901 … 2100 throws. */
function dateText(year: number, month: number, day: number): CalendarDate {
  const date = calendarDateOf(year, month, day);
  if (date === null) throw new RangeError(`Dates run from ${FIRST_DATE} to ${LAST_DATE}.`);
  return date;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Days before the first of January of a year, counted from year 1. */
function daysBeforeYear(year: number): number {
  const previous = year - 1;
  return previous * 365 + Math.floor(previous / 4) - Math.floor(previous / 100) + Math.floor(previous / 400);
}

function dayNumberOf(date: CalendarDate): number {
  const year = yearOf(date);
  let days = daysBeforeYear(year) + dayOf(date);
  for (let month = 1; month < monthOf(date); month += 1) days += daysInMonth(year, month);
  return days;
}

function dateOfDayNumber(dayNumber: number): CalendarDate {
  let year = Math.floor(dayNumber / 365.2425) + 1;
  if (dayNumber <= daysBeforeYear(year)) year -= 1;
  else if (dayNumber > daysBeforeYear(year + 1)) year += 1;
  let day = dayNumber - daysBeforeYear(year);
  let month = 1;
  while (day > daysInMonth(year, month)) {
    day -= daysInMonth(year, month);
    month += 1;
  }
  return dateText(year, month, day);
}
