import { currencyLabel, CURRENCY_PESO } from '../money/currency.ts';
import { formatAmount } from '../money/money.ts';
import { DOCUMENT_TYPES } from '../documents/document-type.ts';
import type { DocumentType } from '../documents/document-type.ts';
import { APPROVAL_STATUSES, STATUS } from '../documents/document-status.ts';
import type { ApprovalSettings, ApprovalStatus, Status } from '../documents/document-status.ts';

/** One of at most three approving levels. Its minimum is in pesos, in minor units (decisions §3). */
export interface ApprovingLevel {
  readonly level_code: string;
  readonly level_name: string;
  readonly min_amount_minor: bigint;
}

/** A level that a batch has to pass, and the status at which it waits there. */
export interface RequiredStage {
  readonly status: ApprovalStatus;
  readonly level_code: string;
  readonly level_name: string;
}

/**
 * One row of authority to approve: an approving (or billing) officer's own row, or the same row as a stand-in uses it
 * while a delegation runs. Limits are minor units of `currency_id`; null or 0 is no limit.
 */
export interface OfficerRow {
  /** Who acts. */
  readonly acting_user_id: number;
  /** Whose row it is; the same person unless it is delegated. */
  readonly user_id: number;
  readonly level_code: string;
  readonly currency_id: number;
  readonly min_amount_minor: bigint | null;
  readonly max_amount_minor: bigint | null;
  /** The max_amount of the user whose row it is, in pesos; null or 0 where not set. */
  readonly user_max_amount_minor: bigint | null;
}

/** What is to be approved: the amount in the document's currency, and its peso value, in minor units. */
export interface ApprovalAmount {
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly amount_php_minor: bigint;
}

/**
 * The stages that a peso amount needs, lowest first: every level whose minimum it reaches (decisions §3). An amount
 * below every minimum needs the lowest level, so that a type which needs approval never passes without one. No level
 * at all gives no stage; submitting is then refused. A fourth level throws.
 */
export function requiredStages(levels: readonly ApprovingLevel[], amountMinorPesos: bigint): RequiredStage[] {
  const reached = levels.filter((level) => level.min_amount_minor <= amountMinorPesos).length;
  return levelStages(levels).slice(0, Math.max(1, reached));
}

/** The stage of every level, lowest first: sorted by minimum they are For Approval 1, 2 and 3. A fourth level throws. */
export function levelStages(levels: readonly ApprovingLevel[]): RequiredStage[] {
  return levels.toSorted(byMinimum).map(({ level_code, level_name }, index) => {
    const status = APPROVAL_STATUSES[index];
    if (status === undefined) throw new RangeError('There are at most three approving levels.');
    return { status, level_code, level_name };
  });
}

function byMinimum(left: ApprovingLevel, right: ApprovingLevel): number {
  if (left.min_amount_minor !== right.min_amount_minor) return left.min_amount_minor < right.min_amount_minor ? -1 : 1;
  return left.level_code < right.level_code ? -1 : 1;
}

/** Which batch goes where: its type, the settings of that type, and the stages that its amount needs. */
export interface ApprovalRoute {
  readonly document_type: DocumentType;
  readonly settings: ApprovalSettings;
  readonly stages: readonly RequiredStage[];
}

/** Every status that a batch passes from Active to Approved, in order (decisions §3). */
export function approvalPath({ document_type, settings, stages }: ApprovalRoute): Status[] {
  const { has_review_stage, has_release_stage } = DOCUMENT_TYPES[document_type];
  return [
    STATUS.ACTIVE,
    ...(settings.review_stage && has_review_stage ? [STATUS.FOR_REVIEW] : []),
    ...(settings.needs_approval ? stages.map((stage) => stage.status) : []),
    ...(has_release_stage ? [STATUS.FOR_RELEASE] : []),
    STATUS.APPROVED,
  ];
}

/**
 * The status after this one on the way to Approved: of a draft by submitting, of a waiting batch by approval, of one
 * for release by release. Null at Approved and Archived.
 */
export function nextStatus(route: ApprovalRoute, status: Status): Status | null {
  return approvalPath(route).find((candidate) => candidate > status) ?? null;
}

export type LimitFault = 'other_currency' | 'below_minimum' | 'above_limit';

export type LimitDecision =
  | { readonly covers: true; readonly limit_minor: bigint | null }
  | { readonly covers: false; readonly code: LimitFault; readonly message: string };

/**
 * Whether an officer row covers an amount (decisions §3): its currency is the document's, its minimum is reached, and at
 * the last required stage the amount is within its maximum and its peso value within the officer's own max_amount.
 * `limit_minor` is the maximum that was applied, in the document's currency; null for none.
 */
