import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { batchDetail } from '../batch-view.contract.ts';
import { DETAIL_TYPES } from './details.paper.ts';
import { paperRoutes } from './paper-routes.ts';

/** Numbers of batches, billings and collections are series of their own: the type tells which is meant. */
const which = {
  document_type: z.enum(DETAIL_TYPES, `document type must be one of ${DETAIL_TYPES.join(', ')}.`),
  document_number: z.string().max(20).optional(),
};

/** The details of a transaction, with all of its documents; under a number that a restore took from it, as it was posted then. */
export const { print: printDetails, pdf: printDetailsPdf } = paperRoutes({
  paths: { print: '/trx/print-details/{id}', pdf: '/trx/print-details/{id}/pdf' },
  data: 'Data of the details print of a transaction',
  file: 'Details of a transaction as PDF',
  tag: 'Transactions',
  access: { kind: 'document', level: ACCESS.select },
  detail: batchDetail,
  which,
});
