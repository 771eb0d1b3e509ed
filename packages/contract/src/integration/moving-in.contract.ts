/** The day on which a company comes to Talaan: the files of its old books, their proof, and the confirmation that posts them (`many.md` §5). */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { AGES } from '@talaan/core/receivables/aging';
import { dateFault, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { MOVING_KINDS } from '@talaan/core/integration/moving-in/moving-files';
import { amount, calendarDay, instant } from '../documents/wire-values.ts';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';
import { LARGEST_UPLOAD } from './uploaded-batches.contract.ts';

const common = {
  tag: 'Moving in',
  access: { kind: 'module', module: 'Upload from IS', level: ACCESS.delete },
} as const;

export const MOVE_STATES = ['preparing', 'ready', 'confirmed', 'discarded'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

const id = wireNumber(z.number().int().min(1).max(2_147_483_647));
const day = (field: string) =>
  z.string(`${field} is required.`).refine((text) => parseCalendarDate(text) !== null, {
    error: ({ input }) => `${field} ${dateFault(String(input))}`,
  });
const person = z.object({ user_name: z.string(), at: instant }).nullable();
/** Whether whoever asks may do it, and why not. */
const may = z.object({ allowed: z.boolean(), message: z.string().nullable() });

const moveFile = z.object({
  kind: z.enum(MOVING_KINDS),
  title: z.string(),
  /** What belongs into it. */
  what: z.string(),
  file: z.object({ file_name: z.string(), rows: z.int(), user_name: z.string(), at: instant }).nullable(),
});

export type MoveFile = z.infer<typeof moveFile>;

const proofLine = z.object({
  rule: z.enum(['balanced', 'receivable', 'vouchers', 'bank', 'advances', 'opening', 'posted']),
  subject: z.string(),
  given_label: z.string(),
  given: amount,
  other_label: z.string(),
  other: amount,
  difference: amount,
  currency: z.string(),
  is_green: z.boolean(),
  message: z.string().nullable(),
  /** Rows behind a difference, those of just its amount first. */
  rows: z.array(z.object({ kind: z.enum(MOVING_KINDS), row: z.int(), text: z.string(), amount })),
  row_count: z.int(),
});
export type MoveProofLine = z.infer<typeof proofLine>;

const moveHead = z.object({
  id: z.int(),
  name: z.string(),
  as_of: calendarDay,
  state: z.enum(MOVE_STATES),
  row_version: z.int(),
  branch: z.string(),
  department: z.string().nullable(),
  prepared: person,
  ready: person,
  confirmed: person,
  discarded: person,
});
export type MoveHead = z.infer<typeof moveHead>;

const moveView = moveHead.extend({
  files: z.array(moveFile),
  proof: z.array(proofLine),
  is_green: z.boolean(),
  /** What has imports of its own, and still misses. */
  missing: z.object({
    payees_without_tin: z.int(),
    branches_without_counts: z.int(),
    accounts_without_map: z.int(),
  }),
  may: z.object({ prepare: may, ready: may, confirm: may, discard: may }),
});
export type MoveView = z.infer<typeof moveView>;

const choice = z.object({ id: z.int(), code: z.string(), name: z.string() });
/** What a move is begun with: branches and departments that are in use. */
const moveChoices = z.object({ branches: z.array(choice), departments: z.array(choice) });
export type MoveChoices = z.infer<typeof moveChoices>;

const named = z.object({ id });

export const listMoves = defineRoute({
  method: 'GET',
  path: '/moving-in',
  summary: 'Moves of balances from other books, the last one first',
  ...common,
  response: z.object({ data: z.array(moveHead), choices: moveChoices }),
});

export const beginMove = defineRoute({
  method: 'POST',
  path: '/moving-in',
  summary:
    'Begin a move: of which day, and for which branch and department where rows name none; one is open at a time',
  ...common,
  body: z.object({
    name: z
      .string('name is required.')
      .trim()
      .min(1, 'name is required.')
      .max(120, 'name may have up to 120 characters.'),
    as_of: day('as of'),
    branch_id: wireNumber(z.number('branch is required.').int().min(1, 'branch is required.').max(2_147_483_647)),
    department_id: wireNumber(z.number().int().min(0).max(2_147_483_647)).nullish(),
  }),
  response: recordOf(moveView),
});

export const readMove = defineRoute({
  method: 'GET',
  path: '/moving-in/{id}/proof',
  summary: 'A move with its files and its proof',
  ...common,
  params: named,
  response: recordOf(moveView),
});

const ofFile = named.extend({ kind: z.enum(MOVING_KINDS) });

export const uploadMoveFile = defineRoute({
  method: 'POST',
  path: '/moving-in/{id}/files/{kind}',
  summary: 'Upload a file of a move, whole or not at all; it replaces the one before, and the move is prepared again',
  ...common,
  params: ofFile,
  body: z.object({
    /** The columns of the file in their order, by name, as JSON; guessed where absent. */
    columns: z.string().max(20_000).optional(),
    date_order: z.enum(['D/M', 'M/D', ''], 'date_order must be D/M or M/D.').default(''),
  }),
  multipart: true,
  largest_file: LARGEST_UPLOAD,
  reads: true,
  long: true,
  response: recordOf(moveView),
});

export const removeMoveFile = defineRoute({
  method: 'DELETE',
  path: '/moving-in/{id}/files/{kind}',
  summary: 'Take a file out of a move',
  ...common,
  params: ofFile,
  response: recordOf(moveView),
});

export const moveTemplate = defineRoute({
  method: 'GET',
  path: '/moving-in/files/{kind}/import-template',
  summary: 'An empty file of a move with its headings',
  ...common,
  params: z.object({ kind: z.enum(MOVING_KINDS) }),
  query: z.object({ format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx') }),
  file: 'application/octet-stream',
});

export const changeMove = defineRoute({
  method: 'POST',
  path: '/moving-in/{id}/state',
  summary: 'Say that a move is ready, which its proof must show; prepare it again; or discard it, which posts nothing',
  ...common,
  params: named,
  body: z.object({
    state: z.enum(['preparing', 'ready', 'discarded'], 'state must be preparing, ready or discarded.'),
    row_version: wireNumber(z.number('row_version is required.').int()),
  }),
  response: recordOf(moveView),
});

export const confirmMove = defineRoute({
  method: 'POST',
  path: '/moving-in/{id}/confirm',
  summary: 'Confirm a move that is ready: everything is posted, once, by somebody who prepared and uploaded none of it',
  ...common,
  params: named,
  body: z.object({ row_version: wireNumber(z.number('row_version is required.').int()) }),
  reads: true,
  long: true,
  response: recordOf(moveView),
});

const agedAmounts = z.object(
  Object.fromEntries(AGES.map((age) => [age, amount])) as Record<(typeof AGES)[number], typeof amount>,
);

const moveFigures = z.object({
  balances: z.array(z.object({ account: z.string(), name: z.string(), debit: amount, credit: amount })),
  debit: amount,
  credit: amount,
  aging: z.array(z.object({ customer: z.string(), invoices: z.int(), open: amount, ages: agedAmounts })),
  open: amount,
  ages: agedAmounts,
  banks: z.array(
    z.object({
      bank: z.string(),
      currency: z.string(),
      statement: amount.nullable(),
      cheques: amount,
      cheque_count: z.int(),
      deposits: amount,
      deposit_count: z.int(),
      ledger: amount,
    }),
  ),
});
export type MoveFiguresData = z.infer<typeof moveFigures>;

export const readMoveFigures = defineRoute({
  method: 'GET',
  path: '/moving-in/{id}/figures',
  summary: 'Trial balance, aging and bank accounts as they would be, from the rows that wait',
  ...common,
  params: named,
  response: recordOf(moveFigures),
});

const deposit = z.object({
  id: z.string(),
  bank: z.string(),
  reference: z.string(),
  on_date: calendarDay,
  amount,
  currency: z.string(),
  cleared_on: calendarDay.nullable(),
  cleared_by: z.string().nullable(),
  row_version: z.int(),
});
export type MoveDeposit = z.infer<typeof deposit>;

export const listMoveDeposits = defineRoute({
  method: 'GET',
  path: '/moving-in/{id}/deposits',
  summary: 'Deposits that were in transit, those that the bank has not booked first',
  ...common,
  params: named,
  response: z.object({ data: z.array(deposit) }),
});

export const clearMoveDeposit = defineRoute({
  method: 'POST',
  path: '/moving-in/deposits/{id}',
  summary: 'Say on which day the bank booked a deposit that was in transit, or that it did not',
  ...common,
  params: named,
  body: z.object({
    cleared_on: day('cleared on').nullable(),
    row_version: wireNumber(z.number('row_version is required.').int()),
  }),
  response: recordOf(deposit),
});
