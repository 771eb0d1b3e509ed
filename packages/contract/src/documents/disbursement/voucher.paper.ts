import { plainPercentage } from '@talaan/core/documents/receipt/receipt-sums';
import { isRateOf } from '@talaan/core/documents/withholding-check';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { parsePercentage } from '@talaan/core/money/rate';
import { facts, finePrint, inWords, letterhead, signatures, table, type ColumnOf } from '../../papers/paper-parts.ts';
import type { Paper } from '../../papers/paper.ts';
import type { DocumentView, LineView } from '../batch-view.contract.ts';
import {
  datesText,
  inCurrency,
  lineTotals,
  pesosPaidFrom,
  printedBy,
  signaturesOf,
  stampOf,
} from '../document-paper.ts';
import type { Printed } from '../document-print.ts';
import type { PrintedPayment } from './disbursement-print.contract.ts';

type PrintedVoucher = Printed<PrintedPayment>;

/** What the cheque is made up of, an amount each: decimal text in the currency of the voucher. */
export interface Particular {
  readonly particulars: string;
  readonly amount: string;
}

const PARTICULARS: readonly ColumnOf<PrintedVoucher, Particular>[] = [
  { field: 'particulars', header: 'Particulars', kind: 'text', grows: true },
  { field: 'amount', header: inCurrency('Amount'), kind: 'amount', total: true },
];

/** A line with what its row says in one cell each: whom it analyses, and where it belongs. */
interface VoucherLine extends LineView {
  readonly analysis: string;
  readonly place: string;
}

const LINES: readonly ColumnOf<PrintedVoucher, VoucherLine>[] = [
  { field: 'account_code', header: 'Account', kind: 'code' },
  { field: 'acct_desc', header: 'Title', kind: 'text', grows: true },
  { field: 'analysis', header: 'Analysis', kind: 'text', grows: true },
  { field: 'place', header: 'Dept/Branch', kind: 'code' },
  { field: 'debit_amount', header: inCurrency('Debit'), kind: 'amount', total: true },
  { field: 'credit_amount', header: inCurrency('Credit'), kind: 'amount', total: true },
];

