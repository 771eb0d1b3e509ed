import { ACCESS, accessLevelLabel, levelMissingText } from '../access/access-level.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { isApprovalStatus, laterState, movesFrom } from '../documents/document-status.ts';
import { STATUS } from '../documents/status.ts';
import type { ApprovalSettings } from '../documents/document-status.ts';
import type { Status, StatusAction } from '../documents/status.ts';
import type { DocumentFacts } from '../documents/document-facts.ts';
import { DOCUMENT_TYPES, officersOf, onReceivable, type DocumentType } from '../documents/document-type.ts';
import { currencyLabel } from '../money/currency.ts';
import {
  eligibleOfficers,
  explainNobodyEligible,
  levelStages,
  nextStatus,
  officerCovers,
  requiredStages,
  rowsAtLevel,
} from './approval-route.ts';
import type { ApprovalAmount, ApprovalRoute, OfficerRow, StaffedLevels } from './approval-route.ts';
import { barredUsers, delegationConflict, dutyConflict } from './duties.ts';
import type { DutyConflict, RoundHistory } from './duties.ts';

/** What the decision needs to know of a batch. Amounts are minor units. */
export interface BatchFacts extends RoundHistory, ApprovalAmount {
  readonly document_type: DocumentType;
  readonly status: Status;
  /** Who holds the unexpired edit lock (`processing`), or null. */
  readonly lock: { readonly user_id: number; readonly user_name: string } | null;
  readonly is_confidential: boolean;
  /** The source that sent it; null where somebody typed it. */
  readonly received_from: string | null;
  /** Who uploaded it, where it came in files; null where a client sent it, or somebody typed it. */
  readonly uploaded_by: readonly number[] | null;
  /** The number of the accrual that it takes back by itself; null of every other one. */
  readonly reverses: string | null;
  /** Whether a document of it is in the ledger; at 7 without it, it is maturing. */
  readonly posted: boolean;
  /** Whether collections are applied to it, or journals settle it: it is not cancelled before them (decisions §6). */
  readonly settled: boolean;
  /** Whether the period module is open for every document that would post today. */
  readonly period_open: boolean;
  /** Whether what is paid by cheque has the numbers of its cheques, those aside that were voided. */
  readonly cheques_numbered: boolean;
  /** Whether a period takes the mirror of every entry that a void would reverse today. */
  readonly reversible: boolean;
}

/** What the way of a batch depends on. */
export type RoutedBatch = RoundHistory &
  ApprovalAmount &
  Pick<BatchFacts, 'document_type' | 'status' | 'is_confidential'>;

/** What the decision needs to know of the person who acts. Levels are effective ones. */
export interface ActingUser {
  readonly user_id: number;
  readonly sper_user: boolean;
  /** Level on the module of the document type. */
  /** The module of the batch's document type, as refusals name it, and the person's level on it. */
  readonly module_name: string;
  readonly module_level: AccessLevel;
  readonly payment_level: AccessLevel;
  /** Level on Archived Transactions, which holds restore (spec 2 §6). */
  readonly archived_level: AccessLevel;
  /** Level on Active Transactions, which holds the release of a lock (spec 2 §6). */
  readonly active_level: AccessLevel;
  /** The user's own max_amount in pesos; null or 0 where not set. Having one marks an approver (spec 2 §6). */
  readonly max_amount_minor: bigint | null;
}

/**
 * The rules of the installation that apply to the document type. Officers are every active row of authority, delegations
 * included: of billing officers for billing, of approving officers otherwise.
 */
export interface ApprovalRules extends StaffedLevels {
  readonly settings: ApprovalSettings;
}

/** Moves of the status table, editing, and freeing somebody's lock. */
export type BatchAction = Exclude<StatusAction, 'match' | 'accept'> | 'edit' | 'unlock';

export const BATCH_ACTIONS: readonly BatchAction[] = [
  'edit',
  'submit',
  'approve',
  'return',
  'reject',
  'withdraw',
  'release',
  'archive',
  'restore',
  'void',
  'delete',
  'close',
  'unlock',
];

