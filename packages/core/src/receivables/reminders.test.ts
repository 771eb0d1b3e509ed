import { expect, it } from 'vitest';
import { requireCalendarDate } from '../calendar/calendar-date.ts';
import { isReminderDue, reminderLabel, reminderLevel } from './reminders.ts';

const day = requireCalendarDate;

it('is the first from the day after, the second after a month, the last after two', () => {
  expect([0, 1, 30, 31, 60, 61, 400].map(reminderLevel)).toEqual([null, 1, 1, 2, 2, 3, 3]);
  expect([1, 2, 3, 9].map(reminderLabel)).toEqual(['First reminder', 'Second reminder', 'Last reminder', '']);
});

it('is sent once for what is late, again at the next level, and anew for what became late later', () => {
  const oldest = day('2023-06-09');
  expect(isReminderDue(1, oldest, null)).toBe(true);
  expect(isReminderDue(1, oldest, { level: 1, sent_on: day('2023-06-12') })).toBe(false);
  expect(isReminderDue(2, oldest, { level: 1, sent_on: day('2023-06-12') })).toBe(true);
  expect(isReminderDue(2, oldest, { level: 2, sent_on: day('2023-07-12') })).toBe(false);
  // The last reminder of an older invoice that has been paid since, before this one was late and on its first day.
  expect(isReminderDue(1, oldest, { level: 3, sent_on: day('2023-05-01') })).toBe(true);
  expect(isReminderDue(1, oldest, { level: 3, sent_on: day('2023-06-10') })).toBe(false);
  expect(isReminderDue(2, oldest, { level: 3, sent_on: day('2023-06-10') })).toBe(true);
});
