import { formatAmount, sumMinor } from '../money/money.ts';

/** A debit and a credit in minor units of one currency; each is 0 or more. */
export interface DebitCredit {
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
}

/** The sums of both sides. */
export function totalsOf(lines: readonly DebitCredit[]): DebitCredit {
  return {
    debit_minor: sumMinor(lines.map((line) => line.debit_minor)),
    credit_minor: sumMinor(lines.map((line) => line.credit_minor)),
  };
}

/** Debit less credit, in minor units: 0 when balanced, negative when the debit is short. */
export function differenceOf({ debit_minor, credit_minor }: DebitCredit): bigint {
  return debit_minor - credit_minor;
}

/** "Out by 1,200.00 (credit short)" as the entry footer says it, or null when both sides are equal (ux §5). */
export function outOfBalanceText(totals: DebitCredit): string | null {
  const difference = differenceOf(totals);
  if (difference === 0n) return null;
  return difference > 0n
    ? `Out by ${formatAmount(difference)} (credit short)`
    : `Out by ${formatAmount(-difference)} (debit short)`;
}

/**
 * The net of an account's debits and credits on its side, the other side 0: how the trial balance shows the balance to
 * date (decisions §9). The sums of netted accounts balance whenever the sums of the movements do.
 */
export function netOnItsSide(totals: DebitCredit): DebitCredit {
  const net = differenceOf(totals);
  return net >= 0n ? { debit_minor: net, credit_minor: 0n } : { debit_minor: 0n, credit_minor: -net };
}
