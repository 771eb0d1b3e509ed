import * as z from 'zod';
import { AGE_LABELS } from '@talaan/core/receivables/aging';
import { defineReport, type ReportColumn } from './kit/define-report.ts';
import { asOf, choice, day, reference } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/** What is owed by its age; of an invoice the others are empty. */
const amounts = {
  /** Pesos billed of what is listed; what is fully paid is not. */
  gross: pesos,
  age_0_30: pesos.nullable(),
  age_31_60: pesos.nullable(),
  age_61_90: pesos.nullable(),
  age_91_120: pesos.nullable(),
  age_over_120: pesos.nullable(),
  remaining_balance: pesos,
};
const customer = {
  /** Empty for what is confidential, which stands together at the end, of customer 0. */
  payee_code: z.string(),
  payee_desc: z.string(),
  payee_id: z.int(),
  /** Whole days; of a customer those of his oldest invoice. */
  aged_days: z.int(),
  ...amounts,
  /** All that the customer owes at the day, whatever is listed. */
  total_remaining_balance: pesos,
  is_masked: z.boolean(),
};
const agedCustomer = z.object({ ...customer, invoices: z.int() });
const agedInvoice = z.object({
  ...customer,
  billing_invoice_no: z.string(),
  billing_date: calendarDay,
  term: z.string(),
  due_date: calendarDay,
  is_disputed: z.boolean(),
  /** 'Disputed', or nothing. */
  mark: z.string(),
  document_type: z.string(),
  batch_number: z.string(),
});
export type AgedCustomer = z.infer<typeof agedCustomer>;
export type AgedInvoice = z.infer<typeof agedInvoice>;

const AGED = [
  ['age_0_30', '0-30'],
  ['age_31_60', '31-60'],
  ['age_61_90', '61-90'],
  ['age_91_120', '91-120'],
  ['age_over_120', 'over_120'],
] as const;

/** Gross, what is owed by age, and what remains. */
function amountColumns<Row extends AgedCustomer | AgedInvoice>(
  opens: Pick<ReportColumn<Row>, 'opens'> = {},
): ReportColumn<Row>[] {
  const amount = (field: string, header: string, width = 14) =>
    ({ field, header, kind: 'amount', width, total: true, ...opens }) as ReportColumn<Row>;
  return [
    amount('gross', 'Gross', 15),
    ...AGED.map(([field, age]) => ({
      ...amount(field, AGE_LABELS[age].replace(' days', '')),
      band: 'Remaining by age, days',
    })),
    { ...amount('remaining_balance', 'Remaining', 15), stays: true },
  ];
}

const filters = {
  date_to: asOf(),
  payee_id: reference('Payee', 'payee', 'All customers', 'id'),
  aged_from: choice(
    'Aged from',
    { billing_date: 'From the billing date', due_date: 'From the due date' },
    'billing_date',
  ),
  date_from: day('Billed from', { until: 'date_to' }),
} as const;

const shared = {
  filters,
  drill: [],
  totals: z.object({
    gross: pesos,
    age_0_30: pesos,
    age_31_60: pesos,
    age_61_90: pesos,
    age_91_120: pesos,
    age_over_120: pesos,
    remaining_balance: pesos,
    customer_advances: pesos,
  }),
  orientation: 'landscape',
  totalLabel: 'Total',
  totalPercent: {
    label: '% of remaining',
    of: 'remaining_balance',
    fields: [...AGED.map(([field]) => field), 'remaining_balance'],
  },
  totalNotes: [{ label: 'Advances of customers, not netted', figure: 'customer_advances' }],
} as const;

const basisOf = (from: 'billing_date' | 'due_date') =>
  `PHP, open invoices, aged from the ${from === 'due_date' ? 'due' : 'billing'} date`;

/** What each customer owes at a day, by age (reports.md §6). */
export const arAgingReport = defineReport({
  ...shared,
  name: 'ar-aging',
  calls: [{ path: '/billing/getDaysAgedByCus' }],
  row: agedCustomer,
  key: ['payee_code'],
  layout: ({ aged_from }) => {
    const opens = {
      report: 'ar-aging-invoice',
      filter: ({ payee_id }: AgedCustomer) => ({ payee_id: String(payee_id) }),
    } as const;
    return {
      columns: [
        { field: 'payee_desc', header: 'Customer', kind: 'text', width: 34, grows: true, opens },
        { field: 'payee_code', header: 'Code', kind: 'code', width: 10 },
        { field: 'invoices', header: 'Invoices', kind: 'integer', width: 8 },
        { field: 'aged_days', header: 'Oldest, days', kind: 'integer', width: 10 },
        ...amountColumns<AgedCustomer>({ opens }),
        { field: 'total_remaining_balance', header: 'Total Remaining', kind: 'amount', width: 15, on: ['file'] },
      ],
      levels: [],
      basis: basisOf(aged_from),
    };
  },
  masked: ['payee_desc'],
});

/** Its invoices, customer by customer. */
export const arAgingInvoiceReport = defineReport({
  ...shared,
  name: 'ar-aging-invoice',
  calls: [{ path: '/billing/getDaysAgedByBillNo' }],
  row: agedInvoice,
  key: ['billing_invoice_no'],
  layout: ({ aged_from, date_from }) => ({
    columns: [
      { field: 'billing_invoice_no', header: 'Invoice', kind: 'code', width: 13, opens: 'document' },
      { field: 'billing_date', header: 'Billed', kind: 'date', width: 10 },
      { field: 'term', header: 'Term', kind: 'text', width: 15 },
      { field: 'due_date', header: 'Due', kind: 'date', width: 10 },
      { field: 'mark', header: 'Mark', kind: 'text', width: 9 },
      { field: 'aged_days', header: 'Days', kind: 'integer', width: 6 },
      ...amountColumns<AgedInvoice>(),
      {
        field: 'total_remaining_balance',
        header: 'Total Remaining',
        kind: 'amount',
        width: 15,
        ofGroup: true,
        stays: true,
        // Without a day to begin with it is what the group has open.
        ...(date_from === undefined ? { on: ['paper', 'file'] as const } : {}),
      },
      { field: 'payee_code', header: 'Code', kind: 'code', width: 10, on: ['file'] },
      { field: 'payee_desc', header: 'Customer', kind: 'text', width: 34, on: ['file'] },
    ],
    levels: [{ code: 'payee_code', name: 'payee_desc', one: 'invoice', many: 'invoices' }],
    basis: basisOf(aged_from),
  }),
  paged: true,
  masked: ['payee_desc'],
});
