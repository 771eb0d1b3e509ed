/**
 * What the server tells about a batch. Three words (data-model §3): a *batch* is saved, locked, submitted and approved;
 * a *document* is one header, one paper with its own number and date; a *line* is one row of it.
 */
import * as z from 'zod';
import {
  BATCH_ACTIONS as DECIDED_ACTIONS,
  type BatchAction as DecidedAction,
} from '@talaan/core/approval/allowed-actions';
import { RISK_KINDS } from '@talaan/core/risk/risk-signals';
import { pageOf } from '../http/envelope.ts';
import { MAIL_STATES } from '../notices/mail.contract.ts';
import { shownShape } from './declared-field.ts';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from './entry-fields.ts';
import { amount, calendarDay, instant } from './wire-values.ts';

/** What a person may do to a batch; each is offered, or refused with its reason (decisions §3). */
export const BATCH_ACTIONS = DECIDED_ACTIONS;
export type BatchAction = DecidedAction;

const actionState = z.object({
  allowed: z.boolean(),
  /** Why not, for programs and for people; null when allowed. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** The status afterwards, to send with POST /trx/header/{id}; `unlock` sends its own with processing 0. Null when refused. */
  status: z.int().nullable(),
});
export type ActionState = z.infer<typeof actionState>;

export const allowedActions = z.object(
  Object.fromEntries(BATCH_ACTIONS.map((action) => [action, actionState])) as Record<BatchAction, typeof actionState>,
);
export type AllowedActions = z.infer<typeof allowedActions>;

/** What a document has beside the fields of its header: its receipt, and what it moves; null where its type has none. */
const paperFields = {
  or_number: z.string().nullable(),
  ar_number: z.string().nullable(),
  /** 0 not sent, 1 sent, 2 the payee has no e-mail; null before a receipt is issued. */
  receipt_status: z.int().nullable(),
  /** What became of its last mail: `waiting` until a mail server took it; null where none was written. */
  mail_state: z.enum(MAIL_STATES).nullable(),
  /** What goes through the bank account, in the document's currency: what is paid out or received. */
  amount,
  /** The same where a cheque pays it, else 0.00. */
  cheque_amount: amount,
  /** What a voucher charges, before the tax withheld; its total. */
  voucher_amount: amount,
};

const documentFields = z.object(shownShape(DOCUMENT_FIELDS));

/** What a list shows of the first document, beside its date. */
const rowFields = documentFields.omit({
  document_date: true,
  payee_bank_id: true,
  payee_account_number: true,
  payee_account_name: true,
  payee_bank_code: true,
  payee_bank_name: true,
});

/** How many risk signals a payment has: high ones are ticked as seen by whoever approves or releases. */
const riskCounts = z.object({ high: z.int(), notice: z.int() });
export type RiskCounts = z.infer<typeof riskCounts>;

/** One row of a transaction list: the batch, with what its documents share. */
export const batchRow = z.object({
  /** Of the first document; amounts are those of all. */
  ...rowFields.shape,
  ...paperFields,
  id: z.string(),
  batch_number: z.string(),
  document_type: z.string(),
  adjusting: z.int(),
  /** The first document's number; null before the first save. */
  document_number: z.string().nullable(),
  document_count: z.int(),
  /** yyyy-mm-dd, or several separated by commas: shown as 'Have multiple dates' (spec 2 §3). */
  document_date: z.string(),
  status: z.int(),
  /** 7 posted, 20 cancelled (billings and collections), 0 neither (decisions §4). */
  accounting_status: z.int(),
  voided: z.boolean(),
  processing: z.int(),
  locked_by: z.int().nullable(),
  locked_by_name: z.string().nullable(),
  locked_at: instant.nullable(),
  is_confidential: z.int(),
  is_pdc: z.int(),
  /** Cheques of a post-dated series that are still open: neither posted nor void; 0 where it is none. */
  number_of_cheques: z.int(),
  /** At 7: the day on which the next cheque of a series posts; one in the past waits for an open period. */
  matures_on: calendarDay.nullable(),
  regular_trx: z.int().nullable(),
  currency_id: z.int(),
  /** ISO code of the currency. */
  currency: z.string(),
  dollar_rate: z.string(),
  /** In the document's currency. */
  total_amount: amount,
  total_debit: amount,
  total_credit: amount,
  /** In pesos. */
  amount_php: amount,
  prepared_by: z.int(),
  /** Name of the preparer. */
  preparer: z.string(),
  date_encoded: instant,
  edit_by: z.string().nullable(),
  edit_date: instant.nullable(),
  approved_by: z.string().nullable(),
  /** Why it was returned or rejected; empty when it was not. */
  approved_remarks: z.string(),
  /** When the preparer last submitted it; null while it is a draft. */
  submitted_at: instant.nullable(),
  attachments: z.int(),
  row_version: z.int(),
  /** Only when the list was asked for with actions=1. */
  allowed_actions: allowedActions.optional(),
  /** Likewise, of a payment on its way that has risk signals. */
  risks: riskCounts.optional(),
});
export type BatchRow = z.infer<typeof batchRow>;

