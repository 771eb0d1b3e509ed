import type { FastifyInstance } from 'fastify';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { printDetails, printDetailsPdf } from '@talaan/contract/documents/print/details-print.contract';
import { DETAIL_TYPES, detailsPaper } from '@talaan/contract/documents/print/details.paper';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { readUnderNumber } from '../../batches/reading/read-given-up.ts';
import { callNaming, type BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { aboutBatch, type PaperKind } from './paper-kind.ts';
import { registerPaper } from './register-paper.ts';
import { verifiedDocument } from './verify-paper.ts';

const DETAILS: PaperKind<BatchDetail> = { kind: 'details', paper: detailsPaper, about: aboutBatch };

/** Serves the details of transactions on paper, as data and as PDF; each that is no preview counts as a copy. */
export function registerDetailsPrint(server: FastifyInstance, services: RouteServices): void {
  registerPaper(server, services, { print: printDetails, pdf: printDetailsPdf }, detailsOf);
}

/** The batch with all of its documents, of a series as well; under a number that a restore took from it, as it was posted then. */
async function readDetails(database: Database, call: BatchCall, documentNumber?: string): Promise<BatchDetail> {
  return withDocuments(
    await (documentNumber === undefined ? readBatch(database, call) : readUnderNumber(database, call, documentNumber)),
  );
}

const withDocuments = (batch: BatchDetail): BatchDetail => ({ ...batch, headers: batch.documents });

export const VERIFIED_DETAILS = verifiedDocument(DETAILS, DETAIL_TYPES, (database, call) =>
  readDetails(database, call),
);

/** The details of a transaction on paper. */
async function detailsOf(
  database: Database,
  user: Principal,
  id: string,
  { document_type, document_number }: { document_type: DocumentType; document_number?: string | undefined },
) {
  const call = callNaming(id, [document_type], user);
  return paperOf(await readDetails(database, call, document_number));
}

const paperOf = (shown: BatchDetail) => ({
  kind: DETAILS,
  subject: { document_id: shown.documents[0]!.id },
  shown,
});

/** The details of transactions that were read. */
export const detailPapersOf = (batches: readonly BatchDetail[]) => batches.map(withDocuments).map(paperOf);
