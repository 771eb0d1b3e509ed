import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { isReceiptKind } from '@talaan/core/documents/document-type';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { batchDetail, batchPage, batchRow, batchTotal } from '../batch-view.contract.ts';
import { givenShape, shownShape } from '../declared-field.ts';
import { levelOn, OWN_HEAD, numberCall, ownCalls, ownEndings } from '../own-calls/own-calls.contract.ts';
import {
  amount,
  calendarDate,
  calendarDay,
  flag,
  oneOf,
  optionalCode,
  optionalId,
  requiredId,
} from '../wire-values.ts';
import { COLLECTION_APPLICATIONS, COLLECTION_FACTS, COLLECTION_TERMS } from './collection.fields.ts';
import { COLLECTIONS } from './collection.kind.ts';

const TAG = 'Collections';
const access = levelOn(COLLECTIONS);
const receiptKind = (field: string) => optionalCode(field, isReceiptKind, '1, 2 or 3');

/** A collection as a person enters it (spec 2 §3). What the server owns (numbers, statuses) is accepted and ignored. */
const given = {
  collection_number: z.string().max(20).nullish(),
  collection_date: calendarDate('collection date'),
  ...OWN_HEAD,
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
  collection_details: z
    .array(z.object(givenShape(COLLECTION_APPLICATIONS.fields)), 'collection details is required.')
    .max(500, 'A collection settles up to 500 invoices.'),
};

const collectionFacts = {
  collection_number: z.string(),
  collection_date: calendarDay,
  customer_name: z.string(),
  ...shownShape(COLLECTION_FACTS),
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
      billing_date: calendarDay,
      due_date: calendarDay,
      billing_amount: amount,
      /** What stays open of it now; of a collection that is not posted, before it. */
      open_amount: amount,
      ...shownShape(COLLECTION_APPLICATIONS.fields),
    }),
  ),
});
export type CollectionDetail = z.infer<typeof collectionDetail>;

const payeeId = requiredId('payee id');

export const takeCollectionNumber = numberCall(COLLECTIONS, {
  tag: TAG,
  path: '/trx/collection-number',
  summary: 'Reserve a collection number',
  name: 'collection_number',
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
  query: z.object({ payee_id: payeeId, currency_id: OWN_HEAD.currency_id }),
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

/** Collections of a month of their date, narrowed like every list of batches, and the calls of one. */
const calls = ownCalls(COLLECTIONS, {
  tag: TAG,
  path: '/trx/collection',
  twin: '/trx/collection-header',
  given,
  detail: collectionDetail,
  filters,
  page: batchPage.extend({ data: z.array(collectionRow), totals: z.array(collectionTotal) }),
});
export const {
  list: listCollections,
  export: exportCollections,
  create: createCollection,
  read: readCollection,
  post: postCollection,
  twin: postCollectionTwin,
  update: updateCollection,
} = calls;
export type CollectionInput = z.input<typeof createCollection.body>;
export type ParsedCollectionInput = z.output<typeof createCollection.body>;

/** Voided, what is posted gets its mirror entry and opens its invoices again; a draft is archived. */
export const {
  remove: deleteCollection,
  cancel: setCollectionAccountingStatus,
  void: voidCollection,
} = ownEndings(COLLECTIONS, TAG, {
  paths: { document: '/trx/collection', cancel: '/updateCollAcctngStat', void: '/trx/colvoid' },
  /** 1: the bank returned the cheque that it deposited, which bounced; else that one is held again. */
  more: { returned_by_bank: flag.optional() },
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
