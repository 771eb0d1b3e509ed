import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import { receiptAnswer } from '../receipt/receipt-print.contract.ts';

const TAG = 'Receipts';
const access = { kind: 'module', module: 'Billing', level: ACCESS.select } as const;
/** The request number. */
const params = z.object({ id: z.string().min(1).max(20) });

/**
 * What the e-receipt of an invoice says, as e-receipt services read it (spec 2 §7). Its paper is the invoice itself. The token
 * of the service stands in the body of the call, or in its head as everywhere else.
 */
export const readBillingReceipt = defineRoute({
  method: 'POST',
  path: '/trx/receipt-bildetail/{id}',
  summary: 'What the e-receipt of a billing says',
  tag: TAG,
  access,
  scope: 'receipts',
  token_in_body: true,
  params,
  body: z.object({ token: z.string().max(200).optional() }),
  response: receiptAnswer,
  reads: true,
});
