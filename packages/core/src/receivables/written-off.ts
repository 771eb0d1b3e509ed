/**
 * What is taken in without cash (decisions §6): it makes a receivable go away, or gives a customer an advance, as a write-off
 * does, and takes the route of a journal of that amount. `written_off` of the schema says the same. Amounts are minor units of
 * one currency.
 */
import type { AccountRole } from '../ledger/account-role.ts';
import { sumMinor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import type { Application } from './allocation.ts';
import { beyondAnyRate } from './withheld-doubt.ts';

/** What was billed of an invoice without VAT, and what collections in the ledger withheld and wrote off of it. */
export interface TakenOfInvoice {
  readonly base_minor: bigint;
  readonly withheld_minor: bigint;
  readonly written_off_minor: bigint;
}

/**
 * What an application takes of its invoice that counts as written off: the write-off, and tax withheld beyond any rate, each
 * with what was taken before, so that nothing is split.
 */
export function writtenOffOf({ withheld_minor, written_off_minor }: Application, before: TakenOfInvoice): bigint {
  const off = written_off_minor === 0n ? 0n : written_off_minor + before.written_off_minor;
  const withheld = withheld_minor === 0n ? 0n : withheld_minor + before.withheld_minor;
  return off + beyondAnyRate(withheld, before.base_minor);
}

/** A line of a cash receipt, with the role of its account; cash is what stands behind a bank account or has that role. */
export interface ReceivedLine {
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly role: AccountRole | null;
  readonly is_cash: boolean;
}

/** What of a cash receipt is no receipt of cash: it debits something else, tax beyond any rate, or takes cash out; up to its total. */
export function takenWithoutCash(lines: readonly ReceivedLine[]): bigint {
  let [other, withheld, base, paid] = [0n, 0n, 0n, 0n];
  for (const { debit_minor, credit_minor, role, is_cash } of lines) {
    if (is_cash) paid += credit_minor;
    else if (role === 'CWT') withheld += debit_minor;
    else other += debit_minor;
    if (role !== 'OUTPUT_VAT') base += credit_minor;
  }
  const aside = other + beyondAnyRate(withheld, base) + paid;
  const total = sumMinor(lines.map(({ debit_minor }) => debit_minor));
  return aside < total ? aside : total;
}

/** Whether a rate is more than a fifth off what is usual. */
export function isAbsurdRate(rate: Rate, usual: Rate): boolean {
  const off = rate > usual ? rate - usual : usual - rate;
  return off * 5n > usual;
}
