import { expect, it } from 'vitest';
import { calendarDateAt, clockAt, dayAndClockAt } from './company-clock.ts';

it('tells day and time in Manila, where the first hour of a day is 00', () => {
  const midnight = Date.parse('2025-05-22T16:05:00Z');
  expect([calendarDateAt(midnight), clockAt(midnight)]).toEqual(['2025-05-23', '00:05']);
  expect(dayAndClockAt(midnight)).toBe('23 May, 00:05');
  const before = midnight - 6 * 60_000;
  expect([calendarDateAt(before), clockAt(before)]).toEqual(['2025-05-22', '23:59']);
});
