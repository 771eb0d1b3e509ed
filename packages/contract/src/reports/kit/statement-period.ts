import { calendarDateOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { choice, period } from './report-filters.ts';
import { comparedDays, type ReportPeriod } from './report-period.ts';
import {
  besideColumns,
  daysHeader,
  MOST_BESIDE,
  partsOf,
  type Comparison,
  type FigureColumn,
} from './statement-columns.ts';

const COLUMNS = {
  period: 'The period',
  month: 'By month',
  quarter: 'By quarter',
  year: 'With the year to date',
} as const;
const MONTHS = { month: 1, quarter: 3 } as const;

/** What a statement of a period is asked for: its days, the parts that they are shown in, and what they are compared with. */
export interface StatementPeriod {
  readonly period: ReportPeriod;
  readonly columns: keyof typeof COLUMNS;
  readonly compare: 'none' | Comparison;
}

/** The months or quarters of the days, or the year to their end; none of days that are shown as one, and of those that are one part. */
function partsOfColumns({ period: days, columns }: Pick<StatementPeriod, 'period' | 'columns'>): ReportPeriod[] {
  if (columns === 'period') return [];
  if (columns === 'year') return [{ date_from: calendarDateOf(yearOf(days.date_to), 1, 1)!, date_to: days.date_to }];
  const parts = partsOf(days, MONTHS[columns]);
  return parts.length === 1 ? [] : parts;
}

/** The columns of a statement of a period: parts of the days, then all of them, then the year to date, then what they are compared with. */
export function periodColumns(asked: StatementPeriod): readonly FigureColumn[] {
  const { period: days, columns, compare } = asked;
  const parts = besideColumns(partsOfColumns(asked), daysHeader);
  const whole: FigureColumn = { field: 'amount', header: daysHeader(days), days };
  const compared: FigureColumn[] = [];
  if (compare !== 'none') {
    const before = compare === 'budget' ? days : comparedDays(days, compare);
    compared.push({ field: compare, header: daysHeader(before), days: before });
  }
  return columns === 'year' ? [whole, ...parts, ...compared] : [...parts, whole, ...compared];
}

export const periodControl = period();
const anyColumns = choice('Columns', COLUMNS, 'period');
/** A period of more parts than have a column is refused. */
export const columnsControl: typeof anyColumns = {
  ...anyColumns,
  read: (given, fault, name) => {
    const columns = anyColumns.read(given, fault, name);
    let isFaulty = false;
    const days = periodControl.read(given, () => (isFaulty = true), 'period');
    if (!isFaulty && partsOfColumns({ period: days, columns }).length > MOST_BESIDE)
      fault(name, `columns may be ${MOST_BESIDE} at most. Choose quarters, or a shorter period.`);
    return columns;
  },
};
