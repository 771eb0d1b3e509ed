import { firstDayOfPeriod } from '../../calendar/accounting-period.ts';
import { addDays, dayOf, endOfMonth, type CalendarDate } from '../../calendar/calendar-date.ts';

/** How often a regular transaction is due. */
export const REGULAR_SCHEDULES = {
  none: 'When needed',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  half_yearly: 'Every half year',
  yearly: 'Every year',
} as const;
export type RegularSchedule = keyof typeof REGULAR_SCHEDULES;

/** The day that stands for the last one of its month. */
export const LAST_DAY = 31;

/** When a template is used: periods are yyyymm, null is open. */
export interface ScheduledTemplate {
  readonly schedule: RegularSchedule;
  readonly first_period: number | null;
  readonly last_period: number | null;
  readonly day: number;
}

const MONTHS: Record<RegularSchedule, number | null> = {
  none: null,
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
};

/**
 * Whether a run of a period makes the template. Its first period begins the count; without one, quarters, halves and years
 * are those of the calendar and are made in their last month.
 */
export function isDue({ schedule, first_period, last_period }: ScheduledTemplate, period: number): boolean {
  const every = MONTHS[schedule];
  if (every === null || isOutside({ first_period, last_period }, period)) return false;
  const start = first_period === null ? 12 : monthsOf(first_period);
  return (((monthsOf(period) - start) % every) + every) % every === 0;
}

/** Whether a period is before the first or after the last of a template. */
export function isOutside(
  { first_period, last_period }: Pick<ScheduledTemplate, 'first_period' | 'last_period'>,
  period: number,
): boolean {
  return (first_period !== null && period < first_period) || (last_period !== null && period > last_period);
}

/** The date of what a template makes in a period; a day that the month does not have is its last. Null where no month is meant. */
export function dateInPeriod(day: number, period: number): CalendarDate | null {
  const first = firstDayOfPeriod(period);
  if (first === null) return null;
  const last = endOfMonth(first);
  return day > dayOf(last) ? last : addDays(first, day - 1);
}

/** Months since year 0, so that the last month of a year is a multiple of 12. */
const monthsOf = (period: number): number => Math.floor(period / 100) * 12 + (period % 100);
