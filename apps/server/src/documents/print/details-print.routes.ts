import type { FastifyInstance } from 'fastify';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { printDetails, printDetailsPdf } from '@talaan/contract/documents/print/details-print.contract';
import { DETAIL_TYPES, detailsPaper } from '@talaan/contract/documents/print/details.paper';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { paddedBatchNumber, type BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { aboutBatch, type PaperKind } from './paper-kind.ts';
import { answerPrint, sendPrint } from './print-document.ts';
import { verifiedDocument } from './verify-paper.ts';

const DETAILS: PaperKind<BatchDetail> = { kind: 'details', paper: detailsPaper, about: aboutBatch };

/** Serves the details of transactions on paper, as data and as PDF; each that is no preview counts as a copy. */
export function registerDetailsPrint(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, printDetails, async (call) => ({
    data: await answerPrint(
      services,
      call,
      await detailsOf(call.db, call.user, call.params.id, call.body.document_type),
    ),
  }));
  registerRoute(server, services, printDetailsPdf, (call) =>
    sendPrint(services, call, (db) => detailsOf(db, call.user, call.params.id, call.query.document_type)),
  );
}

/** The batch with all of its documents, of a series as well. */
async function readDetails(database: Database, call: BatchCall): Promise<BatchDetail> {
  const batch = await readBatch(database, call);
  return { ...batch, headers: batch.documents };
}

export const VERIFIED_DETAILS = verifiedDocument(DETAILS, DETAIL_TYPES, readDetails);

/** The details of a transaction on paper. */
export async function detailsOf(
  database: Database,
  user: Principal,
  id: string,
  type: DocumentType,
  known?: BatchDetail,
) {
  const shown = await readDetails(database, { batch_number: paddedBatchNumber(id), types: [type], user, known });
  return { kind: DETAILS, subject: { document_id: shown.documents[0]!.id }, shown };
}
