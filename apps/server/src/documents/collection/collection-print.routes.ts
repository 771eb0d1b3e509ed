import type { FastifyInstance } from 'fastify';
import {
  collectionPrint,
  readCollectionReceipt,
} from '@talaan/contract/documents/collection/collection-print.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { callNaming } from '../../batches/record/batch-call.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { readReceiptDetail } from '../receipt/receipt-facts.store.ts';
import { COLLECTION_KINDS } from '../receipt/receipt-papers.ts';
import { registerReceiptPrint } from '../receipt/receipt-print.routes.ts';

/** Serves what the receipt of a collection says, its papers and its mails. */
export function registerCollectionPrint(
  server: FastifyInstance,
  services: RouteServices,
  hasMailServer: boolean,
): void {
  registerReceiptPrint(
    server,
    services,
    { kind: COLLECTIONS, calls: collectionPrint, papers: COLLECTION_KINDS },
    hasMailServer,
  );
  registerRoute(server, services, readCollectionReceipt, async ({ db, user, body }) => ({
    data: (await readReceiptDetail(db, callNaming(body.collection_number, COLLECTIONS.types, user))).receipt,
  }));
}
