import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, requireAmount, sumMinor } from '@talaan/core/money/money';
import { VAT_TYPE } from '@talaan/core/money/withholding';
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
import type { PaperSum } from '../../papers/paper-blocks.ts';
import type { Paper, PaperPart } from '../../papers/paper.ts';
import { datesText, inCurrency, NOT_YET_ISSUED, printedBy, rateText, signaturesOf } from '../document-paper.ts';
import type { Printed } from '../document-print.ts';
import type { PrintedBilling } from './billing-print.contract.ts';

type PrintedInvoice = Printed<PrintedBilling>;
type Service = PrintedBilling['billing_details'][number];

/** A service is billed as one lot: its unit costs what it comes to. */
interface ServiceRow extends Service {
  readonly quantity: string;
  readonly unit_cost: string;
}

const COLUMNS: readonly ColumnOf<PrintedInvoice, ServiceRow>[] = [
  { field: 'line_no', header: '#', kind: 'code' },
  { field: 'quantity', header: 'Qty', kind: 'rate' },
  { field: 'description', header: 'Description', kind: 'text', grows: true },
  { field: 'unit_cost', header: inCurrency('Unit cost'), kind: 'amount' },
  { field: 'income_amount', header: inCurrency('Amount'), kind: 'amount' },
];

/** What must stand beside a sale that carries no VAT (RR 7-2024): without it the sale is charged VAT. */
const SALES: Readonly<Record<number, string>> = {
  [VAT_TYPE.NA]: 'VAT-EXEMPT SALE',
  [VAT_TYPE.EXEMPT]: 'VAT-EXEMPT SALE',
  [VAT_TYPE.ZERO_RATED]: 'ZERO-RATED SALE',
};

/** The foot of an invoice: each kind of sale without its VAT, the VAT, and what is due. In: decimal texts, and the words of the currency. */
function salesSums(
  sales: Pick<PrintedBilling, 'vatable_sales' | 'exempt_sales' | 'zero_rated_sales' | 'vat_amount' | 'total_amount'>,
  word: (label: string) => string,
): PaperSum[] {
  const net = requireAmount(sales.total_amount) - requireAmount(sales.vat_amount);
  return [
    { label: word('Total'), amount: amountText(net) },
    { label: word('Vatable Sales'), amount: sales.vatable_sales },
    { label: word('VAT Exempt Sales'), amount: sales.exempt_sales },
    { label: word('Zero-rated Sales'), amount: sales.zero_rated_sales },
    { label: word('Add: Value Added Tax'), amount: sales.vat_amount },
    { label: word('Total Due'), amount: sales.total_amount, total: true },
  ];
}

/** The same of an invoice in another currency, in the pesos that its lines are booked at. */
const pesoSums: PaperPart<PrintedInvoice> = (printed) => {
  const { currency_id, details, billing_details } = printed.batch;
  if (currency_id === CURRENCY_PESO) return null;
  // The receivable is the first line, and an income of each service follows.
  const total = requireAmount(details[0]!.debit_php);
  const incomeOf = (...vats: readonly number[]) =>
    sumMinor(
      billing_details.flatMap(({ vat }, at) => (vats.includes(vat) ? requireAmount(details[at + 1]!.credit_php) : [])),
    );
  const [vatable, exempt, zeroRated] = [
    incomeOf(VAT_TYPE.VATABLE),
    incomeOf(VAT_TYPE.EXEMPT, VAT_TYPE.NA),
    incomeOf(VAT_TYPE.ZERO_RATED),
  ];
  const sales = {
    vatable_sales: amountText(vatable),
    exempt_sales: amountText(exempt),
    zero_rated_sales: amountText(zeroRated),
    vat_amount: amountText(total - vatable - exempt - zeroRated),
    total_amount: amountText(total),
  };
  return sums<PrintedInvoice>(() => salesSums(sales, (label) => `${label} PHP`))(printed);
};

/** What the customer gets: the services without their VAT, and at the foot each kind of sale, the VAT, and what is due (ux §8, spec 2 §2). */
export const billingInvoicePaper: Paper<PrintedInvoice> = {
  title: 'Billing Invoice',
  subject: ({ batch }) => batch.billing_invoice_no ?? `request ${batch.billing_request_no}`,
  page: { size: 'A4', orientation: 'portrait' },
  parts: [
    letterhead({
      kind: ({ texts }) => texts.invoice_title,
      company: ({ company }) => company,
      number: ({ batch }) => invoiceNumber(batch),
      copy_no: ({ copy_no }) => copy_no,
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
      { label: 'Rate', value: ({ batch }) => rateText(batch) },
      { label: 'Address', value: ({ batch }) => batch.payee_address, wide: true },
    ]),
    table({
      caption: () => 'Services',
      rows: ({ batch }) => invoiceRows(batch),
      columns: COLUMNS,
    }),
    sums((printed) => salesSums(printed.batch, (label) => inCurrency(label)(printed))),
    pesoSums,
    facts([inWords('In words', ({ batch, currency_word }) => ({ amount: batch.total_amount, currency_word }))]),
    signatures(({ batch }) => signaturesOf(batch)),
    finePrint(({ batch: { payment_address }, texts }) => [
      [texts.origin, texts.invoice_legend].filter(Boolean).join(' '),
      texts.accreditation,
      texts.permit,
      texts.permit_to_issue,
      texts.series,
      texts.validity,
      payment_address && `Send payment to: ${payment_address}`,
    ]),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
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

/** The services as the invoice lists them: each by its name with its own words, else with the remarks of the billing (spec 2 §2, decisions §6). */
export function invoiceRows({ billing_details, remarks }: PrintedBilling): ServiceRow[] {
  return billing_details.map((row) => ({
    ...row,
    description: [row.billing_service_name, row.description || remarks, SALES[row.vat]].filter(Boolean).join(', '),
    quantity: '1',
    unit_cost: row.income_amount,
  }));
}
