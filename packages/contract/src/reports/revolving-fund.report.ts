import * as z from 'zod';
import { defineReport, type ReportColumn } from './kit/define-report.ts';
import { asOf, choice } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/**
 * The fund of a branch at the end of a day: the balance of its accounts with the role RFA in pesos, debit positive (decisions §9);
 * with `by` account each of them alone, else their codes are empty.
 */
const revolvingFundRow = z.object({
  brnc_code: z.string(),
  brnc_name: z.string(),
  account_code: z.string(),
  acct_desc: z.string(),
  asofamount: z.string(),
  /** The day of its last posting up to that day. */
  last_movement: z.string().nullable(),
  date_closed: calendarDay.nullable(),
});
export type RevolvingFundRow = z.infer<typeof revolvingFundRow>;

type Column = ReportColumn<RevolvingFundRow>;
const branch: readonly Column[] = [
  { field: 'brnc_code', header: 'Branch', kind: 'code', width: 12 },
  { field: 'brnc_name', header: 'Branch Name', kind: 'text', width: 40, grows: true },
];
const account: readonly Column[] = [
  { field: 'account_code', header: 'Account Code', kind: 'code', width: 14 },
  { field: 'acct_desc', header: 'Account', kind: 'text', width: 36, grows: true },
];
const figures: readonly Column[] = [
  { field: 'last_movement', header: 'Last Movement', kind: 'date', width: 14 },
  { field: 'date_closed', header: 'Closed', kind: 'date', width: 12 },
  { field: 'asofamount', header: 'Amount', kind: 'amount', width: 18, total: true, result: true, opens: 'postings' },
];

/** What each branch has of its revolving fund (reports.md §7). */
export const revolvingFundReport = defineReport({
  name: 'revolving-fund',
  calls: [{ path: '/rpt/RFAReport' }],
  filters: {
    date_to: asOf(),
    by: choice('By', { branch: 'By branch', account: 'By branch and account' }, 'branch'),
    without_fund: choice('Branches', { '0': 'Branches with a fund', '1': 'Branches without a fund too' }, '0'),
    compare: choice('Compare', { none: 'No comparison', previous: 'A month before', year: 'A year before' }, 'none'),
  },
  // A day or a month says by itself which of them it is.
  dropped: ['type'],
  row: revolvingFundRow,
  key: ['brnc_code', 'account_code'],
  drill: ['brnc_code', 'account_code'],
  totals: z.object({ asofamount: z.string() }),
  layout: ({ by }) => ({
    columns: by === 'branch' ? [...branch, ...figures] : [...branch, ...account, ...figures],
    levels: [],
    basis: 'PHP, posted entries',
  }),
  compares: { asofamount: 'Amount' },
  orientation: 'portrait',
  totalLabel: 'Total',
});
