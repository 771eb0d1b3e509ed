import { DOCUMENT_TYPES, moduleOf, type DocumentType } from '@talaan/core/documents/document-type';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { AllowedActions } from '@talaan/contract/documents/batch-view.contract';
import { DOCUMENT_KINDS } from '@talaan/contract/documents/document-kinds';
import {
  allowedActions,
  BATCH_ACTIONS,
  decideAction,
  type ActingUser,
  type ActionDecision,
  type ActionRefusal,
  type BatchAction,
  type BatchFacts,
} from '@talaan/core/approval/allowed-actions';
import { decideStatusChange } from '@talaan/core/approval/status-change';
import { PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import { STATUS } from '@talaan/core/documents/status';
import { requireSum } from '@talaan/core/money/money';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { levelOn } from '../../access/may-open.ts';
import { conflict, notFound, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { DecidableBatch, DecisionInput } from './batch-record.ts';
import { reversalDatesOf } from './reversal-dates.ts';

type DecidableDocument = DecidableBatch['documents'][number];

export type AllowedDecision = Extract<ActionDecision, { allowed: true }>;

/** What the person may do with the batch now; throws the refusal when he may not. */
export function requireAction(action: BatchAction, input: DecisionInput, user: Principal): AllowedDecision {
  return requireAllowed(decideAction(action, batchFactsOf(input), actingUserOf(user, input), input.rules), input);
}

/** The action that a wanted status asks for, allowed; throws the refusal when it is not (decisions §2 Moves). */
export function requireStatusChange(wanted: number, input: DecisionInput, user: Principal) {
  const change = decideStatusChange(wanted, batchFactsOf(input), actingUserOf(user, input), input.rules);
  if (change.action === null) throw conflict(change.code, change.message);
  return { action: change.action, decision: requireAllowed(change.decision, input) };
}

/** Every action as the wire carries it: allowed with the status to send, or refused with the reason. */
export function allowedActionsOf(input: DecisionInput<DecidableBatch>, user: Principal): AllowedActions {
  const decisions = allowedActions(batchFactsOf(input), actingUserOf(user, input), input.rules);
  const states = BATCH_ACTIONS.map((action) => {
    const decision = decisions[action];
    return [
      action,
      decision.allowed
        ? { allowed: true, code: null, message: null, status: decision.to }
        : { allowed: false, code: decision.code, message: decision.message, status: null },
    ];
  });
  return Object.fromEntries(states) as AllowedActions;
}

/** Throws the same 404 as for an unknown number when the batch is not to be seen (reliability (d) 34). */
export function requireVisible(
  input: DecisionInput | null,
  { batch_number, types, user }: { batch_number: string; types: readonly DocumentType[]; user: Principal },
): DecisionInput {
  if (!input || isHidden(input, user)) throw batchNotFound(batch_number, types);
  return input;
}

function batchNotFound(batchNumber: string, types: readonly DocumentType[]): Problem {
  const family = DOCUMENT_KINDS.find((kind) => types.every((type) => kind.types.includes(type)));
  return notFound(MESSAGES.noSuchBatch(batchNumber, family?.one));
}

/** What the decisions of `packages/core` take of a batch. */
export function batchFactsOf(input: DecisionInput<DecidableBatch>): BatchFacts {
  const { batch, today } = input;
  return {
    document_type: batch.document_type,
    status: batch.status,
    prepared_by: batch.prepared_by,
    editors: batch.editors,
    approvals: batch.moves.filter((move) => move.action === 'approve'),
    ...batch.to_approve,
    lock: batch.lock,
    is_confidential: batch.is_confidential === 1,
    received_from: batch.received_from,
    uploaded_by: batch.uploaded_by,
    reverses: batch.reverses,
    posted: batch.documents.some((document) => document.journal_entry_id !== null),
    settled: requireSum(batch.settled_amount) > 0n,
    period_open: batch.documents.every((document) => periodIsOpenFor(document, batch, today)),
    cheques_numbered:
      !DOCUMENT_TYPES[batch.document_type].header.cheque ||
      batch.documents.every(({ is_voided, cheque_number }) => is_voided || cheque_number !== null),
    reversible: ![...reversalDatesOf(input).values()].includes(null),
  };
}

/** What the decisions of `packages/core` take of the person. */
export function actingUserOf(
  user: Pick<Principal, 'user_id' | 'super_user' | 'levels'>,
  { batch, max_amount_minor }: DecisionInput<DecidableBatch>,
): ActingUser {
  return {
    user_id: user.user_id,
    sper_user: user.super_user,
    module_name: DOCUMENT_MODULES[batch.document_type],
    module_level: levelOn(user, DOCUMENT_MODULES[batch.document_type]),
    payment_level: levelOn(user, 'Payment'),
    archived_level: levelOn(user, 'Archived Transactions'),
    active_level: levelOn(user, 'Active Transactions'),
    max_amount_minor,
  };
}

/**
 * Whether a document's period takes an entry. One that matures later is looked at on its day, one that was voided only
 * when its batch is to be restored, which looks at the old date (decisions §4).
 */
export function periodIsOpenFor(document: DecidableDocument, batch: DecidableBatch, today: string): boolean {
  const module = moduleOf(batch.document_type);
  const isEnded = document.is_voided && batch.status !== STATUS.ARCHIVED;
  if (module === null || isEnded || matures(document, batch, today)) return true;
  return document.period?.[module] === PERIOD_OPEN;
}

/** A post-dated document whose day has not come. */
export function matures(
  document: Pick<DecidableDocument, 'document_date'>,
  batch: Pick<DecidableBatch, 'is_pdc'>,
  today: string,
): boolean {
  return batch.is_pdc === 1 && document.document_date > today;
}

/** Whoever looks as another user sees what both of them may see. */
function isHidden(input: DecisionInput, user: Principal): boolean {
  const acting = actingUserOf(user, input);
  const persons = user.preview ? [acting, { ...acting, user_id: user.preview.user_id }] : [acting];
  return persons.some((person) => {
    const decision = decideAction('edit', batchFactsOf(input), person, input.rules);
    return !decision.allowed && decision.code === 'hidden';
  });
}

function requireAllowed(decision: ActionDecision, input: DecisionInput): AllowedDecision {
  if (decision.allowed) return decision;
  if (decision.code === 'hidden') throw batchNotFound(input.batch.batch_number, [input.batch.document_type]);
  throw new Problem(FORBIDDING.has(decision.code) ? 403 : 409, decision.code, decision.message);
}

/** Refusals for who one is; all others are about the state of the batch. */
const FORBIDDING: ReadonlySet<ActionRefusal> = new Set<ActionRefusal>([
  'no_access',
  'is_preparer',
  'is_editor',
  'has_acted',
  'principal_has_acted',
  'not_preparer',
  'not_officer',
  'not_checker',
  'not_cashier',
  'other_currency',
  'above_limit',
  'own_invoice',
  'own_received',
]);
