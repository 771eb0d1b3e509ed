/**
 * An amount is a whole number of minor units (hundredths, in every currency) as `bigint` in code, and a decimal string
 * such as "1234.50" on the wire and in `numeric` columns. It is never a float (decisions §4: exact money).
 */
export type CurrencyCode = 'PHP' | 'USD' | 'EUR' | 'JPY' | 'SGD' | 'CNY';

/** A whole number of hundredths of one currency. */
export interface Money {
  readonly minor: bigint;
  readonly currency: CurrencyCode;
}

/** The largest amount that any field accepts: 9,999,999,999,999.99 in minor units (data-model, domain `amount`). */
export const MAX_AMOUNT_MINOR = 999_999_999_999_999n;

/** Plain digits, or digits grouped by thousands: "1.234,50" and "1,2,3" are ambiguous and therefore refused. */
const AMOUNT_PATTERN = /^(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?$/;
const LONGEST_AMOUNT_TEXT = 40;

/**
 * Reads an amount that a person typed or the wire carries: digits, thousands commas, one dot, at most 2 decimals, no
 * sign; surrounding spaces are ignored. Returns minor units, or null when the text is no such amount or is above
 * MAX_AMOUNT_MINOR (spec 1 §5 kind amount; reliability INV-02).
 */
export function parseAmount(text: string): bigint | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_AMOUNT_TEXT || !/\d/.test(trimmed)) return null;
  const match = AMOUNT_PATTERN.exec(trimmed);
  if (match === null) return null;
  const whole = (match[1] ?? '').replaceAll(',', '');
  const minor = BigInt(whole + (match[2] ?? '').padEnd(2, '0'));
  return minor <= MAX_AMOUNT_MINOR ? minor : null;
}

/** Reads an amount like parseAmount that may carry a leading minus, as differences and net balances do. */
export function parseSignedAmount(text: string): bigint | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('-')) return parseAmount(trimmed);
  const minor = parseAmount(trimmed.slice(1));
  return minor === null ? null : -minor;
}

/**
 * Minor units of an amount text that is already trusted, such as a database column (signed, scale at most 2). Any other
 * text throws: it is a fault, not an input.
 */
export function requireAmount(text: string): bigint {
  const minor = parseSignedAmount(text);
  if (minor === null) throw new TypeError(`"${text}" is not an amount.`);
  return minor;
}

const SUM_PATTERN = /^-?\d+(?:\.\d{1,2})?$/;

/**
 * Minor units of a sum that is already trusted: signed decimal text with at most 2 decimals, of any size, for the totals
 * of a report may pass what one amount may. Any other text throws.
 */
export function requireSum(text: string): bigint {
  if (!SUM_PATTERN.test(text)) throw new TypeError(`"${text}" is not a sum of amounts.`);
  const point = text.indexOf('.');
  return BigInt(point < 0 ? `${text}00` : text.slice(0, point) + text.slice(point + 1).padEnd(2, '0'));
}

/** Writes minor units as the wire and the database take them: "1234.50", "-0.05". */
export function amountText(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes minor units as screens and papers show them: "1,234.50" (spec 2 §9: amounts 0,0.00). */
export function formatAmount(minor: bigint): string {
  return amountText(minor).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

/** Makes money of minor units and a currency. */
export function money(minor: bigint, currency: CurrencyCode): Money {
  return { minor, currency };
}

/** The sum of two amounts of one currency. Mixed currencies throw: adding them is a programming error. */
export function addMoney(left: Money, right: Money): Money {
  return { minor: left.minor + sameCurrency(left, right), currency: left.currency };
}

/** Left less right, in one currency. Mixed currencies throw. */
export function subtractMoney(left: Money, right: Money): Money {
  return { minor: left.minor - sameCurrency(left, right), currency: left.currency };
}

/** -1, 0 or 1 as left is below, equal to or above right, in one currency. Mixed currencies throw. */
export function compareMoney(left: Money, right: Money): -1 | 0 | 1 {
  const other = sameCurrency(left, right);
  if (left.minor === other) return 0;
  return left.minor < other ? -1 : 1;
}

/** The sum of minor units of one currency; 0 for none. */
export function sumMinor(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const minor of amounts) sum += minor;
  return sum;
}

function sameCurrency(left: Money, right: Money): bigint {
  if (left.currency !== right.currency) {
    throw new TypeError(`Amounts in ${left.currency} and ${right.currency} cannot be combined.`);
  }
  return right.minor;
}
