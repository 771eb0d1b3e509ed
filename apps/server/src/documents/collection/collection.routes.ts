import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  collectionUpdate,
  createCollection,
  deleteCollection,
  exportCollections,
  listCollections,
  postCollection,
  postCollectionTwin,
  readAdvance,
  readCollection as readCollectionCall,
  searchCollections,
  setCollectionAccountingStatus,
  takeCollectionNumber,
  voidCollection,
} from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { amountText } from '@talaan/core/money/money';
import { createBatch, updateBatch } from '../../batches/entry/save-batch.ts';
import { accountedAs } from '../../batches/lists/batch-filters.ts';
import { exportBatches } from '../../batches/lists/export-batches.ts';
import { findAllBatches, listBatches } from '../../batches/lists/list-batches.ts';
import { deleteBatch, moveBatch } from '../../batches/moves/move-batch.ts';
import { voidBatch } from '../../batches/moves/void-batch.ts';
import { paddedBatchNumber, readVisible, type BatchCall } from '../../batches/record/batch-call.ts';
import { requireAction } from '../../batches/record/batch-decision.ts';
import { withFacts } from '../../batches/record/batch-rows.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { explainRace } from '../../batches/record/stale-version.ts';
import { HAS_RECEIPT_SIGNAL } from '../../batches/risks/receipt-facts.store.ts';
import { reserveWorkingNumber } from '../../numbering/working-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal, UploadedFile } from '../../platform/http/principal.ts';
import { invalidIssues, malformed } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { COLLECTION_EXPORT } from './collection-export.ts';
import { collectionDocument } from './collection.document.ts';
import { bounceCheque, requireAsCheque } from './collection-of-cheque.ts';
import { nameCollectionConstraints } from './collection-refusals.ts';
import { readAdvanceOf, readLastDeposit } from './collected-from.store.ts';
import { collectionCall, readCollection, readCollectionFacts, sumCollections } from './collection.store.ts';
import { givenCollection, underOwnNames } from './given-collection.ts';

const TYPES = COLLECTIONS.types;
const DEFINITIONS = definitionsOf([collectionDocument]);
const MOST_FOUND = 100;

/** The collection's own calls (spec 2 §7); locks, drafts, attachments and history are those of every batch. */
export function registerCollectionRoutes(server: FastifyInstance, services: RouteServices): void {
  nameCollectionConstraints();

  // A GET that reserves, because the specification names it so; asking twice answers the same number.
  registerRoute(server, services, takeCollectionNumber, async ({ user, query, request }) => {
    const collection_number = await services.inTransaction(
      { user_id: user.user_id, request_id: request.id },
      (transaction) =>
        reserveWorkingNumber(transaction, {
          kind: 'collection',
          user_id: user.user_id,
          draft_id: query.draft_id ?? null,
        }),
    );
    return { data: { collection_number } };
  });

  registerRoute(server, services, readAdvance, async ({ db, query }) => {
    const { amount_minor, php_minor } = await readAdvanceOf(db, query.payee_id, query.currency_id);
    const deposited_to = await readLastDeposit(db, query.payee_id, query.currency_id);
    return { data: { advance_amount: amountText(amount_minor), advance_php: amountText(php_minor), deposited_to } };
  });

  registerRoute(server, services, listCollections, async ({ db, user, query }) => {
    const page = await listBatches(db, user, narrowed(query), TYPES, { path: '/api/trx/collection', query });
    const ids =
      query.for_my_approval === 1
        ? await findAllBatches(db, user, narrowed(query), TYPES)
        : page.data.map(({ id }) => id);
    const sums = await sumCollections(db, ids);
    const sumOf = (total: (typeof page.totals)[number]) =>
      sums.find(({ currency, archived }) => currency === total.currency && archived === total.archived)!;
    return {
      ...page,
      data: await withFacts(db, page.data, readCollectionFacts),
      totals: page.totals.map((total) => ({ ...total, ...sumOf(total) })),
    };
  });

  registerRoute(server, services, exportCollections, async (call) =>
    exportBatches(services, call, COLLECTION_EXPORT, narrowed(call.query)),
  );

  registerRoute(server, services, searchCollections, async ({ db, user, query }) => {
    const { collection_number, billing_invoice_no, payee_id } = query;
    const search = query.search || query.query;
    const also = [
      ...(collection_number ? [sql`b.batch_number = ${paddedBatchNumber(collection_number)}`] : []),
      ...(billing_invoice_no ? [settles(billing_invoice_no)] : []),
      ...(payee_id === undefined ? [] : [sql`b.payee_id = any (payees_as_one(${payee_id}))`]),
    ];
    const found = { search, page: 1, pages: MOST_FOUND, also };
    const { data } = await listBatches(db, user, found, TYPES, { path: '/api/getCollection', query });
    return { data: await withFacts(db, data, readCollectionFacts) };
  });

  registerRoute(server, services, createCollection, async ({ db, user, body, files }) => {
    const given = await givenCollection(db, user, body, files);
    const number = await underOwnNames(createBatch(db, collectionDocument, user, given));
    return { data: await readCollection(db, collectionCall(number, user)) };
  });

  registerRoute(server, services, readCollectionCall, async ({ db, user, params }) => ({
    data: await readCollection(db, collectionCall(params.id, user)),
  }));

  for (const route of [postCollection, postCollectionTwin]) {
    registerRoute(
      server,
      services,
      route,
      async ({ db, user, params, body, files }) => ({
        data: await answerPost(db, collectionCall(params.id, user), body, files),
      }),
      (error, { db, user, params, body }) => explainRace(error, db, collectionCall(params.id, user), body.row_version),
    );
  }

  registerRoute(
    server,
    services,
    deleteCollection,
    async ({ db, user, params, query }) => ({
      data: await deleteBatch(db, DEFINITIONS, collectionCall(params.id, user), query.row_version),
    }),
    (error, { db, user, params, query }) => explainRace(error, db, collectionCall(params.id, user), query.row_version),
  );

  registerRoute(
    server,
    services,
    setCollectionAccountingStatus,
    async ({ db, user, params, body }) => ({
      data: await cancel(db, user, params.id, {
        reason: body.remarks,
        remarks: '',
        row_version: body.row_version,
        files: [],
      }),
    }),
    (error, { db, user, params, body }) => explainRace(error, db, collectionCall(params.id, user), body.row_version),
  );

  registerRoute(
    server,
    services,
    voidCollection,
    async ({ db, user, body, files }) => {
      const data = await cancel(db, user, body.collection_number, { ...body, row_version: body.row_version, files });
      if (body.returned_by_bank === 1) await bounceCheque(db, body.collection_number);
      return { data };
    },
    (error, { db, user, body }) =>
      explainRace(error, db, collectionCall(body.collection_number, user), body.row_version),
  );
}

