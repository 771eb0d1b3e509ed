import * as z from 'zod';
import { defineReport, type FixedLine, type ReportColumn } from './kit/define-report.ts';
import { MASKED_IN_POSTINGS, postingRow } from './kit/posting-row.ts';
import { LEDGER_FILTERS } from './subsidiary.report.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/**
 * A posting as the general ledger shows it: amounts in pesos, `contra` the account on the other side of its entry, 'several' where it
 * is not one alone, `balance` that of the account after it, never negative, on the side that `side` says: null at 0.00. Both are null where
 * a type of document narrows the ledger: no balance is made of one type.
 */
const generalLedgerRow = postingRow
  .pick({
    document_date: true,
    transaction_type: true,
    document_number: true,
    batch_number: true,
    reference_number: true,
    branch: true,
    payee_code: true,
    payee: true,
    particulars: true,
    description: true,
    acct_code: true,
    acct_desc: true,
    entry_id: true,
    line_no: true,
    is_reversal: true,
    is_masked: true,
  })
  .extend({
    contra: z.string(),
    debit: pesos,
    credit: pesos,
    balance: pesos.nullable(),
    side: z.enum(['Dr', 'Cr']).nullable(),
  });
export type GeneralLedgerRow = z.infer<typeof generalLedgerRow>;

const columns: readonly ReportColumn<GeneralLedgerRow>[] = [
  { field: 'document_date', header: 'Date', kind: 'date', width: 11 },
  { field: 'transaction_type', header: 'Type', kind: 'code', width: 5 },
  { field: 'document_number', header: 'Document No.', kind: 'code', width: 14, opens: 'document' },
  { field: 'reference_number', header: 'Reference', kind: 'code', width: 14 },
  { field: 'particulars', header: 'Particulars', kind: 'text', width: 34, grows: true },
  { field: 'contra', header: 'Contra', kind: 'code', width: 10 },
  { field: 'debit', header: 'Debit', kind: 'amount', width: 17, total: true },
  { field: 'credit', header: 'Credit', kind: 'amount', width: 17, total: true },
];
const balanceColumns: readonly ReportColumn<GeneralLedgerRow>[] = [
  { field: 'balance', header: 'Balance', kind: 'amount', width: 17 },
  { field: 'side', header: 'Dr/Cr', kind: 'code', width: 5, stays: true },
];
const fileColumns: readonly ReportColumn<GeneralLedgerRow>[] = [
  { field: 'batch_number', header: 'Batch', kind: 'code', width: 10, on: ['file'] },
  { field: 'branch', header: 'Branch', kind: 'code', width: 9, on: ['file'] },
  { field: 'payee_code', header: 'Payee Code', kind: 'code', width: 12, on: ['file'] },
  { field: 'payee', header: 'Payee', kind: 'text', width: 26, on: ['file'] },
  { field: 'description', header: 'Description', kind: 'text', width: 24, on: ['file'] },
  { field: 'acct_code', header: 'Account Code', kind: 'code', width: 12, on: ['file'] },
  { field: 'acct_desc', header: 'Account', kind: 'text', width: 30, on: ['file'] },
];

const PERIOD_TOTAL: FixedLine<GeneralLedgerRow> = {
  label: 'Period total',
  at: 'bottom',
  cells: ({ debit = null, credit = null }) => ({ debit, credit }),
  opens: ['debit', 'credit'],
};
const LINES: readonly FixedLine<GeneralLedgerRow>[] = [
  { label: 'Opening', at: 'top', cells: ({ beginning }) => balanceCells(beginning) },
  PERIOD_TOTAL,
  { label: 'Closing', at: 'bottom', strong: true, cells: ({ ending }) => balanceCells(ending) },
];

/** A balance, decimal text, debit positive, as its amount and its side. */
function balanceCells(balance = '0.00') {
  if (balance === '0.00') return { balance, side: null };
  const isCredit = balance.startsWith('-');
  return { balance: isCredit ? balance.slice(1) : balance, side: isCredit ? 'Cr' : 'Dr' };
}

/** The book of accounts: each with its opening, what moved it, and its balance after every posting (reports §15). */
export const generalLedgerReport = defineReport({
  name: 'general-ledger',
  calls: [{ path: '/rpt/gledger' }],
  filters: LEDGER_FILTERS,
  row: generalLedgerRow,
  key: ['entry_id', 'line_no'],
  drill: ['acct_code'],
  totals: z.object({ beginning: pesos, debit: pesos, credit: pesos, ending: pesos }),
  layout: ({ document_type }) => ({
    columns: document_type === 'all' ? [...columns, ...balanceColumns, ...fileColumns] : [...columns, ...fileColumns],
    levels: [
      {
        code: 'acct_code',
        name: 'acct_desc',
        one: 'posting',
        many: 'postings',
        fixed: document_type === 'all' ? LINES : [PERIOD_TOTAL],
      },
    ],
    basis: 'PHP, posted entries',
  }),
  orientation: 'landscape',
  totalLabel: 'Total',
  totalNotes: [
    { label: 'Opening', figure: 'beginning' },
    { label: 'Closing', figure: 'ending' },
  ],
  paged: true,
  masked: MASKED_IN_POSTINGS,
  carried: ['debit', 'credit'],
});
