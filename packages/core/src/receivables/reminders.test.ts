import { expect, it } from 'vitest';
import { addDays, requireCalendarDate } from '../calendar/calendar-date.ts';
import { reminderLabel, reminderOn, type SentReminder } from './reminders.ts';

const day = requireCalendarDate;
const OLDEST = day('2023-06-09');

/** What is due of an invoice so many days after it was due, as 'level due' or 'level told'. */
function on(daysLate: number, last: SentReminder | null = null): string | null {
  const found = reminderOn(addDays(OLDEST, daysLate), OLDEST, last);
  return found && `${found.level} ${found.is_due ? 'due' : 'told'}`;
}
const sent = (level: number, daysLate: number): SentReminder => ({ level, sent_on: addDays(OLDEST, daysLate) });

it('is the first from the day after, the second after a month, the last after two and never before another', () => {
  expect([0, 1, 30, 31, 60].map((days) => on(days))).toEqual([null, '1 due', '1 due', '2 due', '2 due']);
  expect([61, 400].map((days) => on(days))).toEqual(['2 due', '2 due']);
  expect(on(61, sent(2, 40))).toBe('3 due');
  expect([1, 2, 3, 9].map(reminderLabel)).toEqual(['First reminder', 'Second reminder', 'Last reminder', '']);
});

it('is the last a week after the one before at the earliest', () => {
  expect([400, 406, 407].map((days) => on(days, sent(2, 400)))).toEqual(['2 told', '2 told', '3 due']);
  expect(on(500, sent(3, 407))).toBe('3 told');
});

it('is sent once for what is late, again at the next level, and anew for what became late later', () => {
  expect([on(3, sent(1, 3)), on(40, sent(1, 3)), on(40, sent(2, 33))]).toEqual(['1 told', '2 due', '2 told']);
  // The last reminder of an older invoice that has been paid since, before this one was late and on its first day.
  expect([on(3, sent(3, -39)), on(3, sent(3, 1)), on(40, sent(3, 1))]).toEqual(['1 due', '1 told', '2 due']);
  expect(on(61, sent(3, -39))).toBe('2 due');
});
