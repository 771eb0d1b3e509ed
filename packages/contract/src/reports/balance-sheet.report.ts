import { addMonths, endOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { defineReport } from './kit/define-report.ts';
import { asOf, choice, reference } from './kit/report-filters.ts';
import { comparedDays, type ReportPeriod } from './kit/report-period.ts';
import {
  besideColumns,
  dayHeader,
  OF_STATEMENT,
  statementLayout,
  type Comparison,
  type FigureColumn,
} from './kit/statement-columns.ts';

/** How many columns there are, the day's own among them. */
const MONTHS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 12 }, (_, more) => [String(more + 1), more === 0 ? 'One column' : `${more + 1} months`]),
);
const COMPARED = {
  none: 'No comparison',
  month: 'Month before',
  year: 'Year before',
  both: 'Month and year before',
} as const;
const COMPARES: Readonly<Record<keyof typeof COMPARED, readonly Comparison[]>> = {
  none: [],
  month: ['previous'],
  year: ['year'],
  both: ['previous', 'year'],
};

/** What a balance sheet is asked for: the day, how many ends of months, and what the day is compared with. */
export interface BalanceSheetFilter {
  readonly as_of: CalendarDate;
  readonly months: string;
  readonly compare: keyof typeof COMPARED;
}

/** The days that the figures of a balance sheet stand at: the one that is asked for, the ends of months before it, what it is compared with. */
export function balanceSheetColumns({ as_of, months, compare }: BalanceSheetFilter): readonly FigureColumn[] {
  const at = (day: CalendarDate): ReportPeriod => ({ date_from: day, date_to: day });
  const asked = at(as_of);
  const ends = Array.from({ length: Number(months) - 1 }, (_, back) => at(endOfMonth(addMonths(as_of, -1 - back))));
  const compared = COMPARES[compare].map((field): FigureColumn => {
    const days = comparedDays(asked, field);
    return { field, header: dayHeader(days), days };
  });
  return [{ field: 'amount', header: dayHeader(asked), days: asked }, ...besideColumns(ends, dayHeader), ...compared];
}

/**
 * What the company owns, owes and is left with on a day (reports §16): assets debit positive, the others credit positive. Capital
 * ends with the result that no entry has closed yet; of a branch, what other branches owe it balances it.
 */
export const balanceSheetReport = defineReport({
  ...OF_STATEMENT,
  name: 'balance-sheet',
  calls: [{ path: '/rpt/balance-sheet' }],
  filters: {
    as_of: asOf(),
    compare: choice('Compare', COMPARED, 'none'),
    brnc_code: reference('Branch', 'branch', 'All branches'),
    months: choice('Columns', MONTHS, '1'),
  },
  layout: (filter) => statementLayout(balanceSheetColumns(filter), 'PHP, posted entries'),
  totalLabel: 'Liabilities and capital',
  provenBeside: true,
});
