import * as z from 'zod';
import { RECEIPT_KINDS } from '@talaan/core/documents/document-type';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { batchDetail, batchPage } from './batch-view.contract.ts';
import { calendarDate, documentTypeCode, flag, listOf, requiredId, status } from './wire-values.ts';
import { wireNumber } from '../http/wire-number.ts';

const TAG = 'Transactions';
const read = { kind: 'document', level: ACCESS.select } as const;

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
  year: wireNumber(
    z.number('year must be a year.').int().min(1901, 'year must be 1901 or later.').max(2100),
  ).optional(),
  status: listOf(status).optional(),
  'status[]': listOf(status).optional(),
  /** 1: what was returned to its preparer, beside the statuses that are asked for. */
  returned: flag.optional(),
  processing: flag.optional(),
  /** With `processing` 1: only what somebody has had open for so many hours. */
  in_process_hours: wireNumber(z.number('hours must be a number.').int().min(0).max(8760)).optional(),
  /** 1: what the caller has open for edit or approval, whoever prepared it. */
  locked_by_me: flag.optional(),
  /** What the caller approved in a month, given as its first day, whatever became of it. */
  approved_in: calendarDate('approved in').optional(),
  /** In either reading: AE and JV tell adjusting journals from the others, JE is both. */
  document_type: listOf(documentTypeCode).optional(),
  'document_type[]': listOf(documentTypeCode).optional(),
  batch_number: z.string().max(20).optional(),
  /** Batches by their ids, as rows name them: the selection of a list. */
  ids: listOf(z.string().regex(/^\d{1,18}$/, 'ids are numbers.')).optional(),
  /** Record ID of the preparer; `me` stands for the caller. */
  preparer: z.union([z.literal('me'), requiredId('preparer')]).optional(),
  /** Record ID of the payee of the header. */
  payee_id: requiredId('payee').optional(),
  /** Record ID of the own bank account that pays or receives. */
  bank_id: requiredId('bank').optional(),
  /** Receipts of one kind: 1 official, 2 acknowledgement, 3 both. */
  is_or_ar: wireNumber(z.number('is or ar must be 1, 2 or 3.'))
    .refine((code) => Object.values<number>(RECEIPT_KINDS).includes(code), 'is or ar must be 1, 2 or 3.')
    .optional(),
  /** Totals from and up to this amount, in the document's currency. */
  amount_from: decimal('amount from').optional(),
  amount_to: decimal('amount to').optional(),
  /** Only what was submitted at least so many days ago and still waits. */
  waiting_days: wireNumber(z.number('days must be a number.').int().min(0).max(3650)).optional(),
  /**
   * 1: only what waits for the caller to review or approve; what is below the minimum of his limit comes last. The totals
   * are then those of all pages.
   */
  for_my_approval: flag.optional(),
  /** 1, with `for_my_approval`: only what is above the limit of the caller, so that another approval follows his. */
  above_limit: flag.optional(),
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
    /** 1: the totals are those of all pages. */
    sum_all: flag.optional(),
  }),
  response: batchPage,
});

/** What is filtered, all pages, as a workbook or CSV; a slice with a list of its own extends it by its own filters. */
export const exportBatches = defineRoute({
  method: 'GET',
  path: '/trx/header/export',
  summary: 'Export a list of batches',
  tag: TAG,
  access: read,
  query: z.object({ ...batchFilters, format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx') }),
  file: 'application/octet-stream',
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
