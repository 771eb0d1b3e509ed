/**
 * The life of a batch (decisions §3):
 *
 *   1 Active → 2 For Review → 3, 4, 5 For Approval → 6 For Release → 7 Approved (posted)
 *
 * After it, types that vouchers take from go on to 8, 9 and 10 (`later` of their facts).
 *
 * Return and withdraw lead back to 1, reject, archive and void to 20, restore from 20 to 1. Some types have no 2,
 * others no 6. Which of 2 … 5 a batch passes depends on settings and on its amount.
 */
import type { DocumentFacts, LaterState } from './document-facts.ts';
import { STATUS, type LaterStatus, type Status, type StatusAction, type StatusHue, type StatusMove } from './status.ts';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES, type DocumentType } from './document-type.ts';

/** The statuses at which an approving officer acts, lowest level first. */
export const APPROVAL_STATUSES = [STATUS.FOR_APPROVAL_1, STATUS.FOR_APPROVAL_2, STATUS.FOR_APPROVAL_3] as const;

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** What is active again because somebody returned it. */
export const RETURNED_CHIP: StatusChip = { hue: 'amber', label: 'Returned' };

/** Actions that tell the preparer why, and therefore refuse empty remarks (decisions §3, §4). */
export const ACTIONS_WITH_REMARKS: readonly StatusAction[] = ['return', 'reject', 'withdraw', 'void', 'close'];

/** What the installation has switched on for one document type (decisions §3, data-model table setting). */
export interface ApprovalSettings {
  readonly needs_approval: boolean;
  readonly review_stage: boolean;
}

/** The settings of a new installation for a type: a type without approval has no review either (decisions §3). */
export function defaultApprovalSettings(type: DocumentType): ApprovalSettings {
  const { needs_approval, has_review_stage } = DOCUMENT_TYPES[type];
  return { needs_approval, review_stage: needs_approval && has_review_stage };
}

/** Moves that every type has. A deleted draft keeps its status and gets a tombstone. */
const DRAFT_MOVES: readonly StatusMove[] = [
  { from: 1, to: 3, action: 'submit' },
  { from: 1, to: 1, action: 'delete' },
  { from: 1, to: 20, action: 'archive' },
  { from: 1, to: 20, action: 'void' },
  { from: 3, to: 4, action: 'approve' },
  { from: 3, to: 1, action: 'return' },
  { from: 3, to: 1, action: 'withdraw' },
  { from: 3, to: 20, action: 'reject' },
  { from: 3, to: 20, action: 'void' },
  { from: 4, to: 5, action: 'approve' },
  { from: 4, to: 1, action: 'return' },
  { from: 4, to: 1, action: 'withdraw' },
  { from: 4, to: 20, action: 'reject' },
  { from: 4, to: 20, action: 'void' },
  { from: 5, to: 1, action: 'return' },
  { from: 5, to: 1, action: 'withdraw' },
  { from: 5, to: 20, action: 'reject' },
  { from: 5, to: 20, action: 'void' },
  { from: 7, to: 20, action: 'void' },
  { from: 20, to: 1, action: 'restore' },
];

const REVIEW_MOVES: readonly StatusMove[] = [
  { from: 1, to: 2, action: 'submit' },
  { from: 2, to: 3, action: 'approve' },
  { from: 2, to: 1, action: 'return' },
  { from: 2, to: 1, action: 'withdraw' },
  { from: 2, to: 20, action: 'reject' },
  { from: 2, to: 20, action: 'void' },
];

/** The last step before the ledger, for types that are released. */
const RELEASE_MOVES: readonly StatusMove[] = [
  { from: 1, to: 6, action: 'submit' },
  { from: 2, to: 6, action: 'approve' },
  { from: 3, to: 6, action: 'approve' },
  { from: 4, to: 6, action: 'approve' },
  { from: 5, to: 6, action: 'approve' },
  { from: 6, to: 1, action: 'withdraw' },
  { from: 6, to: 20, action: 'void' },
  { from: 6, to: 7, action: 'release' },
];

/** The last step before the ledger, for types that go there from their last approval. */
const DIRECT_MOVES: readonly StatusMove[] = [
  { from: 1, to: 7, action: 'submit' },
  { from: 2, to: 7, action: 'approve' },
  { from: 3, to: 7, action: 'approve' },
  { from: 4, to: 7, action: 'approve' },
  { from: 5, to: 7, action: 'approve' },
];

/** The way of what enters by itself, agreed to before it came (decisions §7). */
const ACCEPTED: StatusMove = { from: 1, to: 7, action: 'accept' };

/** Every move that a batch of each type can ever make; the database holds the same rows in status_move. */
export const STATUS_MOVES = Object.fromEntries(
  ALL_DOCUMENT_TYPES.map((type) => [type, everyMoveOf(DOCUMENT_TYPES[type])]),
) as Readonly<Record<DocumentType, readonly StatusMove[]>>;

