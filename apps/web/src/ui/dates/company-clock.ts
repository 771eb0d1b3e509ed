import { manilaClock } from '@talaan/contract/papers/manila-clock';
import { formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';

/** The company's clock, whatever the zone of this machine; instants in milliseconds of the clock of this machine or the server. */
const clockOf = (instant: number) => manilaClock(new Date(instant).toISOString());

/** The calendar date of an instant. */
export const calendarDateAt = (instant: number): CalendarDate => clockOf(instant).date;

/** The time of day of an instant: 14:02. */
export const clockAt = (instant: number): string => clockOf(instant).time;

/** Both, of an instant of this year: 22 May, 14:02. */
export function dayAndClockAt(instant: number): string {
  const { date, time } = clockOf(instant);
  return `${formatDetailDate(date).replace(/ \d{4}$/, '')}, ${time}`;
}