function cancel(
  db: Database,
  user: Principal,
  id: string,
  given: { reason: string; remarks: string; row_version: number | undefined; files: readonly UploadedFile[] },
) {
  return voidBatch(db, DEFINITIONS, collectionCall(id, user), given);
}

/** What every list of batches may be narrowed by, after the filters that only collections have. */
function narrowed<Query extends Partial<ParsedCallOf<typeof listCollections>['query']>>(query: Query) {
  const { collection_date, accounting_status, with_signals, ...filters } = query;
  return {
    ...filters,
    document_date: collection_date ?? filters.document_date,
    also: [
      ...(accounting_status === undefined ? [] : [accountedAs(accounting_status)]),
      ...(with_signals === 1 ? [HAS_RECEIPT_SIGNAL] : []),
    ],
  };
}

/** Batches (alias `b`) that settle an invoice. */
function settles(invoiceNumber: string) {
  return sql`exists (select from document d join collection_application a on a.document_id = d.id
    where d.batch_id = b.id and a.billing_invoice_no = ${invoiceNumber.trim().toUpperCase()})`;
}

/** What is sent tells the three calls apart: applications update, a status moves, nothing reads (spec 2 §7). */
async function answerPost(
  db: Database,
  call: BatchCall,
  body: ParsedCallOf<typeof postCollection>['body'],
  files: readonly UploadedFile[],
) {
  if (body.collection_details !== undefined || body.collection_date !== undefined) {
    const update = collectionUpdate.safeParse(body);
    if (!update.success) throw invalidIssues(update.error.issues);
    // What is issued has settled its invoices itself: they are no reason why it cannot be changed.
    const visible = await readVisible(db, call);
    requireAction('edit', visible, call.user);
    await requireAsCheque(db, visible.batch, update.data);
    await underOwnNames(
      updateBatch(db, collectionDocument, call, await givenCollection(db, call.user, update.data, files)),
    );
    return readCollection(db, call);
  }
  if (body.status === undefined) {
    if (body.processing !== undefined) throw malformed('status_missing', 'Send the status together with processing.');
    return readCollection(db, call);
  }
  const { status, processing, row_version, approved_remarks = '', risks_seen } = body;
  const move = { status, processing, row_version, approved_remarks, risks_seen };
  return underOwnNames(moveBatch(db, DEFINITIONS, { ...call, is_last: true }, move));
}
