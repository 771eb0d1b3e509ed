import * as z from 'zod';
import { defineReport, type ReportColumn } from './kit/define-report.ts';
import { choice, quarter, reference } from './kit/report-filters.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/** What a certificate makes of a row: nothing yet, a part of it, all of it, or what is not so any more. */
export const CERTIFIED = ['none', 'in part', 'issued', 'changed since'] as const;

/**
 * What was withheld of a payee under one ATC in a quarter; in the list by months, in one month of it. Income is without VAT, and
 * less than nothing where more was taken back than paid.
 */
const withheldRow = z.object({
  /** Record ID of the payee; `NOBODY` and `HIDDEN` of the subsidiary by analysis for nobody and for what is confidential. */
  payee_id: z.string(),
  payee: z.string(),
  tin: z.string().nullable(),
  /** Its parts as lists of payees carry them: nine digits, and the branch code of five. */
  tin_no: z.string().nullable(),
  branch_code: z.string().nullable(),
  last_name: z.string().nullable(),
  first_name: z.string().nullable(),
  middle_name: z.string().nullable(),
  /** Of whoever has no name parts. */
  company_name: z.string().nullable(),
  address: z.string().nullable(),
  zip_code: z.string().nullable(),
  atc_code: z.string(),
  nature: z.string(),
  /** Of income, WI and WC, or of business, WB and WV. */
  tax: z.enum(['income', 'business']),
  /** yyyy-mm in the list by months, else empty. */
  month: z.string(),
  month_1: pesos,
  month_2: pesos,
  month_3: pesos,
  total: pesos,
  tax_withheld: pesos,
  /** That of the last day, in per cent. */
  rate: z.string(),
  certificate: z.enum(CERTIFIED),
  /** What keeps a certificate from being complete, or sets the row apart. */
  note: z.string(),
  is_masked: z.boolean(),
});
export type WithheldRow = z.infer<typeof withheldRow>;

type Column = ReportColumn<WithheldRow>;

const NATURE: Column = { field: 'nature', header: 'Nature of income payment', kind: 'text', width: 34, grows: true };
const TAX: Column = {
  field: 'tax_withheld',
  header: 'Tax withheld',
  kind: 'amount',
  width: 13,
  total: true,
  opens: 'postings',
};
const RATE: Column = { field: 'rate', header: 'Rate %', kind: 'rate', width: 7 };
const NOTE: Column = { field: 'note', header: 'Note', kind: 'text', width: 22 };

const byCode: readonly Column[] = [
  { field: 'payee', header: 'Payee', kind: 'text', width: 30, grows: true, once: 'payee_id' },
  { field: 'tin', header: 'TIN', kind: 'code', width: 19, once: 'payee_id' },
  { field: 'atc_code', header: 'ATC', kind: 'code', width: 7 },
  NATURE,
  { field: 'tax', header: 'Of', kind: 'text', width: 9, on: ['screen', 'file'] },
  { field: 'month_1', header: '1st month', kind: 'amount', width: 13, total: true, band: 'Income payments' },
  { field: 'month_2', header: '2nd month', kind: 'amount', width: 13, total: true, band: 'Income payments' },
  { field: 'month_3', header: '3rd month', kind: 'amount', width: 13, total: true, band: 'Income payments' },
  { field: 'total', header: 'Total', kind: 'amount', width: 13, total: true, band: 'Income payments' },
  TAX,
  { field: 'certificate', header: 'Certificate', kind: 'text', width: 12, stays: true },
  RATE,
  NOTE,
];

/** The list that accountants take over: a row for each month, with the parts of TIN and name. */
const byMonth: readonly Column[] = [
  { field: 'month', header: 'Reporting month', kind: 'code', width: 12 },
  { field: 'tin_no', header: 'Vendor TIN', kind: 'code', width: 12 },
  { field: 'branch_code', header: 'Branch code', kind: 'code', width: 10 },
  { field: 'company_name', header: 'Company name', kind: 'text', width: 34, grows: true },
  { field: 'last_name', header: 'Surname', kind: 'text', width: 16 },
  { field: 'first_name', header: 'First name', kind: 'text', width: 16 },
  { field: 'middle_name', header: 'Middle name', kind: 'text', width: 14 },
  { field: 'address', header: 'Address', kind: 'text', width: 34, grows: true },
  { field: 'zip_code', header: 'ZIP', kind: 'code', width: 6 },
  NATURE,
  { field: 'atc_code', header: 'ATC', kind: 'code', width: 7 },
  { field: 'total', header: 'Income payment', kind: 'amount', width: 15, total: true },
  { ...RATE, header: 'EWT rate' },
  { ...TAX, header: 'Tax amount' },
];

/** What the company withheld of whom in a quarter, and what of it is certified by BIR Form 2307 (reports.md §13). */
export const birFormReport = defineReport({
  name: 'bir-form',
  calls: [{ path: '/rpt/bir2307' }],
  filters: {
    quarter: quarter({ orYear: false }),
    payee_id: reference('Payee', 'payee', 'All payees', 'id'),
    by: choice('By', { code: 'By payee and ATC', month: 'By month, for accountants' }, 'code'),
  },
  row: withheldRow,
  key: ['payee_id', 'atc_code', 'month'],
  drill: ['payee_id', 'atc_code', 'month'],
  totals: z.object({ month_1: pesos, month_2: pesos, month_3: pesos, total: pesos, tax_withheld: pesos }),
  layout: ({ by }) => ({
    columns: by === 'code' ? byCode : byMonth,
    levels:
      by === 'code'
        ? [
            {
              code: 'payee_id',
              name: 'payee',
              byName: true,
              one: 'row',
              many: 'rows',
              sums: 'below several',
              bare: true,
            },
          ]
        : [],
    basis: 'PHP, posted entries, without VAT',
  }),
  orientation: 'landscape',
  totalLabel: 'Total',
  masked: [
    'payee',
    'tin',
    'tin_no',
    'branch_code',
    'last_name',
    'first_name',
    'middle_name',
    'company_name',
    'address',
    'zip_code',
  ],
});
