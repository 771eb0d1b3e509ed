import { defineReport } from './kit/define-report.ts';
import { choice, reference } from './kit/report-filters.ts';
import { OF_STATEMENT, statementLayout } from './kit/statement-columns.ts';
import { columnsControl, periodColumns, periodControl } from './kit/statement-period.ts';

/**
 * Where the cash of some days came from and went (reports §18), indirectly: net income, with what moved on every other account that is
 * not cash, by its class; and what exchange rates alone did to cash. Entries that close a year are none of it.
 */
export const cashFlowReport = defineReport({
  ...OF_STATEMENT,
  name: 'cash-flow',
  calls: [{ path: '/rpt/cash-flow' }],
  filters: {
    period: periodControl,
    compare: choice('Compare', { none: 'No comparison', previous: 'Previous period', year: 'A year before' }, 'none'),
    brnc_code: reference('Branch', 'branch', 'All branches'),
    columns: columnsControl,
  },
  layout: (filter) => statementLayout(periodColumns(filter), 'PHP, posted entries, indirect, without closing entries'),
  totalLabel: 'Cash at the end',
});
