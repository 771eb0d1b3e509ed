import { expect, it } from 'vitest';
import { requireCalendarDate } from '../calendar/calendar-date.ts';
import { statementOf } from './statement.ts';

const moved = (date: string, amount_minor: bigint) => ({ date: requireCalendarDate(date), amount_minor });

it('opens with what moved before its first day, and closes with what stays', () => {
  const movements = [
    moved('2023-05-01', 44_800_00n),
    moved('2023-05-31', -4_800_00n),
    moved('2023-06-01', 22_400_00n),
    moved('2023-06-30', -40_000_00n),
  ];
  const { opening_minor, rows, closing_minor } = statementOf(movements, requireCalendarDate('2023-06-01'));
  expect([opening_minor, closing_minor]).toEqual([40_000_00n, 22_400_00n]);
  expect(rows.map(({ date, balance_minor }) => [date, balance_minor])).toEqual([
    ['2023-06-01', 62_400_00n],
    ['2023-06-30', 22_400_00n],
  ]);
  expect(statementOf([], requireCalendarDate('2023-06-01'))).toEqual({
    opening_minor: 0n,
    rows: [],
    closing_minor: 0n,
  });
});
