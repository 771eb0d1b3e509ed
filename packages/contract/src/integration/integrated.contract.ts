/** The batches that came from other systems: their list, what each holds, and its deletion as a whole (spec 2 §4). */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { exportBatches, listBatches } from '../documents/desk.contract.ts';
import { batchPage, batchRow } from '../documents/batch-view.contract.ts';
import { amount, calendarDay, instant, prose, requiredId, status } from '../documents/wire-values.ts';
import { listQuery, pageOf, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';
import { RECEIVED_STATES, sendingFault } from './received-batch.contract.ts';

const TAG = 'Integrated batches';
const module = 'Integrated Transactions';
const read = { kind: 'module', module, level: ACCESS.select } as const;

/** Days for which it stays known what was refused. */
export const REFUSALS_KEPT_DAYS = 90;

/** How many documents the details tell at once. */
export const DOCUMENTS_AT_ONCE = 50;

/** What is said of a batch beside what every batch says. */
const received = {
  source: z.string(),
  /** The number that its source gave it. */
  batch_no: z.string(),
  /** Code of the department of which it was sent. */
  department: z.string(),
  state: z.enum(RECEIVED_STATES),
  received_at: instant,
};

const integratedRow = batchRow.extend(received);
export type IntegratedRow = z.output<typeof integratedRow>;

const integratedLine = z.object({
  line_no: z.int(),
  /** The payee of the line, else that of the document. */
  analysis: z.string(),
  department: z.string(),
  branch: z.string(),
  section: z.string(),
  account_code: z.string(),
  account: z.string(),
  debit: amount,
  credit: amount,
});

const integratedDocument = z.object({
  document_no: z.string(),
  document_number: z.string().nullable(),
  cheque_number: z.string().nullable(),
  payee: z.string(),
  document_date: calendarDay,
  atc_code: z.string().nullable(),
  /** Percent, 2 decimals. */
  atc_rate: z.string().nullable(),
  remarks: z.string(),
  lines: z.array(integratedLine),
});
export type IntegratedDocument = z.output<typeof integratedDocument>;

const integratedDetails = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  status: z.int(),
  currency: z.string(),
  ...received,
  department_name: z.string(),
  document_count: z.int(),
  documents: z.array(integratedDocument),
  /** Sums of the whole batch, however many documents are told. */
  overallDebit: amount,
  overallCredit: amount,
  /** What `after` asks for the next documents by; null at the end. */
  next: z.int().nullable(),
  /** The days at which a deletion would book the mirrors of what is posted; none before. */
  reversed_on: z.array(calendarDay),
});
export type IntegratedDetails = z.output<typeof integratedDetails>;

/** The list; with `batch_number` the details of one (decisions §2). */
export const listIntegrated = defineRoute({
  method: 'GET',
  path: '/trx/isfis',
  summary: 'Batches from other systems of the department of who asks; with batch_number what one of them holds',
  tag: TAG,
  access: read,
  query: listBatches.query.omit({ for_my_approval: true, above_limit: true, payments: true, is_pdc: true }).extend({
    /** Narrows the department of who asks; it never widens it. */
    department_id: requiredId('department id').optional(),
    source: z.string().max(20).optional(),
    /** With `batch_number`: the documents behind so many. */
    after: wireNumber(z.number('after must be a number.').int().min(0)).default(0),
  }),
  response: z.union([recordOf(integratedDetails), pageOf(integratedRow).extend({ totals: batchPage.shape.totals })]),
});

const {
  for_my_approval: _,
  above_limit: _above,
  payments: _payments,
  is_pdc: _series,
  ...filters
} = exportBatches.query.shape;

/** What is filtered, all pages, as a workbook or CSV. */
export const exportIntegrated = defineRoute({
  method: 'GET',
  path: '/trx/isfis/export',
  summary: 'Export the list of batches from other systems',
  tag: TAG,
  access: read,
  query: z.object({
    ...filters,
    department_id: listIntegrated.query.shape.department_id,
    source: z.string().max(20).optional(),
  }),
  file: 'application/octet-stream',
});

const refusedSending = z.object({
  id: z.string(),
  source: z.string(),
  client: z.string(),
  /** As it was sent; '' where it has none that can be read. */
  batch_no: z.string(),
  /** Of the answer, 422 for faults. */
  status: z.int(),
  message: z.string(),
  /** The first ones; of a confidential batch their places alone. */
  faults: z.array(sendingFault),
  at: instant,
});
export type RefusedSending = z.output<typeof refusedSending>;

/** What was refused in the last 90 days: it left neither number nor batch. */
export const listRefused = defineRoute({
  method: 'GET',
  path: '/trx/isfis/refused',
  summary: 'What clients of the department of who asks sent and was refused, the newest first',
  tag: TAG,
  access: read,
  query: listQuery.pick({ page: true, pages: true }),
  response: pageOf(refusedSending),
});

/** Ends a batch as a whole: what is posted is reversed, what is on its way is rejected. */
export const deleteIntegrated = defineRoute({
  method: 'POST',
  path: '/trx/deltrx',
  summary: 'Delete a batch from another system as a whole',
  tag: TAG,
  access: { kind: 'module', module, level: ACCESS.delete },
  body: z.object({
    batch_number: z.string('batch number is required.').min(1, 'batch number is required.').max(20),
    /** Whoever calls deletes it. */
    deleted_by: z.unknown().optional(),
    status: status.refine((given) => given === 20, 'status must be 20.').optional(),
    reason: prose('reason', 250),
  }),
  response: recordOf(z.object({ batch_number: z.string(), status: z.int(), reversed_on: z.array(calendarDay) })),
});
