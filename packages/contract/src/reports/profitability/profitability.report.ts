import * as z from 'zod';
import { endOfMonth, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { defineReport, type ExplainedSum, type ReportColumn } from '../kit/define-report.ts';
import { choice, period } from '../kit/report-filters.ts';
import type { ReportPeriod } from '../kit/report-period.ts';
import {
  DEDUCTIONS,
  EXPENSE_LINES,
  EXPENSES,
  INCOME,
  INCOME_LINES,
  MEASURE_LINES,
  RESULTS,
  type Measure,
  type Result,
} from './measures.ts';

type Figure = Measure | Result;
/** What a row has in pesos: its measures, and what is worked out from them. */
export const FIGURES: readonly Figure[] = [...MEASURE_LINES, ...(Object.keys(RESULTS) as Result[])];

/** A field of pesos, as decimal text, for each figure; `prefix` before its name. */
function pesosOf<Prefix extends string = ''>(prefix: Prefix) {
  const shape = Object.fromEntries(FIGURES.map((figure) => [`${prefix}${figure}`, z.string()]));
  return shape as { [Name in `${Prefix}${Figure}`]: z.ZodString };
}

/**
 * What one branch, or one department that is read by itself, earned in the period (reports.md §12): income is credit less debit,
 * everything else debit less credit. `total` is income less VAT, `net` that less CCF, `nibt` net less expenses; `less_thirty` 25 %
 * of a positive nibt; `niat` what it leaves; `ebitda` nibt with interest, depreciation and amortization.
 */
const profitabilityRow = z.object({
  group_id: z.int(),
  group_name: z.string(),
  unit: z.enum(['branch', 'department']),
  branch_code: z.string(),
  branch_name: z.string(),
  date_open: z.string().nullable(),
  date_closed: z.string().nullable(),
  /** Of the months that lie in the period; null where it cuts one, or where nobody entered them. */
  transactions: z.int().nullable(),
  ...pesosOf(''),
});
export type ProfitabilityRow = z.infer<typeof profitabilityRow>;

type Column = ReportColumn<ProfitabilityRow>;

const figure = (field: Figure, header: string, band: string, more: Partial<Column> = {}): Column => ({
  field,
  header,
  kind: 'amount',
  width: 16,
  total: true,
  band,
  opens: 'postings',
  ...more,
});
/** A figure that is worked out from others of its row; below zero it is red. */
const result = (
  field: Result,
  band: string,
  opens: ExplainedSum<ProfitabilityRow>,
  more: Partial<Column> = {},
): Column => figure(field, RESULTS[field], band, { result: true, opens, ...more });
const inBand = (lines: Readonly<Record<string, string>>, band: string, more: Partial<Column> = {}) =>
  Object.entries(lines).map(([field, header]) => figure(field as Measure, header, band, more));

const columns: readonly Column[] = [
  { field: 'branch_code', header: 'Code', kind: 'code', width: 11, names: true },
  { field: 'branch_name', header: 'Branch', kind: 'text', width: 30, grows: true, names: true },
  { field: 'date_open', header: 'Opened', kind: 'date', width: 12 },
  { field: 'date_closed', header: 'Closed', kind: 'date', width: 12 },
  { field: 'transactions', header: 'Transactions', kind: 'integer', width: 12, total: true },
  ...inBand(INCOME, 'Income', { folds: true }),
  figure('vat', DEDUCTIONS.vat, 'Income'),
  result('total', 'Income', { sum: [...INCOME_LINES, '-vat'] }, { stays: true }),
  figure('ccf', DEDUCTIONS.ccf, 'Income', { stays: true }),
  result('net', 'Income', { sum: ['total', '-ccf'] }),
  ...inBand(EXPENSES, 'Expenses', { folds: true }),
  figure('total_expense', RESULTS.total_expense, 'Expenses', { opens: { sum: EXPENSE_LINES } }),
  result('nibt', 'Results', { sum: ['net', '-total_expense'] }),
  result('less_thirty', 'Results', { sum: ['nibt'], share: '25 % of it where it is positive, else 0.00' }),
  result('niat', 'Results', { sum: ['nibt', '-less_thirty'] }),
  result('ebitda', 'Results', { sum: ['nibt', 'interest_expense', 'depreciation_amortization'] }),
];

/** The proof that the map leaves no account out. */
export const MAP_PROOF = 'Every account of results is mapped';

/** Groups that are not summed: what stands in them belongs together by nothing but that (reports.md §12). */
const UNSUMMED = ['8', '9'];

/** Whether a period begins or ends within a month, of which nobody counts the transactions. */
export function cutsAMonth({ date_from, date_to }: ReportPeriod): boolean {
  return date_from !== startOfMonth(date_from) || date_to !== endOfMonth(date_to);
}

/** What branches and departments earned, group by group (reports.md §12). */
export const profitabilityReport = defineReport({
  name: 'profitability',
  calls: [{ path: '/rpt/pnl' }],
  filters: {
    period: period({ typed: false }),
    view: choice('View', { detailed: 'Detailed', summary: 'Summary', all: 'Detailed and summary' }, 'all', {
      first: 'detailed',
      quiet: false,
    }),
    compare: choice('Compare', { none: 'No comparison', previous: 'Previous period', year: 'A year before' }, 'none'),
  },
  row: profitabilityRow,
  key: ['group_id', 'unit', 'branch_code'],
  drill: ['unit', 'branch_code'],
  /** `grand_total_transactions` where any row has a count. */
  totals: z.object({ grand_total_transactions: z.string().optional(), ...pesosOf('grand_total_') }),
  sumNames: { group: 'total_', all: 'grand_total_' },
  layout: ({ period: days }) => ({
    columns,
    levels: [
      {
        code: 'group_id',
        name: 'group_name',
        one: 'row',
        many: 'rows',
        sums: 'below',
        unsummed: UNSUMMED,
        named: true,
      },
    ],
    basis: `PHP, posted entries without closing entries${cutsAMonth(days) ? ' · transactions of whole months only' : ''}`,
  }),
  compares: { nibt: 'NIBT' },
  orientation: 'landscape',
  totalLabel: 'Grand total',
});
