import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { printOf } from '../document-print.ts';
import { numberInBody, receiptAnswer, receiptPrintRoutes } from '../receipt/receipt-print.contract.ts';

const TAG = 'Receipts';
const access = { kind: 'module', module: 'Cash Receipt', level: ACCESS.select } as const;

export const cashReceiptPrint = receiptPrintRoutes('Cash Receipt', '/trx/print-orar', 'cash receipt');

/** What a receipt says, as e-receipt services read it. */
export const readReceipt = defineRoute({
  method: 'POST',
  path: '/trx/receipt-detail',
  summary: 'What the receipt of a cash receipt says',
  tag: TAG,
  access,
  scope: 'receipts',
  body: z.object({ batch_number: numberInBody('batch number') }),
  response: receiptAnswer,
  reads: true,
});

/** What heads the blank form. */
export const receiptForm = defineRoute({
  method: 'GET',
  path: '/trx/receipt-form',
  summary: 'Data of the blank official and acknowledgement receipt',
  tag: TAG,
  access,
  response: recordOf(printOf(z.object({ receipt: z.null() }))),
});

/** The blank form as a file. */
export const receiptFormPdf = defineRoute({
  method: 'GET',
  path: '/trx/receipt-form/pdf',
  summary: 'Blank official and acknowledgement receipt as PDF',
  tag: TAG,
  access,
  file: 'application/pdf',
});
