import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import {
  createOrder,
  exportOrders,
  listOrders,
  postOrder,
  postOrderTwin,
  readOrder as readOrderCall,
  takeOrderNumber,
  updateOrder,
} from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { addMonths, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { isWithin } from '../../batches/lists/batch-filters.ts';
import { exportBatches } from '../../batches/lists/export-batches.ts';
import { listBatches } from '../../batches/lists/list-batches.ts';
import { registerOwnCalls } from '../../batches/own-calls.ts';
import { withFacts } from '../../batches/record/batch-rows.ts';
import { reserveWorkingNumber } from '../../numbering/working-numbers.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { givenOrder } from './given-order.ts';
import { nameOrderConstraints } from './order-refusals.ts';
import { ORDER_EXPORT } from './order-export.ts';
import { orderCall, readOrder, readOrderFacts } from './order.store.ts';
import { purchaseOrderDocument } from './purchase-order.document.ts';

const TYPES = [purchaseOrderDocument.document_type];
const OWN = { definition: purchaseOrderDocument, names: PURCHASE_ORDERS.own, callOf: orderCall };

/** The order's own calls (spec 2 §7); locks, drafts, attachments, history and void are those of every batch. */
export function registerOrderRoutes(server: FastifyInstance, services: RouteServices): void {
  nameOrderConstraints();

  registerRoute(server, services, takeOrderNumber, async ({ db, user, body }) => ({
    data: {
      po_number: await reserveWorkingNumber(db, {
        kind: 'po',
        user_id: user.user_id,
        draft_id: body.draft_id ?? null,
      }),
    },
  }));

  registerRoute(server, services, listOrders, async ({ db, user, query }) => {
    const page = await listBatches(db, user, narrowed(query), TYPES, { path: '/api/trx/po-header', query });
    return { ...page, data: await withFacts(db, page.data, readOrderFacts) };
  });

  registerRoute(server, services, exportOrders, async (call) =>
    exportBatches(services, call, ORDER_EXPORT, narrowed(call.query)),
  );

  registerOwnCalls(server, services, OWN, {
    routes: { create: createOrder, read: readOrderCall, post: postOrder, twin: postOrderTwin, update: updateOrder },
    given: async (_db, input, { files }) => givenOrder(input, files),
    read: readOrder,
  });
}

/** What every list of batches may be narrowed by, after the filters that only orders have. */
function narrowed<Query extends Partial<ParsedCallOf<typeof listOrders>['query']>>(query: Query) {
  const { po_date, request_date, vat_type, ...filters } = query;
  return {
    ...filters,
    document_date: po_date ?? filters.document_date,
    also: [
      ...(request_date === undefined ? [] : [orderIs(isWithin(sql`o.request_date`, monthOf(request_date)))]),
      ...(vat_type === undefined ? [] : [orderIs(sql`o.vat_type = ${vat_type} and o.subject_to_vat = 1`)]),
    ],
  };
}

/** Batches (alias `b`) whose order (alias `o`) is such. */
function orderIs(such: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from document d join purchase_order o on o.document_id = d.id where d.batch_id = b.id and ${such})`;
}

function monthOf(day: CalendarDate) {
  const from = startOfMonth(day);
  return { from, before: addMonths(from, 1) };
}
