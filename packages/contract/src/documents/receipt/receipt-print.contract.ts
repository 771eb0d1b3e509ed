import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ModuleName } from '../../access/modules.ts';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { mailedCopy } from '../../notices/mail.contract.ts';
import { previewed, printOf } from '../document-print.ts';
import { receiptDetail, receiptFacts, receiptMail } from './receipt-facts.ts';
import { RECEIPT_PAPERS } from './receipt.papers.ts';

const TAG = 'Receipts';
/** The number of the document, or of its official or acknowledgement receipt. */
const id = z.string().min(1).max(20);
const params = z.object({ id });
const paperParams = z.object({ id, paper: z.enum(RECEIPT_PAPERS, 'paper must be or, ar or e.') });

/** The calls of the receipts of one type: `papers` is the path of its papers and mails, `of` what messages call it. */
export function receiptPrintRoutes<const Papers extends string>(module: ModuleName, papers: Papers, of: string) {
  const access = { kind: 'module', module, level: ACCESS.select } as const;
  return {
    /** What a paper of a receipt needs; a call that is no preview counts as a print. What the link says of it must be so. */
    print: defineRoute({
      method: 'POST',
      path: `${papers}/{id}/{paper}`,
      summary: `Data of the official, acknowledgement or e-receipt print of a ${of}`,
      tag: TAG,
      access,
      params: paperParams,
      body: z.object({
        ...previewed,
        collection_date: z.string().max(10).optional(),
        payee_desc: z.string().max(250).optional(),
        collected_amount: z.string().max(25).optional(),
      }),
      response: recordOf(printOf(receiptDetail)),
    }),
    /** The same paper as a file; it counts as a print of its own. */
    pdf: defineRoute({
      method: 'GET',
      path: `${papers}/{id}/{paper}/pdf`,
      summary: `Official, acknowledgement or e-receipt of a ${of} as PDF`,
      tag: TAG,
      access,
      params: paperParams,
      file: 'application/pdf',
      keeps: true,
    }),
    /** Sends the receipt to its payor, a copy of its own; 2 says that there is no e-mail, and that it is to be printed. */
    send: defineRoute({
      method: 'POST',
      path: `${papers}/{id}`,
      summary: `Send the receipt of a ${of} to its payor by e-mail`,
      tag: TAG,
      access: { ...access, level: ACCESS.update },
      scope: 'receipts',
      params,
      response: recordOf(
        z.object({
          batch_number: z.string(),
          receipt_status: z.int(),
          ...mailedCopy,
          to_address: z.string().nullable(),
          mail_state: mailedCopy.mail_state.nullable(),
        }),
      ),
    }),
    /** What became of its mails, the last one first. */
    mails: defineRoute({
      method: 'GET',
      path: `${papers}/{id}/mails`,
      summary: `Mails of the receipt of a ${of} with every attempt to send them`,
      tag: TAG,
      access,
      params,
      response: z.object({ data: z.array(receiptMail) }),
    }),
  } as const;
}
export type ReceiptPrintRoutes = ReturnType<typeof receiptPrintRoutes>;

/** A number that names a document in the body of a call. */
export const numberInBody = (label: string) =>
  z.string(`${label} is required.`).min(1, `${label} is required.`).max(20);

/** What a receipt says, as e-receipt services read it. */
export const receiptAnswer = recordOf(receiptFacts);
