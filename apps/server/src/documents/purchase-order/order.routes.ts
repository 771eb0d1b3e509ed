import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import {
  createOrder,
  exportOrders,
  listOrders,
  orderUpdate,
  postOrder,
  postOrderTwin,
  readOrder as readOrderCall,
  takeOrderNumber,
} from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { addMonths, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { createBatch, updateBatch } from '../../batches/entry/save-batch.ts';
import { isWithin } from '../../batches/lists/batch-filters.ts';
import { exportBatches } from '../../batches/lists/export-batches.ts';
import { listBatches } from '../../batches/lists/list-batches.ts';
import { moveBatch } from '../../batches/moves/move-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import { withFacts } from '../../batches/record/batch-rows.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { explainRace } from '../../batches/record/stale-version.ts';
import { reserveWorkingNumber } from '../../numbering/working-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { invalidIssues, malformed } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { givenOrder, underOwnNames } from './given-order.ts';
import { nameOrderConstraints } from './order-refusals.ts';
import { ORDER_EXPORT } from './order-export.ts';
import { orderCall, readOrder, readOrderFacts } from './order.store.ts';
import { purchaseOrderDocument } from './purchase-order.document.ts';

const TYPES = [purchaseOrderDocument.document_type];
const DEFINITIONS = definitionsOf([purchaseOrderDocument]);

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

  registerRoute(server, services, createOrder, async ({ db, user, body, files }) => {
    const number = await underOwnNames(createBatch(db, purchaseOrderDocument, user, givenOrder(body, files)));
    return { data: await readOrder(db, orderCall(number, user)) };
  });

  registerRoute(server, services, readOrderCall, async ({ db, user, params }) => ({
    data: await readOrder(db, orderCall(params.id, user)),
  }));

  for (const route of [postOrder, postOrderTwin]) {
    registerRoute(
      server,
      services,
      route,
      async ({ db, user, params, body, files }) => ({
        data: await answerPost(db, orderCall(params.id, user), body, files),
      }),
      (error, { db, user, params, body }) => explainRace(error, db, orderCall(params.id, user), body.row_version),
    );
  }
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

/** What is sent tells the three calls apart: lines and terms update, a status moves, nothing reads (spec 2 §7). */
async function answerPost(
  db: Database,
  call: BatchCall,
  body: ParsedCallOf<typeof postOrder>['body'],
  files: readonly UploadedFile[],
) {
  if (body.po_details !== undefined || body.po_date !== undefined) {
    const update = orderUpdate.safeParse(body);
    if (!update.success) throw invalidIssues(update.error.issues);
    await underOwnNames(updateBatch(db, purchaseOrderDocument, call, givenOrder(update.data, files)));
    return readOrder(db, call);
  }
  if (body.status === undefined) {
    if (body.processing !== undefined) throw malformed('status_missing', 'Send the status together with processing.');
    return readOrder(db, call);
  }
  const { status, processing, row_version, approved_remarks = '', risks_seen } = body;
  const move = { status, processing, row_version, approved_remarks, risks_seen };
  return underOwnNames(moveBatch(db, DEFINITIONS, { ...call, is_last: true }, move));
}
