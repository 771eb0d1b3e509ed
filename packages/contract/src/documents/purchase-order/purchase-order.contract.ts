import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { moveBatch } from '../batch.contract.ts';
import { exportBatches, listBatches } from '../desk.contract.ts';
import { batchDetail, batchPage, batchRow, moveResult } from '../batch-view.contract.ts';
import { givenShape, shownShape } from '../declared-field.ts';
import { amount, calendarDate, flag, optionalId, prose, requiredId } from '../wire-values.ts';
import { ORDER_LINES, ORDER_TERMS } from './purchase-order.fields.ts';
import { wireNumber } from '../../http/wire-number.ts';

const TAG = 'Purchase orders';
const module = 'Purchase Order';
const access = (level: (typeof ACCESS)[keyof typeof ACCESS]) => ({ kind: 'module', module, level }) as const;

/** One line as a person enters it; its total is computed. */
const orderLineInput = z.object(givenShape(ORDER_LINES.fields));

/** An order as a person enters it (spec 2 §3). What the server owns (edit_by, totals) is accepted and ignored. */
const orderInput = z.object({
  po_number: z.string().max(20).nullish(),
  po_date: calendarDate('po date'),
  payee_id: optionalId,
  ...givenShape(ORDER_TERMS.fields),
  currency_id: requiredId('currency id').default(CURRENCY_PESO),
  dollar_rate: z.union([z.string().max(20), z.null()]).optional(),
  remarks: prose('remarks', 2000),
  is_confidential: flag.default(0),
  po_details: z.array(orderLineInput, 'po details is required.').max(500, 'An order has up to 500 lines.'),
  /** The server draft this order grew in; it ends with the save. */
  draft_id: z.uuid('draft id must be a uuid.').optional(),
});
export type OrderInput = z.input<typeof orderInput>;
export type ParsedOrderInput = z.output<typeof orderInput>;

/** An update carries the whole order again; with the version that the person saw it is refused when another is stored. */
export const orderUpdate = orderInput.extend({
  row_version: wireNumber(z.number('row version must be a number.').int()).optional(),
  keep_attachments: z.array(z.uuid()).optional(),
});

/** A voucher that takes from an order. Amounts are in the currency of both. */
const orderVoucher = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  document_date: z.string(),
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
  po_date: z.string(),
  ...shownShape(ORDER_TERMS.fields),
  /** What vouchers took that are submitted, approved or released, and what is left. */
  vouchered_amount: amount,
  open_amount: amount,
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

const orderParams = z.object({ id: z.string().min(1).max(20) });

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

/** Orders of a month of their date, or of the day on which they were asked for, and narrowed like every list of batches. */
export const listOrders = defineRoute({
  method: 'GET',
  path: '/trx/po-header',
  summary: 'List purchase orders',
  tag: TAG,
  access: access(ACCESS.select),
  query: listBatches.query.extend(filters),
  response: batchPage.extend({ data: z.array(orderRow) }),
});

/** What a list of orders shows, all pages, with its own columns. */
export const exportOrders = defineRoute({
  method: 'GET',
  path: '/trx/po-header/export',
  summary: 'Export a list of purchase orders',
  tag: TAG,
  access: access(ACCESS.select),
  query: exportBatches.query.extend(filters),
  file: exportBatches.file,
});

export const createOrder = defineRoute({
  method: 'POST',
  path: '/trx/po-header',
  summary: 'Create a purchase order',
  tag: TAG,
  access: access(ACCESS.insert),
  multipart: true,
  body: orderInput,
  response: recordOf(orderDetail),
});

export const readOrder = defineRoute({
  method: 'GET',
  path: '/trx/po-header/{id}',
  summary: 'Read a purchase order',
  tag: TAG,
  access: access(ACCESS.select),
  params: orderParams,
  response: recordOf(orderDetail),
});

/**
 * One address for the status and the edit of an order, told apart by the body (spec 2 §7): with `po_details` it updates,
 * with `status` it moves, with neither it answers the order.
 */
export const postOrder = defineRoute({
  method: 'POST',
  path: '/trx/po-header/{id}',
  summary: 'Read, move or update a purchase order',
  tag: TAG,
  access: access(ACCESS.select),
  form_access: access(ACCESS.update),
  multipart: true,
  params: orderParams,
  body: z.object({ ...moveBatch.body.partial().shape, ...orderUpdate.partial().shape }),
  response: recordOf(z.union([orderDetail, moveResult])),
});
export const updateOrder = { ...postOrder, body: orderUpdate, response: recordOf(orderDetail) };

/** The same under its other name (decisions §6). */
export const postOrderTwin = { ...postOrder, path: '/trx/purchase-order/{id}' } as const;

export const orderRoutes = [takeOrderNumber, listOrders, createOrder, readOrder, postOrder, postOrderTwin] as const;