export const batchTotal = z.object({
  currency_id: z.int(),
  currency: z.string(),
  /** Whether it adds up what is void, cancelled or archived: that stands apart, in no other total. */
  archived: z.boolean(),
  rows: z.int(),
  /** What goes through the bank; `total_amount` of those that name none. */
  amount,
  total_amount: amount,
  total_debit: amount,
  total_credit: amount,
});

/** A page of a transaction list, with the totals of its rows by currency; of what waits for the caller or for release, of all pages. */
export const batchPage = pageOf(batchRow).extend({ totals: z.array(batchTotal) });
export type BatchPage = z.infer<typeof batchPage>;

/** One document of a batch. */
const documentView = z.object({
  id: z.string(),
  /** -1 on the summary record of a post-dated series. */
  header_key: z.int(),
  ...documentFields.shape,
  ...paperFields,
  ...shownShape(BATCH_FIELDS),
  /** 1 on a cheque; on the summary record, how many are still open. */
  number_of_cheques: z.int(),
  /** At 7 and not in the ledger yet: its own date, on which it posts. */
  matures_on: calendarDay.nullable(),
  /** Its day has come, but the period is closed; it posts when the period is open. */
  waits_for_period: z.boolean(),
  /** Of the payee's business partner. */
  contact_person: z.string().nullable(),
  document_number: z.string().nullable(),
  /** 20 when this document alone was voided, else the batch's status. */
  status: z.int(),
  accounting_status: z.int(),
  total_amount: amount,
  total_debit: amount,
  total_credit: amount,
  voided_at: instant.nullable(),
  voided_by: z.string().nullable(),
  void_reason: z.string().nullable(),
  journal_entry_id: z.string().nullable(),
  posted_at: instant.nullable(),
  /** The entry that reverses the posting, and the date it was booked on. */
  reversal_entry_id: z.string().nullable(),
  reversal_date: calendarDay.nullable(),
  /** In the ledger: the date at which a void today would book its mirror; null where no period takes it. */
  void_date: calendarDay.nullable(),
});
export type DocumentView = z.infer<typeof documentView>;

/** One line of a document. The codes and names beside the ids are for screens and prints. */
const lineView = z.object({
  header_key: z.int(),
  line_no: z.int(),
  document_number: z.string().nullable(),
  ...shownShape(LINE_FIELDS),
});
export type LineView = z.infer<typeof lineView>;

export const attachmentView = z.object({
  id: z.string(),
  name: z.string(),
  media_type: z.string(),
  /** In bytes. */
  size: z.int(),
  sha256: z.string(),
  uploaded_by: z.string(),
  uploaded_at: instant,
});
export type AttachmentView = z.infer<typeof attachmentView>;

/** One move of the batch: what happened, who did it, for whom, and why. */
const timelineMove = z.object({
  cycle: z.int(),
  action: z.string(),
  status_from: z.int(),
  status_to: z.int(),
  user_id: z.int(),
  user_name: z.string(),
  on_behalf_of: z.int().nullable(),
  on_behalf_of_name: z.string().nullable(),
  level_code: z.string().nullable(),
  level_name: z.string().nullable(),
  /** The amount that was approved and the limit that was used; the limit is null for none. */
  amount: amount.nullable(),
  officer_limit: amount.nullable(),
  /** ISO code of both: the document's currency, or that of a limit in pesos. */
  currency: z.string(),
  remarks: z.string(),
  at: instant,
  /** SHA-256 of what was signed by it; null for a move that signs nothing. */
  fingerprint: z.string().nullable(),
  /** False when a later edit, return or withdrawal made this move void. */
  in_force: z.boolean(),
});
export type TimelineMove = z.infer<typeof timelineMove>;

