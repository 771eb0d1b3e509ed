import { describe, expect, it } from 'vitest';
import { requireCalendarDate } from './calendar-date.ts';
import { readDateShorthand } from './date-shorthand.ts';

const TODAY = requireCalendarDate('2025-06-10');
const CURRENT = requireCalendarDate('2024-05-31');

function read(text: string, current: typeof CURRENT | null = CURRENT) {
  return readDateShorthand(text, { today: TODAY, current });
}

describe('readDateShorthand', () => {
  it.each([
    ['t', '2025-06-10'],
    ['T', '2025-06-10'],
    ['+5', '2024-06-05'],
    ['-1', '2024-05-30'],
    ['3', '2024-05-03'],
    ['03', '2024-05-03'],
    ['5-3', '2024-05-03'],
    ['02-29', '2024-02-29'],
    ['20250522', '2025-05-22'],
    [' 2025-05-22 ', '2025-05-22'],
  ])('reads %j beside 2024-05-31 as %s', (text, date) => {
    expect(read(text)).toBe(date);
  });

  it('starts from today in an empty field', () => {
    expect([read('+5', null), read('3', null), read('5-3', null)]).toEqual(['2025-06-15', '2025-06-03', '2025-05-03']);
    expect(readDateShorthand('-10', { today: TODAY })).toBe('2025-05-31');
  });

  it.each(
    [
      ['', '0', '32', '2-30', '13-1', '20250230', '2025-5', 'x', '+', '1.5', '5/3', '+123456', '31/12/2026'],
      ['x+5', '+5x', 'x3', '3x', '2024-5-3', '5-3x', '5-123', '120250522', '20250522x'],
    ].flat(),
  )('reads no date from %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it('stays within the calendar, to the day', () => {
    const near = requireCalendarDate('2100-12-30');
    expect(readDateShorthand('+1', { today: near })).toBe('2100-12-31');
    expect(readDateShorthand('+2', { today: near })).toBeNull();
    expect(readDateShorthand('-1', { today: requireCalendarDate('1901-01-01') })).toBeNull();
    expect(readDateShorthand('-1', { today: requireCalendarDate('1901-01-02') })).toBe('1901-01-01');
  });
});
