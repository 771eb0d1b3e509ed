import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
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
  updateCollection,
  voidCollection,
} from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { amountText } from '@talaan/core/money/money';
import { accountedAs } from '../../batches/lists/batch-filters.ts';
import { exportBatches } from '../../batches/lists/export-batches.ts';
import { findAllBatches, listBatches } from '../../batches/lists/list-batches.ts';
import { registerOwnCalls, registerOwnEndings, takeOwnNumber } from '../../batches/own-calls.ts';
import { paddedBatchNumber, readVisible } from '../../batches/record/batch-call.ts';
import { requireAction } from '../../batches/record/batch-decision.ts';
import { withFacts } from '../../batches/record/batch-rows.ts';
import { HAS_RECEIPT_SIGNAL } from '../receipt/receipt-risks.store.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { COLLECTION_EXPORT } from './collection-export.ts';
import { collectionDocument } from './collection.document.ts';
import { bounceCheque, requireAsCheque } from './collection-of-cheque.ts';
import { nameCollectionConstraints } from './collection-refusals.ts';
import { readAdvanceOf, readLastDeposit } from './collected-from.store.ts';
import { collectionCall, readCollection, readCollectionFacts, sumCollections } from './collection.store.ts';
import { givenCollection } from './given-collection.ts';

const TYPES = COLLECTIONS.types;
const OWN = { definition: collectionDocument, names: COLLECTIONS.own, callOf: collectionCall };
const MOST_FOUND = 100;

/** The collection's own calls (spec 2 §7); locks, drafts, attachments and history are those of every batch. */
export function registerCollectionRoutes(server: FastifyInstance, services: RouteServices): void {
  nameCollectionConstraints();

  registerRoute(server, services, takeCollectionNumber, async (call) => ({
    data: { collection_number: await takeOwnNumber(services, OWN, call) },
  }));

  registerRoute(server, services, readAdvance, async ({ db, query }) => {
    const { amount_minor, php_minor } = await readAdvanceOf(db, query.payee_id, query.currency_id);
    const deposited_to = await readLastDeposit(db, query.payee_id, query.currency_id);
    return { data: { advance_amount: amountText(amount_minor), advance_php: amountText(php_minor), deposited_to } };
  });

  registerCollectionLists(server, services);

  registerOwnCalls(server, services, OWN, {
    routes: {
      create: createCollection,
      read: readCollectionCall,
      post: postCollection,
      twin: postCollectionTwin,
      update: updateCollection,
    },
    given: async (db, input, { user, files, changed }) => {
      if (changed !== null) {
        // What is issued has settled its invoices itself: they are no reason why it cannot be changed.
        const visible = await readVisible(db, changed);
        requireAction('edit', visible, user);
        await requireAsCheque(db, visible.batch, input);
      }
      return givenCollection(db, user, input, files);
    },
    read: readCollection,
  });

  registerOwnEndings(server, services, OWN, {
    routes: { remove: deleteCollection, cancel: setCollectionAccountingStatus, void: voidCollection },
    numberOf: ({ collection_number }) => collection_number,
    aroundVoid: (db, { collection_number, returned_by_bank }, voidIt) =>
      returned_by_bank === 1 ? bounceCheque(db, collection_number, voidIt) : voidIt(),
  });
}

/** Lists of collections, the file of one, and what a search finds. */
function registerCollectionLists(server: FastifyInstance, services: RouteServices): void {
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
