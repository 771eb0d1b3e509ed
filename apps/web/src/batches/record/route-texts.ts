import type { BatchAction, BatchDetail, MoveResult, RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { HAPPENED } from '@talaan/contract/documents/document-paper';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { RECEIPT_STATUS } from '@talaan/core/documents/document-type';
import { isApprovalStatus } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import type { ActionableBatch } from './batch-calls.ts';
import { hasLedgerEffect, titleOfKey } from './batch-texts.ts';

/** 'Approval 2': the stage of a route where a batch waits 'For Approval 2'. */
export function stageName({ label }: Pick<RouteStage, 'label'>): string {
  return label.replace(/^For /, '');
}

/**
 * Who can act: 'Elena Tan', or 'Dario Lim for Elena Tan' where a person only stands in. Each person once; `without` is the
 * record ID of whoever has acted before them, himself or through a stand-in.
 */
export function eligibleNames(stage: RouteStage, without?: number): string[] {
  const eligible = stage.eligible.filter(
    ({ user_id, on_behalf_of }) => without === undefined || (user_id !== without && on_behalf_of !== without),
  );
  const themselves = new Set(eligible.filter((one) => one.on_behalf_of === null).map(({ user_id }) => user_id));
  const names = eligible
    .filter((one) => one.on_behalf_of === null || !themselves.has(one.user_id))
    .map(({ user_name, on_behalf_of_name }) =>
      on_behalf_of_name === null ? user_name : `${user_name} for ${on_behalf_of_name}`,
    );
  return [...new Set(names)];
}

/** Names in a sentence, three of them at most: 'Elena Tan, Felipe Ocampo, Dario Lim and 2 more'. */
export function listed(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}

/** 'Then Approval 2: Elena Tan; Approval 3: Felipe Ocampo.', or that it posts to the ledger, once this person approves. */
export function whatFollows(batch: BatchDetail, userId: number): string {
  const next = batch.allowed_actions.approve.status;
  if (next === null) return '';
  if (next === STATUS.APPROVED) {
    return hasLedgerEffect(batch.document_type) ? 'It then posts to the ledger.' : 'It is then approved.';
  }
  const ahead = batch.route.filter(({ status }) => status === next || (isApprovalStatus(status) && status > next));
  return `Then ${ahead.map((stage) => stageText(stage, userId)).join('; ')}.`;
}

/** 'Approval 2: Elena Tan'. Whoever approves may release what he approved. */
function stageText(stage: RouteStage, userId: number): string {
  const names = eligibleNames(stage, stage.status === STATUS.FOR_RELEASE ? undefined : userId);
  return names.length === 0
    ? `${stageName(stage)}, where nobody can act today`
    : `${stageName(stage)}: ${listed(names)}`;
}

/**
 * What became of a batch by a move: 'Status updated successfully. 0000123 approved. Next: Maria Santos (Approval 2).' Of a
 * row of a list, which has no route, the new status stands in place of the names. `userId` is the record ID of whoever acted.
 */
export function movedText(
  action: BatchAction,
  batch: ActionableBatch | BatchDetail,
  result: MoveResult,
  userId: number,
) {
  const what = HAPPENED[action]?.toLowerCase();
  if (what === undefined) return `${MESSAGES.statusUpdated}.`;
  const name = result.document_number ?? titleOfKey(batchKey(batch));
  // The last move of a receipt is its issue, whichever it is.
  const isIssued = result.receipt_status !== null && result.journal_entry_ids.length > 0;
  const said = [
    MESSAGES.statusUpdated,
    `${name} ${isIssued ? 'issued' : what}`,
    whereNow(batch, result, userId),
    receiptText(result),
  ];
  return said.filter(Boolean).join('. ') + '.';
}

/** Of a move that issued a receipt (spec 2 §4). */
function receiptText({ receipt_status }: MoveResult): string {
  const isMailed = receipt_status !== null && receipt_status !== RECEIPT_STATUS.NO_EMAIL;
  return isMailed ? "The receipt waits to be sent to the payor's e-mail" : '';
}

function whereNow(batch: ActionableBatch | BatchDetail, result: MoveResult, userId: number): string {
  if (result.journal_entry_ids.length > 0) return 'It is in the ledger';
  if (result.status === STATUS.ACTIVE) return `It is with ${batch.preparer}`;
  if (result.status >= STATUS.APPROVED) return '';
  const stage = 'route' in batch ? batch.route.find(({ status }) => status === result.status) : undefined;
  const names =
    stage === undefined ? [] : eligibleNames(stage, stage.status === STATUS.FOR_RELEASE ? undefined : userId);
  return stage === undefined || names.length === 0
    ? `It is now ${result.status_label}`
    : `Next: ${listed(names)} (${stageName(stage)})`;
}
