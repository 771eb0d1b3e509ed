import * as z from 'zod';
import { amountText, parseAmount } from '@talaan/core/money/money';

/** What the {data} of each print address may hold, and nothing else (reliability (d) 32); that of a report is its filter (`reportPrintKeys`). */

const batchNumber = z.string().regex(/^[\w-]{1,20}$/);
const documentType = z.string().regex(/^[A-Z]{2}$/);

/** /preview-trx/{data}: the batch to print (spec 2 §2); also a number that it gave up, printed as it was then. */
export const transactionPrintKeys = z.strictObject({
  batch_number: batchNumber,
  document_type: documentType,
  document_number: z
    .string()
    .regex(/^[\w-]{1,20}$/)
    .optional(),
});

/** /preview-voucher/{data}: the batch, and the one of its documents that is meant; all of them without it (spec 2 §2). */
export const voucherPrintKeys = z.strictObject({
  batch_number: batchNumber,
  document_type: documentType.optional(),
  document_number: z
    .string()
    .regex(/^[\w-]{1,20}$/)
    .optional(),
});

/** /preview-2307/{data}: the batch whose tax is certified. */
export const certificatePrintKeys = z.strictObject({ batch_number: batchNumber });

/** /preview-cheque/{data}: as of a voucher, or cheques of the register in their order. */
export const chequePrintKeys = z.union([
  voucherPrintKeys,
  z.strictObject({ ids: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(300) }),
]);

/** /preview-cheque-test/{data}: the stock, and whether crosses or the frames of its fields are printed. */
export const chequeTestKeys = z.strictObject({
  layout_id: z.int().min(1).max(2_147_483_647),
  shows: z.enum(['crosses', 'frames']),
});

/** /preview-billing/{data} and /preview-bill-ereceipt/{data}: the request number of the billing (spec 2 §2). */
export const billingPrintKeys = z.strictObject({ billing_request_no: z.string().regex(/^\d{1,7}$/) });

/** /purchase-order-print/{data}: the PO number (spec 2 §2). */
export const orderPrintKeys = z.strictObject({ po_number: z.string().regex(/^PO\d{7}$/) });

/** The amount that a number of JSON writes, digit by digit; one of more than 2 decimals is none. */
function amountOfNumber(written: number, context: z.RefinementCtx): string {
  const minor = parseAmount(String(written));
  if (minor !== null) return amountText(minor);
  context.addIssue({ code: 'custom', message: `collected amount ${written} is no amount.` });
  return z.NEVER;
}

/**
 * /preview-OR/{data}, /preview-AR/{data} and those of collections: the batch, or the number of the receipt with what it says (spec 2 §2). What it
 * says is no source: the server refuses a link that says something else than the receipt.
 */
export const receiptPrintKeys = z.union([
  z.strictObject({ batch_number: batchNumber }).transform(({ batch_number }) => ({ id: batch_number, told: {} })),
  z
    .strictObject({
      receipt_no: z.string().regex(/^\d{12}$/),
      collection_date: z.iso.date().optional(),
      payee_desc: z.string().max(250).optional(),
      // As text, or as the number that other programs make of it.
      collected_amount: z.union([z.string().max(25), z.number().transform(amountOfNumber)]).optional(),
    })
    .transform(({ receipt_no, ...told }) => ({ id: receipt_no, told })),
]);

/** /preview-ereceipt/{data}: of what it is the receipt, and its batch (spec 2 §2). */
export const electronicReceiptKeys = z
  .strictObject({ table: z.enum(['cash_receipt', 'collection']), batch_number: batchNumber })
  .transform(({ table, batch_number }) => ({ table, id: batch_number, told: {} }));
