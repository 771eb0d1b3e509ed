import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchDetail } from '../batch-view.contract.ts';
import { previewed, printOf } from '../document-print.ts';
import { DETAIL_TYPES } from './details.paper.ts';

const TAG = 'Transactions';
const access = { kind: 'document', level: ACCESS.select } as const;
const params = z.object({ id: z.string().min(1).max(20) });

/** Numbers of batches, billings and collections are series of their own: the type tells which is meant. */
const which = z.object({
  document_type: z.enum(DETAIL_TYPES, `document type must be one of ${DETAIL_TYPES.join(', ')}.`),
});

/** What the details print needs; a call that is no preview counts as a copy and tells which copy it is. */
export const printDetails = defineRoute({
  method: 'POST',
  path: '/trx/print-details/{id}',
  summary: 'Data of the details print of a transaction',
  tag: TAG,
  access,
  params,
  body: which.extend(previewed),
  response: recordOf(printOf(batchDetail)),
});

/** The same paper as a file; it counts as a print of its own. */
export const printDetailsPdf = defineRoute({
  method: 'GET',
  path: '/trx/print-details/{id}/pdf',
  summary: 'Details of a transaction as PDF',
  tag: TAG,
  access,
  params,
  query: which,
  file: 'application/pdf',
  keeps: true,
});
