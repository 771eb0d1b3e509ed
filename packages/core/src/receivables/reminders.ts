/** Reminders of what is past due: which one is due, and when the next (decisions §6). */
import { daysBetween, type CalendarDate } from '../calendar/calendar-date.ts';

/** The levels in their order: each is due when the oldest invoice is so many whole days late. The last one proposes a hold. */
export const REMINDER_LEVELS = [
  { level: 1, from_days: 1, label: 'First reminder' },
  { level: 2, from_days: 31, label: 'Second reminder' },
  { level: 3, from_days: 61, label: 'Last reminder' },
] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number]['level'];
const LAST_LEVEL = 3;

/** A reminder that was sent: its level, and the calendar date. */
export interface SentReminder {
  readonly level: number;
  readonly sent_on: CalendarDate;
}

/** The level for so many days late; null for what is not late. */
function reminderLevel(daysLate: number): ReminderLevel | null {
  return REMINDER_LEVELS.findLast(({ from_days }) => daysLate >= from_days)?.level ?? null;
}

/** The last reminder goes out so many days after the one before, which had as long to be answered. */
const DAYS_BEFORE_LAST = 7;

/**
 * The level of what is late since a day, and whether it is to be sent: once, a higher level after a lower one, the last one
 * never first. What was sent counts as far as it was about the invoice that is the oldest now: an older one may have been
 * paid since. Null for what is not late.
 */
export function reminderOn(
  today: CalendarDate,
  oldestDue: CalendarDate,
  last: SentReminder | null,
): { readonly level: ReminderLevel; readonly is_due: boolean } | null {
  const byDays = reminderLevel(daysBetween(oldestDue, today));
  if (byDays === null) return null;
  const told = last === null ? 0 : Math.min(last.level, reminderLevel(daysBetween(oldestDue, last.sent_on)) ?? 0);
  const mayBeLast =
    told === LAST_LEVEL || (last !== null && told > 0 && daysBetween(last.sent_on, today) >= DAYS_BEFORE_LAST);
  const level = byDays === LAST_LEVEL && !mayBeLast ? 2 : byDays;
  return { level, is_due: told < level };
}

/** What the level is called. */
export function reminderLabel(level: number): string {
  return REMINDER_LEVELS.find((one) => one.level === level)?.label ?? '';
}
