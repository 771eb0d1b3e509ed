import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { manilaClock } from '@talaan/contract/papers/manila-clock';

/** Today's calendar date in the company's zone, Asia/Manila (decisions §1). */
export function today(now: Date = new Date()): CalendarDate {
  return manilaClock(now.toISOString()).date;
}

/** An instant for a sentence, on the company's clock: "14:02" today, "2025-05-22 14:02" on another day. */
export function clockText(instant: string, now: Date = new Date()): string {
  const { date, time } = manilaClock(instant);
  return date === today(now) ? time : `${date} ${time}`;
}

/** The same with its day, for what is read later: "2025-05-22 14:02". */
export function dateTimeText(instant: string): string {
  const { date, time } = manilaClock(instant);
  return `${date} ${time}`;
}

/** The hour of an instant on the company's clock, 0 to 23. */
export function hourInManila(now: Date): number {
  return Number(manilaClock(now.toISOString()).time.slice(0, 2));
}

/** The instant at which the company's clock shows a full hour of a day. */
export function instantInManila(date: CalendarDate, hour: number): Date {
  return new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+08:00`);
}

/** What the company's clock shows at an instant, with its seconds: "14:02:07". */
export function timeInManila(instant: string): string {
  const { time } = manilaClock(instant);
  return `${time}:${new Date(instant).toISOString().slice(17, 19)}`;
}
