import * as z from 'zod';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import {
  CHEQUE_ACTIONS,
  CHEQUE_STATES,
  type ChequeAction,
  type ChequeState,
} from '@talaan/core/documents/cheque/cheque-state';
import { listQuery, pageOf, recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { amount, calendarDate, calendarDay, flag, instant, listOf, prose } from '../wire-values.ts';
import { wireNumber } from '../../http/wire-number.ts';

const TAG = 'Check Transactions';
const may = <const Level extends AccessLevel>(level: Level) =>
  ({ kind: 'module', module: 'Check Transactions', level }) as const;

const STATES = Object.keys(CHEQUE_STATES) as [ChequeState, ...ChequeState[]];
const ACTIONS = Object.keys(CHEQUE_ACTIONS) as [ChequeAction, ...ChequeAction[]];
export const chequeState = z.enum(STATES, `state must be one of ${STATES.join(', ')}.`);
const action = z.enum(ACTIONS, `action must be one of ${ACTIONS.join(', ')}.`);
const recordId = wireNumber(z.number('must be a Record ID.').int().min(1).max(2_147_483_647));
const chequeNumber = z
  .string('cheque number is required.')
  .trim()
  .regex(/^[0-9A-Za-z-]{1,20}$/, 'cheque number takes up to 20 letters, numbers or hyphens.');
/** A number of a leaf of a cheque book. */
export const leafNumber = (field: string) =>
  z
    .string(`${field} is required.`)
    .trim()
    .regex(/^\d{1,18}$/, `${field} takes up to 18 digits.`);
const reason = prose('reason', 500);

/** What the register is sorted by; `-` first: descending. */
export const CHEQUE_SORTS = ['cheque_number', 'cheque_date', 'cheque_amount', 'payee_desc', 'document_number'] as const;

const chequeRow = z.object({
  id: z.int(),
  row_version: z.int(),
  /** Null until a leaf is assigned. */
  cheque_number: z.string().nullable(),
  /** The day on its face; null on a leaf that pays nothing. */
  cheque_date: calendarDay.nullable(),
  bank_id: z.int(),
  bank_code: z.string(),
  bank_name: z.string(),
  bank_account: z.string(),
  payee_code: z.string().nullable(),
  payee_desc: z.string().nullable(),
  /** What the bank pays, in the currency of the voucher. */
  cheque_amount: amount,
  currency_id: z.int(),
  /** Its code: PHP, USD. */
  currency: z.string(),
  document_type: z.string().nullable(),
  /** The voucher number. */
  document_number: z.string().nullable(),
  batch_number: z.string().nullable(),
  batch_status: z.int().nullable(),
  is_pdc: z.int(),
  /** Its place in a post-dated series, from 1, and how many there are. */
  pdc_no: z.int().nullable(),
  pdc_count: z.int().nullable(),
  /** The day on which a post-dated cheque falls due; null for others and once it is past that. */
  matures_on: calendarDay.nullable(),
  state: chequeState,
  state_on: calendarDay,
  state_reason: z.string().nullable(),
  /** It was issued by the old books, with which it came. */
  is_opening: z.boolean(),
  /** The number of the cheque in whose place it is. */
  replaces: z.string().nullable(),
  /** The bank paid it although it is what it is: an alarm that nobody has settled yet. */
  alarm: z.object({ id: z.int(), cleared_on: calendarDay }).nullable(),
  /** Moves that the caller may make with it now. */
  actions: z.array(action),
});
export type ChequeRow = z.infer<typeof chequeRow>;

const chequeMove = z.object({
  state_from: chequeState.nullable(),
  state_to: chequeState,
  on_date: calendarDay,
  reason: z.string().nullable(),
  user_name: z.string(),
  at: instant,
});
/** What the bank paid of a cheque that it should not have. */
const chequeAlarm = z.object({
  id: z.int(),
  /** As what the register had it. */
  state: chequeState,
  cleared_on: calendarDay,
  reported_by: z.string(),
  reported_at: instant,
  /** Null until somebody settles it. */
  settlement: z.string().nullable(),
  settled_by: z.string().nullable(),
  settled_at: instant.nullable(),
});
const chequeDetail = chequeRow.extend({ moves: z.array(chequeMove), alarms: z.array(chequeAlarm) });
export type ChequeDetail = z.infer<typeof chequeDetail>;

const filters = {
  search: listQuery.shape.search,
  query: listQuery.shape.query,
  bank_id: listOf(recordId).optional(),
  state: listOf(chequeState).optional(),
  /** 1: of post-dated series only; 0: the others. */
  is_pdc: flag.optional(),
  /** Cheque dates from and to these days, both included. */
  from: calendarDate('from').optional(),
  to: calendarDate('to').optional(),
  sort: z
    .string()
    .refine(
      (name) => CHEQUE_SORTS.some((sort) => sort === name.replace(/^-/, '')),
      `sort must be one of ${CHEQUE_SORTS.join(', ')}.`,
    )
    .optional(),
};

/** The cheque register. Cheques of confidential vouchers are left out for whoever may not see those. */
export const listCheques = defineRoute({
  method: 'GET',
  path: '/trxcheck',
  summary: 'Cheque register',
  tag: TAG,
  access: may(ACCESS.select),
  query: z.object({ page: listQuery.shape.page, pages: listQuery.shape.pages, ...filters }),
  response: pageOf(chequeRow).extend({
    /** Of everything that is filtered, by currency; replaced and void ones do not count. */
    totals: z.array(z.object({ currency: z.string(), cheques: z.int(), cheque_amount: amount })),
  }),
});
export type ChequeQuery = z.output<typeof listCheques.query>;

export const exportCheques = defineRoute({
  method: 'GET',
  path: '/trxcheck/export',
  summary: 'The cheque register as a file: what is filtered',
  tag: TAG,
  access: may(ACCESS.select),
  query: z.object({ ...filters, format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx') }),
  file: 'application/octet-stream',
});

/** Cheques with a number that are neither void nor replaced, to choose from. */
export const chooseCheques = defineRoute({
  method: 'GET',
  path: '/trxcheck/dropdown-list',
  summary: 'Cheques to choose from, 100 a page',
  tag: TAG,
  access: may(ACCESS.select),
  query: z.object({ page: listQuery.shape.page, search: filters.search, query: filters.query }),
  response: pageOf(z.object({ id: z.int(), code: z.string(), name: z.string(), state: chequeState })),
});

const byId = z.object({ id: recordId });

export const readCheque = defineRoute({
  method: 'GET',
  path: '/trxcheck/{id}',
  summary: 'One cheque with everything that happened to it',
  tag: TAG,
  access: may(ACCESS.select),
  params: byId,
  response: recordOf(chequeDetail),
});

/** Cheques of vouchers enter the register with them; this enters a leaf that never paid anything. */
export const enterLeaf = defineRoute({
  method: 'POST',
  path: '/trxcheck',
  summary: 'Enter a blank leaf that was spoiled, or lost and stopped',
  tag: TAG,
  access: may(ACCESS.insert),
  body: z.object({
    bank_id: recordId,
    cheque_number: chequeNumber,
    state: z.enum(['spoiled', 'stopped'], 'state must be spoiled or stopped.'),
    reason: reason.refine((text) => text.trim() !== '', 'reason is required.'),
  }),
  response: recordOf(chequeDetail),
});

const move = {
  action,
  /** The day on which it was done, of a clearing that of the bank statement; today when absent. */
  on: calendarDate('date').optional(),
  reason,
};

/** With `action` a move, with `cheque_number` the number of a queued cheque. */
export const changeCheque = defineRoute({
  method: 'PUT',
  path: '/trxcheck/{id}',
  summary: 'Move a cheque on, or give it its number',
  tag: TAG,
  access: may(ACCESS.update),
  params: byId,
  body: z
    .object({
      ...move,
      action: action.optional(),
      cheque_number: chequeNumber.optional(),
      row_version: wireNumber(z.number('row version is required.').int()),
    })
    .refine(
      (body) => (body.action === undefined) !== (body.cheque_number === undefined),
      'Send either action or cheque_number.',
    ),
  response: recordOf(chequeDetail),
});

export const deleteLeaf = defineRoute({
  method: 'DELETE',
  path: '/trxcheck/{id}',
  summary: 'Remove a leaf that was entered by mistake; cheques of vouchers stay',
  tag: TAG,
  access: may(ACCESS.delete),
  params: byId,
  response: recordOf(z.object({ id: z.int() })),
});

const outcome = z.object({
  id: z.int(),
  cheque_number: z.string().nullable(),
  ok: z.boolean(),
  /** Where it goes, or why it does not. */
  message: z.string(),
  code: z.string().nullable(),
});
export type ChequeOutcome = z.infer<typeof outcome>;

const MOST_AT_ONCE = 500;
/** The cheques that a call is about. */
export const manyCheques = z
  .array(recordId, 'ids is required.')
  .min(1, 'Choose at least one cheque.')
  .max(MOST_AT_ONCE, `Up to ${MOST_AT_ONCE} cheques at once.`);

/** Alarms that nobody has settled: what the bank paid of cheques that it should not have, the newest first. */
export const listAlarms = defineRoute({
  method: 'GET',
  path: '/trxcheck/alarms',
  summary: 'Cheques that the bank paid although they are spoiled, stopped, void or were never released',
  tag: TAG,
  access: may(ACCESS.select),
  /** Those that are older than this alarm. */
  query: z.object({ before: recordId.optional() }),
  response: z.object({ data: z.array(chequeRow), total: z.int(), next: z.int().nullable() }),
});

/** Settles an alarm: somebody who neither reported it nor printed, spoiled, stopped or voided the cheque says what came of it. */
export const settleAlarm = defineRoute({
  method: 'POST',
  path: '/trxcheck/alarms/{id}',
  summary: 'Say what came of a cheque that the bank should not have paid',
  tag: TAG,
  access: may(ACCESS.delete),
  params: byId,
  body: z.object({ settlement: reason.refine((text) => text.trim() !== '', 'settlement is required.') }),
  response: recordOf(chequeDetail),
});

/** The list that a bank gets of an account: numbers that it does not pay, whatever became of their vouchers since. */
export const exportBankList = defineRoute({
  method: 'GET',
  path: '/trxcheck/bank-list',
  summary: 'Leaves of an account that the bank must not pay, as a file',
  tag: TAG,
  access: may(ACCESS.select),
  query: z.object({
    bank_id: recordId,
    format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx'),
  }),
  file: 'application/octet-stream',
});

/** Each cheque is judged for itself: those that may move do, the others say why not. A dry run moves none. */
export const moveCheques = defineRoute({
  method: 'POST',
  path: '/trxcheck/moves',
  summary: 'Move several cheques on, or see what would happen',
  tag: TAG,
  access: may(ACCESS.update),
  body: z.object({ ids: manyCheques, ...move, dry_run: flag.default(0) }),
  response: recordOf(z.object({ moved: z.int(), outcomes: z.array(outcome) })),
});

/**
 * Gives queued cheques of one account the next leaves of its books, in the order of the ids. `first_number` is the leaf
 * that lies on top by the cashier's word; leaves before it are entered as spoiled, with the reason. A dry run shows the
 * numbers and takes none.
 */
export const numberCheques = defineRoute({
  method: 'POST',
  path: '/trxcheck/numbers',
  summary: 'Give queued cheques the next numbers on stock',
  tag: TAG,
  access: may(ACCESS.update),
  body: z.object({
    ids: manyCheques,
    first_number: leafNumber('first number').optional(),
    skip_reason: reason,
    dry_run: flag.default(0),
  }),
  response: recordOf(
    z.object({
      bank_id: z.int(),
      /** The leaf on top of the stock before the call; null when no book has one left. */
      next_number: z.string().nullable(),
      /** Leaves that are left out. */
      skipped: z.array(z.string()),
      numbers: z.array(z.object({ id: z.int(), cheque_number: z.string() })),
    }),
  ),
});

const chequeBook = z.object({
  id: z.int(),
  bank_id: z.int(),
  bank_name: z.string(),
  bank_account: z.string(),
  first_number: z.string(),
  last_number: z.string(),
  /** The next leaf; null when the book is used up. */
  next_number: z.string().nullable(),
  left: z.int(),
});
export type ChequeBook = z.infer<typeof chequeBook>;

export const listChequeBooks = defineRoute({
  method: 'GET',
  path: '/trxcheck/books',
  summary: 'Cheque books on stock, by bank account',
  tag: TAG,
  access: may(ACCESS.select),
  query: z.object({ bank_id: recordId.optional() }),
  response: z.object({ data: z.array(chequeBook) }),
});

/** The leaf that a new cheque of an account would be written on: shown to whoever enters a voucher, and not taken. */
export const previewNextLeaf = defineRoute({
  method: 'GET',
  path: '/trxcheck/next-leaf',
  summary: 'Preview the next leaf of the cheque books of an account',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.insert },
  query: z.object({ bank_id: recordId }),
  response: recordOf(z.object({ cheque_number: z.string().nullable() })),
});

export const addChequeBook = defineRoute({
  method: 'POST',
  path: '/trxcheck/books',
  summary: 'Put a cheque book on stock',
  tag: TAG,
  access: may(ACCESS.update),
  body: z.object({
    bank_id: recordId,
    first_number: leafNumber('first number'),
    last_number: leafNumber('last number'),
  }),
  response: recordOf(chequeBook),
});

export const removeChequeBook = defineRoute({
  method: 'DELETE',
  path: '/trxcheck/books/{id}',
  summary: 'Take an untouched cheque book off stock',
  tag: TAG,
  access: may(ACCESS.delete),
  params: byId,
  response: recordOf(z.object({ id: z.int() })),
});

const dayOfBank = z.object({
  /** The day on the face of the cheques. */
  date: calendarDay,
  bank_id: z.int(),
  bank_name: z.string(),
  bank_account: z.string(),
  currency: z.string(),
  cheques: z.int(),
  /** What the account needs on that day. */
  cheque_amount: amount,
});
export type DayOfBank = z.infer<typeof dayOfBank>;

/** What falls due when: cheques that are queued, printed, released or matured, by day and account. */
export const chequeCalendar = defineRoute({
  method: 'GET',
  path: '/trxcheck/calendar',
  summary: 'What falls due in a month, by day and bank account',
  tag: TAG,
  access: may(ACCESS.select),
  query: z.object({
    month: z.string('month is required.').regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'month must be yyyy-mm.'),
    bank_id: filters.bank_id,
    is_pdc: filters.is_pdc,
  }),
  response: z.object({ data: z.array(dayOfBank) }),
});

/** Accounts of the register, for its filter. */
export const chequeBanks = defineRoute({
  method: 'GET',
  path: '/trxcheck/banks',
  summary: 'Bank accounts that pay by cheque',
  tag: TAG,
  access: may(ACCESS.select),
  response: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        bank_name: z.string(),
        bank_account: z.string(),
        /** The leaf on top of the stock; null when no book has one left. */
        next_number: z.string().nullable(),
      }),
    ),
  }),
});
