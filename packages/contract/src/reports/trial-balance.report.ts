import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery, pageOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { defineReport, REPORT_FORMATS } from './define-report.ts';
import { periodFields, unknownFilter, withPeriod } from './report-period.ts';
import { reportHeader, reportOf } from './report-reply.ts';

const TAG = 'Reports';
const access = { kind: 'module', module: 'Trial Balance', level: ACCESS.select } as const;

/** Pesos as decimal text with 2 decimals; a balance is signed, debit positive. */
const pesos = z.string();

/**
 * One postable account with movement or balance. `cur_*` are the debits and credits of the period, `total_*` the net
 * balance to its last day, on its side (decisions §9). The group is the account's topmost parent.
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

export const trialBalanceReport = defineReport<TrialBalanceRow>({
  name: 'trial-balance',
  title: 'Trial Balance',
  path: '/rpt/tbal',
  basis: 'PHP, posted entries',
  orientation: 'portrait',
  columns: [
    { field: 'account_code', header: 'Account Code', kind: 'code', width: 14 },
    { field: 'acct_desc', header: 'Description', kind: 'text', width: 44, grows: true },
    { field: 'cur_debit', header: 'Current Debit', kind: 'amount', width: 18, total: true },
    { field: 'cur_credit', header: 'Current Credit', kind: 'amount', width: 18, total: true },
    { field: 'total_debit', header: 'Total Debit', kind: 'amount', width: 18, total: true },
    { field: 'total_credit', header: 'Total Credit', kind: 'amount', width: 18, total: true },
  ],
  group: { code: 'group_code', name: 'group_desc', one: 'account', many: 'accounts' },
  totalLabel: 'Grand total',
});

export const readTrialBalance = defineRoute({
  method: 'GET',
  path: trialBalanceReport.path,
  summary: 'Trial balance',
  tag: TAG,
  access,
  query: z.strictObject(periodFields, unknownFilter).transform(withPeriod),
  response: reportOf(trialBalanceRow, trialBalanceTotals),
});
export type TrialBalance = z.infer<typeof readTrialBalance.response>;

export const exportTrialBalance = defineRoute({
  method: 'GET',
  path: `${trialBalanceReport.path}/export`,
  summary: 'Trial balance as a file',
  tag: TAG,
  access,
  query: z
    .strictObject(
      { ...periodFields, format: z.enum(REPORT_FORMATS, 'format must be xlsx, pdf or csv.') },
      unknownFilter,
    )
    .transform(withPeriod),
  file: 'application/octet-stream',
});

/** One posting of the account, with the balance after it (debit positive). */
const accountPosting = z.object({
  entry_id: z.string(),
  line_no: z.int(),
  /** Date of the entry. */
  document_date: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  batch_number: z.string(),
  /** 'Confidential' when the batch is and the caller may not see it; its amounts stay (decisions §3). */
  payee: z.string().nullable(),
  branch: z.string(),
  remarks: z.string(),
  debit: pesos,
  credit: pesos,
  balance: pesos,
  /** True for a posting of the mirror entry of a void. */
  is_reversal: z.boolean(),
  /** True when payee and remarks are hidden from the caller. */
  is_masked: z.boolean(),
});
export type AccountPosting = z.infer<typeof accountPosting>;

/** The postings behind one row: opening balance, each posting with its running balance, movement and ending balance. */
export const readAccountPostings = defineRoute({
  method: 'GET',
  path: `${trialBalanceReport.path}/postings`,
  summary: 'Postings of an account in a period',
  tag: TAG,
  access,
  query: z
    .strictObject(
      {
        ...periodFields,
        account_code: z.string('account code is required.').trim().min(1, 'account code is required.').max(60),
        page: listQuery.shape.page,
        pages: listQuery.shape.pages,
      },
      unknownFilter,
    )
    .transform(withPeriod),
  response: pageOf(accountPosting).extend({
    header: reportHeader,
    account: z.object({ account_code: z.string(), acct_desc: z.string() }),
    /** Signed, debit positive. */
    beginning: pesos,
    debit: pesos,
    credit: pesos,
    ending: pesos,
  }),
});
export type AccountPostings = z.infer<typeof readAccountPostings.response>;

export const trialBalanceRoutes = [readTrialBalance, exportTrialBalance, readAccountPostings] as const;
