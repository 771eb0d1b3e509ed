import { yearOf } from '@talaan/core/calendar/calendar-date';
import { defineReport } from './kit/define-report.ts';
import { budget, choice, reference } from './kit/report-filters.ts';
import type { ReportPeriod } from './kit/report-period.ts';
import { cutsAMonth } from './profitability/profitability.report.ts';
import { OF_STATEMENT, statementLayout } from './kit/statement-columns.ts';
import { columnsControl, periodColumns, periodControl } from './kit/statement-period.ts';

const anyComparison = choice(
  'Compare',
  { none: 'No comparison', previous: 'Previous period', year: 'A year before', budget: 'With the budget' },
  'none',
);
/** A budget is of whole months of one year. */
const compareControl: typeof anyComparison = {
  ...anyComparison,
  read: (given, fault, name) => {
    const compare = anyComparison.read(given, fault, name);
    let isFaulty = false;
    const days = periodControl.read(given, () => (isFaulty = true), 'period');
    if (compare !== 'budget' || isFaulty) return compare;
    if (cutsAMonth(days) || yearOf(days.date_from) !== yearOf(days.date_to))
      fault(name, 'A budget is of whole months of one year. Choose such a period, or another comparison.');
    return compare;
  },
};

/**
 * What the company earned in some days (reports §17): income by heading, deductions from it negative, expenses by heading, what is
 * left before income tax, the tax, and what is left after it. Entries that close a year are none of it.
 */
export const incomeStatementReport = defineReport({
  ...OF_STATEMENT,
  name: 'income-statement',
  calls: [{ path: '/rpt/income-statement' }],
  filters: {
    period: periodControl,
    compare: compareControl,
    brnc_code: reference('Branch', 'branch', 'All branches'),
    dept_code: reference('Department', 'department', 'All departments'),
    columns: columnsControl,
    budget: budget('Budget', 'Newest budget', ({ compare, period }) =>
      compare === 'budget' ? yearOf((period as ReportPeriod).date_to) : null,
    ),
  },
  layout: (filter) => statementLayout(periodColumns(filter), 'PHP, posted entries without closing entries'),
  totalLabel: 'Net income',
  provenBeside: true,
});
