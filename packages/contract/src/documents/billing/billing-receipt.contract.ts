import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { printOf } from '../document-print.ts';
import { receiptDetail } from '../receipt/receipt-facts.ts';
import { receiptAnswer } from '../receipt/receipt-print.contract.ts';

const TAG = 'Receipts';
const access = { kind: 'module', module: 'Billing', level: ACCESS.select } as const;
/** The request number. */
const params = z.object({ id: z.string().min(1).max(20) });

/**
 * What the e-receipt of an invoice says, as e-receipt services read it (spec 2 §7). The token of the service stands in the
 * head of the call; one in the body is not read.
 */
export const readBillingReceipt = defineRoute({
  method: 'POST',
  path: '/trx/receipt-bildetail/{id}',
  summary: 'What the e-receipt of a billing says',
  tag: TAG,
  access,
  scope: 'receipts',
  params,
  response: receiptAnswer,
  reads: true,
});

/** What the e-receipt needs; the call counts as a print. */
export const printBillingReceipt = defineRoute({
  method: 'POST',
  path: '/trx/receipt-bildetail/{id}/print',
  summary: 'Data of the e-receipt of a billing',
  tag: TAG,
  access,
  params,
  response: recordOf(printOf(receiptDetail)),
});

/** The same paper as a file; it counts as a print of its own. */
export const printBillingReceiptPdf = defineRoute({
  method: 'GET',
  path: '/trx/receipt-bildetail/{id}/pdf',
  summary: 'E-receipt of a billing as PDF',
  tag: TAG,
  access,
  params,
  file: 'application/pdf',
  keeps: true,
});
