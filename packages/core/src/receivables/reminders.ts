/** Reminders of what is past due: which one is due, and when the next (decisions §6). */
import { daysBetween, type CalendarDate } from '../calendar/calendar-date.ts';

/** The levels in their order: each is due when the oldest invoice is so many whole days late. The last one proposes a hold. */
export const REMINDER_LEVELS = [
  { level: 1, from_days: 1, label: 'First reminder' },
  { level: 2, from_days: 31, label: 'Second reminder' },
  { level: 3, from_days: 61, label: 'Last reminder' },
] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number]['level'];

/** A reminder that was sent: its level, and the calendar date. */
export interface SentReminder {
  readonly level: number;
  readonly sent_on: CalendarDate;
}

/** The level for so many days late; null for what is not late. */
export function reminderLevel(daysLate: number): ReminderLevel | null {
  return REMINDER_LEVELS.findLast(({ from_days }) => daysLate >= from_days)?.level ?? null;
}

/**
 * Whether the level is to be sent: once for what is late, a higher level after a lower one. What the last reminder said counts
 * as far as it was about the invoice that is the oldest now: an older one may have been paid since.
 */
export function isReminderDue(level: ReminderLevel, oldestDue: CalendarDate, last: SentReminder | null): boolean {
  if (last === null) return true;
  const of_this = reminderLevel(daysBetween(oldestDue, last.sent_on)) ?? 0;
  return Math.min(last.level, of_this) < level;
}

/** What the level is called. */
export function reminderLabel(level: number): string {
  return REMINDER_LEVELS.find((one) => one.level === level)?.label ?? '';
}
