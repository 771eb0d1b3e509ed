import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import { batchDetail } from '../batch-view.contract.ts';
import { paperRoutes } from '../print/paper-routes.ts';

const TAG = 'Disbursements';
const access = { kind: 'document', level: ACCESS.select } as const;
const params = z.object({ id: z.string().min(1).max(20) });

/** What the papers of a payment say of one of its documents beside its header. */
const paymentFacts = z.object({
  header_key: z.int(),
  /** Which copy of this document it is, 0 of a preview, and the address at which it is verified. */
  copy_no: z.int(),
  verify: z.string().nullable(),
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

const signatory = z.object({ name: z.string(), title: z.string() });

const printedLetter = batchDetail.extend({
  letter: z.object({
    /** '' where the bank has none: the manager. */
    addressee: z.string(),
    bank_address: z.string(),
    /** SA or CA; null while no bank is named, as the account of the chart behind it. */
    acct_type: z.string().nullable(),
    bank_acct_code: z.string().nullable(),
    /** Where the bank is to put the amount of each line: the account of its payee, where that is one. */
    accounts: z.array(z.object({ line_no: z.int(), bank_name: z.string(), account_number: z.string() })),
    /** Who signs letters for the company; a blank name is a line to sign on. */
    signatories: z.array(signatory),
  }),
});
export type PrintedLetter = z.infer<typeof printedLetter>;

/** One of the documents of a batch, by its number. */
const which = { document_number: z.string().max(20).optional() };

/** The vouchers of a batch, each a copy of its own: one of its documents by its number, all that stand where it is left out. */
export const { print: printVoucher, pdf: printVoucherPdf } = paperRoutes({
  paths: { print: '/trx/print-voucher/{id}', pdf: '/trx/print-voucher/{id}/pdf' },
  data: 'Data of the cheque voucher print',
  file: 'Cheque voucher as PDF',
  tag: TAG,
  access,
  detail: printedPayment,
  which,
});

/** The letter of a debit memo; under a number that a restore took from it, as it was posted then. */
export const { print: printLetter, pdf: printLetterPdf } = paperRoutes({
  paths: { print: '/trx/print-letter/{id}', pdf: '/trx/print-letter/{id}/pdf' },
  data: 'Data of the debit memo letter',
  file: 'Debit memo letter as PDF',
  tag: TAG,
  access,
  detail: printedLetter,
  which,
});

/** The file by the call of the specification (spec 2 §7), which opens it in a tab of its own. */
export const printDebitMemo = defineRoute({
  method: 'POST',
  path: '/trx/print-dm/{id}',
  summary: 'Debit memo letter as PDF, in a new tab',
  tag: TAG,
  access,
  params,
  file: 'application/pdf',
  reads: true,
});
