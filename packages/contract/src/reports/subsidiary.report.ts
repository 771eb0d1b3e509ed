import * as z from 'zod';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { defineReport, onItsSide, type FixedLine } from './kit/define-report.ts';
import { MASKED_IN_POSTINGS, POSTING_COLUMNS, postingRow, type PostingRow } from './kit/posting-row.ts';
import { choice, period, range, reference } from './kit/report-filters.ts';

/** Pesos, signed, debit positive. */
const pesos = z.string();

/** The sums of every ledger of accounts: what was there, what moved, what is there. */
export const ledgerTotals = z.object({
  beginning: pesos,
  php_da: pesos,
  php_ca: pesos,
  ending: pesos,
});

/** Beginning, Movement and Ending of an account: in pesos, and in its own currency where that is another one. */
export const ACCOUNT_LINES: readonly FixedLine<PostingRow>[] = [
  {
    label: 'Beginning',
    at: 'top',
    cells: ({ beginning, fc_beginning }) => ({
      ...onItsSide(beginning, 'php_da', 'php_ca'),
      ...onItsSide(fc_beginning, 'debit', 'credit'),
    }),
  },
  {
    label: 'Movement for the month',
    at: 'bottom',
    cells: ({ debit = null, credit = null, fc_debit = null, fc_credit = null }) => ({
      php_da: debit,
      php_ca: credit,
      debit: fc_debit,
      credit: fc_credit,
    }),
    opens: ['php_da', 'php_ca'],
  },
  {
    label: 'Ending',
    at: 'bottom',
    strong: true,
    cells: ({ ending, fc_ending }) => ({
      ...onItsSide(ending, 'php_da', 'php_ca'),
      ...onItsSide(fc_ending, 'debit', 'credit'),
    }),
  },
];

/** The types that are posted, with their words; an order never is. */
const POSTED_TYPES = Object.fromEntries(
  ALL_DOCUMENT_TYPES.filter((type) => type !== 'PO').map((type) => [type, `${type} · ${DOCUMENT_TYPES[type].label}`]),
);

/** What narrows a ledger of accounts. */
export const LEDGER_FILTERS = {
  period: period(),
  account: range('Account', 'account', 'account', 'All accounts'),
  brnc_code: reference('Branch', 'branch', 'All branches'),
  dept_code: reference('Department', 'department', 'All departments'),
  payee_id: reference('Payee', 'payee', 'All payees', 'id'),
  document_type: choice('Document type', { all: 'All types', ...POSTED_TYPES }, 'all'),
} as const;

/** The postings of accounts between what was there and what is there (reports §3). */
export const subsidiaryReport = defineReport({
  name: 'subsidiary',
  calls: [{ path: '/rpt/subledgerReport' }],
  filters: LEDGER_FILTERS,
  row: postingRow,
  key: ['entry_id', 'line_no'],
  drill: ['acct_code'],
  totals: ledgerTotals,
  layout: {
    columns: POSTING_COLUMNS,
    levels: [{ code: 'acct_code', name: 'acct_desc', one: 'posting', many: 'postings', fixed: ACCOUNT_LINES }],
    basis: 'PHP and account currency, posted entries',
  },
  orientation: 'landscape',
  totalLabel: 'Total',
  totalNotes: [
    { label: 'Beginning', figure: 'beginning' },
    { label: 'Ending', figure: 'ending' },
  ],
  paged: true,
  masked: MASKED_IN_POSTINGS,
});