const eligiblePerson = z.object({
  user_id: z.int(),
  user_name: z.string(),
  /** The officer in whose place this person may act today; null when acting as oneself. */
  on_behalf_of: z.int().nullable(),
  on_behalf_of_name: z.string().nullable(),
});

/** One step of the way to Approved: review, each required approval level, release. */
export const routeStage = z.object({
  status: z.int(),
  label: z.string(),
  level_code: z.string().nullable(),
  level_name: z.string().nullable(),
  /** From which peso amount the level is required. */
  min_amount: amount.nullable(),
  state: z.enum(['done', 'current', 'pending']),
  done_by: z.string().nullable(),
  done_at: instant.nullable(),
  /** Who may take this step, in the order of their names; empty for a step that is done. */
  eligible: z.array(eligiblePerson),
  /** No officer of the level has a limit in the document's currency: limits in pesos are held against its peso amount. */
  peso_limits: z.boolean(),
});
export type RouteStage = z.infer<typeof routeStage>;

const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/**
 * What differs between the version that was last submitted in an earlier round and the one shown; in the first round,
 * what was corrected since it was submitted.
 */
const changesSince = z.object({
  since: instant,
  by: z.string(),
  /** SHA-256 of what was signed then, null when nothing was, and of the content as it stands. */
  fingerprint_before: z.string().nullable(),
  fingerprint_now: z.string(),
  /** Cheques of a series that came or went, each as a whole; its header and lines are not told again below. */
  documents: z.array(
    z.object({
      header_key: z.int(),
      kind: z.enum(['added', 'removed']),
      document_date: calendarDay,
      cheque_number: z.string().nullable(),
      total_amount: amount,
    }),
  ),
  headers: z.array(fieldChange.extend({ header_key: z.int() })),
  lines: z.array(
    z.object({
      header_key: z.int(),
      line_no: z.int(),
      kind: z.enum(['added', 'removed', 'changed']),
      account_code: z.string(),
      fields: z.array(fieldChange),
    }),
  ),
  attachments: z.array(z.object({ name: z.string(), kind: z.enum(['added', 'removed']) })),
});
export type ChangesSince = z.infer<typeof changesSince>;

const riskOther = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  document_date: calendarDay,
  currency: z.string(),
  /** Of all its documents. */
  total_amount: amount,
  /** How many it has: each cheque of a series is one. */
  documents: z.int(),
  status: z.int(),
  status_label: z.string(),
});
export type RiskOther = z.infer<typeof riskOther>;

/** What an approver should know of a payment before money leaves, and the other transactions that it speaks of. */
export const riskView = z.object({
  kind: z.enum(RISK_KINDS),
  /** `high` is ticked as seen by whoever approves or releases; `notice` is told. */
  severity: z.enum(['high', 'notice']),
  sentence: z.string(),
  /** What a move sends as `risks_seen`; another one as soon as another document joins. */
  fingerprint: z.string(),
  documents: z.array(riskOther),
  /** How many others there are that the caller may not see. */
  hidden: z.int(),
});
export type RiskView = z.infer<typeof riskView>;

/** A signal that was ticked as seen in this round. */
const riskTick = z.object({
  kind: z.enum(RISK_KINDS),
  sentence: z.string(),
  fingerprint: z.string(),
  user_name: z.string(),
  at: instant,
});
export type RiskTick = z.infer<typeof riskTick>;

const partRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).readonly();
const partContents = z.record(z.string(), z.array(partRow).readonly()).readonly();

const accrualReversal = z.object({
  /** The first day of the month after the accrual. */
  due_on: calendarDay,
  /** The entry that took it back; null until it is made. */
  batch_number: z.string().nullable(),
  document_number: z.string().nullable(),
  /** Where the accrual is void today, so is that entry: the date of its mirror, null where no period takes it or none is needed. */
  void_date: calendarDay.nullable(),
  /** Why it was not made when it was due. */
  reason: z.string().nullable(),
});
export type AccrualReversal = z.infer<typeof accrualReversal>;

