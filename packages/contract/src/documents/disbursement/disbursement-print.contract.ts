import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchDetail } from '../batch-view.contract.ts';
import { printOf } from '../document-print.ts';

const TAG = 'Disbursements';
const access = { kind: 'document', level: ACCESS.select } as const;
const params = z.object({ id: z.string().min(1).max(20) });

/** What the papers of a payment say of one of its documents beside its header. */
const paymentFacts = z.object({
  header_key: z.int(),
  /** Which copy of this document it is. */
  copy_no: z.int(),
  payee_tin: z.string(),
  payee_address: z.string(),
  /** The account of the chart behind the own bank account; null where none is named. */
  bank_acct_code: z.string().nullable(),
  /** The lines that withhold tax, with the rate of their tax code on the day of the document; null where none is told. */
  withheld: z.array(z.object({ line_no: z.int(), rate: z.string().nullable() })),
});

const printedPayment = batchDetail.extend({
  /** One for each of `documents`: those that are printed, in their order. */
  payments: z.array(paymentFacts),
});
export type PrintedPayment = z.infer<typeof printedPayment>;

/** One of the documents of a batch, by its number; all that stand where it is left out. */
const which = z.object({ document_number: z.string().max(20).optional() });

/** What the vouchers of a batch need; the call counts as a print of each. */
export const printVoucher = defineRoute({
  method: 'POST',
  path: '/trx/print-voucher/{id}',
  summary: 'Data of the cheque voucher print',
  tag: TAG,
  access,
  params,
  body: which,
  response: recordOf(printOf(printedPayment)),
});

/** The same paper as a file; it counts as a print of its own. */
export const printVoucherPdf = defineRoute({
  method: 'GET',
  path: '/trx/print-voucher/{id}/pdf',
  summary: 'Cheque voucher as PDF',
  tag: TAG,
  access,
  params,
  query: which,
  file: 'application/pdf',
  keeps: true,
});
