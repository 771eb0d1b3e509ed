import { STATUS } from '@talaan/core/documents/document-status';
import { amountText, requireAmount } from '@talaan/core/money/money';
import {
  facts,
  finePrint,
  inWords,
  letterhead,
  signatures,
  sums,
  table,
  type ColumnOf,
} from '../../papers/paper-parts.ts';
import type { Paper } from '../../papers/paper.ts';
import { datesText, inCurrency, NOT_YET_ISSUED, preparedAndApproved, printedBy } from '../document-paper.ts';
import type { Printed } from '../document-print.ts';
import type { PrintedBilling } from './billing-print.contract.ts';

type PrintedInvoice = Printed<PrintedBilling>;
type ServiceRow = PrintedBilling['billing_details'][number];

const COLUMNS: readonly ColumnOf<PrintedInvoice, ServiceRow>[] = [
  { field: 'line_no', header: '#', kind: 'code' },
  { field: 'description', header: 'Description', kind: 'text', grows: true },
  { field: 'income_amount', header: inCurrency('Amount'), kind: 'amount' },
];

/** What the customer gets: the services without their VAT, and at the foot each kind of sale, the VAT, and what is due (ux §8, spec 2 §2). */
export const billingInvoicePaper: Paper<PrintedInvoice> = {
  title: 'Billing Invoice',
  subject: ({ batch }) => batch.billing_invoice_no ?? `request ${batch.billing_request_no}`,
  page: { size: 'A4', orientation: 'portrait' },
  parts: [
    letterhead({
      kind: 'BILLING INVOICE',
      company: ({ company }) => company,
      number: ({ batch }) => invoiceNumber(batch),
      stamp: ({ batch }) => stampOf(batch),
    }),
    facts([
      { label: 'Customer', value: ({ batch }) => batch.payee_desc ?? '' },
      { label: 'Billing No.', value: ({ batch }) => invoiceNumber(batch) },
      { label: 'Business style', value: ({ batch }) => batch.business_style },
      { label: 'Billing date', value: ({ batch }) => datesText(batch.billing_date) },
      { label: 'TIN', value: ({ batch }) => batch.payee_tin },
      { label: 'Term', value: ({ batch }) => termText(batch.payment_term) },
      { label: 'Request No.', value: ({ batch }) => batch.billing_request_no },
      { label: 'Due date', value: ({ batch }) => datesText(batch.due_date) },
      { label: 'Address', value: ({ batch }) => batch.payee_address, wide: true },
    ]),
    table({
      caption: () => 'Services',
      rows: ({ batch }) => batch.billing_details.map(named(batch)),
      columns: COLUMNS,
    }),
    sums((printed) => {
      const { batch } = printed;
      const net = requireAmount(batch.total_amount) - requireAmount(batch.vat_amount);
      return [
        { label: 'Total', amount: amountText(net) },
        { label: 'Vatable Sales', amount: batch.vatable_sales },
        { label: 'VAT Exempt Sales', amount: batch.exempt_sales },
        { label: 'Zero-rated Sales', amount: batch.zero_rated_sales },
        { label: 'Add: Value Added Tax', amount: batch.vat_amount },
        { label: inCurrency('Total Due')(printed), amount: batch.total_amount, total: true },
      ];
    }),
    facts([inWords('In words', ({ batch, currency_word }) => ({ amount: batch.total_amount, currency_word }))]),
    signatures(({ batch }) => preparedAndApproved(batch)),
    finePrint(({ batch }) => batch.company_texts),
  ],
  foot: printedBy,
};

/** The last approval gives it; the number of the request stands in a place of its own and never in its stead. */
function invoiceNumber({ billing_invoice_no }: PrintedBilling): string {
  return billing_invoice_no ?? NOT_YET_ISSUED;
}

/** Nobody takes for an invoice what is not approved, or no longer stands. */
function stampOf({ status }: PrintedBilling): string | null {
  if (status === STATUS.ARCHIVED) return 'CANCELLED INVOICE';
  return status < STATUS.APPROVED ? 'NOT YET APPROVED' : null;
}

function termText(days: number): string {
  if (days === 0) return 'Due Immediately';
  return days === 1 ? '1 day' : `${days} days`;
}

/** A service by its name with its own words, else with the remarks of the billing (spec 2 §2, decisions §6). */
function named({ remarks }: PrintedBilling) {
  return (row: ServiceRow): ServiceRow => ({
    ...row,
    description: [row.billing_service_name, row.description || remarks].filter(Boolean).join(', '),
  });
}