export function officerCovers(officer: OfficerRow, amount: ApprovalAmount, isLast: boolean): LimitDecision {
  if (officer.currency_id !== amount.currency_id) {
    const message = `You have no approval limit in ${currencyLabel(amount.currency_id)} at level ${officer.level_code}.`;
    return { covers: false, code: 'other_currency', message };
  }
  const minimum = officer.min_amount_minor ?? 0n;
  if (amount.amount_minor < minimum) {
    return outside('below_minimum', amount.amount_minor, minimum, amount.currency_id);
  }
  const maximum = limitOf(officer.max_amount_minor);
  if (!isLast) return { covers: true, limit_minor: null };
  if (maximum !== null && amount.amount_minor > maximum) {
    return outside('above_limit', amount.amount_minor, maximum, amount.currency_id);
  }
  const ownMaximum = limitOf(officer.user_max_amount_minor);
  if (ownMaximum !== null && amount.amount_php_minor > ownMaximum) {
    return outside('above_limit', amount.amount_php_minor, ownMaximum, CURRENCY_PESO);
  }
  return { covers: true, limit_minor: maximum };
}

function limitOf(maximum: bigint | null): bigint | null {
  return maximum === 0n ? null : maximum;
}

function outside(
  code: 'below_minimum' | 'above_limit',
  minor: bigint,
  bound: bigint,
  currencyId: number,
): LimitDecision {
  const currency = currencyLabel(currencyId);
  const relation = code === 'above_limit' ? 'above your limit' : 'below your minimum';
  const message = `Amount ${formatAmount(minor)} ${currency} is ${relation} of ${formatAmount(bound)} ${currency}.`;
  return { covers: false, code, message };
}

/** Persons who may not approve a batch: its preparer, the editors of the round, those who have acted in it. */
export type BarredUsers = ReadonlySet<number>;

/**
 * The officer rows that could approve a stage: of its level, covering the amount, where neither the person acting nor
 * the person stood in for is barred (decisions §3: a delegation counts as both).
 */
export function eligibleOfficers(
  officers: readonly OfficerRow[],
  stage: RequiredStage,
  isLast: boolean,
  amount: ApprovalAmount,
  barred: BarredUsers,
): OfficerRow[] {
  return officers.filter(
    (officer) =>
      officer.level_code === stage.level_code &&
      !barred.has(officer.acting_user_id) &&
      !barred.has(officer.user_id) &&
      officerCovers(officer, amount, isLast).covers,
  );
}

export interface NobodyEligible {
  readonly code: 'no_levels' | 'nobody_eligible';
  readonly message: string;
}

/**
 * Why a batch could never be approved, or null when it can (decisions §3: submit is refused and names level, currency
 * and amount). Each stage needs a person of its own, since one person acts once in a round. A confidential batch with a
 * review stage needs one more officer, who reviews it.
 */
export function explainNobodyEligible(batch: {
  readonly stages: readonly RequiredStage[];
  readonly officers: readonly OfficerRow[];
  readonly amount: ApprovalAmount;
  readonly barred: BarredUsers;
  readonly reviewed_by_officer: boolean;
}): NobodyEligible | null {
  const { stages, officers, amount, barred } = batch;
  if (stages.length === 0) {
    return { code: 'no_levels', message: 'No approving level is set up. Ask an administrator to add one.' };
  }
  const figure = `${formatAmount(amount.amount_minor)} ${currencyLabel(amount.currency_id)}`;
  const candidates = stages.map((stage, index) =>
    eligibleOfficers(officers, stage, index === stages.length - 1, amount, barred),
  );
  for (const [index, stage] of stages.entries()) {
    if (candidates[index]?.length !== 0) continue;
    const message = `Nobody can approve ${figure} at level ${stage.level_code} (${stage.level_name}). Ask an administrator for an approving officer of this level, currency and amount.`;
    return { code: 'nobody_eligible', message };
  }
  const reviewers = officers.filter((row) => !barred.has(row.acting_user_id) && !barred.has(row.user_id));
  if (canBeStaffed(batch.reviewed_by_officer ? [reviewers, ...candidates] : candidates, new Set())) return null;
  const levels = stages.map((stage) => stage.level_code).join(', ');
  const message = `Not enough different persons can approve ${figure} at levels ${levels}${batch.reviewed_by_officer ? ' and review it' : ''}. One person acts once in a round.`;
  return { code: 'nobody_eligible', message };
}

/** Whether every stage can get a row so that no person, acting or stood in for, appears twice. */
function canBeStaffed(stages: readonly (readonly OfficerRow[])[], taken: ReadonlySet<number>): boolean {
  const [stage, ...rest] = stages;
  if (stage === undefined) return true;
  return stage.some(
    (row) =>
      !taken.has(row.acting_user_id) &&
      !taken.has(row.user_id) &&
      canBeStaffed(rest, new Set([...taken, row.acting_user_id, row.user_id])),
  );
}
