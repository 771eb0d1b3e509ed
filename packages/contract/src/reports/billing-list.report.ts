import * as z from 'zod';
import { formatReportDate } from '@talaan/core/calendar/calendar-date';
import { COLLECTION_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { defineReport } from './kit/define-report.ts';
import { choices, day, period, reference } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/**
 * An invoice with one of its collections, or with none; what is not of a collection is the same in each of them, but for what was
 * billed, which the first one has.
 */
const billedRow = z.object({
  name: z.string(),
  payee_id: z.int(),
  billing_number: z.string(),
  billing_date: calendarDay,
  /** 'Due Immediately', or days. */
  term: z.string(),
  due_date: calendarDay,
  /** Its services with their texts, as the invoice prints them. */
  description: z.string(),
  amount_billed: pesos.nullable(),
  /** Of an invoice in another currency: the currency, and what was billed in it. */
  currency: z.string().nullable(),
  amount_billed_fc: z.string().nullable(),
  status: z.int(),
  status_text: z.string(),
  /** Of the collection, or of the journal that settles: a day, its number, and the pesos that it takes of the receivable. */
  collection_date: calendarDay.nullable(),
  collection_number: z.string().nullable(),
  collection_type: z.string().nullable(),
  /** Null where the reader may not open it. */
  collection_batch: z.string().nullable(),
  amount_collected: pesos.nullable(),
  /** What is left after it. */
  amount_uncollected: pesos,
  /** Its place among those of the invoice, from 1. */
  collection_line: z.int(),
  document_type: z.string(),
  batch_number: z.string(),
  entry_id: z.string(),
  is_masked: z.boolean(),
});
export type BilledRow = z.infer<typeof billedRow>;

const ofInvoice = { once: 'entry_id', onceOnScreen: true } as const;

/** 7 is every invoice that stands; what waits for approval is in no report, and asking for it finds nothing (reports.md §5). */
const STATUSES = {
  ...Object.fromEntries(Object.entries(COLLECTION_STATUSES).map(([status, { label }]) => [status, label])),
  3: 'For Approval 1',
  4: 'For Approval 2',
  5: 'For Approval 3',
  7: 'All but cancelled',
} as Readonly<Record<string, string>>;

/** Invoices by their billing date, each with what was collected of it (reports.md §5). */
export const billingListReport = defineReport({
  name: 'billing-list',
  calls: [{ path: '/billing/list' }, { path: '/billing/genByYearMonth' }],
  filters: {
    period: period({ typed: false }),
    payee_id: reference('Payee', 'payee', 'All payees', 'id'),
    status: choices('Status', STATUSES, [], ['3', '4', '5']),
    as_of: day('Collections up to'),
  },
  row: billedRow,
  key: ['entry_id', 'collection_line'],
  nested: {
    as: 'collections',
    of: 'entry_id',
    fields: [
      'collection_date',
      'collection_number',
      'collection_type',
      'collection_batch',
      'amount_collected',
      'amount_uncollected',
      'collection_line',
    ],
    first: ['amount_billed', 'amount_billed_fc'],
  },
  drill: [],
  totals: z.object({ amount_billed: pesos, amount_collected: pesos, amount_uncollected: pesos }),
  layout: ({ period: { date_to }, as_of }) => ({
    columns: [
      {
        field: 'name',
        header: 'Name',
        kind: 'text',
        width: 28,
        grows: true,
        ...ofInvoice,
        opens: { address: '/customer/$id', below: '/payefile', params: ({ payee_id }) => ({ id: String(payee_id) }) },
      },
      { field: 'billing_number', header: 'Billing No.', kind: 'code', width: 14, ...ofInvoice, opens: 'document' },
      { field: 'billing_date', header: 'Billing Date', kind: 'date', width: 11, ...ofInvoice },
      { field: 'term', header: 'Term', kind: 'text', width: 14, ...ofInvoice },
      { field: 'due_date', header: 'Due Date', kind: 'date', width: 11, ...ofInvoice },
      { field: 'description', header: 'Description', kind: 'text', width: 34, grows: true, ...ofInvoice },
      { field: 'currency', header: 'Currency', kind: 'code', width: 8, on: ['file'] },
      { field: 'amount_billed_fc', header: 'Billed in Currency', kind: 'amount', width: 16, on: ['file'] },
      { field: 'amount_billed', header: 'Amount Billed', kind: 'amount', width: 15, total: true },
      { field: 'status_text', header: 'Status', kind: 'text', width: 17, ...ofInvoice },
      { field: 'collection_date', header: 'Collected', kind: 'date', width: 11 },
      {
        field: 'collection_number',
        header: 'Collection No.',
        kind: 'code',
        width: 13,
        opens: { document: { type: 'collection_type', batch: 'collection_batch' } },
      },
      { field: 'amount_collected', header: 'Amount Collected', kind: 'amount', width: 15, total: true },
      {
        field: 'amount_uncollected',
        header: 'Amount Uncollected',
        kind: 'amount',
        width: 15,
        total: true,
        stays: true,
      },
      { field: 'status', header: 'Status Code', kind: 'integer', width: 8, on: ['file'] },
    ],
    levels: [],
    basis: `PHP, posted invoices, collections up to ${formatReportDate(as_of ?? date_to)}`,
  }),
  orientation: 'landscape',
  totalLabel: 'Total',
  paged: true,
  masked: ['name', 'payee_id', 'description'],
});
