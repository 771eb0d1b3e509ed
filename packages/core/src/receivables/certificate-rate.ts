import { formatAmount } from '../money/money.ts';
import { percentageOf, percentageText, type Percentage } from '../money/rate.ts';

/** A 2307 certifies many payments of three months, each rounded by itself; so far the sum may be off, in minor units. */
const TOLERATED_MINOR = 1_00n;

/** A certificate of tax withheld. Amounts are minor units of pesos. */
export interface CertifiedTax {
  readonly atc_code: string;
  readonly income_minor: bigint;
  readonly withheld_minor: bigint;
  /** The rates that its code had in its quarter, at least one. */
  readonly rates: readonly Percentage[];
}

/** What is doubtful about the rate of a certificate, as a sentence; null where its code has that rate, or changed it in the quarter. */
export function certifiedRateDoubt({ atc_code, income_minor, withheld_minor, rates }: CertifiedTax): string | null {
  const byAmount = rates
    .map((rate) => ({ rate, tax: percentageOf(income_minor, rate) }))
    .toSorted((one, other) => (one.tax < other.tax ? -1 : 1));
  const [least, most] = [byAmount[0]!, byAmount.at(-1)!];
  if (withheld_minor >= least.tax - TOLERATED_MINOR && withheld_minor <= most.tax + TOLERATED_MINOR) return null;
  const would = withheld_minor < least.tax ? least : most;
  const rate = percentageText(would.rate).replace(/\.?0+$/, '');
  return `${formatAmount(withheld_minor)} is withheld, and ${atc_code}, ${rate} % of ${formatAmount(income_minor)}, is ${formatAmount(would.tax)}.`;
}
