import { defineReport } from './kit/define-report.ts';
import { choice, reference } from './kit/report-filters.ts';
import { OF_STATEMENT, statementLayout } from './kit/statement-columns.ts';
import { columnsControl, periodColumns, periodControl } from './kit/statement-period.ts';

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
    compare: choice('Compare', { none: 'No comparison', previous: 'Previous period', year: 'A year before' }, 'none'),
    brnc_code: reference('Branch', 'branch', 'All branches'),
    dept_code: reference('Department', 'department', 'All departments'),
    columns: columnsControl,
  },
  layout: (filter) => statementLayout(periodColumns(filter), 'PHP, posted entries without closing entries'),
  totalLabel: 'Net income',
  provenBeside: true,
});
