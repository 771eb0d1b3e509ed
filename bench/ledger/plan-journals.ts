import { addDays, daysBetween, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { createRandom, createSkewedPick } from './seeded-random.ts';

/** Record ids that the journals may name. Accounts are in pesos and take postings, by group. */
export interface LedgerMasters {
  readonly accounts: Readonly<Record<'A' | 'L' | 'C' | 'I' | 'E', readonly number[]>>;
  /** The cash account that every entry of `planHotJournal` credits. */
  readonly cash_account: number;
  readonly branches: readonly number[];
  readonly departments: readonly number[];
  readonly payees: readonly number[];
}

export interface JournalLine {
  readonly account_id: number;
  readonly branch_id: number;
  /** On income and expense lines. */
  readonly department_id: number | null;
  readonly payee_id: number;
  /** Minor units of the peso; one of the two is 0. */
  readonly debit: bigint;
  readonly credit: bigint;
}

/** One balanced journal in pesos. */
export interface JournalPlan {
  readonly date: CalendarDate;
  readonly lines: readonly JournalLine[];
}

const BRANCH_SKEW = 0.4;
const PAYEE_SKEW = 0.6;
const ACCOUNT_SKEW = 0.9;

/**
 * Plans a ledger of any size: 2 to 6 lines a journal, 4 in the mean, few accounts with most of the lines, dates spread
 * evenly from the first day to the last. The n-th journal (from 0) of the same seed, masters, days and count is always
 * the same, so sets of it can be made in any order.
 */
export function createJournalPlanner(
  masters: LedgerMasters,
  span: { seed: number; first_day: CalendarDate; last_day: CalendarDate; count: number },
): (place: number) => JournalPlan {
  const days = daysBetween(span.first_day, span.last_day) + 1;
  const calendar = Array.from({ length: days }, (_, day) => addDays(span.first_day, day));
  const pickAccount = {
    A: createSkewedPick(masters.accounts.A, ACCOUNT_SKEW),
    L: createSkewedPick(masters.accounts.L, ACCOUNT_SKEW),
    I: createSkewedPick(masters.accounts.I, ACCOUNT_SKEW),
    E: createSkewedPick(masters.accounts.E, ACCOUNT_SKEW),
  };
  const pickBranch = createSkewedPick(masters.branches, BRANCH_SKEW);
  const pickPayee = createSkewedPick(masters.payees, PAYEE_SKEW);
  const pickDepartment = createSkewedPick(masters.departments, BRANCH_SKEW);

  return (place) => {
    const random = createRandom(Math.imul(span.seed, 0x9e3779b1) + place);
    const below = (limit: number) => Math.floor(random() * limit);
    // Two of seven bring money in; the others spend it or move it.
    const isReceipt = below(7) < 2;
    const debitGroups = isReceipt ? (['A', 'A', 'L'] as const) : (['E', 'E', 'A'] as const);
    const creditGroups = isReceipt ? (['I', 'I', 'L'] as const) : (['A', 'L', 'A'] as const);
    const branch_id = pickBranch(random());
    const payee_id = pickPayee(random());
    const lineOf = (group: 'A' | 'L' | 'I' | 'E', debit: bigint, credit: bigint): JournalLine => ({
      account_id: pickAccount[group](random()),
      branch_id,
      department_id: group === 'I' || group === 'E' ? pickDepartment(random()) : null,
      payee_id,
      debit,
      credit,
    });
    const debits = Array.from({ length: 1 + below(3) }, (_, at) =>
      lineOf(debitGroups[at]!, BigInt(100 * (1 + below(50_000)) + 10 + below(100)), 0n),
    );
    let open = debits.reduce((sum, line) => sum + line.debit, 0n);
    const creditCount = 1 + below(3);
    const credits = Array.from({ length: creditCount }, (_, at) => {
      const share = at === creditCount - 1 ? open : (open * BigInt(200 + below(500))) / 1000n;
      open -= share;
      return lineOf(creditGroups[at]!, 0n, share);
    });
    return { date: calendar[Math.floor((place / span.count) * days)]!, lines: [...debits, ...credits] };
  };
}

/** A journal of four lines that credits the one cash account, as every entry of the posting yardstick does. */
export function createHotJournalPlanner(
  masters: LedgerMasters,
  { seed, date }: { seed: number; date: CalendarDate },
): (place: number) => JournalPlan {
  const pickAsset = createSkewedPick(masters.accounts.A, 1.1);
  const pickLiability = createSkewedPick(masters.accounts.L, 1.1);
  const pickExpense = createSkewedPick(masters.accounts.E, 1.1);
  return (place) => {
    const random = createRandom(Math.imul(seed, 0x9e3779b1) + place);
    const at = (choices: readonly number[]) => choices[Math.floor(random() * choices.length)]!;
    const facts = { branch_id: at(masters.branches), payee_id: at(masters.payees) };
    const department_id = at(masters.departments);
    const first = BigInt(100 + Math.floor(random() * 900_000));
    const second = BigInt(100 + Math.floor(random() * 900_000));
    return {
      date,
      lines: [
        { ...facts, account_id: pickExpense(random()), department_id, debit: first, credit: 0n },
        { ...facts, account_id: pickAsset(random()), department_id: null, debit: second, credit: 0n },
        { ...facts, account_id: pickLiability(random()), department_id: null, debit: 0n, credit: first },
        { ...facts, account_id: masters.cash_account, department_id: null, debit: 0n, credit: second },
      ],
    };
  };
}
