import * as z from 'zod';
import { defineReport } from './kit/define-report.ts';
import { choice, period, reference } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/**
 * A line of a book: a posting of one of its documents. A document that was voided on its own day is one line VOID of 0.00; one
 * voided later has its lines at its day, and at the day of the void the same on their other sides (reports.md §0).
 */
const bookRow = z.object({
  date: calendarDay,
  document_type: z.string(),
  document_number: z.string().nullable(),
  /** Payee of the line, else of the document. */
  analysis: z.string().nullable(),
  account_code: z.string().nullable(),
  /** 'VOID' where the document is. */
  account_name: z.string(),
  remarks: z.string(),
  debit_amount: pesos,
  credit_amount: pesos,
  batch_number: z.string(),
  purchase_order: z.string().nullable(),
  entry_id: z.string(),
  /** 0 for the line of a voided document. */
  line_no: z.int(),
  is_reversal: z.boolean(),
  is_masked: z.boolean(),
});
export type BookRow = z.infer<typeof bookRow>;

/** The books: together the first three are the whole ledger, and the last is a part of the first (reports.md §9). */
const BOOKS = { DM: 'Disbursement book', CR: 'Cash receipt book', JE: 'General journal', PO: 'Purchase book' } as const;

export const booksOfAccountReport = defineReport({
  name: 'books-of-account',
  calls: [
    { path: '/rpt/boadisb', given: { doc_type: 'DM' } },
    { path: '/rpt/boacr', given: { doc_type: 'CR' } },
    { path: '/rpt/boaje', given: { doc_type: 'JE' } },
    { path: '/rpt/boapo', given: { doc_type: 'PO' } },
  ],
  filters: {
    doc_type: choice('Book', BOOKS, 'DM', { quiet: false }),
    period: period(),
    brnc_code: reference('Branch', 'branch', 'All branches'),
  },
  row: bookRow,
  key: ['entry_id', 'line_no'],
  drill: [],
  totals: z.object({ debit_amount: pesos, credit_amount: pesos }),
  layout: {
    columns: [
      { field: 'date', header: 'Date', kind: 'date', width: 11 },
      { field: 'document_number', header: 'Document No.', kind: 'code', width: 14, opens: 'document' },
      { field: 'analysis', header: 'Analysis', kind: 'text', width: 28, grows: true },
      { field: 'account_code', header: 'Account Code', kind: 'code', width: 12 },
      { field: 'account_name', header: 'Account Name', kind: 'text', width: 30, grows: true },
      { field: 'remarks', header: 'Remarks', kind: 'text', width: 30, grows: true },
      { field: 'debit_amount', header: 'Debit', kind: 'amount', width: 16, total: true },
      { field: 'credit_amount', header: 'Credit', kind: 'amount', width: 16, total: true },
      { field: 'document_type', header: 'Type', kind: 'code', width: 5, on: ['file'] },
      { field: 'batch_number', header: 'Batch', kind: 'code', width: 10, on: ['file'] },
      { field: 'purchase_order', header: 'Purchase Order', kind: 'code', width: 12, on: ['file'] },
    ],
    levels: [
      {
        code: 'entry_id',
        name: 'document_number',
        one: 'line',
        many: 'lines',
        sums: 'below several',
        bare: true,
      },
    ],
    basis: 'PHP, posted entries',
  },
  orientation: 'landscape',
  totalLabel: 'Grand total',
  paged: true,
  masked: ['analysis', 'remarks'],
  carried: ['debit_amount', 'credit_amount'],
});
