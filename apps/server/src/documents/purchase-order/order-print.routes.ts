import type { FastifyInstance } from 'fastify';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { emailOrder, printOrder, printOrderPdf } from '@talaan/contract/documents/purchase-order/order-print.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { ofDocument } from '../print/print-document.ts';
import { registerPaper } from '../print/register-paper.ts';
import { ORDER, queueOrder } from './order-print.ts';
import { orderCall, ordersOf, readOrder } from './order.store.ts';

/** Serves the paper of an order as data, as PDF and by mail; each that is no preview counts as a copy. */
export function registerOrderPrint(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerPaper(server, services, { print: printOrder, pdf: printOrderPdf }, orderOf);
  registerRoute(server, services, emailOrder, async ({ db, user, params, body }) => ({
    data: { ...(await queueOrder(db, user, params.id, body.to || null)), has_server: hasMailServer },
  }));
}

/** The paper of an order. */
async function orderOf(database: Database, user: Principal, id: string) {
  return ofDocument(ORDER, await readOrder(database, orderCall(id, user)));
}

/** The papers of orders that were read. */
export async function orderPapersOf(database: Database, user: Principal, batches: readonly BatchDetail[]) {
  return (await ordersOf(database, user, batches)).map((shown) => ofDocument(ORDER, shown));
}