function everyMoveOf({ has_review_stage, has_release_stage, later, module }: DocumentFacts): readonly StatusMove[] {
  const last = [
    ...(has_release_stage ? RELEASE_MOVES : DIRECT_MOVES),
    ...(module === null ? [] : [ACCEPTED]),
    ...(later?.moves ?? []),
  ];
  if (has_review_stage) return [...DRAFT_MOVES, ...REVIEW_MOVES, ...last];
  return [...DRAFT_MOVES, ...last.filter((move) => move.from !== STATUS.FOR_REVIEW)];
}

/** The statuses that batches of these types can have, in the order of their life. */
export function statusesOf(types: readonly DocumentType[]): Status[] {
  const reached = types.flatMap((type) => STATUS_MOVES[type].flatMap(({ from, to }) => [from, to]));
  return [...new Set(reached)].toSorted((one, other) => one - other);
}

/**
 * The moves out of a status under the settings of the type: without a review stage nothing enters For Review, without
 * approval nothing enters For Approval, and with either nothing passes it by (decisions §3). Which approval stage comes
 * next depends on the amount: see nextStatus.
 */
export function movesFrom(type: DocumentType, status: Status, settings: ApprovalSettings): StatusMove[] {
  return STATUS_MOVES[type].filter((move) => move.from === status && moveFitsSettings(type, move, settings));
}

function moveFitsSettings(type: DocumentType, move: StatusMove, settings: ApprovalSettings): boolean {
  if (move.action === 'accept') return false;
  if (move.action !== 'submit' && move.action !== 'approve') return true;
  const reviewFirst = settings.review_stage && DOCUMENT_TYPES[type].has_review_stage;
  if (move.from === STATUS.ACTIVE && reviewFirst) return move.to === STATUS.FOR_REVIEW;
  if (move.to === STATUS.FOR_REVIEW) return false;
  if (isApprovalStatus(move.from)) return true;
  return isApprovalStatus(move.to) === settings.needs_approval;
}

/** Whether a status is one of For Approval 1, 2, 3. */
export function isApprovalStatus(status: number): status is ApprovalStatus {
  return status >= STATUS.FOR_APPROVAL_1 && status <= STATUS.FOR_APPROVAL_3;
}

export interface StatusChip {
  readonly label: string;
  readonly hue: StatusHue;
}

const STATUS_CHIPS: Readonly<Record<Exclude<Status, LaterStatus>, StatusChip>> = {
  1: { label: 'Active', hue: 'blue' },
  2: { label: 'For Review', hue: 'amber' },
  3: { label: 'For Approval 1', hue: 'amber' },
  4: { label: 'For Approval 2', hue: 'orange' },
  5: { label: 'For Approval 3', hue: 'violet' },
  6: { label: 'For Release', hue: 'teal' },
  7: { label: 'Approved', hue: 'green' },
  20: { label: 'Archived', hue: 'slate' },
};

/** Whether a number is a status of the life of a batch. */
export function isStatus(status: number): status is Status {
  return Object.values<number>(STATUS).includes(status);
}

/** The state of a type after Approved; null where it has none such. */
export function laterState(type: DocumentType, status: number): LaterState | null {
  const { later }: DocumentFacts = DOCUMENT_TYPES[type];
  return later?.states[status as LaterStatus] ?? null;
}

/**
 * Label and hue of a status as screens show it (ux §2): 7 reads "Released" where the type has a release stage and "Issued"
 * where it is answered with a receipt, which as a rule nobody approves (decisions §3); 20 reads
 * "Cancelled" for billings, collections and purchase orders. An unknown value reads "Status {n}", neutral.
 */
export function statusChip(type: DocumentType, status: number): StatusChip {
  const later = laterState(type, status);
  if (later !== null) return { label: later.label, hue: later.hue };
  if (!Object.hasOwn(STATUS_CHIPS, status)) return { label: `Status ${status}`, hue: 'neutral' };
  const { has_release_stage, header } = DOCUMENT_TYPES[type];
  if (status === STATUS.APPROVED && has_release_stage) return { label: 'Released', hue: 'green' };
  if (status === STATUS.APPROVED && header.receipt) return { label: 'Issued', hue: 'green' };
  if (status === STATUS.ARCHIVED && isCalledCancelled(type)) return { label: 'Cancelled', hue: 'red' };
  return STATUS_CHIPS[status as keyof typeof STATUS_CHIPS];
}

/** What the books call a billing, too, which goes back to Active only while it was never approved. */
function isCalledCancelled(type: DocumentType): boolean {
  const { archive_cancels, on_receivable }: DocumentFacts = DOCUMENT_TYPES[type];
  return archive_cancels || on_receivable === 'bills';
}

/** Where a batch stands: by its status, and what was voided or returned says so. */
export function stateChip(batch: {
  readonly document_type: DocumentType;
  readonly status: number;
  readonly voided: boolean;
  readonly approved_remarks: string;
}): StatusChip {
  const { document_type, status, voided, approved_remarks } = batch;
  if (status === STATUS.ACTIVE && approved_remarks !== '') return RETURNED_CHIP;
  if (voided && !isCalledCancelled(document_type)) return { label: 'Voided', hue: 'red' };
  return statusChip(document_type, status);
}
