import { expect, it } from 'vitest';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { segmentPeriod } from './period-segments.ts';

it.each([
  ['a whole month', '2025-05-01', '2025-05-31', [202505, 202505, null, null]],
  ['whole months over a year end', '2024-12-01', '2025-01-31', [202412, 202501, null, null]],
  ['the first days of a month', '2025-01-01', '2025-01-10', [202501, 202412, null, ['2025-01-01', '2025-01-10']]],
  ['the last days of a month', '2024-12-10', '2024-12-31', [202501, 202412, ['2024-12-10', '2024-12-31'], null]],
  ['days inside a month', '2025-05-10', '2025-05-20', [202506, 202504, null, ['2025-05-01', '2025-05-20']]],
  [
    'both ends cut',
    '2024-11-15',
    '2025-02-27',
    [202412, 202501, ['2024-11-15', '2024-11-30'], ['2025-02-01', '2025-02-27']],
  ],
  [
    'neighbouring months, both cut',
    '2024-12-31',
    '2025-01-01',
    [202501, 202412, ['2024-12-31', '2024-12-31'], ['2025-01-01', '2025-01-01']],
  ],
  ['the leap day', '2024-02-29', '2024-02-29', [202403, 202402, ['2024-02-29', '2024-02-29'], null]],
])('reads %s', (_, from, to, [firstWhole, rolledTo, head, tail]) => {
  const days = (range: unknown) => (Array.isArray(range) ? { from: range[0], to: range[1] } : null);
  expect(segmentPeriod({ date_from: requireCalendarDate(from), date_to: requireCalendarDate(to) })).toEqual({
    first_whole: firstWhole,
    rolled_to: rolledTo,
    head: days(head),
    tail: days(tail),
  });
});
