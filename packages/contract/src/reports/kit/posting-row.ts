import * as z from 'zod';
import type { ReportColumn } from './define-report.ts';
import { calendarDay } from '../../documents/wire-values.ts';

/** Decimal text with 2 decimals. */
const amount = z.string();

/**
 * A posting as the subsidiaries and every drill-down show it (reports §3): `debit` and `credit` in the entry's currency,
 * `php_da` and `php_ca` in pesos; the head of its entry as it was posted.
 */
export const postingRow = z.object({
  document_date: calendarDay,
  transaction_type: z.string(),
  document_number: z.string().nullable(),
  batch_number: z.string(),
  reference_number: z.string().nullable(),
  branch: z.string(),
  payee_code: z.string().nullable(),
  payee: z.string().nullable(),
  particulars: z.string(),
  description: z.string(),
  debit: amount,
  credit: amount,
  rate: z.string(),
  php_da: amount,
  php_ca: amount,
  /** Who posted, and when (instant). */
  edit_by: z.string(),
  edit_date: z.string(),
  acct_code: z.string(),
  acct_desc: z.string(),
  currency: z.string(),
  entry_id: z.string(),
  line_no: z.int(),
  /** True for a posting of the mirror entry of a void. */
  is_reversal: z.boolean(),
  /** True when payee and texts are hidden from the caller; its amounts stay (decisions §3). */
  is_masked: z.boolean(),
});
export type PostingRow = z.infer<typeof postingRow>;

/** What is hidden of a masked posting. */
export const MASKED_IN_POSTINGS = ['payee_code', 'payee', 'particulars', 'description', 'reference_number'] as const;

export const POSTING_COLUMNS: readonly ReportColumn<PostingRow>[] = [
  { field: 'document_date', header: 'Date', kind: 'date', width: 11 },
  { field: 'transaction_type', header: 'Type', kind: 'code', width: 5 },
  { field: 'document_number', header: 'Document No.', kind: 'code', width: 14, opens: 'document' },
  { field: 'batch_number', header: 'Batch', kind: 'code', width: 10, on: ['screen', 'file'] },
  { field: 'reference_number', header: 'Reference', kind: 'code', width: 14 },
  { field: 'branch', header: 'Branch', kind: 'code', width: 9 },
  { field: 'payee', header: 'Payee', kind: 'text', width: 26, grows: true },
  { field: 'particulars', header: 'Particulars', kind: 'text', width: 28, grows: true },
  { field: 'description', header: 'Description', kind: 'text', width: 24, grows: true },
  { field: 'debit', header: 'Debit', kind: 'amount', width: 15, on: ['screen', 'foreign paper', 'file'] },
  { field: 'credit', header: 'Credit', kind: 'amount', width: 15, on: ['screen', 'foreign paper', 'file'] },
  { field: 'rate', header: 'Rate', kind: 'rate', width: 10, on: ['screen', 'foreign paper', 'file'] },
  { field: 'php_da', header: 'PHP Debit', kind: 'amount', width: 16 },
  { field: 'php_ca', header: 'PHP Credit', kind: 'amount', width: 16 },
  { field: 'edit_by', header: 'Edited by', kind: 'text', width: 18, on: ['screen', 'file'] },
  { field: 'edit_date', header: 'Edited', kind: 'instant', width: 16, on: ['screen', 'file'] },
  { field: 'payee_code', header: 'Payee Code', kind: 'code', width: 12, on: ['file'] },
  { field: 'acct_code', header: 'Account Code', kind: 'code', width: 12, on: ['file'] },
  { field: 'acct_desc', header: 'Account', kind: 'text', width: 30, on: ['file'] },
  { field: 'currency', header: 'Currency', kind: 'code', width: 8, on: ['file'] },
];
