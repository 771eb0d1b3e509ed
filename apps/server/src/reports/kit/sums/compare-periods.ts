import {
  comparedFigures,
  type AnyReport,
  type AnyRow,
  type ReportLayout,
} from '@talaan/contract/reports/kit/define-report';
import { percentOf } from '@talaan/contract/reports/kit/lines/percent-of';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
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
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';

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

type Compared = Pick<AnyReport, 'key' | 'compares' | 'sumNames'>;

/**
 * The rows with the figures of the compared period beside theirs: before, difference, per cent with one decimal (empty where
 * there was nothing before). A row that only the other period has comes with figures of 0.00, in its place of the order.
 */
export function compareRows(
  report: Compared,
  { columns, levels }: ReportLayout<AnyRow>,
  rows: readonly AnyRow[],
  before: readonly AnyRow[],
): AnyRow[] {
  const fields = fieldsOf(report);
  const keyOf = (row: AnyRow) => JSON.stringify(report.key.map((field) => row[field]));
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const all = [...rows];
  for (const row of rows) earlier.delete(keyOf(row));
  const fieldsIn = (of: string) => columns.filter(({ kind }) => kind === of).map(({ field }) => field);
  const zero = Object.fromEntries([
    ...[...fieldsIn('amount'), ...fields].map((field) => [field, '0.00'] as const),
    ...fieldsIn('integer').map((field) => [field, null] as const),
  ]);
  // What belongs to no group stands last.
  const placeOf = (row: AnyRow) => JSON.stringify([...levels.map(({ code }) => row[code] || '\uFFFF'), keyOf(row)]);
  for (const row of earlier.values()) all.push({ ...row, ...zero });
  if (earlier.size > 0) all.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const was = new Map(before.map((row) => [keyOf(row), row]));
  const figure = (row: AnyRow | undefined, field: string) => requireSum(String(row?.[field] ?? '0'));
  return all.map((row) => {
    const beside = fields.map((field) => comparedFigure(field, figure(row, field), figure(was.get(keyOf(row)), field)));
    return Object.assign({ ...row }, ...beside) as AnyRow;
  });
}

/** What the compared figures of all rows come to, in both periods: what the total says beside its own columns, named as they are. */
export function compareTotals(
  report: Compared,
  rows: readonly AnyRow[],
  before: readonly AnyRow[],
): Readonly<Record<string, string>> {
  const sum = (of: readonly AnyRow[], field: string) => sumMinor(of.map((row) => requireSum(String(row[field]))));
  const beside = fieldsOf(report).flatMap((field) =>
    Object.entries(comparedFigure(field, sum(rows, field), sum(before, field))),
  );
  const all = report.sumNames?.all ?? '';
  return Object.fromEntries(beside.flatMap(([name, told]) => (told === null ? [] : [[`${all}${name}`, told]])));
}

const fieldsOf = (report: Compared) => comparedFigures(report).map(([field]) => field);

/** Minor units of a figure, now and then. */
function comparedFigure(field: string, now: bigint, then: bigint): Record<string, string | null> {
  return {
    [`${field}_before`]: amountText(then),
    [`${field}_change`]: amountText(now - then),
    [`${field}_percent`]: percentOf(now - then, then),
  };
}
