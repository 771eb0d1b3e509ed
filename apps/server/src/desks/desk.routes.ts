import type { FastifyInstance } from 'fastify';
import { countQueues, exportBatches, listBatches, searchBatches } from '@talaan/contract/documents/desk.contract';
import { find } from '@talaan/contract/desks/find.contract';
import { readClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { definitionsOf, type DocumentDefinition } from '../batches/record/document-definition.ts';
import { servedTypes } from '../batches/record/served-types.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { exportBatches as sendList } from '../batches/lists/export-batches.ts';
import { listBatches as findBatches } from '../batches/lists/list-batches.ts';
import { findEverything } from './find.store.ts';
import { findOpenWork } from './closing-checklist.store.ts';
import { readQueueCounts } from './queue-counts.store.ts';
import { searchByNumber } from './search-batches.ts';
import { TRANSACTIONS } from './transactions-export.ts';

/**
 * Serves what is asked over the given document types at once: the list behind every desk (active, approvals, payment,
 * archive) and its export, the counts of the queues, the searches and what a month has still open.
 */
export function registerDeskRoutes(
  server: FastifyInstance,
  services: RouteServices,
  definitions: readonly DocumentDefinition[],
): void {
  const served = servedTypes(definitionsOf(definitions));

  registerRoute(server, services, listBatches, async ({ db, user, query }) =>
    findBatches(db, user, query, served, { path: '/api/trx/header', query }),
  );

  registerRoute(server, services, countQueues, async ({ db, user }) => ({
    data: await readQueueCounts(db, user, served),
  }));

  registerRoute(server, services, exportBatches, async (call) =>
    sendList(services, call, { ...TRANSACTIONS, types: served }, call.query),
  );

  registerRoute(server, services, searchBatches, async ({ db, user, query }) => ({
    data: await searchByNumber(db, user, query.number, served),
  }));

  registerRoute(server, services, find, async ({ db, user, query }) => ({
    data: await findEverything(db, user, { text: query.text, month: query.document_date ?? null }, served),
  }));

  registerRoute(server, services, readClosingChecklist, async ({ db, user, query: { period, module } }) => ({
    data: await findOpenWork(db, user, { period, modules: module }),
  }));
}
