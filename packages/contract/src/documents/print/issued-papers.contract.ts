import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery, pageOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchHistory } from '../batch.contract.ts';
import { PAPER_WAYS } from '../document-print.ts';
import { calendarDate, instant, requiredId } from '../wire-values.ts';

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
  tax_certificate: 'BIR Form 2307',
  statement: 'Statement of Account',
  reminder: 'Reminder',
  cheque: 'Cheque',
};

/** How a paper went out, and a leaf of stock that was spoiled. */
export const ISSUED_WAYS = [...PAPER_WAYS, 'spoil'] as const;
export const WAY_NAMES = { print: 'Printed', pdf: 'PDF', mail: 'E-mail', spoil: 'Spoiled' } as const;

/** What became of what a copy is of: nobody may have approved it yet, a certificate may have been withdrawn, or something of it been taken back. */
export const ISSUED_STATES = ['stands', 'pending', 'void', 'replaced', 'withdrawn', 'changed'] as const;
export const PAPER_STATE_NAMES = {
  stands: 'Stands',
  pending: 'Not in force yet',
  void: 'Void',
  replaced: 'Replaced',
  withdrawn: 'Withdrawn',
  changed: 'Changed since',
} as const;

const issuedPaper = z.object({
  id: z.string(),
  at: instant,
  user_name: z.string(),
  /** As `PAPER_NAMES` has it. */
  kind: z.string(),
  /** Of a certificate its quarter, of a statement its days; '' of a paper that had no number. */
  number: z.string(),
  /** Null of a cheque: it has no second copy. */
  copy_no: z.int().nullable(),
  way: z.enum(ISSUED_WAYS),
  /** By which it is verified; null of a cheque, and of a copy from before there were codes. */
  code: z.string().nullable(),
  /** Whether what it is of stands under its number; what it says otherwise by now is told by its code. */
  state: z.enum(ISSUED_STATES),
  /** Of whom: the payee of a document, of a certificate, or of a statement. */
  payee_desc: z.string(),
  document: z.object({ document_type: z.string(), batch_number: z.string() }).nullable(),
  /** Of a leaf the print run and the version of the layout it was printed by; null of one that never was, and of any other paper. */
  run: z.object({ id: z.int(), layout_name: z.string(), layout_version: z.int(), printer_name: z.string() }).nullable(),
});
export type IssuedPaper = z.infer<typeof issuedPaper>;

/** 'Run 12, layout Voucher cheque 8 × 3 in, version 3'; null where a paper was in none. */
export function runText({ run }: Pick<IssuedPaper, 'run'>): string | null {
  return run === null ? null : `Run ${run.id}, layout ${run.layout_name}, version ${run.layout_version}`;
}

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

/** The statements, reminders and certificates that went to a customer, the newest first; each needs the right of its module. */
export const listPapersOfCustomer = defineRoute({
  method: 'GET',
  path: '/customer/{id}/prints',
  summary: 'Papers that went to a customer',
  tag: 'Papers',
  access: { kind: 'module', module: 'Payee Details', level: ACCESS.select },
  params: z.object({ id: requiredId('customer') }),
  response: z.object({ data: z.array(issuedPaper) }),
});

const access = { kind: 'module', module: 'Audit Trail', level: ACCESS.select } as const;

const filters = {
  search: listQuery.shape.search,
  kind: z
    .string()
    .refine((kind) => kind in PAPER_NAMES, `kind must be one of ${Object.keys(PAPER_NAMES).join(', ')}.`)
    .optional(),
  way: z.enum(ISSUED_WAYS, 'way must be print, pdf, mail or spoil.').optional(),
  user_id: requiredId('user id').optional(),
  date_from: calendarDate('date from').optional(),
  date_to: calendarDate('date to').optional(),
};
const issuedPapersFilter = z.object(filters);
export type IssuedPapersFilter = z.infer<typeof issuedPapersFilter>;

/** Every paper that went out, the newest first; those of what the caller may not see are left out. */
export const listIssuedPapers = defineRoute({
  method: 'GET',
  path: '/access-log/papers',
  summary: 'Papers that were printed, saved or mailed, and cheques that were printed or spoiled',
  tag: 'Papers',
  access,
  query: listQuery.pick({ page: true, pages: true }).extend(filters),
  response: pageOf(issuedPaper),
});

/** Who made papers, to narrow the list by. */
export const listPrinters = defineRoute({
  method: 'GET',
  path: '/access-log/papers/people',
  summary: 'Everybody who made a paper',
  tag: 'Papers',
  access,
  response: z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) }),
});

/** The list as a file: what is filtered, every page of it. */
export const exportIssuedPapers = defineRoute({
  method: 'GET',
  path: '/access-log/papers/export',
  summary: 'The papers that went out as a file: what is filtered',
  tag: 'Papers',
  access,
  query: issuedPapersFilter.extend({ format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx') }),
  file: 'application/octet-stream',
});
