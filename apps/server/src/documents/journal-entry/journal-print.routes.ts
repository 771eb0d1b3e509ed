import type { FastifyInstance } from 'fastify';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import {
  printJournalEntry,
  printJournalEntryPdf,
} from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { paddedBatchNumber } from '../../batches/record/batch-call.ts';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { printDocument, sendPrint } from '../print/print-document.ts';

/** Serves the journal details on paper, as data and as PDF; each counts as a print. */
export function registerJournalPrint(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, printJournalEntry, async ({ db, user, params }) => ({
    data: await printDetails(db, user, params.id),
  }));
  registerRoute(server, services, printJournalEntryPdf, (call) =>
    sendPrint(services, call, journalDetailsPaper, (db) => printDetails(db, call.user, call.params.id)),
  );
}

async function printDetails(transaction: Database, user: Principal, id: string) {
  const call = { batch_number: paddedBatchNumber(id), types: JOURNALS.types, user };
  return printDocument(transaction, user, JOURNALS.paper.name, await readBatch(transaction, call));
}
