import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchDetail } from '../batch-view.contract.ts';
import { previewed, printOf } from '../document-print.ts';

const TAG = 'Transactions';
const access = { kind: 'document', level: ACCESS.select } as const;
const params = z.object({ id: z.string().min(1).max(20) });

/** What the journal print needs; a call that is no preview counts as a print and tells which copy it is. */
export const printJournalEntry = defineRoute({
  method: 'POST',
  path: '/trx/print-je/{id}',
  summary: 'Data of the journal details print',
  tag: TAG,
  access,
  params,
  body: z.object(previewed),
  response: recordOf(printOf(batchDetail)),
});

/** The same paper as a file; it counts as a print of its own. */
export const printJournalEntryPdf = defineRoute({
  method: 'GET',
  path: '/trx/print-je/{id}/pdf',
  summary: 'Journal details as PDF',
  tag: TAG,
  access,
  params,
  file: 'application/pdf',
  keeps: true,
});
