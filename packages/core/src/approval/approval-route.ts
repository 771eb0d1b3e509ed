import { currencyLabel, CURRENCY_PESO } from '../money/currency.ts';
import { formatAmount } from '../money/money.ts';
import { DOCUMENT_TYPES, officersOf } from '../documents/document-type.ts';
import type { DocumentType } from '../documents/document-type.ts';
import { APPROVAL_STATUSES } from '../documents/document-status.ts';
import { STATUS } from '../documents/status.ts';
import type { ApprovalSettings, ApprovalStatus } from '../documents/document-status.ts';
import type { Status } from '../documents/status.ts';

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
  readonly acting_user_name: string;
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

/** The approving levels and every row of authority that counts today. */
export interface StaffedLevels {
  readonly levels: readonly ApprovingLevel[];
  readonly officers: readonly OfficerRow[];
}

/**
 * The stages that an amount needs, lowest first: every level whose minimum its pesos reach, at least the lowest one, so
 * that a type which needs approval never passes without; and where no row of the last of them reaches the amount, the
 * next level too (decisions §3). The database counts them likewise (`required_stages`). No level at all gives no stage;
 * submitting is then refused. A fourth level throws.
 */
export function requiredStages({ levels, officers }: StaffedLevels, amount: ApprovalAmount): RequiredStage[] {
  const stages = levelStages(levels);
  const reached = levels.filter((level) => level.min_amount_minor <= amount.amount_php_minor).length;
  const last = stages.findIndex(
    ({ level_code }, index) =>
      index >= reached - 1 &&
      rowsAtLevel(officers, level_code, amount.currency_id).some((row) => officerCovers(row, amount, true).covers),
  );
  return last === -1 ? stages : stages.slice(0, last + 1);
}

/**
 * The rows that count at a level for a document: those in its currency, or where the level has none, those in pesos,
 * which are held against the peso amount (decisions §3).
 */
