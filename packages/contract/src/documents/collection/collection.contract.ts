import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { isReceiptKind } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { moveBatch, voidBatch } from '../batch.contract.ts';
import { batchDetail, batchPage, batchRow, batchTotal, moveResult } from '../batch-view.contract.ts';
import { givenShape, shownShape } from '../declared-field.ts';
import { exportBatches, listBatches } from '../desk.contract.ts';
import { amount, calendarDate, flag, oneOf, optionalCode, optionalId, prose, requiredId } from '../wire-values.ts';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from './collection.fields.ts';
import { wireNumber } from '../../http/wire-number.ts';

const TAG = 'Collections';
const access = (level: (typeof ACCESS)[keyof typeof ACCESS]) =>
  ({ kind: 'module', module: 'Collection', level }) as const;
const receiptKind = (field: string) => optionalCode(field, isReceiptKind, '1, 2 or 3');

const currencyId = requiredId('currency id').default(CURRENCY_PESO);

/** A collection as a person enters it (spec 2 §3). What the server owns (numbers, statuses) is accepted and ignored. */
const collectionInput = z.object({
  collection_number: z.string().max(20).nullish(),
  collection_date: calendarDate('collection date'),
  payee_id: optionalId,
  /** The own bank account into which the cash goes; none where no cash came in. */
  bank_id: optionalId,
  /** 1 official receipt, 2 acknowledgement receipt, 3 both; `type` is its other name. */
  is_or_ar: receiptKind('is or ar'),
  type: receiptKind('type'),
  ...givenShape(COLLECTION_TERMS.fields),
  /** The expense account of what is written off; absent: the one with that role. */
  write_off_account: z.string().max(20).nullish(),
  branch_id: optionalId,
  /** Of a write-off and of an exchange difference. */
  department_id: optionalId,
  currency_id: currencyId,
  dollar_rate: z.union([z.string().max(20), z.null()]).optional(),
  remarks: prose('remarks', 2000),
  is_confidential: flag.default(0),
  collection_details: z
    .array(z.object(givenShape(COLLECTION_APPLICATIONS.fields)), 'collection details is required.')
    .max(500, 'A collection settles up to 500 invoices.'),
  /** The server draft this collection grew in; it ends with the save. */
  draft_id: z.uuid('draft id must be a uuid.').optional(),
});
export type CollectionInput = z.input<typeof collectionInput>;
export type ParsedCollectionInput = z.output<typeof collectionInput>;

/** An update carries the whole collection again; with the version that the person saw it is refused when another is stored. */
export const collectionUpdate = collectionInput.extend({
  row_version: wireNumber(z.number('row version must be a number.').int()).optional(),
  keep_attachments: z.array(z.uuid()).optional(),
});

const collectionFacts = {
  collection_number: z.string(),
  collection_date: z.string(),
  customer_name: z.string(),
  /** Those that it settles, separated by commas, in the order in which they were given. */
  billing_invoice_no: z.string(),
  /** What those invoices were billed, and what stays open of them now. */
  billing_amount: amount,
  balance_amount: amount,
  /** Cash and tax withheld, as the receipt says it (worked example convention C5). */
  collected_amount: amount,
  ...shownShape(COLLECTION_TERMS.fields),
};
const collectionRow = batchRow.extend(collectionFacts);
export type CollectionRow = z.infer<typeof collectionRow>;

/** The figures that only collections have; each invoice is added once, however many of them settle it. */
export const collectionTotal = batchTotal.extend({
  billing_amount: amount,
  collected_amount: amount,
  balance_amount: amount,
});
export type CollectionTotal = z.infer<typeof collectionTotal>;

export const collectionDetail = batchDetail.extend({
  ...collectionFacts,
  branch_id: z.int().nullable(),
  department_id: z.int().nullable(),
  /** The account of what is written off; null where nothing is. */
  write_off_account: z.string().nullable(),
  /** What is not placed on an invoice and becomes the customer's advance. */
  excess_amount: amount,
  /** The post-dated cheque whose deposit made it; null where none did. */
  received_cheque: z.object({ id: z.int(), cheque_number: z.string(), state: z.string() }).nullable(),
  collection_details: z.array(
    z.object({
      line_no: z.int(),
      billing_request_no: z.string(),
      billing_date: z.string(),
      due_date: z.string(),
      billing_amount: amount,
      /** What stays open of it now; of a collection that is not posted, before it. */
      open_amount: amount,
      ...shownShape(COLLECTION_APPLICATIONS.fields),
    }),
  ),
});
export type CollectionDetail = z.infer<typeof collectionDetail>;

const collectionParams = z.object({ id: z.string().min(1).max(20) });
const payeeId = requiredId('payee id');

/** The working number of a new collection: the one the caller already holds for the draft, else a fresh one. */
export const takeCollectionNumber = defineRoute({
  method: 'GET',
  path: '/trx/collection-number',
  summary: 'Reserve a collection number',
  tag: TAG,
  access: access(ACCESS.insert),
  query: z.object({ draft_id: z.uuid().optional() }),
  response: recordOf(z.object({ collection_number: z.string() })),
  keeps: true,
});

/**
 * What a customer paid in advance in a currency, pesos where none is named, and has not used yet; and the own account into
 * which his last collection in it went, without one the last of anybody, null for none.
 */
