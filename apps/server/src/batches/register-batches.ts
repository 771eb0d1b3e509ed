import type { FastifyInstance } from 'fastify';
import { readEntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { nameNumberConstraints } from '../numbering/document-numbers.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { registerAttachmentCalls } from './attachments/attachment.routes.ts';
import { forgetTotals } from './lists/batch-totals.ts';
import { registerBatchCalls } from './batch.routes.ts';
import { nameBatchConstraints } from './checks/constraint-refusals.ts';
import { definitionsOf, type DocumentDefinition } from './record/document-definition.ts';
import { registerEntryPageCalls } from './entry/entry-page.routes.ts';
import { readEntryPayee as readPayee } from './entry/entry-payee.store.ts';

const TRANSACTION_CALLS = '/api/trx/';

/** Serves the transaction calls for the given document types. */
export function registerBatchRoutes(
  server: FastifyInstance,
  services: RouteServices,
  definitions: readonly DocumentDefinition[],
): void {
  nameNumberConstraints();
  nameBatchConstraints();
  // After the commit and before the answer, so that whoever saved counts his own save.
  server.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.method !== 'GET' && request.url.startsWith(TRANSACTION_CALLS)) forgetTotals();
    done();
  });
  const byType = definitionsOf(definitions);
  registerBatchCalls(server, services, byType);
  registerEntryPageCalls(server, services, byType);
  registerAttachmentCalls(server, services, byType);
  registerRoute(server, services, readEntryPayee, async ({ db, params }) => ({ data: await readPayee(db, params.id) }));
}
