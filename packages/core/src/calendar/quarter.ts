import { addMonths, calendarDateOf, endOfMonth, monthOf, yearOf, type CalendarDate } from './calendar-date.ts';

/** A quarter of the fiscal year, which is the calendar year. */
export interface Quarter {
  readonly fiscal_year: number;
  /** 1 to 4. */
  readonly quarter: number;
}

/** The quarter that a date is in. */
export function quarterOf(date: CalendarDate): Quarter {
  return { fiscal_year: yearOf(date), quarter: Math.ceil(monthOf(date) / 3) };
}

/** First and last day of a quarter. A year outside 1901 to 2100 or a quarter outside 1 to 4 throws: the caller refuses it before. */
export function quarterDays({ fiscal_year, quarter }: Quarter): {
  readonly date_from: CalendarDate;
  readonly date_to: CalendarDate;
} {
  const date_from = calendarDateOf(fiscal_year, quarter * 3 - 2, 1);
  if (date_from === null) throw new RangeError(`There is no quarter ${quarter} of ${fiscal_year}.`);
  return { date_from, date_to: endOfMonth(addMonths(date_from, 2)) };
}

/** Which month of its quarter a date is in: 1, 2 or 3. */
export function monthOfQuarter(date: CalendarDate): 1 | 2 | 3 {
  return (((monthOf(date) - 1) % 3) + 1) as 1 | 2 | 3;
}
