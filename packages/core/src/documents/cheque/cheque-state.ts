import { ACCESS, type AccessLevel } from '../../access/access-level.ts';
import type { StatusHue } from '../status.ts';

/** States of a cheque, in the order of its life (data-model §3). */
export const CHEQUE_STATES = {
  queued: 'Queued',
  printed: 'Printed',
  released: 'Released',
  matured: 'Matured',
  cleared: 'Cleared',
  spoiled: 'Spoiled',
  stopped: 'Stopped',
  stale: 'Stale',
  void: 'Void',
  replaced: 'Replaced',
} as const;
export type ChequeState = keyof typeof CHEQUE_STATES;

/** The hue of each state: what left the house is green, as a released voucher is (ux §2). */
export const CHEQUE_HUES: Readonly<Record<ChequeState, StatusHue>> = {
  queued: 'neutral',
  printed: 'blue',
  released: 'green',
  matured: 'teal',
  cleared: 'slate',
  spoiled: 'orange',
  stopped: 'red',
  stale: 'amber',
  void: 'red',
  replaced: 'slate',
};

/** A cheque that the bank should not have paid: that it did changes nothing of what it is, and is an alarm. */
export const CLEARED_AGAINST: readonly ChequeState[] = ['printed', 'spoiled', 'stopped', 'stale', 'void', 'replaced'];

/** A cheque that came to nothing while its voucher stands: the voucher may have another one instead. */
const REPLACEABLE_CHEQUE_STATES = ['spoiled', 'stopped', 'stale', 'void'] as const;

export const CHEQUE_ACTIONS = {
  print: 'Mark printed',
  release: 'Release',
  mature: 'Mature',
  clear: 'Clear',
  unclear: 'Take clearing back',
  spoil: 'Mark spoiled',
  stop: 'Stop payment',
  lift: 'Lift the stop',
  expire: 'Mark stale',
  cancel: 'Void',
  revive: 'Queue again',
  replace: 'Replace',
} as const;
export type ChequeAction = keyof typeof CHEQUE_ACTIONS;

/** Days after the date of a cheque from which it counts as stale; the settings name one of them. Banks take six months. */
export const STALE_DAYS = [90, 120, 180, 365] as const;
export const DEFAULT_STALE_DAYS = 180;

/** What a move needs besides the cheque itself. */
interface ActionRule {
  /** The level on Check Transactions that lets a person make it; null: only the product makes it by itself. */
  readonly level: AccessLevel | null;
  /** Whether a person says why. */
  readonly needs_reason: boolean;
}

/** Who makes each move; taking money back and stopping it need Delete (spec 1 §6). */
export const CHEQUE_ACTION_RULES: Readonly<Record<ChequeAction, ActionRule>> = {
  print: { level: ACCESS.update, needs_reason: false },
  release: { level: ACCESS.update, needs_reason: false },
  mature: { level: null, needs_reason: false },
  clear: { level: ACCESS.update, needs_reason: false },
  unclear: { level: ACCESS.delete, needs_reason: true },
  spoil: { level: ACCESS.update, needs_reason: true },
  stop: { level: ACCESS.delete, needs_reason: true },
  lift: { level: ACCESS.delete, needs_reason: true },
  expire: { level: null, needs_reason: false },
  cancel: { level: ACCESS.delete, needs_reason: true },
  revive: { level: null, needs_reason: false },
  replace: { level: ACCESS.update, needs_reason: false },
};

/**
 * The level that a move of a cheque needs: a leaf that was printed is spoiled by who could void it, for what is said to be torn
 * may have gone out. Null for what only the product does.
 */
export function chequeActionLevel(action: ChequeAction, state: ChequeState): AccessLevel | null {
  return action === 'spoil' && state === 'printed' ? ACCESS.delete : CHEQUE_ACTION_RULES[action].level;
}

export interface ChequeMove {
  readonly from: ChequeState;
  readonly to: ChequeState;
  readonly action: ChequeAction;
}

const moves = (action: ChequeAction, from: readonly ChequeState[], to: ChequeState): ChequeMove[] =>
  from.map((state) => ({ from: state, to, action }));

/**
 * Every move of a cheque; the database has the same table. `cancel` and `revive` follow the voucher: it is voided or
 * archived, and an archived one whose cheque was never printed comes back with it.
 */
export const CHEQUE_MOVES: readonly ChequeMove[] = [
  ...moves('print', ['queued'], 'printed'),
  ...moves('release', ['printed'], 'released'),
  ...moves('mature', ['released'], 'matured'),
  ...moves('clear', ['released', 'matured'], 'cleared'),
  ...moves('unclear', ['cleared'], 'released'),
  ...moves('spoil', ['queued', 'printed'], 'spoiled'),
  ...moves('stop', ['printed', 'released', 'matured'], 'stopped'),
  ...moves('lift', ['stopped'], 'released'),
  ...moves('expire', ['released', 'matured'], 'stale'),
  ...moves('cancel', ['queued', 'printed', 'released', 'matured'], 'void'),
  ...moves('revive', ['void'], 'queued'),
  ...moves('replace', REPLACEABLE_CHEQUE_STATES, 'replaced'),
];

