import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { printOf } from '../document-print.ts';
import { receiptDetail, receiptFacts, receiptMail } from '../receipt/receipt-facts.ts';
import { RECEIPT_PAPERS } from '../receipt/receipt.papers.ts';

const TAG = 'Receipts';
const access = { kind: 'module', module: 'Cash Receipt', level: ACCESS.select } as const;
/** The batch number, or of its official or acknowledgement receipt the number. */
const id = z.string().min(1).max(20);
const params = z.object({ id });
const paperParams = z.object({ id, paper: z.enum(RECEIPT_PAPERS, 'paper must be or, ar or e.') });

/** What a receipt says, as e-receipt services read it. */
export const readReceipt = defineRoute({
  method: 'POST',
  path: '/trx/receipt-detail',
  summary: 'What the receipt of a cash receipt says',
  tag: TAG,
  access,
  scope: 'receipts',
  body: z.object({ batch_number: z.string('batch number is required.').min(1, 'batch number is required.').max(20) }),
  response: recordOf(receiptFacts),
  reads: true,
});

/** What a paper of a receipt needs; the call counts as a print. What the link says of it must be so. */
export const printReceipt = defineRoute({
  method: 'POST',
  path: '/trx/print-orar/{id}/{paper}',
  summary: 'Data of the official, acknowledgement or e-receipt print',
  tag: TAG,
  access,
  params: paperParams,
  body: z.object({
    collection_date: z.string().max(10).optional(),
    payee_desc: z.string().max(250).optional(),
    collected_amount: z.string().max(25).optional(),
  }),
  response: recordOf(printOf(receiptDetail)),
});

/** The same paper as a file; it counts as a print of its own. */
export const printReceiptPdf = defineRoute({
  method: 'GET',
  path: '/trx/print-orar/{id}/{paper}/pdf',
  summary: 'Official, acknowledgement or e-receipt as PDF',
  tag: TAG,
  access,
  params: paperParams,
  file: 'application/pdf',
  keeps: true,
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

/** Sends the receipt to its payor, a copy of its own; 2 says that there is no e-mail, and that it is to be printed. */
export const sendReceipt = defineRoute({
  method: 'POST',
  path: '/trx/print-orar/{id}',
  summary: 'Send the receipt to its payor by e-mail',
  tag: TAG,
  access: { ...access, level: ACCESS.update },
  scope: 'receipts',
  params,
  response: recordOf(
    z.object({
      batch_number: z.string(),
      receipt_status: z.int(),
      to_address: z.string().nullable(),
      /** Whether a mail server is set; without one the mail is kept as not sent. */
      has_server: z.boolean(),
    }),
  ),
});

/** What became of its mails, the last one first. */
export const listReceiptMails = defineRoute({
  method: 'GET',
  path: '/trx/print-orar/{id}/mails',
  summary: 'Mails of a receipt with every attempt to send them',
  tag: TAG,
  access,
  params,
  response: z.object({ data: z.array(receiptMail) }),
});
