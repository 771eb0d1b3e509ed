import { daysBetween, requireCalendarDate, type CalendarDate } from './calendar-date.ts';

/** A day that is free beside Saturdays and Sundays, and what it is called. */
export interface Holiday {
  readonly date: CalendarDate;
  readonly name: string;
}

const A_SATURDAY = requireCalendarDate('2000-01-01');

/** What a rest day is called: the holiday, else Saturday or Sunday; null for a working day. */
export function restDayName(date: CalendarDate, holidays: Iterable<Holiday>): string | null {
  for (const holiday of holidays) if (holiday.date === date) return holiday.name;
  const weekday = (((daysBetween(A_SATURDAY, date) % 7) + 7) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
  return weekday === 0 ? 'Saturday' : weekday === 1 ? 'Sunday' : null;
}
