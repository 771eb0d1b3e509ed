import { calendarDateOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { defineReport } from './kit/define-report.ts';
import { choice, period, reference } from './kit/report-filters.ts';
import { comparedDays, type ReportPeriod } from './kit/report-period.ts';
import {
  besideColumns,
  daysHeader,
  MOST_BESIDE,
  OF_STATEMENT,
  partsOf,
  statementLayout,
  type FigureColumn,
} from './kit/statement-columns.ts';

const COLUMNS = {
  period: 'The period',
  month: 'By month',
  quarter: 'By quarter',
  year: 'With the year to date',
} as const;
const COMPARED = { none: 'No comparison', previous: 'Previous period', year: 'A year before' } as const;

/** What an income statement is asked for: its days, the parts that they are shown in, and what they are compared with. */
export interface IncomeStatementFilter {
  readonly period: ReportPeriod;
  readonly columns: keyof typeof COLUMNS;
  readonly compare: keyof typeof COMPARED;
}

const MONTHS = { month: 1, quarter: 3 } as const;

/** The months or quarters of the days, or the year to their end; none of days that are shown as one, and of those that are one part. */
function partsOfColumns({ period: days, columns }: Pick<IncomeStatementFilter, 'period' | 'columns'>): ReportPeriod[] {
  if (columns === 'period') return [];
  if (columns === 'year') return [{ date_from: calendarDateOf(yearOf(days.date_to), 1, 1)!, date_to: days.date_to }];
  const parts = partsOf(days, MONTHS[columns]);
  return parts.length === 1 ? [] : parts;
}

/** The columns of an income statement: parts of the days, then all of them, then the year to date or what they are compared with. */
export function incomeStatementColumns(filter: IncomeStatementFilter): readonly FigureColumn[] {
  const { period: days, columns, compare } = filter;
  const parts = besideColumns(partsOfColumns(filter), daysHeader);
  const asked: FigureColumn = { field: 'amount', header: daysHeader(days), days };
  const compared: FigureColumn[] = [];
  if (compare !== 'none') {
    const before = comparedDays(days, compare);
    compared.push({ field: compare, header: daysHeader(before), days: before });
  }
  return columns === 'year' ? [asked, ...parts, ...compared] : [...parts, asked, ...compared];
}

const anyColumns = choice('Columns', COLUMNS, 'period');
const periodControl = period();
/** A period of more parts than have a column is refused. */
const columnsControl: typeof anyColumns = {
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

/**
 * What the company earned in some days (reports §17): income by heading, deductions from it negative, expenses by heading, what is
 * left before income tax, the tax, and what is left after it. Entries that close a year are none of it.
 */
export const incomeStatementReport = defineReport({
  ...OF_STATEMENT,
  name: 'income-statement',
  title: 'Income Statement',
  module: 'Income Statement',
  screen: '/income-statement',
  fullPage: '/report-income-statement',
  tab: 'Income Statement',
  calls: [{ path: '/rpt/income-statement' }],
  filters: {
    period: periodControl,
    compare: choice('Compare', COMPARED, 'none'),
    brnc_code: reference('Branch', 'branch', 'All branches'),
    dept_code: reference('Department', 'department', 'All departments'),
    columns: columnsControl,
  },
  layout: (filter) => statementLayout(incomeStatementColumns(filter), 'PHP, posted entries without closing entries'),
  totalLabel: 'Net income',
  provenBeside: true,
});
