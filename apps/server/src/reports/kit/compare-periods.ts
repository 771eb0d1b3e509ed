import type { AnyReport, AnyRow, ReportLayout } from '@talaan/contract/reports/define-report';
import type { ReportPeriod } from '@talaan/contract/reports/report-period';
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  startOfMonth,
  yearOf,
  monthOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum } from '@talaan/core/money/money';

/** The days that a report is compared with: whole months with as many before them, other days with as many before them; or those a year before. */
export function comparedDays(days: ReportPeriod, compare: string): ReportPeriod {
  const { date_from, date_to } = days;
  if (compare === 'year') {
    const monthEnd = date_to === endOfMonth(date_to);
    const to = addMonths(date_to, -12);
    return { date_from: addMonths(date_from, -12), date_to: monthEnd ? endOfMonth(to) : to };
  }
  if (date_from === date_to) {
    const before = date_to === endOfMonth(date_to) ? endOfMonth(addMonths(date_to, -1)) : addMonths(date_to, -1);
    return { date_from: before, date_to: before };
  }
  const whole = date_from === startOfMonth(date_from) && date_to === endOfMonth(date_to);
  const last = addDays(date_from, -1);
  if (!whole) return { date_from: addDays(last, -daysBetween(date_from, date_to)), date_to: last };
  const months = yearMonth(date_to) - yearMonth(date_from) + 1;
  return { date_from: addMonths(date_from, -months), date_to: last };
}

const yearMonth = (date: CalendarDate) => yearOf(date) * 12 + monthOf(date);

/**
 * The rows with the figures of the compared period beside theirs: before, difference, per cent with one decimal (empty where
 * there was nothing before). A row that only the other period has comes with figures of 0.00, in its place of the order.
 */
export function compareRows(
  { key, compares = [] }: Pick<AnyReport, 'key' | 'compares'>,
  { columns, levels }: ReportLayout<AnyRow>,
  rows: readonly AnyRow[],
  before: readonly AnyRow[],
): AnyRow[] {
  const keyOf = (row: AnyRow) => JSON.stringify(key.map((field) => row[field]));
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const all = [...rows];
  for (const row of rows) earlier.delete(keyOf(row));
  const amounts = columns.filter(({ kind }) => kind === 'amount').map(({ field }) => field);
  const zero = Object.fromEntries([...amounts, ...compares].map((field) => [field, '0.00']));
  const placeOf = (row: AnyRow) => JSON.stringify([...levels.map(({ code }) => row[code]), keyOf(row)]);
  for (const row of earlier.values()) all.push({ ...row, ...zero });
  if (earlier.size > 0) all.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const was = new Map(before.map((row) => [keyOf(row), row]));
  return all.map((row) => ({
    ...row,
    ...Object.assign({}, ...compares.map((field) => compared(field, row, was.get(keyOf(row))))),
  }));
}

function compared(field: string, row: AnyRow, before: AnyRow | undefined): AnyRow {
  const now = requireSum(String(row[field]));
  const then = before ? requireSum(String(before[field])) : 0n;
  return {
    [`${field}_before`]: amountText(then),
    [`${field}_change`]: amountText(now - then),
    [`${field}_percent`]: percent(now - then, then),
  };
}

/** Change of a figure in per cent of what it was, half away from zero: one decimal, none from 100 on (ux §13). */
function percent(change: bigint, of: bigint): string | null {
  if (of === 0n) return null;
  const size = of < 0n ? -of : of;
  const sign = change < 0n ? '-' : '';
  const amount = change < 0n ? -change : change;
  const tenths = (amount * 2000n + size) / (2n * size);
  return tenths >= 1000n ? `${sign}${(tenths + 5n) / 10n}` : `${sign}${tenths / 10n}.${tenths % 10n}`;
}
