import { expect, it } from 'vitest';
import { requireCalendarDate } from '../calendar/calendar-date.ts';
import { requireAmount } from '../money/money.ts';
import { agedDays, agedTotals, ageOf, AGING_RULE } from './aging.ts';

const asOf = requireCalendarDate('2023-06-30');
const item = (billing_date: string, owed: string, due_date = billing_date) => ({
  billing_date: requireCalendarDate(billing_date),
  due_date: requireCalendarDate(due_date),
  owed_minor: requireAmount(owed),
});
/** Worked example E12. */
const E12 = [
  item('2023-06-30', '11200.00'),
  item('2023-05-31', '12400.00'),
  item('2023-05-30', '33600.00'),
  item('2023-05-01', '40000.00'),
  item('2023-04-30', '50000.00'),
  item('2023-04-01', '67200.00'),
  item('2023-03-31', '0.00'),
  item('2023-03-02', '80000.00'),
  item('2023-03-01', '50000.00'),
];

it('ages the invoices of E12, day 60 to either side', () => {
  expect(E12.map((invoice) => agedDays(invoice, asOf))).toEqual([0, 30, 31, 60, 61, 90, 91, 120, 121]);
  expect(Object.values(agedTotals(E12, asOf))).toEqual([2_360_000n, 7_360_000n, 11_720_000n, 8_000_000n, 5_000_000n]);
  expect(Object.values(agedTotals(E12, asOf, { ...AGING_RULE, day_60: '61-90' }))).toEqual([
    2_360_000n,
    3_360_000n,
    15_720_000n,
    8_000_000n,
    5_000_000n,
  ]);
});

it('ages from the due date where it is told to, and nothing before its day', () => {
  const invoice = item('2023-06-01', '1.00', '2023-07-01');
  expect(agedDays(invoice, asOf)).toBe(29);
  expect(agedDays(invoice, asOf, { ...AGING_RULE, from: 'due_date' })).toBe(0);
  expect([30, 31, 60, 61, 90, 91, 120, 121].map((days) => ageOf(days))).toEqual([
    '0-30',
    '31-60',
    '31-60',
    '61-90',
    '61-90',
    '91-120',
    '91-120',
    'over_120',
  ]);
});