export type ActionRefusal =
  | DutyConflict['code']
  | 'above_limit'
  | 'cancelled'
  | 'billing_collected'
  | 'strands'
  | 'other_currency'
  | 'no_access'
  | 'hidden'
  | 'locked'
  | 'received'
  | 'reversal'
  | 'not_locked'
  | 'released'
  | 'wrong_status'
  | 'not_preparer'
  | 'not_officer'
  | 'not_checker'
  | 'not_cashier'
  | 'period_closed'
  | 'no_open_period'
  | 'own_invoice'
  | 'own_received'
  | 'cheque_number_missing'
  | 'no_levels'
  | 'nobody_eligible';

export type ActionDecision = Allowed | Refused;

interface Allowed {
  readonly allowed: true;
  /** The status afterwards. */
  readonly to: Status;
  /** The officer row that an approval, return or rejection rests on; null where it needs none. */
  readonly officer: OfficerRow | null;
  /** The limit that was applied, in minor units of the currency of that row; null for none. */
  readonly limit_minor: bigint | null;
}

interface Refused {
  readonly allowed: false;
  readonly code: ActionRefusal;
  readonly message: string;
}

/** Every action with its decision, as the detail of a batch carries them (decisions §2: allowed_actions). */
export function allowedActions(
  batch: BatchFacts,
  user: ActingUser,
  rules: ApprovalRules,
): Record<BatchAction, ActionDecision> {
  const decide = (action: BatchAction) => decideAction(action, batch, user, rules);
  return {
    edit: decide('edit'),
    submit: decide('submit'),
    approve: decide('approve'),
    return: decide('return'),
    reject: decide('reject'),
    withdraw: decide('withdraw'),
    release: decide('release'),
    archive: decide('archive'),
    restore: decide('restore'),
    void: decide('void'),
    delete: decide('delete'),
    close: decide('close'),
    unlock: decide('unlock'),
  };
}

/**
 * Whether a person may do one thing with a batch now, and if not, why (decisions §3 table and Duties; messages of
 * reliability (d) 17–20). Reasons are given in the order: visibility, status, lock, right, duty, limit, period.
 * Remarks and document-specific checks (series, applied collections) are the caller's.
 */
export function decideAction(
  action: BatchAction,
  batch: BatchFacts,
  user: ActingUser,
  rules: ApprovalRules,
): ActionDecision {
  return (
    visibilityRefusal(batch, user, rules) ??
    statusRefusal(action, batch, rules) ??
    receivedRefusal(action, batch) ??
    reversalRefusal(action, batch) ??
    lockRefusal(action, batch, user) ??
    DECISIONS[action]({ batch, user, rules })
  );
}

interface Case {
  readonly batch: BatchFacts;
  readonly user: ActingUser;
  readonly rules: ApprovalRules;
}

const DECISIONS: Readonly<Record<BatchAction, (given: Case) => ActionDecision>> = {
  edit: decideEdit,
  submit: decideSubmit,
  approve: (given) => decideApproval(given, 'approve'),
  return: (given) => decideApproval(given, 'return'),
  reject: (given) => decideApproval(given, 'reject'),
  withdraw: ({ batch, user }) => preparerRefusal(batch, user, 'withdraw') ?? allow(STATUS.ACTIVE),
  release: decideRelease,
  archive: ({ batch, user }) =>
    preparerRefusal(batch, user, 'archive') ?? levelRefusal(user, ACCESS.update) ?? allow(STATUS.ARCHIVED),
  restore: decideRestore,
  void: ({ batch, user, rules }) =>
    levelRefusal(user, ACCESS.delete) ??
    ownInvoiceRefusal(batch, user, rules) ??
    ownReceivedRefusal(batch, user) ??
    (batch.settled ? COLLECTED : null) ??
    (batch.reversible ? null : NO_OPEN_PERIOD) ??
    allow(STATUS.ARCHIVED),
  delete: ({ batch, user }) =>
    levelRefusal(user, user.user_id === batch.prepared_by ? ACCESS.update : ACCESS.delete) ?? allow(STATUS.ACTIVE),
  close: ({ user }) => levelRefusal(user, ACCESS.update) ?? allow(STATUS.CLOSED),
  unlock: decideUnlock,
};

