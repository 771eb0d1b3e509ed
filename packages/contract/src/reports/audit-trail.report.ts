import * as z from 'zod';
import { defineReport } from './kit/define-report.ts';
import { choice, period } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/**
 * What was done: an entry at its day, its mirror beside it as one more; and a document that has no entry of its round, which is a
 * draft, on its way, maturing, archived or deleted (reports.md §10).
 */
const auditTrailRow = z.object({
  transaction_type: z.string(),
  batch_number: z.string(),
  document_number: z.string().nullable(),
  document_date: calendarDay,
  /** Instant. */
  date_created: z.string(),
  payee: z.string().nullable(),
  remarks: z.string(),
  debit: pesos,
  credit: pesos,
  status: z.int(),
  status_text: z.string(),
  /** Who acted last, and when in Manila: of an entry who posted it. */
  edit_by: z.string(),
  edit_date: calendarDay,
  edit_time: z.string(),
  /** Null for what is not posted. */
  posted_date: calendarDay.nullable(),
  /** Null for what is not posted. */
  entry_id: z.string().nullable(),
  document_id: z.string(),
  is_masked: z.boolean(),
});
export type AuditTrailRow = z.infer<typeof auditTrailRow>;

/** Which documents a trail is of. */
const DOCUMENTS = {
  DM: 'Disbursements',
  CR: 'Cash receipts',
  JE: 'Journal entries',
  BI: 'Billings',
  CN: 'Collections',
} as const;

export const auditTrailReport = defineReport({
  name: 'audit-trail',
  calls: [{ path: '/rpt/audit' }],
  filters: {
    doc_type: choice('Documents', DOCUMENTS, 'DM', { quiet: false, required: true }),
    period: period(),
  },
  row: auditTrailRow,
  key: ['document_id', 'entry_id'],
  drill: [],
  totals: z.object({ total_debit: pesos, total_credit: pesos, debit: pesos, credit: pesos }),
  layout: {
    columns: [
      { field: 'transaction_type', header: 'Type', kind: 'code', width: 5 },
      { field: 'batch_number', header: 'Batch', kind: 'code', width: 10 },
      { field: 'document_number', header: 'Document No.', kind: 'code', width: 14, opens: 'document' },
      { field: 'document_date', header: 'Date', kind: 'date', width: 11 },
      { field: 'date_created', header: 'Created', kind: 'instant', width: 16 },
      { field: 'payee', header: 'Payee', kind: 'text', width: 26, grows: true },
      { field: 'remarks', header: 'Remarks', kind: 'text', width: 28, grows: true },
      { field: 'debit', header: 'Debit', kind: 'amount', width: 16, total: true },
      { field: 'credit', header: 'Credit', kind: 'amount', width: 16, total: true },
      { field: 'status', header: 'Code', kind: 'integer', width: 6, on: ['file'] },
      { field: 'status_text', header: 'Status', kind: 'text', width: 14 },
      { field: 'edit_by', header: 'Edited by', kind: 'text', width: 18 },
      { field: 'edit_date', header: 'Edited', kind: 'date', width: 11 },
      { field: 'edit_time', header: 'Time', kind: 'text', width: 8 },
      { field: 'posted_date', header: 'Posted', kind: 'date', width: 11 },
    ],
    levels: [],
    basis: 'PHP, posted entries and documents that are not posted',
  },
  orientation: 'landscape',
  totalLabel: 'Total',
  paged: true,
  masked: ['payee', 'remarks'],
});
