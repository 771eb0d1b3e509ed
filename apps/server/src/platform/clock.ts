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

const MANILA_CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Manila', hour: '2-digit', minute: '2-digit' });

/** An instant for a sentence, on the company's clock: "14:02" today, "2025-05-22 14:02" on another day. */
export function clockText(instant: string, now: Date = new Date()): string {
  const at = new Date(instant);
  return today(at) === today(now) ? MANILA_CLOCK.format(at) : dateTimeText(instant);
}

/** The same with its day, for what is read later: "2025-05-22 14:02". */
export function dateTimeText(instant: string): string {
  const at = new Date(instant);
  return `${today(at)} ${MANILA_CLOCK.format(at)}`;
}

/** The hour of an instant on the company's clock, 0 to 23. */
export function hourInManila(now: Date): number {
  return Number(MANILA_CLOCK.format(now).slice(0, 2));
}
