/**
 * What a collection books (decisions §6): the cash in the bank, what the customer withheld, what is written off and what is
 * taken of his advance against the receivable of the invoices, and what is not placed as his advance. A foreign receivable
 * leaves the books at the pesos at which it came in, as a foreign advance does; what the collection brings at its own rate
 * beyond them is the realised difference.
 * Amounts are minor units of the currency of the collection, pesos where the name says so.
 */
import type { AccountRole } from '../../ledger/account-role.ts';
import { pesosByRate } from '../../ledger/journal-entry.ts';
import { sumMinor } from '../../money/money.ts';
import { multiplyByRate, type Rate } from '../../money/rate.ts';
import { divideHalfUp } from '../../money/rounding.ts';
import { appliedMinor, unplacedMinor, type Application } from '../../receivables/allocation.ts';

/** How the lines of a collection are told apart, by their remarks. */
export const COLLECTION_TAG = {
  CASH: 'Cash',
  WITHHELD: 'Tax Withheld',
  WRITTEN_OFF: 'Write-off',
  ADVANCE_USED: 'Advance Applied',
  RECEIVABLE: 'Receivable',
  ADVANCE: 'Customer Advance',
  DIFFERENCE: 'Exchange Difference',
} as const;
export type CollectionTag = (typeof COLLECTION_TAG)[keyof typeof COLLECTION_TAG];

/** What is open of an invoice, in its currency and in the pesos of the receivable, and the rate at which it was billed. */
export interface OpenReceivable {
  readonly open_minor: bigint;
  readonly open_php_minor: bigint;
  readonly rate: Rate;
}

/** What a collection settles of one invoice, whose receivable stands in a branch. */
export interface SettledInvoice extends Application {
  readonly branch_id: number | null;
  readonly receivable_php_minor: bigint;
}

/** What is collected. */
export interface Collected {
  readonly received_minor: bigint;
  /** Taken of what the customer paid in advance. */
  readonly advance_minor: bigint;
  /** The pesos at which that part of the advance stands in the books (`advancePhp`). */
  readonly advance_php_minor: bigint;
  readonly rate: Rate;
  readonly settled: readonly SettledInvoice[];
}

/** The accounts that a collection posts to, by code. */
export interface CollectionAccounts {
  readonly bank: string;
  readonly withheld: string;
  readonly write_off: string;
  readonly advances: string;
  readonly receivable: string;
  readonly gain: string;
  readonly loss: string;
}

/** The roles by which the chart names them; another one may be written off to, and the bank is chosen. */
export const COLLECTION_ROLES = {
  withheld: 'CWT',
  write_off: 'WRITE_OFF',
  advances: 'CUSTOMER_ADVANCES',
  receivable: 'AR',
  gain: 'FX_GAIN',
  loss: 'FX_LOSS',
} as const satisfies Omit<Record<keyof CollectionAccounts, AccountRole>, 'bank'>;

/** A line of the ledger as it follows from a collection. A line of a difference has pesos only, every other none of its own. */
export interface CollectionLine {
  readonly tag: CollectionTag;
  readonly account_code: string;
  /** Where the receivable stands; null for the branch of the collection. */
  readonly branch_id: number | null;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly debit_php_minor: bigint;
  readonly credit_php_minor: bigint;
}

/**
 * The pesos at which a part of a receivable leaves the books: at the rate at which it was billed, half-up; what settles the
 * invoice takes all that is left.
 */
export function receivablePhp({ open_minor, open_php_minor, rate }: OpenReceivable, applied_minor: bigint): bigint {
  return applied_minor === open_minor ? open_php_minor : multiplyByRate(applied_minor, rate);
}

/** What a customer paid in advance and has not used, in its currency and in the pesos at which it stands in the books. */
export interface Advance {
  readonly amount_minor: bigint;
  readonly php_minor: bigint;
}

/**
 * The pesos at which a part of an advance leaves the books: at the average of the advance, half-up; what uses it up takes all
 * that is left. More than there is, which is refused elsewhere, has no pesos.
 */
export function advancePhp({ amount_minor, php_minor }: Advance, taken_minor: bigint): bigint {
  return taken_minor > amount_minor || amount_minor === 0n ? 0n : divideHalfUp(taken_minor * php_minor, amount_minor);
}

/** Cash that is received and not placed: the customer's advance. Negative where more is placed than there is. */
export function excessMinor({ received_minor, advance_minor, settled }: Collected): bigint {
  return unplacedMinor(settled, received_minor + advance_minor);
}

