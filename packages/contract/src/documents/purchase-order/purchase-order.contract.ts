import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchDetail, batchPage, batchRow } from '../batch-view.contract.ts';
import { levelOn, OWN_HEAD, ownCalls } from '../own-calls/own-calls.contract.ts';
import { givenShape, shownShape } from '../declared-field.ts';
import { amount, calendarDate, calendarDay } from '../wire-values.ts';
import { ORDER_FACTS, ORDER_LINES, ORDER_TERMS } from './purchase-order.fields.ts';
import { PURCHASE_ORDERS } from './purchase-order.kind.ts';
import { wireNumber } from '../../http/wire-number.ts';

const TAG = 'Purchase orders';
const access = levelOn(PURCHASE_ORDERS);

/** One line as a person enters it; its total is computed. */
const orderLineInput = z.object(givenShape(ORDER_LINES.fields));

/** An order as a person enters it (spec 2 §3). What the server owns (edit_by, totals) is accepted and ignored. */
const given = {
  po_number: z.string().max(20).nullish(),
  po_date: calendarDate('po date'),
  ...OWN_HEAD,
  ...givenShape(ORDER_TERMS.fields),
  po_details: z.array(orderLineInput, 'po details is required.').max(500, 'An order has up to 500 lines.'),
};

/** A voucher that takes from an order. Amounts are in the currency of both. */
const orderVoucher = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  document_date: calendarDay,
  status: z.int(),
  /** What it charges, before the tax withheld: what it takes from the order. */
  voucher_amount: amount,
  /** Tax withheld from it, and what is left to pay. */
  withheld_amount: amount,
  net_amount: amount,
  /** False while it is a draft, and once it was returned, rejected or voided. */
  counts: z.boolean(),
});
export type OrderVoucher = z.infer<typeof orderVoucher>;

const orderFacts = {
  po_number: z.string(),
  po_date: calendarDay,
  ...shownShape(ORDER_TERMS.fields),
  ...shownShape(ORDER_FACTS),
};

const orderRow = batchRow.extend(orderFacts);
export type OrderRow = z.infer<typeof orderRow>;

export const orderDetail = batchDetail.extend({
  ...orderFacts,
  po_details: z.array(z.object({ line_no: z.int(), ...shownShape(ORDER_LINES.fields) })),
  /** The total as its VAT type divides it: base and VAT add up to it (decisions §4). */
  base_amount: amount,
  vat_amount: amount,
  /** Of vouchers at 7: what is released of what is vouchered. */
  released_amount: amount,
  vouchers: z.array(orderVoucher),
  /** Vouchers that the caller may not see. */
  hidden_vouchers: z.int(),
  payee_tin: z.string(),
  payee_address: z.string(),
});
export type OrderDetail = z.infer<typeof orderDetail>;

/** The working number of a new order: the one the caller already holds for the draft, else a fresh one. */
export const takeOrderNumber = defineRoute({
  method: 'POST',
  path: '/trx/po-number',
  summary: 'Reserve a purchase order number',
  tag: TAG,
  access: access(ACCESS.insert),
  body: z.object({ draft_id: z.uuid().optional() }).default({}),
  response: recordOf(z.object({ po_number: z.string() })),
});

const filters = {
  /** A month, as its first day. */
  po_date: calendarDate('po date').optional(),
  request_date: calendarDate('request date').optional(),
  vat_type: wireNumber(z.number('vat type must be 1, 2 or 3.').int().min(1).max(3)).optional(),
};

/** Orders of a month of their date, or of the day on which they were asked for, and the calls of one. */
const calls = ownCalls(PURCHASE_ORDERS, {
  tag: TAG,
  path: '/trx/po-header',
  twin: '/trx/purchase-order',
  given,
  detail: orderDetail,
  filters,
  page: batchPage.extend({ data: z.array(orderRow) }),
});
export const {
  list: listOrders,
  export: exportOrders,
  create: createOrder,
  read: readOrder,
  post: postOrder,
  twin: postOrderTwin,
  update: updateOrder,
} = calls;
export type OrderInput = z.input<typeof createOrder.body>;
export type ParsedOrderInput = z.output<typeof createOrder.body>;
