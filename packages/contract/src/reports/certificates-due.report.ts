import * as z from 'zod';
import { defineReport, type ReportColumn } from './kit/define-report.ts';
import { choice, quarter } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/** What one customer withheld in one quarter by the books, and what the 2307s received of that quarter say. */
const certificateDue = z.object({
  /** Empty for tax in the books that names no customer. */
  payee_code: z.string().nullable(),
  payee_desc: z.string().nullable(),
  email: z.string().nullable(),
  fiscal_year: z.int(),
  quarter: z.string(),
  quarter_name: z.string(),
  withheld: pesos,
  certified: pesos,
  /** Withheld less certified: above 0 where a certificate is missing, below where more was certified than taken. */
  missing: pesos,
  /** The day by which the certificate was to come: the 20th after the quarter. A calendar date. */
  due_date: calendarDay,
});
export type CertificateDue = z.infer<typeof certificateDue>;

const columns: readonly ReportColumn<CertificateDue>[] = [
  {
    field: 'payee_desc',
    header: 'Customer',
    kind: 'text',
    width: 36,
    grows: true,
    opens: {
      address: '/payefile',
      query: ({ payee_code, fiscal_year, quarter: of }) => ({
        tab: 'certificates',
        f: `payee_code:${payee_code ?? ''};fiscal_year:${fiscal_year};quarter:${of}`,
      }),
    },
  },
  { field: 'payee_code', header: 'Code', kind: 'code', width: 10, on: ['file'] },
  { field: 'quarter_name', header: 'Quarter', kind: 'text', width: 20 },
  { field: 'withheld', header: 'Withheld', kind: 'amount', width: 16, total: true, opens: 'postings' },
  { field: 'certified', header: 'Certified', kind: 'amount', width: 16, total: true },
  { field: 'missing', header: 'Missing', kind: 'amount', width: 16, total: true },
  { field: 'due_date', header: 'Due by', kind: 'date', width: 12 },
  { field: 'email', header: 'E-mail', kind: 'text', width: 30 },
];

/** The chasing list: by customer and quarter, the largest difference first. The withheld tax is the collections' own. */
export const certificatesDueReport = defineReport({
  name: 'certificates-due',
  calls: [{ path: '/certificates-due' }],
  filters: {
    quarter: quarter(),
    state: choice('Which', { open: 'What differs', all: 'All' }, 'open'),
  },
  row: certificateDue,
  key: ['payee_code', 'fiscal_year', 'quarter'],
  drill: ['payee_code', 'quarter'],
  totals: z.object({ withheld: pesos, certified: pesos, missing: pesos }),
  layout: {
    columns,
    levels: [],
    basis: 'PHP, tax withheld by customers against 2307s received',
  },
  orientation: 'landscape',
  totalLabel: 'Total',
});
