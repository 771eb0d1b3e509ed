import { requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';

/** Manila keeps UTC+8 all year. */
const OFFSET_MS = 8 * 60 * 60 * 1000;

/** What calendar and clock of the company show at an instant (ISO 8601): the date, and the time as `HH:mm`. Throws for anything else. */
export function manilaClock(instant: string): { readonly date: CalendarDate; readonly time: string } {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) throw new Error(`"${instant}" is no instant.`);
  const shown = new Date(at + OFFSET_MS).toISOString();
  return { date: requireCalendarDate(shown.slice(0, 10)), time: shown.slice(11, 16) };
}
