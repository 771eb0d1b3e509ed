import * as z from 'zod';
import { CHEQUE_STATES, type ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../http/route.ts';

import { amount, calendarDate, calendarDay } from '../documents/wire-values.ts';

const STATES = Object.keys(CHEQUE_STATES) as [ChequeState, ...ChequeState[]];

/** How many of a group are answered at most; one more is never counted. */
export const MOST_FOUND = 60;

const batchHit = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  /** The number of the receipt, where it has one. */
  receipt_number: z.string().nullable(),
  status: z.int(),
  payee_desc: z.string().nullable(),
  remarks: z.string(),
  /** Cheques of a post-dated series, else 1. */
  documents: z.int(),
  currency: z.string(),
  /** The total, and what goes through the bank: the same where no bank is named. */
  total_amount: amount,
  amount,
  /** Of a series the first open one. */
  document_date: calendarDay,
});
export type BatchHit = z.infer<typeof batchHit>;

const chequeHit = z.object({
  id: z.int(),
  cheque_number: z.string(),
  bank_code: z.string(),
  payee_desc: z.string().nullable(),
  /** Its place in a post-dated series, and how many that has; 1 of 1 outside one. */
  place: z.int(),
  documents: z.int(),
  state: z.enum(STATES),
  currency: z.string(),
  amount,
  cheque_date: calendarDay.nullable(),
});
export type ChequeHit = z.infer<typeof chequeHit>;

const payeeHit = z.object({
  id: z.int(),
  payee_code: z.string(),
  payee_desc: z.string(),
  tin: z.string().nullable(),
  status: z.int(),
});
export type PayeeHit = z.infer<typeof payeeHit>;

/**
 * The one search: batches, cheques, receipts and payees in which every word stands, in any order, and whatever has an
 * amount that was typed, net or gross; the best first, then the latest. Of what the caller may see, over all months
 * unless one is named.
 */
export const find = defineRoute({
  method: 'GET',
  path: '/trx/find',
  summary: 'Find batches, cheques, receipts, payees and amounts',
  tag: 'Transactions',
  access: { kind: 'document', level: ACCESS.select },
  query: z.object({
    text: z.string('text is required.').trim().min(2, 'text must have at least 2 characters.').max(200),
    /** A month, as its first day. */
    document_date: calendarDate('document date').optional(),
  }),
  response: z.object({
    data: z.object({
      batches: z.array(batchHit),
      cheques: z.array(chequeHit),
      receipts: z.array(batchHit),
      payees: z.array(payeeHit),
      /** What has the amount and is not among the batches. */
      amounts: z.array(batchHit),
    }),
  }),
});
