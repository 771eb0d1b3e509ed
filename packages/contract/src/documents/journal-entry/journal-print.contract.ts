import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { batchDetail } from '../batch-view.contract.ts';
import { paperRoutes } from '../print/paper-routes.ts';

/** The details of a journal entry. */
export const { print: printJournalEntry, pdf: printJournalEntryPdf } = paperRoutes({
  paths: { print: '/trx/print-je/{id}', pdf: '/trx/print-je/{id}/pdf' },
  data: 'Data of the journal details print',
  file: 'Journal details as PDF',
  tag: 'Transactions',
  access: { kind: 'document', level: ACCESS.select },
  detail: batchDetail,
  /** Under a number that a restore took from it, as it was posted then. */
  which: { document_number: z.string().max(20).optional() },
});
