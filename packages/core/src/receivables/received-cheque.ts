import { addMonths, formatDetailDate, type CalendarDate } from '../calendar/calendar-date.ts';
import { chequeMoveRefusal, type ReceivedChequeState } from './received-cheque-state.ts';

/** By the practice of the banks a cheque is stale once it is presented later than this after its date. */
const MONTHS_OF_A_CHEQUE = 6;

/** The last day on which a bank takes a cheque of that date. The database refuses the same (`received_cheque_stale`). */
export function lastDepositDay(chequeDate: CalendarDate): CalendarDate {
  return addMonths(chequeDate, MONTHS_OF_A_CHEQUE);
}

/** A cheque as its refusals name it ('Cheque 4711 of ABC TRADING'), with its state and the date on it. */
export interface ChequeToDeposit {
  readonly name: string;
  readonly state: ReceivedChequeState;
  readonly cheque_date: CalendarDate;
}

export interface DepositRefusal {
  readonly rule: 'cheque_not_held' | 'cheque_not_due' | 'cheque_stale';
  readonly message: string;
}

/** Why a cheque cannot be deposited on a day: its state first, then that it is not due yet, then that it is stale; null where it can. */
export function depositRefusal({ name, state, cheque_date }: ChequeToDeposit, on: CalendarDate): DepositRefusal | null {
  const unmoved = chequeMoveRefusal({ name, state }, 'deposit');
  if (unmoved !== null) return { rule: 'cheque_not_held', message: `${unmoved} Leave it out.` };
  if (cheque_date > on)
    return {
      rule: 'cheque_not_due',
      message: `${name} is dated ${formatDetailDate(cheque_date)}: deposit it from that day on.`,
    };
  const last = lastDepositDay(cheque_date);
  if (on <= last) return null;
  return {
    rule: 'cheque_stale',
    message: `${name} is stale: no bank takes it after ${formatDetailDate(last)}, six months after its date. Hand it back, and ask for another one.`,
  };
}
