import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { multiplyByRate, RATE_ONE, type Rate } from '@talaan/core/money/rate';

/** One line of a seed journal, by the codes of the masters; amounts are minor units of the journal's currency. */
export interface SeedLine {
  readonly account: string;
  readonly branch: string;
  readonly department?: string;
  readonly payee?: string;
  /** Of tax withheld: its ATC, and what it was computed from. */
  readonly tax?: { readonly atc: string; readonly base: bigint };
  readonly debit: bigint;
  readonly credit: bigint;
}

/** A journal of the demo company before it is entered. */
export interface SeedJournal {
  readonly date: CalendarDate;
  readonly remarks: string;
  readonly adjusting: boolean;
  readonly currency_id: number;
  /** Pesos for one unit of the currency. */
  readonly rate: Rate;
  readonly lines: readonly SeedLine[];
}

type LinePlace = Omit<SeedLine, 'debit' | 'credit'>;

export const debit = (amount: bigint, place: LinePlace): SeedLine => ({ ...place, debit: amount, credit: 0n });
export const credit = (amount: bigint, place: LinePlace): SeedLine => ({ ...place, debit: 0n, credit: amount });

/** A journal in pesos. Lines of nothing are left out. */
export function pesoJournal(
  date: CalendarDate,
  remarks: string,
  lines: readonly SeedLine[],
  { adjusting = false }: { adjusting?: boolean } = {},
): SeedJournal {
  const filled = lines.filter((line) => line.debit !== 0n || line.credit !== 0n);
  return { date, remarks, adjusting, currency_id: 1, rate: RATE_ONE, lines: filled };
}

/** What stands on an account: pesos, and for accounts in another currency that currency; debits count positive. */
interface Balance {
  pesos: bigint;
  foreign: bigint;
}

/**
 * The balances that the story so far has made, so that the next entry can pay what is open, revalue what is foreign and
 * close what is income or expense.
 */
export class StoryBooks {
  readonly #accounts = new Map<string, Balance>();
  readonly #results = new Map<string, bigint>();

  /** Counts a journal in. Debits and credits of one account in one journal share its rate. */
  enter(journal: SeedJournal): void {
    for (const line of journal.lines) {
      const amount = line.debit - line.credit;
      const pesos = amount < 0n ? -multiplyByRate(-amount, journal.rate) : multiplyByRate(amount, journal.rate);
      const balance = this.#accounts.get(line.account) ?? { pesos: 0n, foreign: 0n };
      balance.pesos += pesos;
      if (journal.currency_id !== 1) balance.foreign += amount;
      this.#accounts.set(line.account, balance);
      if (isResultAccount(line.account)) {
        const key = [line.account, line.branch, line.department ?? ''].join('|');
        this.#results.set(key, (this.#results.get(key) ?? 0n) + pesos);
      }
    }
  }

  /** Pesos that an account holds on its debit side; negative on its credit side. */
  debitBalance(account: string): bigint {
    return this.#accounts.get(account)?.pesos ?? 0n;
  }

  /** Pesos that an account holds on its credit side. */
  creditBalance(account: string): bigint {
    return -this.debitBalance(account);
  }

  foreignBalance(account: string): bigint {
    return this.#accounts.get(account)?.foreign ?? 0n;
  }

  /** Income and expenses not closed yet, by account, branch and department; debits positive. */
  openResults(): { account: string; branch: string; department: string; pesos: bigint }[] {
    return [...this.#results]
      .filter(([, pesos]) => pesos !== 0n)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, pesos]) => {
        const [account = '', branch = '', department = ''] = key.split('|');
        return { account, branch, department, pesos };
      });
  }
}

function isResultAccount(code: string): boolean {
  return code.startsWith('4') || code.startsWith('5');
}
