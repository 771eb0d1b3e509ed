import * as z from 'zod';
import { defineReport, type ReportColumn, type ReportLevel } from './kit/define-report.ts';
import { choice, period, reference } from './kit/report-filters.ts';

/** Pesos as decimal text with 2 decimals; a balance is signed, debit positive. */
const pesos = z.string();

/**
 * One postable account with movement or balance. `cur_*` are the debits and credits of the period, `total_*` the net
 * balance to its last day, on its side (decisions §9). The group is the account's topmost parent, or the branch, department
 * or section that the figures are of.
 */
const trialBalanceRow = z.object({
  account_code: z.string(),
  acct_desc: z.string(),
  cur_debit: pesos,
  cur_credit: pesos,
  total_debit: pesos,
  total_credit: pesos,
  group_code: z.string(),
  group_desc: z.string(),
  /** With `by`: the branch, department or section; empty for what names none. */
  dim_code: z.string(),
  dim_name: z.string(),
  balance: pesos,
});
export type TrialBalanceRow = z.infer<typeof trialBalanceRow>;

const trialBalanceTotals = z.object({
  cur_debit: pesos,
  cur_credit: pesos,
  total_debit: pesos,
  total_credit: pesos,
  /** Debit less credit of the period, and to date; both are 0.00 in books that balance. */
  cur_difference: pesos,
  total_difference: pesos,
});
export type TrialBalanceTotals = z.infer<typeof trialBalanceTotals>;

const columns: readonly ReportColumn<TrialBalanceRow>[] = [
  {
    field: 'account_code',
    header: 'Account Code',
    kind: 'code',
    width: 14,
    opens: {
      report: 'subsidiary',
      filter: ({ account_code }) => ({ account_from: account_code, account_to: account_code }),
    },
  },
  { field: 'acct_desc', header: 'Description', kind: 'text', width: 44, grows: true },
  { field: 'cur_debit', header: 'Current Debit', kind: 'amount', width: 18, total: true, opens: 'postings' },
  { field: 'cur_credit', header: 'Current Credit', kind: 'amount', width: 18, total: true, opens: 'postings' },
  { field: 'total_debit', header: 'Total Debit', kind: 'amount', width: 18, total: true, opens: 'postings' },
  { field: 'total_credit', header: 'Total Credit', kind: 'amount', width: 18, total: true, opens: 'postings' },
];
const members = { one: 'account', many: 'accounts' } as const;
const BY_GROUP: ReportLevel<TrialBalanceRow> = { code: 'group_code', name: 'group_desc', ...members };
const BY_DIMENSION: ReportLevel<TrialBalanceRow> = { code: 'dim_code', name: 'dim_name', ...members };

export const trialBalanceReport = defineReport({
  name: 'trial-balance',
  calls: [{ path: '/rpt/tbal' }],
  filters: {
    period: period(),
    by: choice(
      'By',
      { none: 'Accounts', branch: 'By branch', department: 'By department', section: 'By section' },
      'none',
    ),
    brnc_code: reference('Branch', 'branch', 'All branches'),
    dept_code: reference('Department', 'department', 'All departments'),
    section_code: reference('Section', 'section', 'All sections'),
    closing: choice('Closing entries', { '1': 'With closing entries', '0': 'Without closing entries' }, '1'),
    compare: choice('Compare', { none: 'No comparison', previous: 'Previous period', year: 'A year before' }, 'none'),
  },
  row: trialBalanceRow,
  key: ['dim_code', 'account_code'],
  drill: ['account_code', 'dim_code'],
  totals: trialBalanceTotals,
  layout: ({ by }) => ({
    columns,
    levels: [by === 'none' ? BY_GROUP : BY_DIMENSION],
    basis: 'PHP, posted entries',
  }),
  compares: { balance: 'Balance' },
  provenBeside: true,
  orientation: 'portrait',
  totalLabel: 'Grand total',
});