/** A draft is open to everyone with Update; a submitted batch to its preparer, who takes it back to Active by it. */
function decideEdit({ batch, user }: Case): ActionDecision {
  return (
    levelRefusal(user, ACCESS.update) ??
    (batch.status === STATUS.ACTIVE ? null : preparerRefusal(batch, user, 'change')) ??
    allow(STATUS.ACTIVE)
  );
}

function decideSubmit({ batch, user, rules }: Case): ActionDecision {
  return (
    preparerRefusal(batch, user, 'submit') ??
    levelRefusal(user, ACCESS.insert) ??
    staffingRefusal(batch, rules) ??
    (batch.period_open ? null : PERIOD_CLOSED) ??
    allow(forwardStatus(batch, rules))
  );
}

/** Approve, return and reject rest on one right: the checker's at 2, an officer's of the level at 3, 4 and 5. */
function decideApproval({ batch, user, rules }: Case, act: ApprovalAct): ActionDecision {
  const conflict = dutyConflict(batch, user.user_id, act);
  if (conflict !== null) return refuse(conflict.code, conflict.message);
  const right =
    batch.status === STATUS.FOR_REVIEW ? reviewRight(batch, user, rules, act) : officerRight(batch, user, rules, act);
  if (!right.allowed) return right;
  if (act === 'return') return { ...right, to: STATUS.ACTIVE };
  if (act === 'reject') return { ...right, to: STATUS.ARCHIVED };
  const to = forwardStatus(batch, rules);
  if (to === STATUS.APPROVED && !batch.period_open) return PERIOD_CLOSED;
  return { ...right, to };
}

type ApprovalAct = 'approve' | 'return' | 'reject';

function reviewRight(batch: BatchFacts, user: ActingUser, rules: ApprovalRules, act: ApprovalAct): ActionDecision {
  if (!batch.is_confidential) {
    if (levelOf(user) < ACCESS.update) {
      return refuse('not_checker', `Only a checker with ${accessLevelLabel(3)} access can ${act} this transaction.`);
    }
    return (act === 'approve' ? strandedRefusal(batch, rules, [user.user_id], null) : null) ?? allow(batch.status);
  }
  const rows = rowsOf(user, rules).filter((row) => delegationConflict(batch, row) === null);
  if (rows.length === 0) {
    return refuse('not_officer', `Only ${officersOf(batch.document_type)} can ${act} this confidential transaction.`);
  }
  return firstAllowed(rows.map((row) => decideByRow(row, null, { batch, rules, act, peers: rules.officers })));
}

function officerRight(batch: BatchFacts, user: ActingUser, rules: ApprovalRules, act: ApprovalAct): ActionDecision {
  const stage = levelStages(rules.levels).find(({ status }) => status === batch.status);
  if (stage === undefined) return refuse('no_levels', 'No approving level is set up for this stage.');
  const { level_code, level_name } = stage;
  const own = rowsOf(user, rules).filter((row) => row.level_code === level_code);
  if (own.length === 0) {
    const message = `Only ${officersOf(batch.document_type)} of level ${level_code} (${level_name}) can ${act} this transaction.`;
    return refuse('not_officer', message);
  }
  const counted = rowsAtLevel(rules.officers, level_code, batch.currency_id);
  const rows = own.filter((row) => counted.includes(row));
  if (rows.length === 0) {
    const message = `You have no approval limit in ${currencyLabel(batch.currency_id)} at level ${level_code}.`;
    return refuse('other_currency', message);
  }
  // Returning and rejecting need the level and the currency, not the amount.
  const isLast = act === 'approve' && routeOf(batch, rules).stages.every(({ status }) => status <= batch.status);
  const peers = eligibleOfficers(rules.officers, stage, isLast, batch, barredUsers(batch));
  return firstAllowed(
    rows.map((row) => {
      const conflict = delegationConflict(batch, row);
      if (conflict !== null) return refuse(conflict.code, conflict.message);
      const limit = officerCovers(row, batch, isLast);
      if (!limit.covers) return refuse('above_limit', limit.message);
      return decideByRow(row, limit.limit_minor, { batch, rules, act, peers });
    }),
  );
}

