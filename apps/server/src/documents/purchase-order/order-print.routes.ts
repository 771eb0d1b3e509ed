import type { FastifyInstance } from 'fastify';
import { emailOrder, printOrder, printOrderPdf } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { purchaseOrderPaper } from '@talaan/contract/documents/purchase-order/purchase-order.paper';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { printDocument, sendPrint } from '../print/print-document.ts';
import { queueOrder } from './order-mail.ts';
import { orderCall, readOrder } from './order.store.ts';

/** Serves the paper of an order as data, as PDF and by mail; each counts as a print. */
export function registerOrderPrint(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerRoute(server, services, printOrder, async ({ db, user, params }) => ({
    data: await printOf(db, user, params.id),
  }));
  registerRoute(server, services, printOrderPdf, (call) =>
    sendPrint(services, call, purchaseOrderPaper, (db) => printOf(db, call.user, call.params.id)),
  );
  registerRoute(server, services, emailOrder, async ({ db, user, params, body }) => ({
    data: { ...(await queueOrder(db, user, params.id, body.to || null)), has_server: hasMailServer },
  }));
}

async function printOf(transaction: Database, user: Principal, id: string) {
  return printDocument(
    transaction,
    user,
    PURCHASE_ORDERS.paper.name,
    await readOrder(transaction, orderCall(id, user)),
  );
}
