import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  billingUpdate,
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
  voidBilling,
} from '@talaan/contract/documents/billing/billing.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { previewRegularBilling, sendRegularBilling } from '@talaan/contract/documents/billing/regular-billing.contract';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { createBatch, updateBatch } from '../../batches/entry/save-batch.ts';
import { accountedAs } from '../../batches/lists/batch-filters.ts';
import { exportBatches } from '../../batches/lists/export-batches.ts';
import { listBatches } from '../../batches/lists/list-batches.ts';
import { deleteBatch, moveBatch } from '../../batches/moves/move-batch.ts';
import { voidBatch } from '../../batches/moves/void-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import { withFacts } from '../../batches/record/batch-rows.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { explainRace } from '../../batches/record/stale-version.ts';
import { previewDocumentNumber } from '../../numbering/document-numbers.ts';
import { reserveWorkingNumber } from '../../numbering/working-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { invalid, invalidIssues, malformed } from '../../platform/http/problem.ts';
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
import { givenBilling, underOwnNames } from './given-billing.ts';
import * as regular from './regular-billing.ts';

const TYPES = BILLINGS.types;
const DEFINITIONS = definitionsOf([billingDocument]);

/** The billing's own calls (spec 2 §7); locks, drafts, attachments and history are those of every batch. */
export function registerBillingRoutes(server: FastifyInstance, services: RouteServices): void {
  nameBillingConstraints();

  // A GET that reserves, because the specification names it so; asking twice answers the same number.
  registerRoute(server, services, takeRequestNumber, async ({ user, query, request }) => {
    const request_number = await services.inTransaction(
      { user_id: user.user_id, request_id: request.id },
      (transaction) =>
        reserveWorkingNumber(transaction, {
          kind: 'request',
          user_id: user.user_id,
          draft_id: query.draft_id ?? null,
        }),
    );
    return { data: { request_number } };
  });

  registerRoute(server, services, previewInvoiceNumber, async ({ db, user }) => ({
    data: {
      billing_invoice_number: await previewDocumentNumber(db, {
        kind: 'bi',
        user_id: user.user_id,
        program: BILLINGS.module,
      }),
    },
  }));

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

  registerRoute(server, services, createBilling, async ({ db, user, body, files }) => {
    const hold = await readBillingHold(db, body.payee_id);
    if (hold !== null) throw invalid({ payee_id: [hold] });
    const given = await givenBilling(db, body, files);
    const number = await underOwnNames(createBatch(db, billingDocument, user, given));
    return { data: await readBilling(db, billingCall(number, user)) };
  });

  registerRoute(server, services, previewRegularBilling, async ({ db, user, body }) => ({
    data: await regular.previewRegularBilling(db, user, body),
  }));

  registerRoute(server, services, sendRegularBilling, async ({ db, user, body }) => ({
    data: { billings: await regular.sendRegularBilling(db, user, body) },
  }));

  registerRoute(server, services, readBillingCall, async ({ db, user, params }) => ({
    data: await readBilling(db, billingCall(params.id, user)),
  }));

  for (const route of [postBilling, postBillingTwin]) {
    registerRoute(
      server,
      services,
      route,
      async ({ db, user, params, body, files }) => ({
        data: await answerPost(db, billingCall(params.id, user), body, files),
      }),
      (error, { db, user, params, body }) => explainRace(error, db, billingCall(params.id, user), body.row_version),
    );
  }

  registerRoute(
    server,
    services,
    deleteBilling,
    async ({ db, user, params, query }) => ({
      data: await deleteBatch(db, DEFINITIONS, billingCall(params.id, user), query.row_version),
    }),
    (error, { db, user, params, query }) => explainRace(error, db, billingCall(params.id, user), query.row_version),
  );

  registerRoute(
    server,
    services,
    setAccountingStatus,
    async ({ db, user, params, body }) => ({
      data: await voidBatch(db, DEFINITIONS, billingCall(params.id, user), {
        reason: body.remarks,
        remarks: '',
        row_version: body.row_version,
        files: [],
      }),
    }),
    (error, { db, user, params, body }) => explainRace(error, db, billingCall(params.id, user), body.row_version),
  );

  registerRoute(server, services, disputeBilling, async ({ db, user, params, body }) => {
    const call = billingCall(params.id, user);
    await disputeInvoice(db, call, body.dispute_reason);
    return { data: await readBilling(db, call) };
  });

  registerRoute(
    server,
    services,
    voidBilling,
    async ({ db, user, body, files }) => ({
      data: await voidBatch(db, DEFINITIONS, billingCall(body.billing_request_no, user), {
        reason: body.reason,
        remarks: body.remarks,
        row_version: body.row_version,
        files,
      }),
    }),
    (error, { db, user, body }) => explainRace(error, db, billingCall(body.billing_request_no, user), body.row_version),
  );

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

/** What is sent tells the three calls apart: services and terms update, a status moves, nothing reads (spec 2 §7). */
async function answerPost(
  db: Database,
  call: BatchCall,
  body: ParsedCallOf<typeof postBilling>['body'],
  files: readonly UploadedFile[],
) {
  if (body.billing_details !== undefined || body.billing_date !== undefined) {
    const update = billingUpdate.safeParse(body);
    if (!update.success) throw invalidIssues(update.error.issues);
    await underOwnNames(updateBatch(db, billingDocument, call, await givenBilling(db, update.data, files)));
    return readBilling(db, call);
  }
  if (body.status === undefined) {
    if (body.processing !== undefined) throw malformed('status_missing', 'Send the status together with processing.');
    return readBilling(db, call);
  }
  const { status, processing, row_version, approved_remarks = '', risks_seen } = body;
  const move = { status, processing, row_version, approved_remarks, risks_seen };
  return underOwnNames(moveBatch(db, DEFINITIONS, { ...call, is_last: true }, move));
}
