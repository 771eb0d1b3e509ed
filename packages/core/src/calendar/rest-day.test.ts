import { expect, it } from 'vitest';
import { requireCalendarDate } from './calendar-date.ts';
import { restDayName } from './rest-day.ts';

const HOLIDAYS = [
  { date: requireCalendarDate('2026-12-25'), name: 'Christmas Day' },
  { date: requireCalendarDate('2026-11-01'), name: "All Saints' Day" },
];

it.each([
  ['2026-11-20', null],
  ['2026-11-21', 'Saturday'],
  ['2026-11-22', 'Sunday'],
  ['2026-11-23', null],
  ['2026-12-25', 'Christmas Day'],
  ['2026-11-01', "All Saints' Day"],
  ['1999-12-31', null],
  ['1999-12-26', 'Sunday'],
  ['1999-12-25', 'Saturday'],
])('%s rests as %s', (day, name) => {
  expect(restDayName(requireCalendarDate(day), HOLIDAYS)).toBe(name);
});
