import type { FastifyInstance } from 'fastify';
import { readBillingReceipt } from '@talaan/contract/documents/billing/billing-receipt.contract';
import type { ReceiptDetail } from '@talaan/contract/documents/receipt/receipt-facts';
import { statusChip } from '@talaan/core/documents/document-status';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { readReceiptDetail } from '../receipt/receipt-facts.store.ts';
import { billingCall } from './billing.store.ts';

/** Serves what the e-receipt of an invoice says. */
export function registerBillingReceipt(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readBillingReceipt, async ({ db, user, params }) => ({
    data: (await readOf(db, user, params.id)).receipt,
  }));
}

/** The receipt of an invoice; refuses with 409 a billing that is none yet. */
async function readOf(database: Database, user: Principal, id: string): Promise<ReceiptDetail> {
  const detail = await readReceiptDetail(database, billingCall(id, user));
  if (detail.receipt.billing_invoice_no !== null) return detail;
  const { label } = statusChip('BI', detail.status);
  throw conflict(
    'billing_not_approved',
    `Billing ${detail.batch_number} is ${label}. Only an approved invoice has an e-receipt.`,
  );
}
