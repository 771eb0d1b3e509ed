import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { batchDetail, dryRun, moveResult, TRIED_ACTIONS } from './batch-view.contract.ts';
import { batchInput } from './batch-input.contract.ts';
import { documentType, flag, instant, prose, status } from './wire-values.ts';
import { wireNumber } from '../http/wire-number.ts';

const TAG = 'Transactions';
const read = { kind: 'document', level: ACCESS.select } as const;
const create = { kind: 'document', level: ACCESS.insert } as const;

const batchParams = z.object({ id: z.string().min(1).max(20) });
const typeQuery = z.object({ document_type: documentType.optional() });

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
  row_version: wireNumber(z.number().int()).optional(),
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
  row_version: wireNumber(z.number('row version must be a number.').int()).optional(),
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
 * What submitting, approving or returning many would do to each, by the very checks of the moves; nothing is written. Each is then
 * moved by its own call with the `status` and `row_version` of its item.
 */
export const dryRunMoves = defineRoute({
  method: 'POST',
  path: '/trx/dry-run',
  summary: 'Try a move of many batches',
  tag: TAG,
  access: read,
  body: z.object({
    action: z.enum(TRIED_ACTIONS, 'action must be submit, approve or return.'),
    batches: z
      .array(
        z.object({
          batch_number: z.string().min(1).max(20),
          document_type: documentType,
          /** The version that the caller saw; another one stored is a reason that blocks. */
          row_version: wireNumber(z.number().int()).optional(),
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
  query: z.object({ document_type: documentType.optional(), row_version: wireNumber(z.number().int()).optional() }),
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
    row_version: wireNumber(z.number().int()).optional(),
  }),
  response: recordOf(moveResult),
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
  query: typeQuery.extend({ page: wireNumber(z.number().int().min(1)).default(1) }),
  response: z.object({ data: z.array(historyEntry), has_more: z.boolean() }),
});
