import type { FastifyInstance } from 'fastify';
import { printDetails, printDetailsPdf } from '@talaan/contract/documents/print/details-print.contract';
import { detailsPaper } from '@talaan/contract/documents/print/details.paper';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { paddedBatchNumber } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { printDocument, sendPrint } from './print-document.ts';

/** Serves the details of transactions on paper, as data and as PDF; each counts as a print. */
export function registerDetailsPrint(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, printDetails, async ({ db, user, params, body }) => ({
    data: await detailsOf(db, user, params.id, body.document_type),
  }));
  registerRoute(server, services, printDetailsPdf, (call) =>
    sendPrint(services, call, detailsPaper, (db) => detailsOf(db, call.user, call.params.id, call.query.document_type)),
  );
}

async function detailsOf(transaction: Database, user: Principal, id: string, type: DocumentType) {
  const batch = await readBatch(transaction, { batch_number: paddedBatchNumber(id), types: [type], user });
  return printDocument(transaction, user, 'details', { ...batch, headers: batch.documents });
}
