import { sumMinor } from '../../money/money.ts';
import { parsePercentage, percentageOf, percentageText, type Percentage } from '../../money/rate.ts';
import { divideHalfUp } from '../../money/rounding.ts';
import { isVatType, splitTaxes, VAT_TYPE } from '../../money/withholding.ts';

/** What a receipt says of its amount, in minor units of its currency. */
export interface ReceiptSums {
  readonly total_minor: bigint;
  readonly vat_minor: bigint;
  /** Without its VAT. */
  readonly base_minor: bigint;
  /** What of it is sold with VAT, without that VAT: nothing of an exempt or zero-rated sale. */
  readonly vat_sale_minor: bigint;
  /** The tax that the payor withheld, and its rate on the base: both 0 where nothing was. */
  readonly withheld_minor: bigint;
  readonly rate: Percentage;
  /** Total less the tax withheld: the money in it. */
  readonly due_minor: bigint;
}

/** What a collection takes from one invoice, in minor units: cash and tax withheld, of what was billed with its VAT. */
export interface InvoiceOnReceipt {
  readonly settled_minor: bigint;
  readonly billed_minor: bigint;
  readonly billed_vat_minor: bigint;
  /** What of it was billed with VAT, that VAT included. */
  readonly billed_vatable_minor: bigint;
}

/** What payors of the group withhold by law, in percent (spec 2 §9): papers name it where nothing was withheld. */
const USUAL_RATE = parsePercentage('2')!;
const HUNDREDTHS_OF_PERCENT = 10_000n;

/** What 2 % of a base would be, in its minor units: a figure that papers mention, and never take off. */
export function usualWithholding(baseMinor: bigint): bigint {
  return percentageOf(baseMinor, USUAL_RATE);
}

/**
 * VAT and withholding of a received total (decisions §6): the tax that was applied, with the rate that it makes of the
 * base. A receipt that names no VAT type is read as VATable: base = total / 1.12. In: minor units, the total above 0.
 */
export function receiptSums(totalMinor: bigint, vat: number | null, appliedMinor: bigint): ReceiptSums {
  const kind = vat !== null && isVatType(vat) ? vat : VAT_TYPE.VATABLE;
  const { vat_minor } = splitTaxes(totalMinor, kind, null);
  return sumsOf(totalMinor, vat_minor, kind === VAT_TYPE.VATABLE ? totalMinor : 0n, appliedMinor);
}

/**
 * The same of a collection, whose VAT is that of the invoices that it settles, in proportion to what it takes from each. What
 * comes from an advance was received before, and what becomes one settles nothing: neither has VAT here. In: minor units;
 * the total is cash received and tax withheld.
 */
export function collectionSums(
  totalMinor: bigint,
  invoices: readonly InvoiceOnReceipt[],
  advanceMinor: bigint,
  appliedMinor: bigint,
): ReceiptSums {
  const settled = sumMinor(invoices.map(({ settled_minor }) => settled_minor));
  const shareOf = (part: 'billed_vat_minor' | 'billed_vatable_minor'): bigint => {
    const ofSettled = sumMinor(
      invoices.map((invoice) => divideHalfUp(invoice.settled_minor * invoice[part], invoice.billed_minor)),
    );
    return settled === 0n ? 0n : divideHalfUp(ofSettled * (settled - advanceMinor), settled);
  };
  const vat_minor = shareOf('billed_vat_minor');
  return sumsOf(totalMinor, vat_minor, shareOf('billed_vatable_minor'), appliedMinor);
}

function sumsOf(total_minor: bigint, vat_minor: bigint, vatableMinor: bigint, appliedMinor: bigint): ReceiptSums {
  const base_minor = total_minor - vat_minor;
  // A credit to the account gives back what was withheld before: this receipt withheld nothing.
  const withheld_minor = appliedMinor > 0n ? appliedMinor : 0n;
  const rate = withheld_minor === 0n ? 0n : divideHalfUp(withheld_minor * HUNDREDTHS_OF_PERCENT, base_minor);
  return {
    total_minor,
    vat_minor,
    base_minor,
    vat_sale_minor: vatableMinor - vat_minor,
    withheld_minor,
    rate: rate as Percentage,
    due_minor: total_minor - withheld_minor,
  };
}

/** A rate as papers write it, in percent without idle zeros: "2", "1.5". */
export function plainPercentage(rate: Percentage): string {
  return percentageText(rate).replace(/\.?0+$/, '');
}
