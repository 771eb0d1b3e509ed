import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  chooseBilling,
  createBilling,
  deleteBilling,
  disputeBilling,
  exportBillings,
  listBillings,
  listUncollected,
  postBilling,
  postBillingTwin,
  previewInvoiceNumber,
  readBilling as readBillingCall,
  readBillingPrint,
  searchInvoices,
  searchInvoicesTwin,
  setAccountingStatus,
  takeRequestNumber,
  updateBilling,
  voidBilling,
} from '@talaan/contract/documents/billing/billing.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { previewRegularBilling, sendRegularBilling } from '@talaan/contract/documents/billing/regular-billing.contract';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { accountedAs } from '../../batches/lists/batch-filters.ts';
import { exportBatches } from '../../batches/lists/export-batches.ts';
import { listBatches } from '../../batches/lists/list-batches.ts';
import { registerOwnCalls, registerOwnEndings, takeOwnNumber } from '../../batches/own-calls.ts';
import { explainTaken } from '../../batches/record/stale-version.ts';
import { withFacts } from '../../batches/record/batch-rows.ts';
import { previewDocumentNumber } from '../../numbering/document-numbers.ts';
import { invalid } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { BILLING_EXPORT } from './billing-export.ts';
import { billingDocument } from './billing.document.ts';
import { readInvoiceAsIssued } from './billing-print.ts';
import { nameBillingConstraints } from './billing-refusals.ts';
import {
  billingCall,
  readBillingHold,
  disputeInvoice,
  HAS_CHEQUES,
  listOpenInvoices,
  readBilling,
  readBillingFacts,
  searchInvoices as findInvoices,
} from './billing.store.ts';
import { BILLING_NAMES, givenBilling } from './given-billing.ts';
import * as regular from './regular-billing.ts';

const TYPES = BILLINGS.types;
const OWN = { definition: billingDocument, names: BILLING_NAMES, callOf: billingCall };

/** The billing's own calls (spec 2 §7); locks, drafts, attachments and history are those of every batch. */
export function registerBillingRoutes(server: FastifyInstance, services: RouteServices): void {
  nameBillingConstraints();

  registerRoute(server, services, takeRequestNumber, async (call) => ({
    data: { request_number: await takeOwnNumber(services, OWN, call) },
  }));

  registerRoute(server, services, previewInvoiceNumber, async ({ db, user }) => ({
    data: {
      billing_invoice_number: await previewDocumentNumber(db, {
        kind: 'bi',
        user_id: user.user_id,
        program: BILLINGS.module,
      }),
    },
  }));

  registerBillingLists(server, services);

  registerOwnCalls(server, services, OWN, {
    routes: {
      create: createBilling,
      read: readBillingCall,
      post: postBilling,
      twin: postBillingTwin,
      update: updateBilling,
    },
    given: async (db, input, { files, changed }) => {
      const hold = changed === null ? await readBillingHold(db, input.payee_id) : null;
      if (hold !== null) throw invalid({ payee_id: [hold] });
      return givenBilling(db, input, files);
    },
    read: readBilling,
  });

  registerOwnEndings(server, services, OWN, {
    routes: { remove: deleteBilling, cancel: setAccountingStatus, void: voidBilling },
    numberOf: ({ billing_request_no }) => billing_request_no,
  });

  registerRegularBilling(server, services);

  registerRoute(server, services, disputeBilling, async ({ db, user, params, body }) => {
    const call = billingCall(params.id, user);
    await disputeInvoice(db, call, body.dispute_reason);
    return { data: await readBilling(db, call) };
  });

  for (const route of [searchInvoices, searchInvoicesTwin]) {
    registerRoute(server, services, route, async ({ db, user, query }) => ({
      data: await findInvoices(db, user, query),
    }));
  }

  registerRoute(server, services, listUncollected, async ({ db, user, query }) => ({
    data: await listOpenInvoices(db, user, query),
  }));

  registerRoute(server, services, readBillingPrint, async ({ db, user, body }) => ({
    data: await readInvoiceAsIssued(db, billingCall(body.billing_request_no, user)),
  }));
}

/** The customers of a regular transaction, billed together. */
function registerRegularBilling(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, previewRegularBilling, async ({ db, user, body }) => ({
    data: await regular.previewRegularBilling(db, user, body),
  }));

  registerRoute(
    server,
    services,
    sendRegularBilling,
    async ({ db, user, body }) => ({ data: { billings: await regular.sendRegularBilling(db, user, body) } }),
    explainTaken,
  );
}

/** Lists of billings, the file of one, and what a picker is offered. */
function registerBillingLists(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listBillings, async ({ db, user, query }) => {
    const page = await listBatches(db, user, narrowed(query), TYPES, { path: '/api/trx/billing', query });
    return { ...page, data: await withFacts(db, page.data, readBillingFacts) };
  });

  registerRoute(server, services, exportBillings, async (call) =>
    exportBatches(services, call, BILLING_EXPORT, narrowed(call.query)),
  );

  registerRoute(server, services, chooseBilling, async ({ db, user, query }) => {
    const address = { path: '/api/trx/billing/dropdown-list', query };
    const { totals: _totals, ...page } = await listBatches(db, user, { ...query, pages: 100 }, TYPES, address);
    const data = page.data.map(({ id, batch_number, payee_desc, document_number }) => ({
      id,
      code: batch_number,
      name: payee_desc ?? '',
      billing_invoice_no: document_number,
    }));
    return { ...page, data };
  });
}

/** What every list of batches may be narrowed by, after the filters that only billings have. */
function narrowed<Query extends Partial<ParsedCallOf<typeof listBillings>['query']>>(query: Query) {
  const { request_date, collection_status, accounting_status, is_pdc, ...filters } = query;
  return {
    ...filters,
    document_date: request_date ?? filters.document_date,
    also: [
      ...(collection_status === undefined ? [] : [sql`b.collection_status = ${collection_status}`]),
      ...(accounting_status === undefined ? [] : [accountedAs(accounting_status)]),
      // Of a billing it follows from the cheques of its customer.
      ...(is_pdc === undefined ? [] : [is_pdc === 1 ? HAS_CHEQUES : sql`not (${HAS_CHEQUES})`]),
    ],
  };
}
