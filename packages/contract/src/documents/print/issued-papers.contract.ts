import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery, pageOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchHistory } from '../batch.contract.ts';
import { PAPER_WAYS } from '../document-print.ts';
import { calendarDate, instant } from '../wire-values.ts';

/** What each kind of paper is called; a cheque is a leaf of stock, which is printed once or spoiled. */
export const PAPER_NAMES: Readonly<Record<string, string>> = {
  journal_details: 'Journal Voucher',
  voucher: 'Cheque Voucher',
  debit_letter: 'Debit Memo Letter',
  details: 'Transaction Details',
  billing_invoice: 'Billing Invoice',
  purchase_order: 'Purchase Order',
  receipt_or: 'Official Receipt',
  receipt_ar: 'Acknowledgement Receipt',
  receipt_e: 'E-Receipt',
  statement: 'Statement of Account',
  reminder: 'Reminder',
  cheque: 'Cheque',
};

/** How a paper went out, and a leaf of stock that was spoiled. */
export const ISSUED_WAYS = [...PAPER_WAYS, 'spoil'] as const;

const issuedPaper = z.object({
  id: z.string(),
  at: instant,
  user_name: z.string(),
  /** As `PAPER_NAMES` has it. */
  kind: z.string(),
  /** '' of a paper that had none. */
  number: z.string(),
  /** Null of a cheque: it has no second copy. */
  copy_no: z.int().nullable(),
  way: z.enum(ISSUED_WAYS),
  /** By which it is verified; null of a cheque, and of a copy from before there were codes. */
  code: z.string().nullable(),
  /** Whether what it is of stands under its number; what it says otherwise by now is told by its code. */
  state: z.enum(['stands', 'void', 'replaced']),
  /** Of whom: the payee of a document, or of a statement. */
  payee_desc: z.string(),
  document: z.object({ document_type: z.string(), batch_number: z.string() }).nullable(),
});
export type IssuedPaper = z.infer<typeof issuedPaper>;

/** The papers of one document, the newest first. */
export const listPapersOfDocument = defineRoute({
  method: 'GET',
  path: '/trx/header/{id}/prints',
  summary: 'Papers that went out of a batch',
  tag: 'Papers',
  access: batchHistory.access,
  params: batchHistory.params,
  query: batchHistory.query.omit({ page: true }),
  response: z.object({ data: z.array(issuedPaper) }),
});

/** Every paper that went out, the newest first; those of what the caller may not see are left out. */
export const listIssuedPapers = defineRoute({
  method: 'GET',
  path: '/access-log/papers',
  summary: 'Papers that were printed, saved or mailed, and cheques that were printed or spoiled',
  tag: 'Papers',
  access: { kind: 'module', module: 'Audit Trail', level: ACCESS.select },
  query: listQuery.pick({ page: true, pages: true, search: true }).extend({
    kind: z
      .string()
      .refine((kind) => kind in PAPER_NAMES, `kind must be one of ${Object.keys(PAPER_NAMES).join(', ')}.`)
      .optional(),
    way: z.enum(ISSUED_WAYS, 'way must be print, pdf, mail or spoil.').optional(),
    date_from: calendarDate('date from').optional(),
    date_to: calendarDate('date to').optional(),
  }),
  response: pageOf(issuedPaper),
});
