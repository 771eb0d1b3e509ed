import { parsePercentage, percentageText, type Percentage } from '../../money/rate.ts';
import { divideHalfUp } from '../../money/rounding.ts';
import { isVatType, splitTaxes, VAT_TYPE } from '../../money/withholding.ts';

/** What a receipt says of its amount, in minor units of its currency. */
export interface ReceiptSums {
  readonly total_minor: bigint;
  readonly vat_minor: bigint;
  /** Without its VAT. */
  readonly base_minor: bigint;
  /** The tax that the payor withholds, and its rate on the base. */
  readonly withheld_minor: bigint;
  readonly rate: Percentage;
  /** Total less the tax withheld. */
  readonly due_minor: bigint;
}

/** What a receipt shows as withheld where none was applied (spec 2 §9). */
const USUAL_RATE = parsePercentage('2')!;
const HUNDREDTHS_OF_PERCENT = 10_000n;

/**
 * VAT and withholding of a received total (decisions §6): the tax that was applied, with the rate that it makes of the
 * base, else 2 %. A receipt that names no VAT type is read as VATable: base = total / 1.12. In: minor units, the total above 0.
 */
export function receiptSums(totalMinor: bigint, vat: number | null, appliedMinor: bigint): ReceiptSums {
  const kind = vat !== null && isVatType(vat) ? vat : VAT_TYPE.VATABLE;
  const usual = splitTaxes(totalMinor, kind, USUAL_RATE);
  const { total_minor, vat_minor, base_minor } = usual;
  const applied = appliedMinor > 0n && base_minor > 0n;
  const withheld_minor = applied ? appliedMinor : usual.withheld_minor;
  const rate = applied ? (divideHalfUp(appliedMinor * HUNDREDTHS_OF_PERCENT, base_minor) as Percentage) : USUAL_RATE;
  return { total_minor, vat_minor, base_minor, withheld_minor, rate, due_minor: totalMinor - withheld_minor };
}

/** A rate as papers write it, in percent without idle zeros: "2", "1.5". */
export function plainPercentage(rate: Percentage): string {
  return percentageText(rate).replace(/\.?0+$/, '');
}
