import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { multiplyByRate, requireRate } from '@talaan/core/money/rate';
import { VAT_TYPE } from '@talaan/core/money/withholding';
import { formatSeriesNumber, lastSeriesNumber } from '@talaan/core/numbering/series';
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
import type { Paper } from '../../papers/paper.ts';
import { datesText, inCurrency, printedBy, rateText, signaturesOf } from '../document-paper.ts';
import type { Printed } from '../document-print.ts';
import type { OrderDetail } from './purchase-order.contract.ts';
import { ORDER_VAT_TYPES } from './purchase-order.fields.ts';

type PrintedOrder = Printed<OrderDetail>;

const COLUMNS: readonly ColumnOf<PrintedOrder, OrderDetail['po_details'][number]>[] = [
  { field: 'line_no', header: '#', kind: 'code' },
  { field: 'item_description', header: 'Item description', kind: 'text', grows: true, room: 60 },
  { field: 'quantity', header: 'Qty', kind: 'rate' },
  { field: 'unit', header: 'Unit', kind: 'text' },
  { field: 'unit_cost', header: inCurrency('Unit cost'), kind: 'amount' },
  { field: 'total_amount', header: inCurrency('Total'), kind: 'amount' },
];

/** What the supplier gets: 13 lines a page, and on the last one what they come to (ux §8, spec 2 §2). */
export const purchaseOrderPaper: Paper<PrintedOrder> = {
  title: 'Purchase Order',
  subject: ({ batch }) => batch.po_number,
  page: { size: 'A4', orientation: 'portrait', lines: 13 },
  parts: [
    letterhead({
      kind: ({ texts }) => texts.order_title,
      company: ({ company }) => company,
      number: ({ batch }) => batch.po_number,
      copy_no: ({ copy_no }) => copy_no,
      stamp: ({ batch }) => stampOf(batch),
    }),
    facts([
      { label: 'Supplier', value: ({ batch }) => batch.payee_desc ?? '' },
      { label: 'Date', value: ({ batch }) => datesText(batch.po_date) },
      { label: 'Contact', value: ({ batch }) => batch.contact_person },
      { label: 'Term', value: ({ batch }) => termText(batch.payment_term) },
      { label: 'E-mail', value: ({ batch }) => batch.email_add },
      { label: 'Ship date', value: ({ batch }) => datesText(batch.shipping_date ?? '') },
      { label: 'TIN', value: ({ batch }) => batch.payee_tin },
      { label: 'VAT', value: ({ batch }) => vatName(batch) },
      { label: 'Rate', value: ({ batch }) => rateText(batch) },
      { label: 'Address', value: ({ batch }) => batch.payee_address, wide: true },
    ]),
    table({
      caption: () => 'Items',
      rows: ({ batch }) => batch.po_details,
      columns: COLUMNS,
    }),
    sums((printed) => [
      { label: 'Subtotal', amount: printed.batch.base_amount },
      { label: vatLabel(printed.batch), amount: printed.batch.vat_amount },
      { label: inCurrency('TOTAL')(printed), amount: printed.batch.total_amount, total: true },
      ...pesoEquivalent(printed.batch),
    ]),
    facts([
      inWords('In words', ({ batch, currency_word }) => ({ amount: batch.total_amount, currency_word })),
      { label: 'Remarks', value: ({ batch }) => batch.remarks || null, wide: true },
    ]),
    signatures(({ batch }) => [
      ...signaturesOf(batch),
      { label: 'Conforme', signers: [], byHand: 'Signature over printed name, date' },
    ]),
    finePrint(
      ({ texts }) => [texts.order_legend],
      `Series ${formatSeriesNumber('po', 1)}-${formatSeriesNumber('po', lastSeriesNumber('po'))}`,
    ),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};

/** What an order in another currency comes to in pesos. */
function pesoEquivalent({ currency_id, dollar_rate, total_amount }: OrderDetail): PaperSum[] {
  if (currency_id === CURRENCY_PESO) return [];
  const pesos = multiplyByRate(requireAmount(total_amount), requireRate(dollar_rate));
  return [{ label: 'Peso equivalent', amount: amountText(pesos) }];
}

/** Nobody takes for an order what is not approved, or no longer stands. */
function stampOf({ status }: OrderDetail): string | null {
  if (status === STATUS.ARCHIVED) return 'CANCELLED';
  return status < STATUS.APPROVED ? 'NOT YET APPROVED' : null;
}

function termText(days: number): string {
  return days === 0 ? 'On delivery' : `${days} ${days === 1 ? 'day' : 'days'} from delivery`;
}

function vatName({ subject_to_vat, vat_type }: OrderDetail): string {
  if (subject_to_vat === 0) return 'Not subject to VAT';
  return ORDER_VAT_TYPES[vat_type as keyof typeof ORDER_VAT_TYPES];
}

/** What the VAT of the total stands for: its rate, or why there is none. */
function vatLabel(order: OrderDetail): string {
  return order.subject_to_vat === 1 && order.vat_type === VAT_TYPE.VATABLE ? 'VAT 12 %' : vatName(order);
}
