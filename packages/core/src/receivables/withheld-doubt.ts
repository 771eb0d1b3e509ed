import { formatAmount } from '../money/money.ts';

/**
 * More of what was billed without VAT is withheld by no customer: the highest creditable rate on income of residents is 15 %
 * (RR 2-98 §2.57.2 as amended by RR 11-2018), and government withholds 5 % of VAT beside it (RR 13-2018).
 */
export const MOST_WITHHELD_PERCENT = 20n;

/** What is withheld of an invoice, earlier collections included, and what was billed without VAT; minor units. */
export interface WithheldOfInvoice {
  readonly billing_invoice_no: string;
  readonly withheld_minor: bigint;
  readonly base_minor: bigint;
}

/** Whether more is withheld of an amount than any rate gives. */
export function isBeyondAnyRate(withheld_minor: bigint, base_minor: bigint): boolean {
  return beyondAnyRate(withheld_minor, base_minor) > 0n;
}

/** What of a tax withheld is more than any rate gives. */
export function beyondAnyRate(withheld_minor: bigint, base_minor: bigint): bigint {
  const beyond = withheld_minor - (base_minor * MOST_WITHHELD_PERCENT) / 100n;
  return beyond > 0n ? beyond : 0n;
}

/** What is doubtful about the tax withheld of an invoice, as a sentence; null for nothing. */
export function withheldDoubt({ billing_invoice_no, withheld_minor, base_minor }: WithheldOfInvoice): string | null {
  if (!isBeyondAnyRate(withheld_minor, base_minor)) return null;
  return `${formatAmount(withheld_minor)} is withheld of ${billing_invoice_no}, more than ${MOST_WITHHELD_PERCENT} % of the ${formatAmount(base_minor)} that was billed without VAT.`;
}
