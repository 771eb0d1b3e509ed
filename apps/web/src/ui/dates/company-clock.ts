import { parseCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';

/** Writes instants on the company's clock, whatever the zone of this machine (decisions §1); hours from 00 to 23. */
export function companyFormat(locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'Asia/Manila', hourCycle: 'h23' });
}

const DAY = companyFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const CLOCK = companyFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The calendar date of an instant, in milliseconds of the clock of this machine or the server. */
export function calendarDateAt(instant: number): CalendarDate {
  const text = DAY.format(instant);
  const date = parseCalendarDate(text);
  if (date === null) throw new Error(`The clock of this machine is outside the calendar: ${text}`);
  return date;
}

/** The time of day of an instant: 14:02. */
export const clockAt = (instant: number): string => CLOCK.format(instant);
