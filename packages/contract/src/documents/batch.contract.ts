import * as z from 'zod';
import { RECEIPT_KINDS } from '@talaan/core/documents/document-type';
import { ACCESS } from '@talaan/core/access/access-level';
import { MOST_CHEQUES } from '@talaan/core/calendar/post-dated-series';
import { listQuery, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { batchDetail, batchPage, dryRun, moveResult, routeStage } from './batch-view.contract.ts';
import { batchInput } from './batch-input.contract.ts';
import { calendarDate, documentType, documentTypeCode, flag, instant, listOf, prose, status } from './wire-values.ts';

const TAG = 'Transactions';
const read = { kind: 'document', level: ACCESS.select } as const;
const create = { kind: 'document', level: ACCESS.insert } as const;

/** Columns by which a transaction list sorts; a leading '-' sorts descending. */
export const BATCH_SORTS = [
  'batch_number',
  'document_number',
  'document_date',
  'total_amount',
  'status',
  'preparer',
  'date_encoded',
  'submitted_at',
] as const;

/** Decimal text of an amount, without thousands separators. */
const decimal = (field: string) =>
  z.string().regex(/^\d{1,15}(\.\d{1,2})?$/, `${field} can only contain numbers and dot.`);

const batchFilters = {
  search: z.string().max(200).optional(),
  query: z.string().max(200).optional(),
  /** A month, as its first day. */
  document_date: calendarDate('document date').optional(),
  year: z.coerce.number('year must be a year.').int().min(1901, 'year must be 1901 or later.').max(2100).optional(),
  status: listOf(status).optional(),
  'status[]': listOf(status).optional(),
  processing: flag.optional(),
  /** In either reading: AE and JV tell adjusting journals from the others, JE is both. */
  document_type: listOf(documentTypeCode).optional(),
  'document_type[]': listOf(documentTypeCode).optional(),
  batch_number: z.string().max(20).optional(),
  /** Record ID of the preparer; `me` stands for the caller. */
  preparer: z.union([z.literal('me'), z.coerce.number().int().positive()]).optional(),
  /** Record ID of the payee of the header. */
  payee_id: z.coerce.number('payee must be a Record ID.').int().positive().optional(),
  /** Record ID of the own bank account that pays or receives. */
  bank_id: z.coerce.number('bank must be a Record ID.').int().positive().optional(),
  /** Receipts of one kind: 1 official, 2 acknowledgement, 3 both. */
  is_or_ar: z.coerce
    .number('is or ar must be 1, 2 or 3.')
    .refine((code) => Object.values<number>(RECEIPT_KINDS).includes(code), 'is or ar must be 1, 2 or 3.')
    .optional(),
  /** Totals from and up to this amount, in the document's currency. */
  amount_from: decimal('amount from').optional(),
  amount_to: decimal('amount to').optional(),
  /** Only what was submitted at least so many days ago and still waits. */
  waiting_days: z.coerce.number('days must be a number.').int().min(0).max(3650).optional(),
  /**
   * 1: only what waits for the caller to review or approve; what is below the minimum of his limit comes last. The totals
   * are then those of all pages.
   */
  for_my_approval: flag.optional(),
  /** 1: payments for whoever has the module Payment: what was released, or with `status` 6 what waits for release. */
  payments: flag.optional(),
  /** 1: only post-dated series. */
  is_pdc: flag.optional(),
  sort: z
    .string()
    .refine(
      (name) => BATCH_SORTS.some((sort) => sort === name.replace(/^-/, '')),
      `sort must be one of ${BATCH_SORTS.join(', ')}.`,
    )
    .optional(),
};

const batchParams = z.object({ id: z.string().min(1).max(20) });
const typeQuery = z.object({ document_type: documentType.optional() });

/** Transaction lists: disbursements, cash receipts, journals, the archive and what is in process. */
export const listBatches = defineRoute({
  method: 'GET',
  path: '/trx/header',
  summary: 'List batches',
  tag: TAG,
  access: read,
  query: listQuery.extend({
    ...batchFilters,
    /** 1: each row carries its allowed_actions. */
    actions: flag.optional(),
  }),
  response: batchPage,
});

/** What is filtered, all pages, as a workbook or CSV. */
export const exportBatches = defineRoute({
  method: 'GET',
  path: '/trx/header/export',
  summary: 'Export a list of batches',
  tag: TAG,
  access: read,
  query: z.object({ ...batchFilters, format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx') }),
  file: 'application/octet-stream',
});

/** Body of a create: `document_type`, `headers`, `details`, and files as `upload_file[]` when multipart. */
export const createBatch = defineRoute({
  method: 'POST',
  path: '/trx/header',
  summary: 'Create a batch',
  tag: TAG,
  access: create,
  multipart: true,
  body: batchInput,
  response: recordOf(batchDetail),
});

/** The same batch without a write: what screens and prints read. */
export const readBatch = defineRoute({
  method: 'GET',
  path: '/trx/header/{id}',
  summary: 'Read a batch',
  tag: TAG,
  access: read,
  params: batchParams,
  query: typeQuery,
  response: recordOf(batchDetail),
});

/** A move: the wanted `status` is the next one; the same status changes only `processing` (decisions §2). */
const moveInput = z.object({
  status,
  processing: flag.optional(),
  approved_remarks: prose('remarks', 2000),
  document_type: documentType.optional(),
  row_version: z.coerce.number().int().optional(),
  /** Fingerprints of the high risk signals that the person has seen; an approval or a release needs them all. */
  risks_seen: z.array(z.string().max(64)).max(100).optional(),
  /**
   * Of a restore of a voucher: 1 takes a new number and today's date, 0 keeps both, which is refused when it was posted
   * (spec 2 §4). Other types keep their number unless they were posted.
   */
  new_voucher_number: flag.optional(),
});
export type MoveInput = z.input<typeof moveInput>;

/** An update carries the whole entry again; with the version that the person saw it is refused when another is stored. */
export const updateInput = batchInput.extend({
  _method: z.string().optional(),
  row_version: z.coerce.number('row version must be a number.').int().optional(),
  /** Ids of the attachments that stay; all when absent. New ones come as `upload_file[]`. */
  keep_attachments: z.array(z.uuid()).optional(),
});

/**
 * One address for three calls, told apart by the body (spec 2 §7): with `headers` and `details` it updates, with
 * `status` it moves, with neither it answers the detail. `updateBatch` and `moveBatch` type the two calls for clients.
 * A form is how an entry is saved, so it asks for the level of an update; an approver moves with JSON.
 */
export const postBatch = defineRoute({
  method: 'POST',
  path: '/trx/header/{id}',
  summary: 'Read, move or update a batch',
  tag: TAG,
  access: read,
  form_access: { kind: 'document', level: ACCESS.update },
  multipart: true,
  params: batchParams,
  // The code is kept as it was sent: AE marks a journal as adjusting.
  body: z.object({ ...moveInput.partial().shape, ...updateInput.partial().shape }),
  response: recordOf(z.union([batchDetail, moveResult])),
});

export const updateBatch = { ...postBatch, body: updateInput, response: recordOf(batchDetail) };
export const moveBatch = { ...postBatch, body: moveInput, response: recordOf(moveResult) };

/** As many as a list shows at once. */
export const MOST_AT_ONCE = 100;

/**
 * What submitting or approving many would do to each, by the very checks of the moves; nothing is written. Each is then
 * moved by its own call with the `status` and `row_version` of its item.
 */
export const dryRunMoves = defineRoute({
  method: 'POST',
  path: '/trx/dry-run',
  summary: 'Try a move of many batches',
  tag: TAG,
  access: read,
  body: z.object({
    action: z.enum(['submit', 'approve'], 'action must be submit or approve.'),
    batches: z
      .array(
        z.object({
          batch_number: z.string().min(1).max(20),
          document_type: documentType,
          /** The version that the caller saw; another one stored is a reason that blocks. */
          row_version: z.coerce.number().int().optional(),
        }),
      )
      .min(1, 'Choose at least one transaction.')
      .max(MOST_AT_ONCE, `Up to ${MOST_AT_ONCE} transactions can be tried at once.`),
  }),
  response: recordOf(dryRun),
  reads: true,
  in_preview: true,
});

/** A draft that was never submitted leaves a tombstone; its numbers stay in the register. */
export const deleteBatch = defineRoute({
  method: 'DELETE',
  path: '/trx/header/{id}',
  summary: 'Delete a draft',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.update },
  params: batchParams,
  query: z.object({ document_type: documentType.optional(), row_version: z.coerce.number().int().optional() }),
  response: recordOf(moveResult),
});

/**
 * Before posting a void archives; after posting it writes the exact mirror entry (decisions §4). With `document_number`
 * it voids one cheque of a series and leaves the others; the last one takes the batch with it.
 */
export const voidBatch = defineRoute({
  method: 'POST',
  path: '/trx/void',
  summary: 'Void a batch or one of its documents',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.delete },
  multipart: true,
  body: z.object({
    batch_number: z.string('batch number is required.').min(1, 'batch number is required.').max(20),
    document_type: documentType.optional(),
    document_number: z.string().max(20).optional(),
    reason: prose('reason', 200).refine((text) => text.trim() !== '', 'reason is required.'),
    remarks: prose('remarks', 2000),
    row_version: z.coerce.number().int().optional(),
  }),
  response: recordOf(moveResult),
});

/** The working number for a new entry: the one the caller already holds for the draft, else a fresh one. */
export const takeBatchNumber = defineRoute({
  method: 'GET',
  path: '/trx/batch-number',
  summary: 'Reserve a batch number',
  tag: TAG,
  access: create,
  query: z.object({ draft_id: z.uuid().optional(), document_type: documentType.optional() }),
  response: recordOf(z.object({ batch_number: z.string() })),
  keeps: true,
});

/** Gives an unused reservation back; it is the next one handed out. */
export const returnBatchNumber = defineRoute({
  method: 'DELETE',
  path: '/trx/batch-number/{batch_number}',
  summary: 'Give a reserved batch number back',
  tag: TAG,
  access: { kind: 'session' },
  params: z.object({ batch_number: z.string().max(20) }),
  query: typeQuery,
  response: recordOf(z.object({ returned: z.boolean() })),
});

/** Shows which document number the next save would take; nothing is taken. */
export const previewDocumentNumber = defineRoute({
  method: 'GET',
  path: '/trx/doc-number',
  summary: 'Preview the next document number',
  tag: TAG,
  access: create,
  query: z.object({ document_type: documentType.optional() }),
  response: recordOf(z.object({ document_number: z.string() })),
});

/** The numbers that the next vouchers would take, one for each cheque; nothing is taken (decisions §5). */
export const previewVoucherNumbers = defineRoute({
  method: 'GET',
  path: '/trx/voucher-number',
  summary: 'Preview the next voucher numbers',
  tag: TAG,
  access: create,
  query: z.object({
    count: z.coerce
      .number('count must be a number.')
      .int()
      .min(1, 'count must be at least 1.')
      .max(MOST_CHEQUES, `A series has up to ${MOST_CHEQUES} cheques.`)
      .default(1),
  }),
  response: recordOf(z.object({ voucher_number: z.string(), voucher_numbers: z.array(z.string()) })),
});

/** Callers may send the token of the e-receipt provider as the specification shows; the server has its own. */
const receiptNumberQuery = z.object({ token: z.string().max(4000).optional() });

/** The official receipt number that the next issue would take; nothing is taken. */
export const previewOfficialReceipt = defineRoute({
  method: 'GET',
  path: '/trx/or-number',
  summary: 'Preview the next official receipt number',
  tag: TAG,
  access: create,
  query: receiptNumberQuery,
  response: recordOf(z.object({ or_number: z.string() })),
});

/** The acknowledgement receipt number that the next issue would take; nothing is taken. */
export const previewAcknowledgementReceipt = defineRoute({
  method: 'GET',
  path: '/trx/ar-number',
  summary: 'Preview the next acknowledgement receipt number',
  tag: TAG,
  access: create,
  query: receiptNumberQuery,
  response: recordOf(z.object({ ar_number: z.string() })),
});

/** How many batches wait at each status, by type, of those that the caller sees. */
export const countQueues = defineRoute({
  method: 'GET',
  path: '/trx/queues',
  summary: 'Count what is on its way',
  tag: TAG,
  access: read,
  response: z.object({
    data: z.array(
      z.object({
        document_type: z.string(),
        status: z.int(),
        /** All of them, those that the caller prepared, and those that somebody has in process. */
        count: z.int(),
        mine: z.int(),
        in_process: z.int(),
      }),
    ),
  }),
});

const lockState = z.object({
  processing: z.int(),
  locked_by: z.int().nullable(),
  locked_by_name: z.string().nullable(),
  locked_at: instant.nullable(),
  /** When the lock ends by itself unless a heartbeat comes. */
  expires_at: instant.nullable(),
  row_version: z.int(),
});

/** Takes the edit lock, or refuses and says who holds it. A heartbeat repeats the call every 60 seconds. */
export const lockBatch = defineRoute({
  method: 'POST',
  path: '/trx/header/{id}/lock',
  summary: 'Take or keep the edit lock',
  tag: TAG,
  access: read,
  params: batchParams,
  body: z.object({ document_type: documentType.optional() }),
  response: recordOf(lockState),
  reads: true,
});

/** Frees one's own lock on cancel and leave. Another person's lock is released by a move with processing 0. */
export const unlockBatch = defineRoute({
  method: 'DELETE',
  path: '/trx/header/{id}/lock',
  summary: 'Free the edit lock',
  tag: TAG,
  access: read,
  params: batchParams,
  query: typeQuery,
  response: recordOf(lockState),
  reads: true,
});

/** Every batch with this number that the caller may see; `10234` finds `0010234` (decisions §10). */
export const searchBatches = defineRoute({
  method: 'GET',
  path: '/trx/search',
  summary: 'Find batches by number',
  tag: TAG,
  access: read,
  query: z.object({ number: z.string('number is required.').trim().min(1, 'number is required.').max(20) }),
  response: z.object({ data: z.array(batchDetail) }),
});

/** Who must and who may approve such an entry: shown before submitting. */
export const previewApprovalRoute = defineRoute({
  method: 'GET',
  path: '/trx/approval-route',
  summary: 'Preview the approval route of an amount',
  tag: TAG,
  access: create,
  query: z.object({
    document_type: documentType,
    total_amount: z.string().max(40),
    currency_id: z.coerce.number().int().positive().default(1),
    dollar_rate: z.string().max(20).default('1'),
  }),
  response: recordOf(
    z.object({
      route: z.array(routeStage),
      /** Why nobody could approve it; null when every stage has somebody. */
      refusal: z.string().nullable(),
    }),
  ),
});

const historyEntry = z.object({
  at: instant,
  user_name: z.string(),
  action: z.string(),
  /** The batch, its document, or its line: 'line 3'. */
  subject: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Every write on the batch, newest first, from the audit trail. */
export const batchHistory = defineRoute({
  method: 'GET',
  path: '/trx/header/{id}/history',
  summary: 'History of a batch',
  tag: TAG,
  access: read,
  params: batchParams,
  query: typeQuery.extend({ page: z.coerce.number().int().min(1).default(1) }),
  response: z.object({ data: z.array(historyEntry), has_more: z.boolean() }),
});

const code = { id: z.int(), code: z.string(), name: z.string() };

/** Everything the entry grid chooses from, in one call; payees are searched by /payefile/dropdown-list. */
export const entryChoices = defineRoute({
  method: 'GET',
  path: '/trx/entry-choices',
  summary: 'Choices of the entry grid',
  tag: TAG,
  access: create,
  response: recordOf(
    z.object({
      accounts: z.array(
        z.object({
          ...code,
          acct_group: z.string(),
          acct_class: z.string(),
          currency_id: z.int(),
          department_required: z.boolean(),
          /** What the account is in the books: CIB, EWT, INPUT_VAT …; null for none. */
          role: z.string().nullable(),
        }),
      ),
      /** Own bank accounts: code is the account number, name what it is called. */
      banks: z.array(
        z.object({
          ...code,
          bank_code: z.string(),
          bank_name: z.string(),
          acct_code: z.string(),
          currency_id: z.int(),
        }),
      ),
      services: z.array(z.object({ id: z.int(), name: z.string() })),
      branches: z.array(z.object(code)),
      departments: z.array(z.object(code)),
      sections: z.array(z.object({ ...code, department_id: z.int() })),
      /** The rate of a date is the last of `rates` that has begun, else `atc_rate`. */
      tax_codes: z.array(
        z.object({
          ...code,
          atc_rate: z.string(),
          rates: z.array(z.object({ effective_from: z.string(), atc_rate: z.string() })),
        }),
      ),
      currencies: z.array(z.object({ ...code, iso_code: z.string() })),
      rates: z.array(
        z.object({
          fiscal_year: z.int(),
          period_no: z.int(),
          currency_id: z.int(),
          acct_class: z.string(),
          dolr_rate: z.string(),
        }),
      ),
      periods: z.array(
        z.object({
          fiscal_year: z.int(),
          period_no: z.int(),
          general_journal: z.int(),
          cash_receipt: z.int(),
          disbursement: z.int(),
        }),
      ),
      /** Templates of entries, by title; `GET /regular-txn/{id}` answers one with its lines. */
      regular_transactions: z.array(z.object({ id: z.int(), txn_type: z.string(), document_type: z.string() })),
    }),
  ),
});

/** Codes of pasted rows, resolved to ids; a code that is unknown or inactive is absent from the answer. */
export const resolvePayees = defineRoute({
  method: 'POST',
  path: '/trx/resolve-payees',
  summary: 'Resolve payee codes of pasted lines',
  tag: TAG,
  access: create,
  body: z.object({ codes: z.array(z.string().max(40)).max(5000) }),
  response: recordOf(z.array(z.object(code))),
  reads: true,
  in_preview: true,
});

export const batchRoutes = [
  listBatches,
  exportBatches,
  createBatch,
  readBatch,
  postBatch,
  dryRunMoves,
  deleteBatch,
  voidBatch,
  takeBatchNumber,
  returnBatchNumber,
  previewDocumentNumber,
  previewVoucherNumbers,
  previewOfficialReceipt,
  previewAcknowledgementReceipt,
  countQueues,
  lockBatch,
  unlockBatch,
  searchBatches,
  previewApprovalRoute,
  batchHistory,
  entryChoices,
  resolvePayees,
] as const;
