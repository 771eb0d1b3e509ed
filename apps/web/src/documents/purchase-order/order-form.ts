import { shippingFault } from '@talaan/core/documents/purchase-order/purchase-order';
import { orderFaults } from '@talaan/core/documents/purchase-order/order-faults';
import { formatAmount } from '@talaan/core/money/money';
import { VAT_TYPE } from '@talaan/core/money/withholding';
import { createOrder, updateOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_TERMS, ORDER_VAT_TYPES } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { isMailAddress } from '@talaan/contract/documents/wire-values';
import { MESSAGES } from '@talaan/contract/errors/messages';
import {
  day,
  documentDay,
  flag,
  LAST_FIELDS,
  MONEY,
  payee,
  term,
  text,
  word,
} from '../../batches/entry/document/head-field.ts';
import { linesOfGrid, type GridDocument } from '../../batches/entry/document/typed-lines.ts';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { ORDER_GRID, totalOf } from './order-line.ts';

const TERMS = ORDER_TERMS.fields;

const HEAD = {
  po_date: documentDay('PO Date'),
  request_date: day(TERMS.request_date.label, 'today'),
  shipping_date: day(TERMS.shipping_date.label),
  payee: payee('Payee'),
  contact_person: text(TERMS.contact_person.label, 100),
  email_add: text(TERMS.email_add.label, 200),
  payment_term: term('Payment Term', 'Payment Term'),
  vat_type: word(TERMS.vat_type.label, ORDER_VAT_TYPES, VAT_TYPE.VATABLE as number, { required: true }),
  ...MONEY,
  subject_to_vat: flag(TERMS.subject_to_vat.label, true),
  ...LAST_FIELDS,
};

/** A purchase order: from whom, on which terms, how it stands to VAT, and what is ordered (spec 2 §3). */
export const ORDER: GridDocument<typeof HEAD, typeof ORDER_GRID> = {
  kind: PURCHASE_ORDERS,
  head: HEAD,
  terms: ORDER_TERMS,
  calls: { create: createOrder, update: updateOrder },
  lines: linesOfGrid(ORDER_GRID, {
    tells: (line) =>
      `${line.item_description}, ${[line.quantity, line.unit].filter(Boolean).join(' ')} at ${ORDER_GRID.text(line, 'unit_cost')} = ${formatAmount(totalOf(line))}`,
    // The shipping date is told as soon as it is typed.
    check: (po_details, { po_date }) => orderFaults({ po_date, shipping_date: null, po_details }),
  }),
  faults: (header, isAsked) => ({
    shipping_date: shippingFault(header),
    email_add: isAsked && !isMailAddress(header.email_add.trim()) && MESSAGES.invalidEmail,
  }),
  facts: ({ payee: chosen }, { payee_id }, client) =>
    chosen
      ? [
          client.fetchQuery(batchCalls.payee(payee_id)).then(({ vat, email_add }) => ({
            ...(vat === 0 ? {} : { vat_type: vat }),
            email_add: email_add ?? '',
          })),
        ]
      : [],
};
