/** What a statement of account says: what was open before, what moved since, and what stays (decisions §6). */
import type { CalendarDate } from '../calendar/calendar-date.ts';
import { sumMinor } from '../money/money.ts';

/** An invoice, a collection, or the end of either; in minor units, above 0 where the customer owes more by it. */
export interface Movement {
  readonly date: CalendarDate;
  readonly amount_minor: bigint;
}

export interface Statement<Moved extends Movement> {
  /** What was open at the end of the day before `from`. */
  readonly opening_minor: bigint;
  /** What moved from that day on, in its order, with what was open after each. */
  readonly rows: readonly (Moved & { readonly balance_minor: bigint })[];
  readonly closing_minor: bigint;
}

/** The statement from a day on, of movements in the order of their dates, none of them after its last day. */
export function statementOf<Moved extends Movement>(movements: readonly Moved[], from: CalendarDate): Statement<Moved> {
  const before = movements.filter(({ date }) => date < from);
  const opening_minor = sumMinor(before.map(({ amount_minor }) => amount_minor));
  let balance_minor = opening_minor;
  const rows = movements.slice(before.length).map((moved) => {
    balance_minor += moved.amount_minor;
    return { ...moved, balance_minor };
  });
  return { opening_minor, rows, closing_minor: balance_minor };
}
