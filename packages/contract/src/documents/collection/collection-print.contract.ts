import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import { numberInBody, receiptAnswer, receiptPrintRoutes } from '../receipt/receipt-print.contract.ts';

export const collectionPrint = receiptPrintRoutes('Collection', '/trx/print-collection-orar', 'collection');

/** What the receipt of a collection says, as e-receipt services read it. */
export const readCollectionReceipt = defineRoute({
  method: 'POST',
  path: '/trx/receipt-coldetail',
  summary: 'What the receipt of a collection says',
  tag: 'Receipts',
  access: { kind: 'module', module: 'Collection', level: ACCESS.select },
  scope: 'receipts',
  body: z.object({ collection_number: numberInBody('collection number') }),
  response: receiptAnswer,
  reads: true,
});