/** `peers` are the rows that could take the same step. */
function decideByRow(
  row: OfficerRow,
  limitMinor: bigint | null,
  given: { batch: BatchFacts; rules: ApprovalRules; act: ApprovalAct; peers: readonly OfficerRow[] },
): ActionDecision {
  const { batch, rules, act, peers } = given;
  const persons = [row.acting_user_id, row.user_id];
  return (
    (act === 'approve' ? strandedRefusal(batch, rules, persons, peers) : null) ?? allow(batch.status, row, limitMinor)
  );
}

function firstAllowed(decisions: readonly ActionDecision[]): ActionDecision {
  return decisions.find((decision) => decision.allowed) ?? decisions[0]!;
}

function decideRelease({ batch, user }: Case): ActionDecision {
  const isCashier = user.sper_user || user.payment_level >= ACCESS.update;
  if (user.user_id !== batch.prepared_by && !isCashier) {
    return refuse('not_cashier', 'Only the preparer or a cashier can release this transaction.');
  }
  if (!batch.cheques_numbered) return CHEQUE_NUMBER_MISSING;
  return batch.period_open ? allow(STATUS.APPROVED) : PERIOD_CLOSED;
}

function decideRestore({ batch, user }: Case): ActionDecision {
  if (!user.sper_user && user.archived_level < ACCESS.update) {
    return refuse('no_access', 'You need Update access to Archived Transactions.');
  }
  if (user.user_id !== batch.prepared_by) return refuse('not_preparer', 'The Current User is not the Preparer.');
  const { numbered_at_approval, archive_cancels, label }: DocumentFacts = DOCUMENT_TYPES[batch.document_type];
  if ((numbered_at_approval || archive_cancels) && batch.posted) {
    const message = `This ${label.toLowerCase()} was approved and cancelled; its number stays with it. Enter it anew.`;
    return refuse('cancelled', message);
  }
  return batch.period_open ? allow(STATUS.ACTIVE) : PERIOD_CLOSED;
}

/** The rule of the Active screen (spec 2 §6; decisions §3): the holder, an approver at 2 … 5, the preparer at 1 or 6. */
function decideUnlock({ batch, user }: Case): ActionDecision {
  const { lock, status } = batch;
  if (lock === null) return refuse('not_locked', 'Nobody is processing this transaction.');
  const waits = status === STATUS.FOR_REVIEW || isApprovalStatus(status);
  const isApprover = (user.max_amount_minor ?? 0n) > 0n;
  const mayUpdate = user.sper_user || user.active_level >= ACCESS.update;
  const isOwnDraft = user.user_id === batch.prepared_by && (status === STATUS.ACTIVE || status === STATUS.FOR_RELEASE);
  if (lock.user_id === user.user_id || isOwnDraft || (waits && isApprover && mayUpdate)) return allow(status);
  return refuse('no_access', `Being processed by ${lock.user_name}. Only an approver or the preparer can release it.`);
}

/** The next status on the way to Approved. The status was found fit before, so that there is one. */
function forwardStatus(batch: RoutedBatch, rules: ApprovalRules): Status {
  return nextStatus(routeOf(batch, rules), batch.status) ?? STATUS.APPROVED;
}

function routeOf(batch: RoutedBatch, rules: ApprovalRules): ApprovalRoute {
  const stages = requiredStages(rules, batch);
  return { document_type: batch.document_type, settings: rules.settings, stages };
}

/** Confidential batches exist only for their preparer and for approving officers (decisions §3). */
function visibilityRefusal(batch: BatchFacts, user: ActingUser, rules: ApprovalRules): Refused | null {
  const isParty = user.user_id === batch.prepared_by || rowsOf(user, rules).length > 0;
  if (batch.is_confidential && !isParty) return refuse('hidden', 'Transaction not found.');
  return user.payment_level >= ACCESS.update ? null : levelRefusal(user, ACCESS.select);
}

