import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import { endOfMonth, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';

/** Days of one month whose postings are summed one by one. */
export interface DayRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/**
 * How a period is read with the fewest postings (performance, storage design 2): whole months from the monthly rollup,
 * and only the days of the months that the period cuts from the postings. Periods are year × 100 + month.
 */
export interface PeriodSegments {
  /** The first month that lies wholly inside the period; after `rolled_to` when none does. */
  readonly first_whole: number;
  /** The last month that the rollup answers whole, for the movement as for the balance. */
  readonly rolled_to: number;
  /** Days before the first whole month: movement only, for the rollup has their month in the balance. */
  readonly head: DayRange | null;
  /** Days after `rolled_to` up to the end of the period: balance, and movement from the first day of the period. */
  readonly tail: DayRange | null;
}

/** Splits a period into whole months and the days around them. */
export function segmentPeriod({ date_from, date_to }: ReportPeriod): PeriodSegments {
  const startsWhole = date_from === startOfMonth(date_from);
  const tail = date_to === endOfMonth(date_to) ? null : { from: startOfMonth(date_to), to: date_to };
  const headIsInTail = tail !== null && date_from >= tail.from;
  return {
    first_whole: startsWhole ? periodOf(date_from) : nextPeriod(periodOf(date_from)),
    rolled_to: tail ? previousPeriod(periodOf(date_to)) : periodOf(date_to),
    head: startsWhole || headIsInTail ? null : { from: date_from, to: endOfMonth(date_from) },
    tail,
  };
}

function previousPeriod(period: number): number {
  return period % 100 === 1 ? period - 89 : period - 1;
}

function nextPeriod(period: number): number {
  return period % 100 === 12 ? period + 89 : period + 1;
}
