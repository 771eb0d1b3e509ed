import type { FastifyInstance } from 'fastify';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import {
  printJournalEntry,
  printJournalEntryPdf,
} from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { callNaming } from '../../batches/record/batch-call.ts';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { readUnderNumber } from '../../batches/reading/read-given-up.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { ofDocument } from '../print/print-document.ts';
import { registerPaper } from '../print/register-paper.ts';
import { JOURNAL_DETAILS } from './journal-print.ts';

/** Serves the journal details on paper, as data and as PDF; each that is no preview counts as a copy. */
export function registerJournalPrint(server: FastifyInstance, services: RouteServices): void {
  registerPaper(server, services, { print: printJournalEntry, pdf: printJournalEntryPdf }, journalDetailsOf);
}

/** The details of a journal entry on paper; as it was posted under a number that a restore took from it. */
async function journalDetailsOf(
  database: Database,
  user: Principal,
  id: string,
  { document_number }: { document_number?: string | undefined },
) {
  const call = callNaming(id, JOURNALS.types, user);
  return paperOf(
    await (document_number === undefined
      ? readBatch(database, call)
      : readUnderNumber(database, call, document_number)),
  );
}

const paperOf = (shown: BatchDetail) => ofDocument(JOURNAL_DETAILS, shown);

/** The details of journal entries that were read. */
export const journalPapersOf = (batches: readonly BatchDetail[]) => batches.map(paperOf);
