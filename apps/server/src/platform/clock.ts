import { parseCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';

const MANILA = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Manila',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Today's calendar date in the company's zone, Asia/Manila (decisions §1). */
export function today(now: Date = new Date()): CalendarDate {
  return parseCalendarDate(MANILA.format(now))!;
}
