import { divideHalfUp } from '@talaan/core/money/rounding';

/** A whole number from 0 to `below` − 1 that depends on nothing but `seed`: the same books on every machine. */
export function seededNumber(seed: readonly number[], below: number): number {
  let hash = 2_166_136_261;
  for (const part of seed) {
    hash = Math.imul(hash ^ part, 16_777_619);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) % below;
}

/** Where an amount stands in the story: the month counted from the first one, the calendar month, entry and line. */
export interface Place {
  readonly month_index: number;
  readonly month: number;
  readonly entry: number;
  readonly line: number;
}

const MILLION = 1_000_000n;

/**
 * A believable amount around a monthly base (minor units in, minor units out): growth of 0.6 % a month, season from 0.92
 * in January to 1.25 in December, and ±8 % of chance.
 */
export function variedAmount(base: bigint, place: Place): bigint {
  let growth = MILLION;
  for (let month = 0; month < place.month_index; month += 1) growth = (growth * 1006n) / 1000n;
  const season = 92n + 3n * BigInt(place.month - 1);
  const chance = 9200n + BigInt(seededNumber([place.month_index, place.month, place.entry, place.line], 1601));
  return divideHalfUp(base * growth * season * chance, MILLION * 100n * 10_000n);
}

/** Splits a whole by weights; the last part takes what rounding leaves, so that the parts add up. */
export function splitAmount(whole: bigint, weights: readonly number[]): bigint[] {
  const sum = BigInt(weights.reduce((total, weight) => total + weight, 0));
  const parts = weights.map((weight) => divideHalfUp(whole * BigInt(weight), sum));
  const rest = whole - parts.slice(0, -1).reduce((total, part) => total + part, 0n);
  return [...parts.slice(0, -1), rest];
}