/** What decides about a move of one cheque. */
export interface ChequeFacts {
  readonly state: ChequeState;
  readonly cheque_number: string | null;
  /** The day on its face. */
  readonly cheque_date: string | null;
  /** Of the voucher that it pays; null: a leaf that pays nothing. */
  readonly batch_status: number | null;
  /** The voucher was voided; it is not paid any more. */
  readonly is_voided: boolean;
  /** It was handed to the payee before. */
  readonly was_released: boolean;
  /** Somebody said that its leaf did not print well. */
  readonly is_misprinted: boolean;
  /** It was issued by the old books, with which it came: it pays no voucher of ours. */
  readonly is_opening: boolean;
}

export interface ChequeMoveRequest {
  readonly action: ChequeAction;
  /** The day of the bank statement (clear), or the day on which it was done. Manila calendar. */
  readonly on: string;
  readonly today: string;
  readonly reason: string;
}

export type ChequeMoveDecision =
  /** `alarms`: the bank paid what it should not have, and the state stands. */
  | { readonly ok: true; readonly to: ChequeState; readonly alarms?: true }
  | { readonly ok: false; readonly code: string; readonly message: string };

const ACTIVE = 1;
const FOR_RELEASE = 6;
const APPROVED = 7;

const refuse = (code: string, message: string): ChequeMoveDecision => ({ ok: false, code, message });

/** 'Cheque 0000451', or 'The cheque without a number'. */
export function chequeText({ cheque_number }: Pick<ChequeFacts, 'cheque_number'>): string {
  return cheque_number === null ? 'The cheque without a number' : `Cheque ${cheque_number}`;
}

/**
 * Whether the move may be made; who makes it is judged before, by `CHEQUE_ACTION_RULES`. A cheque is printed once its
 * voucher is approved, leaves the house once the voucher is released, and clears on a day from its date to today; what the bank
 * paid of one that it should not have is an alarm.
 */
export function decideChequeMove(cheque: ChequeFacts, request: ChequeMoveRequest): ChequeMoveDecision {
  const { action, on, today } = request;
  const name = chequeText(cheque);
  if (action === 'clear' && CLEARED_AGAINST.includes(cheque.state) && cheque.cheque_number !== null) {
    return on > today ? refuse('date_in_future', inFuture(request)) : { ok: true, to: cheque.state, alarms: true };
  }
  const move = CHEQUE_MOVES.find((one) => one.from === cheque.state && one.action === action);
  if (!move) {
    const label = CHEQUE_STATES[cheque.state];
    return refuse('no_such_move', `${name} is ${label}: “${CHEQUE_ACTIONS[action]}” is not possible now.`);
  }
  if (CHEQUE_ACTION_RULES[action].needs_reason && request.reason.trim() === '') {
    return refuse('reason_missing', 'Reason is required.');
  }
  if (on > today) return refuse('date_in_future', inFuture(request));
  switch (action) {
    case 'print':
      if (cheque.cheque_number === null) return refuse('number_missing', 'Assign a cheque number first.');
      return statusIs(cheque, FOR_RELEASE)
        ? { ok: true, to: move.to }
        : refuse('not_approved', `${name} can be printed after its voucher is approved.`);
    case 'release':
    case 'lift':
      if (action === 'lift' && !cheque.was_released) {
        return refuse('not_released', `${name} was never released. Replace it instead.`);
      }
      if (action === 'release' && cheque.is_misprinted) {
        return refuse('misprinted', `${name} is said to have been printed badly: a second person marks it spoiled.`);
      }
      return statusIs(cheque, APPROVED) || (action === 'lift' && cheque.is_opening)
        ? { ok: true, to: move.to }
        : refuse('not_released', `${name} can leave after its voucher is released.`);
    case 'clear':
      return on < (cheque.cheque_date ?? '')
        ? refuse('clears_before_date', `${name} is dated ${cheque.cheque_date}; a bank pays it from that day on.`)
        : { ok: true, to: move.to };
    case 'spoil':
      return cheque.cheque_number === null
        ? refuse('number_missing', 'A cheque without a number is on no paper yet.')
        : { ok: true, to: move.to };
    case 'cancel':
      return cheque.state === 'queued'
        ? refuse('no_such_move', `${name} becomes void together with its voucher.`)
        : { ok: true, to: move.to };
    case 'replace':
      return statusIs(cheque, ACTIVE)
        ? { ok: true, to: move.to }
        : refuse('voucher_void', `${name} pays no voucher that stands, so nothing replaces it.`);
    default:
      return { ok: true, to: move.to };
  }
}

function inFuture({ on, today }: ChequeMoveRequest): string {
  return `The date ${on} is later than today. Enter a day up to ${today}.`;
}

/** The voucher stands and has come at least so far. */
function statusIs({ batch_status, is_voided }: ChequeFacts, least: number): boolean {
  const reached = batch_status ?? 0;
  return !is_voided && reached >= least && reached <= APPROVED;
}

/** Moves that a person with this level may ask for, in the order of the table; what the facts forbid is left out. */
export function chequeActionsOf(cheque: ChequeFacts, level: AccessLevel, today: string): ChequeAction[] {
  return (Object.keys(CHEQUE_ACTION_RULES) as ChequeAction[]).filter((action) => {
    const needed = chequeActionLevel(action, cheque.state);
    if (needed === null || level < needed) return false;
    return decideChequeMove(cheque, { action, on: today, today, reason: 'asked' }).ok;
  });
}
