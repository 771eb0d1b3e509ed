import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { RECEIVED_CHEQUE_STATES } from '@talaan/core/receivables/received-cheque-state';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { amount, calendarDate, calendarDay, requiredId } from '../../documents/wire-values.ts';

const TAG = 'Collections';

/** A received cheque that waits for its deposit: held, or bounced and still here. */
const waitingCheque = z.object({
  id: z.int(),
  payee_desc: z.string(),
  bank_name: z.string(),
  cheque_number: z.string(),
  /** A calendar date: it can be deposited from that day on. */
  cheque_date: calendarDay,
  /** Pesos. */
  cheque_amount: amount,
  billing_invoice_no: z.string().nullable(),
  state: z.enum(RECEIVED_CHEQUE_STATES),
});
export type WaitingCheque = z.infer<typeof waitingCheque>;

/** The most that are listed, and deposited at once. */
export const MOST_CHEQUES = 100;

/** The received cheques that can be deposited on a day, the earliest first, at most 100; with what all of them are worth. */
export const listDepositable = defineRoute({
  method: 'GET',
  path: '/received-cheque-deposits',
  summary: 'List received cheques that can be deposited',
  tag: TAG,
  access: { kind: 'module', module: 'Collection', level: ACCESS.select },
  query: z.strictObject({ on: calendarDate('on') }),
  response: recordOf(
    z.object({
      cheques: z.array(waitingCheque),
      total: z.int(),
      total_amount: amount,
      /** How many wait that no bank takes any more: that day is more than six months after theirs. */
      stale: z.int(),
    }),
  ),
});

/**
 * Deposits received cheques: each makes an active collection of its customer, which settles the invoice that the cheque names
 * and then the oldest. All of them or none: the refusal names the cheque in the way.
 */
export const depositCheques = defineRoute({
  method: 'POST',
  path: '/received-cheque-deposits',
  summary: 'Deposit received cheques, each into a collection',
  tag: TAG,
  access: { kind: 'module', module: 'Collection', level: ACCESS.insert },
  body: z.object({
    ids: z
      .array(requiredId('id'), 'ids is required.')
      .min(1, 'Choose at least one cheque.')
      .max(MOST_CHEQUES, `Up to ${MOST_CHEQUES} cheques at once.`),
    /** The own bank account into which they go. */
    bank_id: requiredId('bank id'),
    /** The day of the deposit, which is that of the collections. */
    collection_date: calendarDate('collection date'),
    branch_id: requiredId('branch id'),
  }),
  response: recordOf(z.object({ collections: z.array(z.object({ id: z.int(), collection_number: z.string() })) })),
});