export const readAdvance = defineRoute({
  method: 'GET',
  path: '/trx/customer-advance',
  summary: 'Read the advance of a customer',
  tag: TAG,
  access: access(ACCESS.select),
  query: z.object({ payee_id: payeeId, currency_id: currencyId }),
  /** With the pesos at which it stands in the books. */
  response: recordOf(z.object({ advance_amount: amount, advance_php: amount, deposited_to: z.int().nullable() })),
});

const filters = {
  /** A month, as its first day. */
  collection_date: calendarDate('collection date').optional(),
  accounting_status: oneOf('accounting status', [0, 7, 20]).optional(),
  /** 1: only those with a risk signal. */
  with_signals: flag.optional(),
};

/** Collections of a month of their date, narrowed like every list of batches. */
export const listCollections = defineRoute({
  method: 'GET',
  path: '/trx/collection',
  summary: 'List collections',
  tag: TAG,
  access: access(ACCESS.select),
  query: listBatches.query.extend(filters),
  response: batchPage.extend({ data: z.array(collectionRow), totals: z.array(collectionTotal) }),
});

/** What a list of collections shows, all pages, with its own columns. */
export const exportCollections = defineRoute({
  method: 'GET',
  path: '/trx/collection/export',
  summary: 'Export a list of collections',
  tag: TAG,
  access: access(ACCESS.select),
  query: exportBatches.query.extend(filters),
  file: exportBatches.file,
});

/** Collections that a text, an invoice or a customer finds, the last ones first, at most 100. */
export const searchCollections = defineRoute({
  method: 'GET',
  path: '/getCollection',
  summary: 'Search collections',
  tag: TAG,
  access: access(ACCESS.select),
  query: z.object({
    search: z.string().max(100).default(''),
    query: z.string().max(100).optional(),
    collection_number: z.string().max(20).optional(),
    billing_invoice_no: z.string().max(20).optional(),
    payee_id: payeeId.optional(),
  }),
  response: z.object({ data: z.array(collectionRow) }),
});

export const createCollection = defineRoute({
  method: 'POST',
  path: '/trx/collection',
  summary: 'Create a collection',
  tag: TAG,
  access: access(ACCESS.insert),
  multipart: true,
  body: collectionInput,
  response: recordOf(collectionDetail),
});

export const readCollection = defineRoute({
  method: 'GET',
  path: '/trx/collection/{id}',
  summary: 'Read a collection',
  tag: TAG,
  access: access(ACCESS.select),
  params: collectionParams,
  response: recordOf(collectionDetail),
});

/**
 * One address for the status and the edit of a collection, told apart by the body (spec 2 §7): with `collection_details` it
 * updates, with `status` it moves, with neither it answers the collection.
 */
export const postCollection = defineRoute({
  method: 'POST',
  path: '/trx/collection/{id}',
  summary: 'Read, move or update a collection',
  tag: TAG,
  access: access(ACCESS.select),
  form_access: access(ACCESS.update),
  multipart: true,
  params: collectionParams,
  body: z.object({ ...moveBatch.body.partial().shape, ...collectionUpdate.partial().shape }),
  response: recordOf(z.union([collectionDetail, moveResult])),
});
export const updateCollection = { ...postCollection, body: collectionUpdate, response: recordOf(collectionDetail) };

/** The same under its other name (decisions §6). */
export const postCollectionTwin = { ...postCollection, path: '/trx/collection-header/{id}' } as const;

/** A draft that was never submitted leaves a tombstone; its collection number stays in the register. */
export const deleteCollection = defineRoute({
  method: 'DELETE',
  path: '/trx/collection/{id}',
  summary: 'Delete a draft collection',
  tag: TAG,
  access: access(ACCESS.update),
  params: collectionParams,
  query: z.object({ row_version: wireNumber(z.number().int()).optional() }),
  response: recordOf(moveResult),
});

/** Cancelled (20) is what can be chosen, with a reason: it is the void of the collection (decisions §6). */
export const setCollectionAccountingStatus = defineRoute({
  method: 'PUT',
  path: '/updateCollAcctngStat/{id}',
  summary: 'Cancel a collection',
  tag: TAG,
  access: access(ACCESS.delete),
  params: collectionParams,
  body: z.object({
    accounting_status: wireNumber(z.number('accounting status is required.')).refine(
      (status) => status === 20,
      'accounting status can be set to 20 (Cancelled) only; the rest is computed.',
    ),
    remarks: prose('remarks', 2000).refine((text) => text.trim() !== '', 'remarks is required.'),
    row_version: wireNumber(z.number().int()).optional(),
  }),
  response: recordOf(moveResult),
});

/** Voids a collection: what is posted gets its mirror entry and opens its invoices again, a draft is archived. */
export const voidCollection = defineRoute({
  method: 'POST',
  path: '/trx/colvoid',
  summary: 'Void a collection',
  tag: TAG,
  access: access(ACCESS.delete),
  multipart: true,
  body: voidBatch.body.pick({ reason: true, remarks: true, row_version: true }).extend({
    collection_number: z.string('collection number is required.').min(1, 'collection number is required.').max(20),
    /** 1: the bank returned the cheque that it deposited, which bounced; else that one is held again. */
    returned_by_bank: flag.optional(),
  }),
  response: recordOf(moveResult),
});
