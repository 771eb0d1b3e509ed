import { firstDayOfPeriod, PERIOD_OPEN, periodIsOpen, periodOf } from '../calendar/accounting-period.ts';
import type { PeriodModule, PeriodState } from '../calendar/accounting-period.ts';
import type { CalendarDate } from '../calendar/calendar-date.ts';
import type { PostingAmounts } from './journal-entry.ts';

/**
 * The exact mirror of an entry: every posting with its sides exchanged, everything else and the order kept, so that
 * both together come to nothing on every account (decisions §4). Mirroring twice gives the entry again.
 */
export function mirrorPostings<P extends PostingAmounts>(postings: readonly P[]): P[] {
  return postings.map((posting) => ({
    ...posting,
    debit_minor: posting.credit_minor,
    credit_minor: posting.debit_minor,
    fc_debit_minor: posting.fc_credit_minor,
    fc_credit_minor: posting.fc_debit_minor,
  }));
}

/**
 * The date of the mirror entry: the original date where its module is open in that period, else the day of the void, or
 * where that is closed too the first open day after it; never inside an earlier month, which was reported as it stood
 * (decisions §4). Null when there is none: a period must be opened first. A missing period counts as closed.
 */
export function reversalDate(
  originalDate: CalendarDate,
  voidDate: CalendarDate,
  module: PeriodModule,
  periods: readonly PeriodState[],
): CalendarDate | null {
  if (periodIsOpen(periods, module, originalDate)) return originalDate;
  const from = voidDate > originalDate ? voidDate : originalDate;
  if (periodIsOpen(periods, module, from)) return from;
  const later = periods.filter((state) => state.period > periodOf(from) && state[module] === PERIOD_OPEN);
  return later.length === 0 ? null : firstDayOfPeriod(Math.min(...later.map((state) => state.period)));
}
