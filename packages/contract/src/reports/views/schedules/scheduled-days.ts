import { addDays, addMonths, endOfMonth, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { quarterOf } from '@talaan/core/calendar/quarter';
import { weekdayOf } from '@talaan/core/calendar/rhythm';
import { hasDays, withoutDays, type FilterControl, type FilterControls } from '../../kit/report-filters.ts';

type DaysControl = Extract<FilterControl['kind'], 'period' | 'as-of' | 'quarter'>;
type Days = Readonly<Record<string, string>>;

/** The days of a report by the day on which it is sent, in the words of its filter, by the kind of its control. */
interface RelativeDays {
  readonly label: string;
  readonly of: Partial<Record<DaysControl, (on: CalendarDate) => Days>>;
}

const between = (date_from: CalendarDate, date_to: CalendarDate): Days => ({ type: 'daily', date_from, date_to });
const wholeMonth = (day: CalendarDate): Days => ({
  type: 'ftm',
  year: day.slice(0, 4),
  month: String(Number(day.slice(5, 7))),
});
const wholeQuarter = (day: CalendarDate): Days => {
  const { fiscal_year, quarter } = quarterOf(day);
  return { fiscal_year: String(fiscal_year), quarter: String(quarter) };
};
const monthBefore = (day: CalendarDate) => addMonths(startOfMonth(day), -1);

const RELATIVE = {
  today: { label: 'That day', of: { period: (on) => between(on, on), 'as-of': (on) => ({ date_to: on }) } },
  yesterday: {
    label: 'The day before',
    of: { period: (on) => between(addDays(on, -1), addDays(on, -1)), 'as-of': (on) => ({ date_to: addDays(on, -1) }) },
  },
  last_week: {
    label: 'The week before, Monday to Sunday',
    of: { period: (on) => between(addDays(on, -6 - weekdayOf(on)), addDays(on, -weekdayOf(on))) },
  },
  this_month: { label: 'That month', of: { period: wholeMonth } },
  last_month: {
    label: 'The month before',
    of: { period: (on) => wholeMonth(monthBefore(on)), 'as-of': (on) => ({ date_to: endOfMonth(monthBefore(on)) }) },
  },
  this_quarter: { label: 'That quarter', of: { quarter: wholeQuarter } },
  last_quarter: {
    label: 'The quarter before',
    of: { quarter: (on) => wholeQuarter(addMonths(startOfMonth(on), -3)) },
  },
  this_year: {
    label: 'The year up to that day',
    of: { period: (on) => between(`${on.slice(0, 4)}-01-01` as CalendarDate, on) },
  },
} satisfies Readonly<Record<string, RelativeDays>>;

/** How a schedule says the days of its report: those of the view, or by the day on which it is due. */
export const SCHEDULED_DAYS = ['saved', ...(Object.keys(RELATIVE) as (keyof typeof RELATIVE)[])] as const;
export type ScheduledDays = (typeof SCHEDULED_DAYS)[number];

/** What the days are called beside the day on which the report is sent. */
export function scheduledDaysLabel(days: ScheduledDays): string {
  return days === 'saved' ? 'As the view says' : RELATIVE[days].label;
}

interface Filtered {
  readonly filters: FilterControls;
}

const daysKind = ({ filters }: Filtered) =>
  Object.values(filters).find(({ kind }) => kind === 'period' || kind === 'as-of' || kind === 'quarter')
    ?.kind as DaysControl;

/** The days that a view may be scheduled for: its own where it has any, and those that its report knows. */
export function offeredDays(report: Filtered, viewFilter: Days): ScheduledDays[] {
  const kind = daysKind(report);
  return SCHEDULED_DAYS.filter((days) =>
    days === 'saved' ? hasDays(report, viewFilter) : (RELATIVE[days] as RelativeDays).of[kind] !== undefined,
  );
}

/**
 * The filter of a view for the day on which it is due: its days are those that the schedule says. Null where the report or the
 * view has no such days.
 */
export function scheduledFilter(
  report: Filtered,
  viewFilter: Days,
  days: ScheduledDays,
  on: CalendarDate,
): Record<string, string> | null {
  if (!offeredDays(report, viewFilter).includes(days)) return null;
  if (days === 'saved') return { ...viewFilter };
  return { ...withoutDays(report, viewFilter), ...(RELATIVE[days] as RelativeDays).of[daysKind(report)]!(on) };
}