/** The voucher of a cheque: what it pays and what was withheld of it, the lines that are booked, and who signed (ux §8). */
export const voucherPaper: Paper<PrintedVoucher> = {
  title: 'Cheque Voucher',
  subject: ({ batch: { documents, batch_number } }) =>
    documents.length === 1 ? (documents[0]!.document_number ?? batch_number) : batch_number,
  page: { size: 'A4', orientation: 'portrait' },
  inTurn: (printed) =>
    printed.batch.documents.map((document, at) => ({
      ...printed,
      copy_no: printed.batch.payments[at]!.copy_no,
      verify: printed.batch.payments[at]!.verify,
      batch: { ...printed.batch, documents: [document] },
    })),
  parts: [
    letterhead({
      kind: 'CHEQUE VOUCHER',
      company: ({ company }) => company,
      number: ({ batch }) => `Batch ${batch.batch_number}`,
      copy_no: ({ copy_no }) => copy_no,
      stamp: (printed) => stampOf(documentOf(printed)),
    }),
    facts([
      { label: 'Payee', value: (printed) => documentOf(printed).payee_desc ?? '' },
      { label: 'CV No.', value: (printed) => documentOf(printed).document_number ?? '' },
      { label: 'TIN', value: (printed) => factsOf(printed).payee_tin },
      { label: 'Date', value: (printed) => datesText(documentOf(printed).document_date) },
      { label: 'Address', value: (printed) => factsOf(printed).payee_address },
      { label: 'Cheque No.', value: (printed) => documentOf(printed).cheque_number ?? 'not yet assigned' },
      { label: 'Bank', value: (printed) => documentOf(printed).bank_name ?? '' },
      { label: 'Acct', value: (printed) => documentOf(printed).bank_account ?? '' },
      { label: 'PO No.', value: (printed) => documentOf(printed).trx_purchase_order },
      { label: 'Currency', value: ({ batch }) => (isForeign(batch) ? batch.currency : null) },
      { label: 'Rate', value: ({ batch }) => (isForeign(batch) ? batch.dollar_rate : null) },
      { label: 'Peso equivalent', value: (printed) => (isForeign(printed.batch) ? pesosPaid(printed) : null) },
    ]),
    table({
      caption: () => 'Particulars',
      rows: particularsOf,
      columns: PARTICULARS,
      totals: (printed) => [{ label: 'NET AMOUNT OF CHEQUE', sums: { amount: documentOf(printed).cheque_amount } }],
    }),
    table({
      caption: () => 'Entry lines',
      rows: rowsOf,
      columns: LINES,
      totals: (printed) => lineTotals(printed.batch, linesOf(printed)),
    }),
    facts([
      inWords('Amount in words', (printed) => ({
        amount: documentOf(printed).cheque_amount,
        currency_word: printed.currency_word,
      })),
    ]),
    signatures(({ batch }) => signaturesOf(batch, { received: true })),
    finePrint(({ batch: { upload_file } }) => [attachedText(upload_file.length)]),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};

/**
 * What the cheque is made up of: what is charged by the remarks, less every credit that does not go through the bank. In: a
 * voucher in turn. The first amount is what the others and the cheque come to, so that the rows always add up to it; of an
 * entry that balances that is what the voucher charges.
 */
export function particularsOf(printed: PrintedVoucher): Particular[] {
  const { remarks, cheque_amount } = documentOf(printed);
  const less = lessOf(printed);
  const charged = requireAmount(cheque_amount) - sumMinor(less.map(({ amount }) => requireAmount(amount)));
  return [{ particulars: remarks, amount: amountText(charged) }, ...less];
}

/** While no bank is named nothing is known to be taken off what is paid. */
function lessOf(printed: PrintedVoucher): Particular[] {
  const { bank_acct_code, withheld } = factsOf(printed);
  if (bank_acct_code === null) return [];
  return linesOf(printed)
    .filter(({ account_code, credit_amount }) => account_code !== bank_acct_code && requireAmount(credit_amount) > 0n)
    .map((line) => {
      const tax = withheld.find(({ line_no }) => line_no === line.line_no);
      const what = tax === undefined ? line.acct_desc : taxText(line, tax.rate);
      return { particulars: `Less ${what}`, amount: amountText(-requireAmount(line.credit_amount)) };
    });
}

/** '2 % withholding tax, WC120, on 50,000.00': a rate that is not the one of this tax is left out. */
function taxText({ atc_code, tax_base, credit_amount }: LineView, rate: string | null): string {
  const base = tax_base === null ? null : requireAmount(tax_base);
  const percentage = rate === null ? null : parsePercentage(rate);
  const isRate = base !== null && percentage !== null && isRateOf(base, percentage, requireAmount(credit_amount));
  return [
    isRate ? `${plainPercentage(percentage)} % withholding tax` : 'withholding tax',
    atc_code,
    base === null ? null : `on ${formatAmount(base)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function rowsOf(printed: PrintedVoucher): VoucherLine[] {
  const { payee_desc } = documentOf(printed);
  return linesOf(printed).map((line) => ({
    ...line,
    analysis: line.payee_desc ?? payee_desc ?? '',
    place: placeOf(line),
  }));
}

/** 'BRNO / SMP-001 · FRONT': department, branch and section, as far as the line names them. */
function placeOf({ dept_code, brnc_code, section_code }: LineView): string {
  const place = [dept_code, brnc_code].filter(Boolean).join(' / ');
  return [place, section_code].filter(Boolean).join(' · ');
}

/** What the bank pays out, in pesos as it is booked. */
function pesosPaid(printed: PrintedVoucher): string {
  return formatAmount(pesosPaidFrom(factsOf(printed).bank_acct_code, linesOf(printed)));
}

const isForeign = ({ currency_id }: PrintedPayment): boolean => currency_id !== CURRENCY_PESO;

/** The voucher whose turn it is. */
function documentOf({ batch }: PrintedVoucher): DocumentView {
  return batch.documents[0]!;
}

function linesOf(printed: PrintedVoucher): LineView[] {
  const { header_key } = documentOf(printed);
  return printed.batch.details.filter((line) => line.header_key === header_key);
}

function factsOf(printed: PrintedVoucher): PrintedPayment['payments'][number] {
  const { header_key } = documentOf(printed);
  return printed.batch.payments.find((payment) => payment.header_key === header_key)!;
}

function attachedText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 document attached' : `${count} documents attached`;
}
