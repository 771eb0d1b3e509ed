import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  calendarDateOf,
  compareDates,
  dateFault,
  daysBetween,
  endOfMonth,
  formatDetailDate,
  formatListDate,
  formatPrintDate,
  formatReportDate,
  MONTH_NAMES,
  parseCalendarDate,
  requireCalendarDate,
  startOfMonth,
} from './calendar-date.ts';

describe('reading', () => {
  it('says of a day out of the years that are kept which they are', () => {
    for (const text of ['1900-01-05', '2101-01-01'])
      expect(dateFault(text)).toBe('must be from 1901-01-01 to 2100-12-31.');
    for (const text of ['1900-02-30', '2026-02-30', '05/01/1900', ''])
      expect(dateFault(text)).toBe('is not a calendar date (yyyy-mm-dd).');
  });

  it.each(['1901-01-01', '2100-12-31', '2024-02-29', '2000-02-29'])('accepts %s', (text) => {
    expect(parseCalendarDate(text)).toBe(text);
  });

  it.each([
    '2026-02-30',
    '2023-02-29',
    '1900-12-31',
    '2101-01-01',
    '0000-00-00',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '31/12/2026',
    '2026-01-01T00:00',
    '12026-01-01',
    ' 2026-01-01',
    '',
  ])('refuses %j', (text) => {
    expect(parseCalendarDate(text)).toBeNull();
    expect(() => requireCalendarDate(text)).toThrow('is not a calendar date');
  });

  it('composes a date of numbers, or nothing', () => {
    expect(calendarDateOf(2026, 2, 28)).toBe('2026-02-28');
    expect([calendarDateOf(2026, 2, 29), calendarDateOf(2026, 1.5, 1), calendarDateOf(NaN, 1, 1)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('arithmetic', () => {
  it('keeps the last day of a shorter month', () => {
    expect(addMonths(requireCalendarDate('2026-01-31'), 1)).toBe('2026-02-28');
    expect(addMonths(requireCalendarDate('2023-12-05'), 1)).toBe('2024-01-05');
    expect(addMonths(requireCalendarDate('2024-03-31'), -13)).toBe('2023-02-28');
  });

  it('moves over month and year ends', () => {
    expect(addDays(requireCalendarDate('2023-12-31'), 1)).toBe('2024-01-01');
    expect(addDays(requireCalendarDate('2024-03-01'), -1)).toBe('2024-02-29');
    expect([startOfMonth(requireCalendarDate('2024-02-10')), endOfMonth(requireCalendarDate('2024-02-10'))]).toEqual([
      '2024-02-01',
      '2024-02-29',
    ]);
  });

  it('counts the days of the aging table of worked example E12', () => {
    const asOf = requireCalendarDate('2023-06-30');
    const billed = ['2023-06-30', '2023-05-31', '2023-05-30', '2023-05-01', '2023-04-30', '2023-04-01', '2023-03-01'];
    expect(billed.map((day) => daysBetween(requireCalendarDate(day), asOf))).toEqual([0, 30, 31, 60, 61, 90, 121]);
    expect(daysBetween(asOf, requireCalendarDate('2023-06-29'))).toBe(-1);
  });

  it('throws when it leaves the calendar', () => {
    expect(() => addDays(requireCalendarDate('2100-12-31'), 1)).toThrow('1901-01-01');
    expect(() => addMonths(requireCalendarDate('1901-01-15'), -1)).toThrow('1901-01-01');
    expect(() => addDays(requireCalendarDate('2026-01-01'), Number.NaN)).toThrow('1901-01-01');
  });

  it('orders dates', () => {
    const days = [
      requireCalendarDate('2024-02-01'),
      requireCalendarDate('2023-12-31'),
      requireCalendarDate('2024-01-31'),
    ];
    expect(days.toSorted(compareDates)).toEqual(['2023-12-31', '2024-01-31', '2024-02-01']);
    expect(compareDates(requireCalendarDate('2024-01-01'), requireCalendarDate('2024-01-01'))).toBe(0);
  });
});

describe('formats', () => {
  it('writes each form of the specification', () => {
    const day = requireCalendarDate('2025-05-02');
    expect([formatListDate(day), formatPrintDate(day), formatDetailDate(day), formatReportDate(day)]).toEqual([
      '2025-05-02',
      '05-2-2025',
      '2 May 2025',
      'MAY 02, 2025',
    ]);
    expect(formatReportDate(requireCalendarDate('2025-09-22'))).toBe('SEP 22, 2025');
    expect(MONTH_NAMES.join(' ')).toBe(
      'January February March April May June July August September October November December',
    );
  });
});