export function rowsAtLevel(officers: readonly OfficerRow[], levelCode: string, currencyId: number): OfficerRow[] {
  const rows = officers.filter((row) => row.level_code === levelCode);
  const own = rows.filter((row) => row.currency_id === currencyId);
  return own.length > 0 ? own : rows.filter((row) => row.currency_id === CURRENCY_PESO);
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

export type LimitDecision =
  | { readonly covers: true; readonly limit_minor: bigint | null }
  | { readonly covers: false; readonly message: string };

/**
 * Whether a row that counts for a document covers its amount (decisions §3): at the last required stage the amount is
 * within its maximum, in pesos where the row is, and the peso value within the officer's own max_amount; before it any
 * row does. A minimum excludes nobody. `limit_minor` is the maximum that was applied, in the currency of the row; null for
 * none.
 */
export function officerCovers(officer: OfficerRow, amount: ApprovalAmount, isLast: boolean): LimitDecision {
  if (!isLast) return { covers: true, limit_minor: null };
  const { currency_id } = officer;
  const held = heldAgainst(officer, amount);
  const maximum = limitOf(officer.max_amount_minor);
  if (maximum !== null && held > maximum) return aboveLimit(held, maximum, currency_id);
  const ownMaximum = limitOf(officer.user_max_amount_minor);
  if (ownMaximum !== null && amount.amount_php_minor > ownMaximum) {
    return aboveLimit(amount.amount_php_minor, ownMaximum, CURRENCY_PESO);
  }
  return { covers: true, limit_minor: maximum };
}

/** Whether the amount is below the minimum of a row that covers it: it comes last in that officer's inbox. */
export function isBelowMinimum(officer: OfficerRow, amount: ApprovalAmount): boolean {
  return heldAgainst(officer, amount) < (officer.min_amount_minor ?? 0n);
}

/** Whether the amount is above the maximum of a row that approves it all the same: another approval follows then. */
export function isAboveLimit(officer: OfficerRow, amount: ApprovalAmount): boolean {
  return !officerCovers(officer, amount, true).covers;
}

/** The amount in the currency of the row: the document's own, or its pesos. */
function heldAgainst({ currency_id }: OfficerRow, amount: ApprovalAmount): bigint {
  return currency_id === amount.currency_id ? amount.amount_minor : amount.amount_php_minor;
}

function limitOf(maximum: bigint | null): bigint | null {
  return maximum === 0n ? null : maximum;
}

function aboveLimit(minor: bigint, limit: bigint, currencyId: number): LimitDecision {
  const currency = currencyLabel(currencyId);
  const message = `Amount ${formatAmount(minor)} ${currency} is above your limit of ${formatAmount(limit)} ${currency}.`;
  return { covers: false, message };
}

/** Persons who may not approve a batch: its preparer, the editors of the round, those who have acted in it. */
export type BarredUsers = ReadonlySet<number>;

/**
 * The officer rows that could approve a stage: those that count at its level, covering the amount, where neither the person acting nor
 * the person stood in for is barred (decisions §3: a delegation counts as both).
 */
export function eligibleOfficers(
  officers: readonly OfficerRow[],
  stage: RequiredStage,
  isLast: boolean,
  amount: ApprovalAmount,
  barred: BarredUsers,
): OfficerRow[] {
  return rowsAtLevel(officers, stage.level_code, amount.currency_id).filter(
    (officer) =>
      !barred.has(officer.acting_user_id) &&
      !barred.has(officer.user_id) &&
      officerCovers(officer, amount, isLast).covers,
  );
}

export interface NobodyEligible {
  readonly code: 'no_levels' | 'nobody_eligible';
  readonly message: string;
}

/** What is to be staffed: the stages of an amount, and who could act. */
interface StaffQuestion {
  readonly stages: readonly RequiredStage[];
  readonly officers: readonly OfficerRow[];
  readonly amount: ApprovalAmount;
  readonly barred: BarredUsers;
  /** A confidential batch with a review stage needs one more officer, who reviews it. */
  readonly reviewed_by_officer: boolean;
}

/**
 * Why a batch could never be approved, or null when it can (decisions §3: submit is refused and names level, currency
 * and amount). Each stage needs a person of its own, since one person acts once in a round.
 */
export function explainNobodyEligible(
  batch: StaffQuestion & { readonly document_type: DocumentType },
): NobodyEligible | null {
  const { stages, amount } = batch;
  if (stages.length === 0) {
    return {
      code: 'no_levels',
      message: 'No approving level is set up: one is added under Approving Levels, by an administrator.',
    };
  }
  const missing = findUnstaffed(batch);
  if (missing === null) return null;
  const figure = `${formatAmount(amount.amount_minor)} ${currencyLabel(amount.currency_id)}`;
  if (missing !== 'persons') {
    const message = `Nobody can approve ${figure} at level ${missing.level_code} (${missing.level_name}). An administrator adds ${officersOf(batch.document_type)} of this level, currency and amount.`;
    return { code: 'nobody_eligible', message };
  }
  const levels = stages.map((stage) => stage.level_code).join(', ');
  const message = `Not enough different persons can approve ${figure} at levels ${levels}${batch.reviewed_by_officer ? ' and review it' : ''}. One person acts once in a round.`;
  return { code: 'nobody_eligible', message };
}

/** The first stage that nobody could take, 'persons' when too few different ones could take all, null when all are staffed. */
export function findUnstaffed(question: StaffQuestion): RequiredStage | 'persons' | null {
  const { stages, officers, amount, barred } = question;
  const candidates = stages.map((stage, index) =>
    eligibleOfficers(officers, stage, index === stages.length - 1, amount, barred),
  );
  const empty = stages.find((_, index) => candidates[index]!.length === 0);
  if (empty !== undefined) return empty;
  const reviewers = officers.filter((row) => !barred.has(row.acting_user_id) && !barred.has(row.user_id));
  const rows = question.reviewed_by_officer ? [reviewers, ...candidates] : candidates;
  return canBeStaffed(rows, new Set()) ? null : 'persons';
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
