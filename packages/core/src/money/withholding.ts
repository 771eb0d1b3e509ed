/**
 * VAT and withholding of one amount, exact (decisions §4, spec 2 §9):
 *
 *   base = round(total / 1.12), VAT = total − base; withholding of vat type 1 = total / 1.12 × rate, of types 0, 2 and 3 =
 *   total × rate, each rounded once from the unrounded base; net = total − withholding.
 */
import { percentageOf } from './rate.ts';
import type { Percentage } from './rate.ts';
import { divideHalfUp } from './rounding.ts';

/** How an amount stands to VAT, by its stored code (spec 1 §3). */
export const VAT_TYPE = { NA: 0, VATABLE: 1, EXEMPT: 2, ZERO_RATED: 3 } as const;

export type VatType = (typeof VAT_TYPE)[keyof typeof VAT_TYPE];

/** What the kinds are called (spec 1 §3, enumerations). */
export const VAT_TYPES = { 0: 'NA', 1: 'Vatable', 2: 'Vat Exempt', 3: 'Zero Rated' } as const satisfies Record<
  VatType,
  string
>;

/** What becomes of an amount, in its minor units. */
export interface TaxSplit {
  readonly total_minor: bigint;
  /** Without its VAT. */
  readonly base_minor: bigint;
  readonly vat_minor: bigint;
  readonly withheld_minor: bigint;
  /** What is paid out: total less withholding. */
  readonly net_minor: bigint;
}

const PERCENT_WITH_VAT = 112n;
const PERCENT = 100n;
const HUNDREDTHS_OF_PERCENT = 10_000n;

/** The rates of a tax code, decimal text in percent: the first one, and the later ones, each from its calendar date on. */
export interface DatedRates {
  readonly atc_rate: string;
  readonly rates: readonly { readonly effective_from: string; readonly atc_rate: string }[];
}

/**
 * The rate of a tax code on a document's date: of the later rates the last that has begun, else the first rate. Without a
 * date, or with one that is not yet complete, the first rate. Out: decimal text in percent.
 */
export function rateOn({ atc_rate, rates }: DatedRates, date: string): string {
  const begun = rates.filter(({ effective_from }) => effective_from <= date);
  const last = begun.toSorted((left, right) => (left.effective_from < right.effective_from ? -1 : 1)).at(-1);
  return last?.atc_rate ?? atc_rate;
}

/** Whether a number is the code of a VAT type. */
export function isVatType(code: number): code is VatType {
  return code === VAT_TYPE.NA || code === VAT_TYPE.VATABLE || code === VAT_TYPE.EXEMPT || code === VAT_TYPE.ZERO_RATED;
}

/** An amount with VAT included, split so that both parts add back to it. In and out: minor units of one currency. */
export function splitVat(totalMinor: bigint): { readonly base_minor: bigint; readonly vat_minor: bigint } {
  const base_minor = divideHalfUp(totalMinor * PERCENT, PERCENT_WITH_VAT);
  return { base_minor, vat_minor: totalMinor - base_minor };
}

/** The tax to withhold from an amount: of what is VATable from the part without VAT, else from the whole. */
export function withholdingOf(totalMinor: bigint, vat: VatType, rate: Percentage): bigint {
  if (vat !== VAT_TYPE.VATABLE) return percentageOf(totalMinor, rate);
  return divideHalfUp(totalMinor * PERCENT * rate, PERCENT_WITH_VAT * HUNDREDTHS_OF_PERCENT);
}

/** Base, VAT, withholding and net of an amount, in its minor units; without a rate nothing is withheld. */
export function splitTaxes(totalMinor: bigint, vat: VatType, rate: Percentage | null): TaxSplit {
  const split = vat === VAT_TYPE.VATABLE ? splitVat(totalMinor) : { base_minor: totalMinor, vat_minor: 0n };
  const withheld_minor = rate === null ? 0n : withholdingOf(totalMinor, vat, rate);
  return { total_minor: totalMinor, ...split, withheld_minor, net_minor: totalMinor - withheld_minor };
}
