import type { FastifyInstance } from 'fastify';
import { billingInvoicePaper } from '@talaan/contract/documents/billing/billing-invoice.paper';
import { emailBilling, printBilling, printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { printDocument, sendPrint } from '../print/print-document.ts';
import { queueInvoice } from './billing-mail.ts';
import { readInvoice } from './billing-print.ts';
import { readInvoiceRecord } from './invoice-record.ts';
import { billingCall } from './billing.store.ts';

/** Serves the invoice as data, as PDF and by mail; each counts as a print. */
export function registerBillingPrint(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerRoute(server, services, printBilling, async ({ db, user, params }) => ({
    data: await printOf(db, user, params.id),
  }));
  registerRoute(server, services, printBillingPdf, (call) =>
    sendPrint(services, call, billingInvoicePaper, (db) => printOf(db, call.user, call.params.id), readInvoiceRecord),
  );
  registerRoute(server, services, emailBilling, async ({ db, user, body }) => ({
    data: {
      ...(await queueInvoice(db, user, body.billing_request_no, body.email_add || null)),
      has_server: hasMailServer,
    },
  }));
}

async function printOf(transaction: Database, user: Principal, id: string) {
  const invoice = await readInvoice(transaction, billingCall(id, user));
  return printDocument(transaction, user, BILLINGS.paper.name, invoice);
}