/** Everything that a screen, a print or an approver needs of one batch. */
export const batchDetail = batchRow.omit({ allowed_actions: true }).extend({
  cycle: z.int(),
  period_open: z.boolean(),
  /**
   * The documents; of a post-dated series its summary record first and then every cheque that is still open, so that
   * the number of cheques is the number of records less one (spec 2 §2).
   */
  headers: z.array(documentView),
  /** Every document: of a series also the cheques that are posted or void. */
  documents: z.array(documentView),
  details: z.array(lineView),
  /** Rows of the tables of the type's own, by the name of the part, as its fields are declared (`document-parts.ts`). */
  parts: partContents,
  /** Of an accrual that is taken back by itself in the month after it; its approval covers that. */
  reversal: accrualReversal.nullable(),
  upload_file: z.array(attachmentView),
  timeline: z.array(timelineMove),
  route: z.array(routeStage),
  allowed_actions: allowedActions,
  changes: changesSince.nullable(),
  /** Of a payment that is on its way, and of a receipt until it is void; high ones first. */
  risk_signals: z.array(riskView),
  /** What approvers and whoever released have ticked as seen, the last first. */
  risk_ticks: z.array(riskTick),
  /** What is not wrong yet but will stop a submit: the entry does not balance, for one. */
  warnings: z.array(z.string()),
});
export type BatchDetail = z.infer<typeof batchDetail>;

/** The answer of a move, a void, a delete or a lock: where the batch stands now. */
export const moveResult = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  document_number: z.string().nullable(),
  status: z.int(),
  status_label: z.string(),
  processing: z.int(),
  accounting_status: z.int(),
  row_version: z.int(),
  /** Entries written by this call: the posting at 7, the mirror of a void. */
  journal_entry_ids: z.array(z.string()),
  /** The date of the mirror entries of a void, when any were written. */
  reversal_date: calendarDay.nullable(),
  /** 2 when the payee has no e-mail and the receipt should be printed (spec 2 §4); null where no receipt is involved. */
  receipt_status: z.int().nullable(),
});
export type MoveResult = z.infer<typeof moveResult>;

/** Moves that can be tried for many at once. */
export const TRIED_ACTIONS = ['submit', 'approve', 'return'] as const;
export type TriedAction = (typeof TRIED_ACTIONS)[number];

/** What a move of many would do to one of them (decisions §3, ux §6.1). */
export const DRY_RUN_OUTCOMES = ['passes', 'needs_another', 'blocked'] as const;
export type DryRunOutcome = (typeof DRY_RUN_OUTCOMES)[number];

const dryRunItem = z.object({
  batch_number: z.string(),
  document_type: z.string(),
  /** `passes`: nothing else is needed but, where the type has it, the release; `needs_another`: it goes on to the next level. */
  outcome: z.enum(DRY_RUN_OUTCOMES),
  /** Why it is blocked, for programs and for people; null when it is not. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** The status to send with POST /trx/header/{id}, and the version that was looked at; null when it is blocked. */
  status: z.int().nullable(),
  row_version: z.int().nullable(),
  /** The officer in whose place the caller would act; null when acting as oneself. */
  on_behalf_of_name: z.string().nullable(),
  /** The step that follows, and who can take it; null when it is blocked, ends in the books or goes back to its preparer. */
  next: z.object({ label: z.string(), level_name: z.string().nullable(), eligible: z.array(z.string()) }).nullable(),
  /** Of an approval. The outcome is that of whoever sends the fingerprints of the high ones as `risks_seen`. */
  risks: z.array(riskView),
  /** What it is; null when the caller may not see it. */
  batch: z
    .object({
      document_number: z.string().nullable(),
      payee_desc: z.string().nullable(),
      remarks: z.string(),
      preparer: z.string(),
      currency: z.string(),
      /** What goes through the bank; `total_amount` where no bank is named. */
      amount,
      total_amount: amount,
    })
    .nullable(),
});
export type DryRunItem = z.infer<typeof dryRunItem>;

/** The items in the order of the question, with sums by outcome and currency. */
export const dryRun = z.object({
  items: z.array(dryRunItem),
  totals: z.array(
    z.object({ outcome: z.enum(DRY_RUN_OUTCOMES), currency: z.string(), count: z.int(), total_amount: amount }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;
