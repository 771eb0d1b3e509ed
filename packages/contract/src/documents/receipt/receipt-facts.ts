import * as z from 'zod';
import { batchDetail } from '../batch-view.contract.ts';
import { MAIL_STATES } from '../../notices/mail.contract.ts';
import { amount, calendarDay, instant } from '../wire-values.ts';

/** What money comes in by; the word that addresses and calls of e-receipts carry (spec 2 §2). */
export const RECEIPT_TABLES = ['cash_receipt', 'collection', 'billing'] as const;

/** What a receipt says (spec 2 §3, E-receipt). Amounts are in the document's currency. */
export const receiptFacts = z.object({
  table: z.enum(RECEIPT_TABLES),
  batch_number: z.string(),
  /** 1 official, 2 acknowledgement, 3 both; null before it is chosen. */
  is_or_ar: z.int().nullable(),
  /** Null before the receipt is issued, and where it is not of that kind. */
  or_number: z.string().nullable(),
  ar_number: z.string().nullable(),
  billing_invoice_no: z.string().nullable(),
  /** yyyy-mm-dd. */
  receipt_date: calendarDay,
  payee_desc: z.string(),
  business_style: z.string(),
  address: z.string(),
  tin: z.string(),
  email_add: z.string(),
  remarks: z.string(),
  currency: z.string(),
  /** Pesos for a unit of it, as decimal text. */
  rate: z.string(),
  /** What was received, the tax withheld included. */
  amount,
  /** VAT in it, and what was sold with VAT, without that: 0.00 of an exempt or zero-rated sale. */
  vat: amount,
  vat_sale: amount,
  /** Tax that the payor withheld, and its rate in percent: 0.00 and 0 where nothing was. */
  tax_percent: z.string(),
  withheld: amount,
  /** The amount less the tax withheld: the money in it. */
  net: amount,
  /** The post-dated cheque of the register by which it was paid; null where it was not by one. */
  cheque: z.object({ bank_name: z.string(), cheque_number: z.string(), cheque_date: calendarDay }).nullable(),
  /** Empty of a draft. */
  prepared_by: z.string(),
  /** 0 not sent, 1 sent, 2 the payee has no e-mail; null before it is issued. */
  receipt_status: z.int().nullable(),
  voided: z.boolean(),
});
export type ReceiptFacts = z.infer<typeof receiptFacts>;

/** A document that is answered with a receipt, with what the receipt says. */
export const receiptDetail = batchDetail.extend({ receipt: receiptFacts });
export type ReceiptDetail = z.infer<typeof receiptDetail>;

/** A mail of a receipt, and what the mail server said to each attempt to send it. */
export const receiptMail = z.object({
  id: z.string(),
  to_address: z.string(),
  state: z.enum(MAIL_STATES),
  created_at: instant,
  attempts: z.array(z.object({ at: instant, outcome: z.string(), reply: z.string() })),
});
export type ReceiptMail = z.infer<typeof receiptMail>;