function statusRefusal(action: BatchAction, batch: BatchFacts, rules: ApprovalRules): Refused | null {
  const { document_type, status, posted } = batch;
  if (action === 'unlock') return null;
  if (action === 'edit' && status < STATUS.APPROVED) return null;
  if (movesFrom(document_type, status, rules.settings).some((move) => move.action === action)) return null;
  const later = laterState(document_type, status);
  if (later !== null) return refuse('wrong_status', later.refusal);
  if (status === STATUS.APPROVED && ENDED_BY_RELEASE.has(action)) {
    return refuse('released', `A released transaction can only be ${posted ? 'reversed' : 'voided'}.`);
  }
  return refuse('wrong_status', WRONG_STATUS[action]);
}

const ENDED_BY_RELEASE: ReadonlySet<BatchAction> = new Set([
  'edit',
  'delete',
  'archive',
  'withdraw',
  'return',
  'reject',
]);

const WRONG_STATUS: Readonly<Record<Exclude<BatchAction, 'unlock'>, string>> = {
  edit: 'An archived transaction cannot be changed. Restore it first.',
  submit: 'Only an active transaction can be submitted.',
  approve: 'This transaction is not waiting for approval.',
  return: 'This transaction is not waiting for approval.',
  reject: 'This transaction is not waiting for approval.',
  withdraw: 'Only a submitted transaction can be withdrawn.',
  release: 'This transaction is not waiting for release.',
  archive: 'Only an active transaction can be archived.',
  restore: 'Only an archived transaction can be restored.',
  void: 'This transaction is already archived.',
  delete: 'Only an active transaction can be deleted.',
  close: 'Only what is approved and not wholly vouchered can be closed short.',
};

/** What another system sent goes on as it came, or ends: nobody here corrects it. */
function receivedRefusal(action: BatchAction, { received_from: source }: BatchFacts): Refused | null {
  if (source === null || !CORRECTIONS.has(action)) return null;
  const end = action === 'restore' ? '' : ' reject it, and';
  return refuse('received', `This batch came from ${source};${end} let ${source} send it anew.`);
}

const CORRECTIONS: ReadonlySet<BatchAction> = new Set(['edit', 'return', 'withdraw', 'restore']);

/** What takes an accrual back by itself stands and falls with it: the approval of the accrual is the only one that it has. */
function reversalRefusal(action: BatchAction, { reverses }: BatchFacts): Refused | null {
  if (reverses === null || (action !== 'void' && action !== 'restore')) return null;
  return refuse('reversal', `It takes back ${reverses}, and goes with it: ${action} ${reverses}.`);
}

function lockRefusal(action: BatchAction, { lock }: BatchFacts, user: ActingUser): Refused | null {
  if (action === 'unlock' || lock === null || lock.user_id === user.user_id) return null;
  return refuse('locked', `Being processed by ${lock.user_name}.`);
}

/** What several people approved is not undone by who prepared it, nor the receivable with it. */
function ownInvoiceRefusal(batch: BatchFacts, user: ActingUser, { settings }: ApprovalRules): Refused | null {
  const isOwn = onReceivable(batch.document_type) === 'bills' && user.user_id === batch.prepared_by;
  return isOwn && batch.status === STATUS.APPROVED && settings.needs_approval
    ? refuse('own_invoice', 'Another person than who prepared an approved invoice cancels it.')
    : null;
}

/**
 * What was sent and posted is taken out by somebody else than who brought it: made the client or gave it its secret, or uploaded
 * a part of it. Who accepted a file may: it took two to bring it in.
 */
function ownReceivedRefusal(
  { received_from, uploaded_by, status, prepared_by, editors }: BatchFacts,
  user: ActingUser,
): Refused | null {
  const brought = uploaded_by ?? [prepared_by, ...editors];
  if (received_from === null || status !== STATUS.APPROVED || !brought.includes(user.user_id)) return null;
  const who =
    uploaded_by === null ? 'made the client deletes what it sent and posted' : 'uploaded it takes it out of the ledger';
  return refuse('own_received', `Another person than who ${who}.`);
}

