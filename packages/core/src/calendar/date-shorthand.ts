import {
  addDays,
  calendarDateOf,
  daysBetween,
  FIRST_DATE,
  LAST_DATE,
  monthOf,
  parseCalendarDate,
  yearOf,
} from './calendar-date.ts';
import type { CalendarDate } from './calendar-date.ts';

/**
 * Reads what a person types into a date field (ux §5): "t" today, "+5" and "-1" days from the field's date, "3" that
 * day of its month, "5-3" that month and day of its year, "20250522" and "2025-05-22". `current` is the date that the
 * field holds; where it is empty, today stands for it. Returns null when the text is none of these or no such day.
 */
export function readDateShorthand(
  text: string,
  { today, current }: { readonly today: CalendarDate; readonly current?: CalendarDate | null },
): CalendarDate | null {
  const typed = text.trim().toLowerCase();
  const base = current ?? today;
  if (typed === 't') return today;
  if (/^[+-]\d{1,5}$/.test(typed)) return daysFrom(base, Number(typed));
  if (/^\d{1,2}$/.test(typed)) return calendarDateOf(yearOf(base), monthOf(base), Number(typed));
  const monthAndDay = /^(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (monthAndDay !== null) return calendarDateOf(yearOf(base), Number(monthAndDay[1]), Number(monthAndDay[2]));
  const eightDigits = /^(\d{4})(\d{2})(\d{2})$/.exec(typed);
  if (eightDigits !== null) return parseCalendarDate(eightDigits.slice(1).join('-'));
  return parseCalendarDate(typed);
}

/** So many days later, or null beyond the calendar. */
function daysFrom(date: CalendarDate, days: number): CalendarDate | null {
  const within = days >= daysBetween(date, FIRST_DATE) && days <= daysBetween(date, LAST_DATE);
  return within ? addDays(date, days) : null;
}
