import { expect, it } from 'vitest';
import { requireCalendarDate } from './calendar-date.ts';
import { chequeNumbers, MOST_CHEQUES, SERIES_INTERVALS, seriesDates } from './post-dated-series.ts';

const day = requireCalendarDate;

it('gives the six dates of worked example E05', () => {
  expect(seriesDates(day('2023-07-05'), 6, 'monthly')).toEqual([
    '2023-07-05',
    '2023-08-05',
    '2023-09-05',
    '2023-10-05',
    '2023-11-05',
    '2023-12-05',
  ]);
});

it('comes back to the 31st after a shorter month', () => {
  expect(seriesDates(day('2026-01-31'), 3, 'monthly')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  expect(seriesDates(day('2024-02-29'), 2, 'yearly')).toEqual(['2024-02-29', '2025-02-28']);
});

it('counts weeks and quarters', () => {
  expect(seriesDates(day('2026-02-25'), 2, 'weekly')).toEqual(['2026-02-25', '2026-03-04']);
  expect(seriesDates(day('2026-11-30'), 2, 'quarterly')).toEqual(['2026-11-30', '2027-02-28']);
});

it.each([
  ['2100-12-17', 3, 'weekly', '2100-12-31'],
  ['2100-06-30', 7, 'monthly', '2100-12-30'],
  ['2099-06-01', 7, 'quarterly', '2100-12-01'],
  ['2098-12-31', 3, 'yearly', '2100-12-31'],
] as const)('ends with the calendar: from %s %i cheques, %s, but not one more', (first, most, interval, last) => {
  expect(seriesDates(day(first), most, interval)?.at(-1)).toBe(last);
  expect(seriesDates(day(first), most + 1, interval)).toBeNull();
});

it('is weekly, monthly, quarterly or yearly, and runs for five years of months at most', () => {
  expect(SERIES_INTERVALS).toEqual(['weekly', 'monthly', 'quarterly', 'yearly']);
  expect(MOST_CHEQUES).toBe(60);
});

it('counts cheque numbers on and keeps their width', () => {
  expect(chequeNumbers('0000451', 3)).toEqual(['0000451', '0000452', '0000453']);
  expect(chequeNumbers('0000459', 2)).toEqual(['0000459', '0000460']);
  expect(chequeNumbers('998', 2)).toEqual(['998', '999']);
  expect(chequeNumbers('A-999', 2)).toBeNull();
  expect(chequeNumbers('A-098', 2)).toEqual(['A-098', 'A-099']);
  expect(chequeNumbers('stock', 1)).toBeNull();
  expect(chequeNumbers('0451-B', 1)).toBeNull();
  expect(chequeNumbers('A-7-008', 2)).toEqual(['A-7-008', 'A-7-009']);
});
