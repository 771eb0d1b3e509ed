import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, daysBetween, endOfMonth, requireCalendarDate, type CalendarDate } from './calendar-date.ts';
import { lastDayOf, nextDayOf, RHYTHMS, weekdayOf, type Rhythm } from './rhythm.ts';

const on = requireCalendarDate;

it('knows the day of the week', () => {
  expect(weekdayOf(on('2026-11-27'))).toBe(5);
  expect(weekdayOf(on('2000-01-01'))).toBe(6);
  expect(weekdayOf(on('1901-01-01'))).toBe(2);
  expect(weekdayOf(on('2023-12-31'))).toBe(7);
});

it.each<[Rhythm['rhythm'], number | null, string, string, string]>([
  ['daily', null, '2024-02-28', '2024-02-28', '2024-02-28'],
  ['weekly', 1, '2026-11-27', '2026-11-23', '2026-11-30'],
  ['weekly', 5, '2026-11-27', '2026-11-27', '2026-11-27'],
  ['month_end', null, '2024-02-28', '2024-01-31', '2024-02-29'],
  ['month_end', null, '2024-02-29', '2024-02-29', '2024-02-29'],
  ['month_end', null, '2023-03-30', '2023-02-28', '2023-03-31'],
])('%s %s from %s: last on %s, next on %s', (rhythm, weekday, date, last, next) => {
  expect([lastDayOf({ rhythm, weekday }, on(date)), nextDayOf({ rhythm, weekday }, on(date))]).toEqual([last, next]);
});

it('has no day of its own between the last and the next one', () => {
  const isOne = ({ rhythm, weekday }: Rhythm, day: CalendarDate) =>
    rhythm === 'daily' || (rhythm === 'weekly' ? weekdayOf(day) === weekday : endOfMonth(day) === day);
  fc.assert(
    fc.property(
      fc.constantFrom(...RHYTHMS),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 20_000 }),
      (rhythm, day, days) => {
        const of = { rhythm, weekday: rhythm === 'weekly' ? day : null };
        const date = addDays(on('2000-03-01'), days);
        const [last, next] = [lastDayOf(of, date), nextDayOf(of, date)];
        expect(last <= date && date <= next && isOne(of, last) && isOne(of, next)).toBe(true);
        for (let at = 1; at < daysBetween(last, next); at += 1) expect(isOne(of, addDays(last, at))).toBe(false);
      },
    ),
  );
});
