import * as z from 'zod';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { chequeState, leafNumber, manyCheques } from './cheque.contract.ts';
import { amount, flag, instant, prose } from '../wire-values.ts';
import { printerName } from './cheque-print.contract.ts';

const TAG = 'Check Transactions';
const may = <const Level extends AccessLevel>(level: Level) =>
  ({ kind: 'module', module: 'Check Transactions', level }) as const;

/** What becomes of a cheque in a run that is asked for. */
const plannedLeaf = z.object({
  id: z.int(),
  /** The leaf that it has, or would get; null where it is not printed. */
  cheque_number: z.string().nullable(),
  /** Why it is not printed; null where it is. */
  refusal: z.string().nullable(),
});

const plan = z.object({
  /** The run that was printed; null of a dry run. */
  run_id: z.int().nullable(),
  bank_name: z.string(),
  bank_account: z.string(),
  layout_name: z.string(),
  layout_version: z.int(),
  /** The leaf on top of the stock before; null where no cheque needs one. */
  next_number: z.string().nullable(),
  /** Leaves of the stock that are left out. */
  skipped: z.array(z.string()),
  /** Those that are printed in the order of their leaves, then the others. */
  cheques: z.array(plannedLeaf),
});
export type ChequeRunPlan = z.infer<typeof plan>;

/**
 * Prints cheques of one account in one go: those without a number take the next leaves, in the order of the ids, and all are
 * printed in the order of their leaves, each once. `first_number` and `skip_reason` as of `numberCheques`. A dry run tells of
 * each cheque which leaf it would get or why it is not printed, and writes nothing; without it all are printed, or none.
 */
export const runCheques = defineRoute({
  method: 'POST',
  path: '/trxcheck/runs',
  summary: 'Number and print several cheques of one account, or see what would happen',
  tag: TAG,
  access: may(ACCESS.update),
  body: z.object({
    ids: manyCheques,
    first_number: leafNumber('first number').optional(),
    skip_reason: prose('reason', 500),
    printer_name: printerName,
    dry_run: flag.default(0),
  }),
  response: recordOf(plan),
});

const runLeaf = z.object({
  /** Of its cheque. */
  id: z.int(),
  cheque_number: z.string(),
  state: chequeState,
  document_number: z.string().nullable(),
  payee_desc: z.string().nullable(),
  cheque_amount: amount,
  currency: z.string(),
  /** Why it did not print well, as somebody says who looked at it. */
  misprint: z.string().nullable(),
});

const run = z.object({
  id: z.int(),
  bank_name: z.string(),
  bank_account: z.string(),
  layout_name: z.string(),
  layout_version: z.int(),
  printer_name: z.string(),
  printed_by: z.string(),
  printed_at: instant,
  /** Null until somebody says how the leaves came out. */
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
  /** The caller printed it: he opens its file, and says how the leaves came out. */
  is_own: z.boolean(),
  /** The caller may mark its misprints spoiled: somebody else printed it, and he could void a cheque. */
  may_spoil: z.boolean(),
  /** Those that the caller may see. */
  leaves: z.array(runLeaf),
});
export type ChequeRun = z.infer<typeof run>;

/** Runs whose question is open: the caller's own that nobody answered, and those with misprints that he may mark spoiled. */
export const listOpenRuns = defineRoute({
  method: 'GET',
  path: '/trxcheck/runs',
  summary: 'Runs of cheques of which the caller has to say how they came out',
  tag: TAG,
  access: may(ACCESS.update),
  response: z.object({ data: z.array(run) }),
});

const byId = z.object({ id: wireNumber(z.number('must be a Record ID.').int().min(1).max(2_147_483_647)) });

export const readRun = defineRoute({
  method: 'GET',
  path: '/trxcheck/runs/{id}',
  summary: 'One run of cheques, with how its leaves came out',
  tag: TAG,
  access: may(ACCESS.select),
  params: byId,
  response: recordOf(run),
});

/** The leaves as they were printed, again: for whoever printed them, until he says how they came out. */
export const openRunFile = defineRoute({
  method: 'GET',
  path: '/trxcheck/runs/{id}/file',
  summary: 'The file of a run of cheques, one leaf a page',
  tag: TAG,
  access: may(ACCESS.update),
  params: byId,
  file: 'application/pdf',
});

/**
 * Says which leaves of a run did not print well: none, or these, with the reason. Of whoever printed them it waits for a second
 * person, and may be said anew until he acts; that of a second person with Delete marks them spoiled, and their vouchers are
 * queued for the next leaves.
 */
export const answerRun = defineRoute({
  method: 'POST',
  path: '/trxcheck/runs/{id}/answer',
  summary: 'Say whether every leaf of a run printed well',
  tag: TAG,
  access: may(ACCESS.update),
  params: byId,
  body: z
    .object({ misprinted: z.array(byId.shape.id).max(500), reason: prose('reason', 500) })
    .refine(({ misprinted, reason }) => misprinted.length === 0 || reason.trim() !== '', {
      path: ['reason'],
      message: 'Reason is required.',
    }),
  response: recordOf(
    z.object({
      run,
      /** Cheques that are queued now, each with the one in whose place it is. */
      queued: z.array(z.object({ id: z.int(), replaces_id: z.int() })),
    }),
  ),
});
