import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  calendarDateOf,
  dayOf,
  daysBetween,
  endOfMonth,
  FIRST_DATE,
  monthOf,
  yearOf,
} from './calendar-date.ts';
import type { CalendarDate } from './calendar-date.ts';

/** Every day of the calendar in order, found by trying all days 1 … 31 of all months. */
function allDays(): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let year = 1901; year <= 2100; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= 31; day += 1) {
        const date = calendarDateOf(year, month, day);
        if (date !== null) days.push(date);
      }
    }
  }
  return days;
}

const DAYS = allDays();
const dayNumber = fc.integer({ min: 0, max: DAYS.length - 1 });

it('holds 200 years with 49 leap days', () => {
  expect(DAYS.length).toBe(200 * 365 + 49);
});

it('counts every day from the first to the last', () => {
  const counted = DAYS.map((_, number) => addDays(FIRST_DATE, number));
  expect(counted).toEqual(DAYS);
  expect(DAYS.map((date) => daysBetween(FIRST_DATE, date))).toEqual([...DAYS.keys()]);
});

it('differences and sums of days agree with counting', () => {
  fc.assert(
    fc.property(dayNumber, dayNumber, (from, to) => {
      const [first, second] = [DAYS[from], DAYS[to]];
      if (first === undefined || second === undefined) throw new Error('both numbers are days');
      expect(daysBetween(first, second)).toBe(to - from);
      expect(addDays(first, to - from)).toBe(second);
    }),
    { numRuns: 1000 },
  );
});

it('adding months reaches that month and keeps the day, or ends the month', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DAYS), fc.integer({ min: -600, max: 600 }), (date, months) => {
      const total = yearOf(date) * 12 + monthOf(date) - 1 + months;
      fc.pre(total >= 1901 * 12 && total < 2101 * 12);
      const moved = addMonths(date, months);
      expect(yearOf(moved) * 12 + monthOf(moved) - 1).toBe(total);
      expect(dayOf(moved)).toBe(Math.min(dayOf(date), dayOf(endOfMonth(moved))));
    }),
  );
});