function preparerRefusal(batch: BatchFacts, user: ActingUser, act: string): Refused | null {
  if (user.user_id === batch.prepared_by) return null;
  return refuse('not_preparer', `Only the preparer can ${act} this transaction.`);
}

function levelRefusal(user: ActingUser, needed: AccessLevel): Refused | null {
  if (levelOf(user) >= needed) return null;
  return refuse('no_access', levelMissingText([user.module_name], needed, levelOf(user)));
}

/**
 * Why these persons must not take the present step: a later one would be left without anybody, since one person acts once
 * in a round (decisions §3). Names those of the peers who could take it instead; without peers any other checker could.
 * Null when the later ones are staffed.
 */
export function strandedRefusal(
  batch: RoutedBatch,
  rules: ApprovalRules,
  persons: readonly number[],
  peers: readonly OfficerRow[] | null,
): Refused | null {
  const later = rules.settings.needs_approval
    ? routeOf(batch, rules).stages.filter(({ status }) => status > batch.status)
    : [];
  if (later.length === 0) return null;
  const without = (taken: readonly number[]) =>
    explainNobodyEligible({
      document_type: batch.document_type,
      stages: later,
      officers: rules.officers,
      amount: batch,
      barred: new Set([...barredUsers(batch), ...taken]),
      reviewed_by_officer: false,
    });
  const nobody = without(persons);
  if (nobody === null) return null;
  const gone = without([]);
  if (gone !== null) return refuse(gone.code, gone.message);
  const others = peers?.filter(
    ({ acting_user_id, user_id }) => !persons.includes(acting_user_id) && without([acting_user_id, user_id]) === null,
  );
  const names = others ? [...new Set(others.map((row) => row.acting_user_name))] : ['Another checker'];
  const instead =
    names.length > 0
      ? `${names.join(' or ')} can approve it instead.`
      : `Ask an administrator for more ${officersOf(batch.document_type)}.`;
  const levels = later.map(({ level_code }) => level_code).join(', ');
  const left = `nobody is left for level${later.length > 1 ? 's' : ''} ${levels}`;
  return refuse('strands', `If you approve this, ${left}. ${instead}`);
}

/** Why nobody could approve the batch, found out when it is submitted and not when it is stuck (decisions §3). */
function staffingRefusal(batch: BatchFacts, rules: ApprovalRules): Refused | null {
  if (!rules.settings.needs_approval) return null;
  const nobody = explainNobodyEligible({
    document_type: batch.document_type,
    stages: routeOf(batch, rules).stages,
    officers: rules.officers,
    amount: batch,
    barred: barredUsers(batch),
    reviewed_by_officer: batch.is_confidential && forwardStatus(batch, rules) === STATUS.FOR_REVIEW,
  });
  return nobody === null ? null : refuse(nobody.code, nobody.message);
}

function levelOf(user: ActingUser): AccessLevel {
  return user.sper_user ? ACCESS.delete : user.module_level;
}

function rowsOf(user: ActingUser, rules: ApprovalRules): OfficerRow[] {
  return rules.officers.filter((row) => row.acting_user_id === user.user_id);
}

function allow(to: Status, officer: OfficerRow | null = null, limitMinor: bigint | null = null): Allowed {
  return { allowed: true, to, officer, limit_minor: limitMinor };
}

function refuse(code: ActionRefusal, message: string): Refused {
  return { allowed: false, code, message };
}

const COLLECTED = refuse(
  'billing_collected',
  'Collections are applied to this invoice. Void them before it is cancelled.',
);
const PERIOD_CLOSED = refuse('period_closed', 'Accounting Period for this date is already Closed.');
const NO_OPEN_PERIOD = refuse(
  'no_open_period',
  'No accounting period from this date on is open. Open one first, then void.',
);
const CHEQUE_NUMBER_MISSING = refuse(
  'cheque_number_missing',
  'Cheque number is required. Assign it in Check Transactions, then release.',
);
