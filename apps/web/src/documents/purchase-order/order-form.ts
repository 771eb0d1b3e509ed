import { shippingFault } from '@talaan/core/documents/purchase-order/purchase-order';
import { orderFaults } from '@talaan/core/documents/purchase-order/order-faults';
import { lineTotal, parseQuantity, quantityText } from '@talaan/core/documents/purchase-order/order-lines';
import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { VAT_TYPE } from '@talaan/core/money/withholding';
import { createOrder, updateOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import {
  ORDER_LINES,
  ORDER_TERMS,
  ORDER_VAT_TYPES,
} from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { isMailAddress } from '@talaan/contract/documents/wire-values';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { payeeFacts } from '../../batches/entry/document/document-form.ts';
import * as head from '../../batches/entry/document/head-field.ts';
import { withoutSign, type Mended } from '../../batches/entry/document/line-mends.ts';
import { linesOfGrid, typedLines, type GridDocument, type LineIn } from '../../batches/entry/document/typed-lines.ts';

const readQuantity = (text: string): string | null => {
  const parts = parseQuantity(text);
  return parts === null ? null : quantityText(parts);
};

/** What is ordered: what is typed of a line, and its total, which follows. */
export const ORDER_GRID = typedLines(ORDER_LINES, {
  item_description: {
    kind: 'prose',
    width: 240,
    required: true,
    grows: true,
    invites: 'Item or service',
    names: ['item', 'description', 'particulars'],
  },
  quantity: {
    kind: 'figure',
    width: 96,
    required: true,
    names: ['qty'],
    figure: { read: readQuantity, wrong: 'Quantity must be a number above 0 with at most 4 decimals.' },
  },
  unit: { kind: 'word', width: 88, names: ['uom'] },
  unit_cost: { kind: 'amount', width: 120, required: true, names: ['unitprice', 'cost', 'price'] },
  total_amount: { kind: 'computed', width: 136 },
});

type OrderLine = LineIn<typeof ORDER_GRID>;

/** What a line costs in minor units; 0 while its quantity or its unit cost is not there. */
export function totalOf({ quantity: typed, unit_cost: cost }: Pick<OrderLine, 'quantity' | 'unit_cost'>): bigint {
  const [parts, minor] = [parseQuantity(typed), parseAmount(cost)];
  return parts === null || minor === null ? 0n : lineTotal(parts, minor);
}

/** '6 months' is 6 of the unit months; one where nothing is said. */
function mendedQuantity({ unread, unit }: OrderLine): Mended<'quantity' | 'unit'> | null {
  const text = unread.quantity ?? '1';
  const [, figures = '', after = ''] = /^[-(]?\s*([\d,.]+)\s*\)?\s*([^\d().,-]*)$/.exec(text.trim()) ?? [];
  const parts = parseQuantity(figures);
  if (parts === null || (after !== '' && unit !== '' && unit !== after)) return null;
  const quantity = quantityText(parts);
  const figure = ['quantity', { kind: 'text', text: quantity }] as const;
  if (after === '') return { label: quantity, values: [figure] };
  return { label: `${quantity} ${after}`, values: [figure, ['unit', { kind: 'text', text: after }]] };
}

const TERMS = ORDER_TERMS.fields;

const HEAD = {
  po_date: head.documentDay('PO Date'),
  request_date: head.day(TERMS.request_date.label, 'today'),
  shipping_date: head.day(TERMS.shipping_date.label),
  payee: head.payee('Payee'),
  contact_person: head.text(TERMS.contact_person.label, 100),
  email_add: head.text(TERMS.email_add.label, 200),
  payment_term: head.term('Payment Term', 'Payment Term'),
  vat_type: head.word<number>(TERMS.vat_type.label, ORDER_VAT_TYPES, VAT_TYPE.VATABLE, { required: true }),
  ...head.MONEY,
  subject_to_vat: head.flag(TERMS.subject_to_vat.label, true),
  ...head.LAST_FIELDS,
};

/** A purchase order: from whom, on which terms, how it stands to VAT, and what is ordered (spec 2 §3). */
export const ORDER: GridDocument<typeof HEAD, typeof ORDER_GRID> = {
  kind: PURCHASE_ORDERS,
  head: HEAD,
  terms: ORDER_TERMS,
  calls: { create: createOrder, update: updateOrder },
  lines: linesOfGrid(ORDER_GRID, {
    grid: {
      one: 'An order',
      note: 'unit cost with VAT, where the order is VATable',
      amountOf: totalOf,
      implies: (line) => ({ total_amount: formatAmount(totalOf(line)) }),
      mends: { quantity: mendedQuantity, unit_cost: ({ unread }) => withoutSign('unit_cost', unread.unit_cost ?? '') },
    },
    tells: (line) =>
      `${line.item_description}, ${[line.quantity, line.unit].filter(Boolean).join(' ')} at ${ORDER_GRID.text(line, 'unit_cost')} = ${formatAmount(totalOf(line))}`,
    // The shipping date is told as soon as it is typed.
    check: (po_details, { po_date }) => orderFaults({ po_date, shipping_date: null, po_details }),
  }),
  faults: (header, isAsked) => ({
    shipping_date: shippingFault(header),
    email_add: isAsked && !isMailAddress(header.email_add.trim()) && MESSAGES.invalidEmail,
  }),
  facts: payeeFacts(({ vat, email_add }) => ({ ...(vat === 0 ? {} : { vat_type: vat }), email_add: email_add ?? '' })),
};
