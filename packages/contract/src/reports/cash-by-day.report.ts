import * as z from 'zod';
import { defineReport } from './kit/define-report.ts';
import { period, reference } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/** A day on which cash moved: what there was before, what came and went, what is left. */
const cashDay = z.object({ day: calendarDay, opening: pesos, received: pesos, paid: pesos, closing: pesos });
export type CashDay = z.infer<typeof cashDay>;

/** Cash day by day (reports §18): the accounts of the class cash, every posting of theirs. */
export const cashByDayReport = defineReport({
  name: 'cash-by-day',
  calls: [{ path: '/rpt/cash-by-day' }],
  filters: { period: period(), brnc_code: reference('Branch', 'branch', 'All branches') },
  row: cashDay,
  key: ['day'],
  drill: ['day'],
  totals: z.object({ opening: pesos, received: pesos, paid: pesos, closing: pesos }),
  layout: {
    columns: [
      { field: 'day', header: 'Day', kind: 'date', width: 12 },
      { field: 'opening', header: 'Beginning', kind: 'amount', width: 18 },
      { field: 'received', header: 'Received', kind: 'amount', width: 18, total: true, opens: 'postings' },
      { field: 'paid', header: 'Paid', kind: 'amount', width: 18, total: true, opens: 'postings' },
      { field: 'closing', header: 'Ending', kind: 'amount', width: 18, result: true },
    ],
    levels: [],
    basis: 'PHP, posted entries, accounts of cash',
  },
  orientation: 'portrait',
  totalLabel: 'Total',
});
