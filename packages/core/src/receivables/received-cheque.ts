import { addMonths, type CalendarDate } from '../calendar/calendar-date.ts';

/** By the practice of the banks a cheque is stale once it is presented later than this after its date. */
const MONTHS_OF_A_CHEQUE = 6;

/** The last day on which a bank takes a cheque of that date. The database refuses the same (`received_cheque_stale`). */
export function lastDepositDay(chequeDate: CalendarDate): CalendarDate {
  return addMonths(chequeDate, MONTHS_OF_A_CHEQUE);
}
