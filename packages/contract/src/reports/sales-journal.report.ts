import * as z from 'zod';
import { defineReport } from './kit/define-report.ts';
import { choice, period } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/**
 * A service that a receipt, or an invoice, is for. A document that was voided on its own day is one line VOID of 0.00; of one
 * voided later the same stands negative at the day of the void (reports.md §0).
 */
const saleRow = z.object({
  receipt_date: calendarDay,
  /** TIN, name and address as the paper says them; before papers were frozen, those of the customer today. */
  customer_tin_no: z.string(),
  customer_name: z.string(),
  customer_address: z.string(),
  payee_id: z.int(),
  /** Of the official receipt, else of the acknowledgement receipt; null where an advance is applied alone. On invoices theirs. */
  or_oar_number: z.string().nullable(),
  /** 'VOID' where the document is. */
  or_oar_service: z.string(),
  /** VAT included. */
  or_oar_principal_amount: pesos,
  or_oar_vat_amount: pesos,
  net_service_fee: pesos,
  document_type: z.string(),
  document_number: z.string().nullable(),
  batch_number: z.string(),
  entry_id: z.string(),
  /** 0 for the line of a voided document. */
  line_no: z.int(),
  is_reversal: z.boolean(),
  is_masked: z.boolean(),
});
export type SaleRow = z.infer<typeof saleRow>;

const BASES = { receipt: 'Receipts', invoice: 'Invoices' } as const;
const BASIS_TEXTS = {
  receipt: 'PHP, sales by receipt, as they are collected',
  invoice: 'PHP, sales by invoice, as they are billed',
} as const satisfies Record<keyof typeof BASES, string>;

/** What was sold, by the receipts for it or by its invoices: the latter is the book of sales of the present law (reports.md §11). */
export const salesJournalReport = defineReport({
  name: 'sales-journal',
  calls: [{ path: '/rpt/salesrep' }],
  scopes: ['receipts', 'reports'],
  filters: { period: period(), basis: choice('Basis', BASES, 'receipt') },
  row: saleRow,
  key: ['entry_id', 'line_no'],
  drill: [],
  totals: z.object({ or_oar_principal_amount: pesos, or_oar_vat_amount: pesos, net_service_fee: pesos }),
  layout: ({ basis }) => ({
    columns: [
      { field: 'receipt_date', header: basis === 'receipt' ? 'Receipt Date' : 'Invoice Date', kind: 'date', width: 12 },
      { field: 'customer_tin_no', header: 'TIN', kind: 'code', width: 19 },
      {
        field: 'customer_name',
        header: 'Customer',
        kind: 'text',
        width: 28,
        grows: true,
        opens: { address: '/customer/$id', below: '/payefile', params: ({ payee_id }) => ({ id: String(payee_id) }) },
      },
      { field: 'customer_address', header: 'Address', kind: 'text', width: 30, grows: true, plain: true },
      {
        field: 'or_oar_number',
        header: basis === 'receipt' ? 'OR/OAR No.' : 'Invoice No.',
        kind: 'code',
        width: 15,
        opens: 'document',
      },
      { field: 'or_oar_service', header: 'Service', kind: 'text', width: 24, grows: true },
      { field: 'or_oar_principal_amount', header: 'Principal', kind: 'amount', width: 15, total: true },
      { field: 'or_oar_vat_amount', header: 'VAT', kind: 'amount', width: 14, total: true },
      { field: 'net_service_fee', header: 'Net Service Fee', kind: 'amount', width: 15, total: true, stays: true },
      { field: 'document_type', header: 'Type', kind: 'code', width: 5, on: ['file'] },
      { field: 'document_number', header: 'Document No.', kind: 'code', width: 12, on: ['file'] },
      { field: 'batch_number', header: 'Batch', kind: 'code', width: 10, on: ['file'] },
    ],
    levels: [],
    basis: BASIS_TEXTS[basis],
  }),
  orientation: 'landscape',
  totalLabel: 'Total',
  paged: true,
  masked: ['customer_tin_no', 'customer_name', 'customer_address', 'payee_id'],
  provenEach: 'basis',
});
