import * as z from 'zod';
import { periodFields, withPeriod } from '../reports/report-period.ts';

/** What the {data} of each print and report address may hold, and nothing else (reliability (d) 32). */

/** /report-trialbalance/{data}: the filter of the report (spec 2 §3). */
export const trialBalancePrintKeys = z.strictObject(periodFields).transform(withPeriod);

/** /preview-trx/{data}: the batch to print (spec 2 §2). */
export const transactionPrintKeys = z.strictObject({
  batch_number: z.string().regex(/^[\w-]{1,20}$/),
  document_type: z.string().regex(/^[A-Z]{2}$/),
});

/** /purchase-order-print/{data}: the PO number (spec 2 §2). */
export const orderPrintKeys = z.strictObject({ po_number: z.string().regex(/^PO\d{7}$/) });
