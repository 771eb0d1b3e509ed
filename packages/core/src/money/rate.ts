import { divideHalfUp } from './rounding.ts';

/** An exchange rate in millionths (6 decimals): pesos for one unit of the foreign currency. */
export type Rate = bigint & { readonly scaled_by: 'million' };

/** A percentage in hundredths of one percent (2 decimals): 12 % is 1200n. */
export type Percentage = bigint & { readonly scaled_by: 'hundred percent' };

const RATE_SCALE = 1_000_000n;
const PERCENTAGE_SCALE = 10_000n;

/** The rate of the peso against itself. */
export const RATE_ONE = requireRate('1');

/**
 * Reads an exchange rate: digits with at most 6 decimals, above 0 and below 1,000,000,000. Returns null for anything
 * else, "56,5", "NaN" and "1e400" included (reliability INV-20, (d) 5).
 */
export function parseRate(text: string): Rate | null {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (match === null) return null;
  const millionths = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(6, '0'));
  return isRate(millionths) ? millionths : null;
}

/** The rate of a text that is already trusted, such as a database column. Any other text throws. */
export function requireRate(text: string): Rate {
  const rate = parseRate(text);
  if (rate === null) throw new TypeError(`"${text}" is not an exchange rate.`);
  return rate;
}

/** Writes a rate with at least 2 and at most 6 decimals: "55.25", "0.365412". */
export function rateText(rate: Rate): string {
  return decimalText(rate, 6);
}

/**
 * An amount in the other currency: minor units times rate, rounded half-up to minor units (decisions §4: peso value =
 * amount × rate).
 */
export function multiplyByRate(minor: bigint, rate: Rate): bigint {
  return divideHalfUp(minor * rate, RATE_SCALE);
}

/** Reads a percentage from 0 to 100 with at most 2 decimals, as tax codes carry it ("2.00"); null for anything else. */
export function parsePercentage(text: string): Percentage | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const hundredths = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(2, '0'));
  return isPercentage(hundredths) ? hundredths : null;
}

/** Writes a percentage without its sign, with 2 decimals: "12.00". */
export function percentageText(percentage: Percentage): string {
  return decimalText(percentage, 2);
}

/** That part of an amount in minor units, rounded half-up to minor units. */
export function percentageOf(minor: bigint, percentage: Percentage): bigint {
  return divideHalfUp(minor * percentage, PERCENTAGE_SCALE);
}

function isRate(millionths: bigint): millionths is Rate {
  return millionths > 0n;
}

function isPercentage(hundredths: bigint): hundredths is Percentage {
  return hundredths <= PERCENTAGE_SCALE;
}

function decimalText(scaled: bigint, decimals: number): string {
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -decimals)}.${fraction}`;
}