/**
 * Whether neither cash nor tax withheld came in: it applies an advance or writes off alone, and takes no receipt, for a receipt
 * acknowledges what was received.
 */
export function nothingReceived(collected: {
  readonly received_minor: bigint;
  readonly settled: readonly Pick<Application, 'withheld_minor'>[];
}): boolean {
  return collected.received_minor === 0n && collected.settled.every(({ withheld_minor }) => withheld_minor === 0n);
}

/** The lines of a collection in their order: what is debited, the receivable branch by branch, the advance, the difference. */
export function collectionLines(collected: Collected, accounts: CollectionAccounts): CollectionLine[] {
  const { settled, received_minor, advance_minor, advance_php_minor, rate } = collected;
  const sumOf = (part: keyof Application) => sumMinor(settled.map((application) => application[part]));
  const branches = [...new Set(settled.map(({ branch_id }) => branch_id))].map((branch_id) => {
    const own = settled.filter((application) => application.branch_id === branch_id);
    return {
      branch_id,
      applied_minor: sumMinor(own.map(appliedMinor)),
      receivable_php_minor: sumMinor(own.map(({ receivable_php_minor }) => receivable_php_minor)),
    };
  });
  const before = [
    debit(COLLECTION_TAG.CASH, accounts.bank, received_minor),
    debit(COLLECTION_TAG.WITHHELD, accounts.withheld, sumOf('withheld_minor')),
    debit(COLLECTION_TAG.WRITTEN_OFF, accounts.write_off, sumOf('written_off_minor')),
    debit(COLLECTION_TAG.ADVANCE_USED, accounts.advances, advance_minor),
  ].filter(({ debit_minor }) => debit_minor > 0n);
  const receivables = branches.map(({ branch_id, applied_minor }) => ({
    ...line(COLLECTION_TAG.RECEIVABLE, accounts.receivable, { credit_minor: applied_minor }),
    branch_id,
  }));
  const excess = excessMinor(collected);
  const after = excess > 0n ? [line(COLLECTION_TAG.ADVANCE, accounts.advances, { credit_minor: excess })] : [];
  const lines = [...before, ...receivables, ...after];
  const pesos = pesosByRate(lines, rate);
  const gains = branches.map(
    ({ receivable_php_minor }, place) => pesos[before.length + place]!.credit_php_minor - receivable_php_minor,
  );
  const used = before.findIndex(({ tag }) => tag === COLLECTION_TAG.ADVANCE_USED);
  const advanceGain = used === -1 ? 0n : advance_php_minor - pesos[used]!.debit_php_minor;
  return [...lines, ...differenceLines(gains, branches, advanceGain, accounts)];
}

/**
 * What a foreign receivable brought in pesos beyond what it stood at, or less, branch by branch, what the advance stood at
 * beyond its pesos of the day, and both in one sum.
 */
function differenceLines(
  gains: readonly bigint[],
  branches: readonly { readonly branch_id: number | null }[],
  advanceGain: bigint,
  accounts: CollectionAccounts,
): CollectionLine[] {
  const receivables = gains.flatMap((gain, place) =>
    gain === 0n ? [] : [{ ...difference(accounts.receivable, gain), branch_id: branches[place]!.branch_id }],
  );
  const corrections = advanceGain === 0n ? receivables : [...receivables, difference(accounts.advances, advanceGain)];
  const total = sumMinor(gains) + advanceGain;
  if (total === 0n) return corrections;
  return [...corrections, difference(total > 0n ? accounts.gain : accounts.loss, -total)];
}

/** A line of pesos alone: a debit, or with a negative amount a credit. */
function difference(account_code: string, php_minor: bigint): CollectionLine {
  const amounts = php_minor > 0n ? { debit_php_minor: php_minor } : { credit_php_minor: -php_minor };
  return line(COLLECTION_TAG.DIFFERENCE, account_code, amounts);
}

const debit = (tag: CollectionTag, account_code: string, debit_minor: bigint) =>
  line(tag, account_code, { debit_minor });

function line(
  tag: CollectionTag,
  account_code: string,
  amounts: Partial<Pick<CollectionLine, 'debit_minor' | 'credit_minor' | 'debit_php_minor' | 'credit_php_minor'>>,
): CollectionLine {
  const none = { debit_minor: 0n, credit_minor: 0n, debit_php_minor: 0n, credit_php_minor: 0n };
  return { tag, account_code, branch_id: null, ...none, ...amounts };
}
