import type { FastifyInstance } from 'fastify';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { emailBilling, printBilling, printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { ofDocument } from '../print/print-document.ts';
import { registerPaper } from '../print/register-paper.ts';
import { INVOICE, invoicesOf, queueInvoice, readInvoice } from './billing-print.ts';
import { billingCall } from './billing.store.ts';

/** Serves the invoice as data, as PDF and by mail; each that is no preview counts as a copy. */
export function registerBillingPrint(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerPaper(server, services, { print: printBilling, pdf: printBillingPdf }, invoiceOf);
  registerRoute(server, services, emailBilling, async ({ db, user, body }) => ({
    data: {
      ...(await queueInvoice(db, user, body.billing_request_no, body.email_add || null)),
      has_server: hasMailServer,
    },
  }));
}

/** The invoice of a billing on paper. */
async function invoiceOf(database: Database, user: Principal, id: string) {
  return ofDocument(INVOICE, await readInvoice(database, billingCall(id, user)));
}

/** The invoices of billings that were read. */
export async function invoicePapersOf(database: Database, user: Principal, batches: readonly BatchDetail[]) {
  return (await invoicesOf(database, user, batches)).map((shown) => ofDocument(INVOICE, shown));
}
