import { currencyLabel, CURRENCY_PESO } from '../money/currency.ts';
import { formatAmount, MAX_AMOUNT_MINOR } from '../money/money.ts';
import { multiplyByRate, RATE_ONE } from '../money/rate.ts';
import type { Rate } from '../money/rate.ts';
import { findUnstaffed, requiredStages } from './approval-route.ts';
import type { ApprovingLevel, OfficerRow } from './approval-route.ts';

/** A level with the most it is meant for, in pesos, in minor units; null or 0 is no limit. */
export interface LimitedLevel extends ApprovingLevel {
  readonly max_amount_minor: bigint | null;
}

/** What levels and officers leave open, each as a sentence with the amounts that are concerned (decisions §3). */
export interface CoverageWarnings {
  /** Gaps between levels, and amounts at which two overlap. */
  readonly levels: string[];
  /** Officers' limits beyond their level. */
  readonly limits: string[];
  /** Amounts that could not be approved today, by currency. */
  readonly nobody: string[];
}

interface Setup {
  readonly levels: readonly LimitedLevel[];
  readonly officers: readonly OfficerRow[];
  /** Pesos for one unit of each foreign currency, as amounts in it are measured against levels. */
  readonly rates: ReadonlyMap<number, Rate>;
}

/**
 * Looks for gaps, overlaps and levels without an eligible person per currency (decisions §3). Amounts are tried with the
 * rules by which batches are routed; a currency is tried when it has officers of its own and a rate, the peso always. Who
 * prepares or reviews is not known here, so that a batch may find fewer people than these warnings.
 */
export function coverageWarnings({ levels, officers, rates }: Setup): CoverageWarnings {
  const sorted = levels.toSorted((left, right) => (left.min_amount_minor < right.min_amount_minor ? -1 : 1));
  const currencies = [...new Set([CURRENCY_PESO, ...officers.map((row) => row.currency_id)])];
  return {
    levels: sorted.flatMap((level, index) => levelWarnings(level, sorted[index + 1], index === 0)),
    limits: officers.flatMap((row) => limitWarnings(row, sorted)),
    nobody: currencies.flatMap((currency) => {
      const rate = currency === CURRENCY_PESO ? RATE_ONE : rates.get(currency);
      return rate === undefined ? [] : unstaffedRanges(sorted, officers, currency, rate);
    }),
  };
}

function levelWarnings(level: LimitedLevel, next: LimitedLevel | undefined, isFirst: boolean): string[] {
  const code = level.level_code;
  const most = limitOf(level.max_amount_minor);
  const warnings: string[] = [];
  if (isFirst && level.min_amount_minor > 1n) {
    warnings.push(`No level is meant for ${range(1n, level.min_amount_minor - 1n)}; level ${code} approves it.`);
  }
  if (next === undefined) {
    if (most !== null) warnings.push(`No level is meant for more than ${pesos(most)}; level ${code} approves it.`);
    return warnings;
  }
  const start = next.min_amount_minor;
  if (most === null || most >= start) {
    warnings.push(`Levels ${code} and ${next.level_code} overlap: ${range(start, most)} need both.`);
  } else if (most + 1n < start) {
    warnings.push(`No level is meant for ${range(most + 1n, start - 1n)}; level ${code} approves it.`);
  }
  return warnings;
}

/** Levels are in pesos, so that only limits in pesos can lie beyond them whatever the rate. */
function limitWarnings(row: OfficerRow, levels: readonly LimitedLevel[]): string[] {
  const place = levels.findIndex(({ level_code }) => level_code === row.level_code);
  const end = limitOf(levels[place]?.max_amount_minor ?? null);
  const most = limitOf(row.max_amount_minor);
  if (row.currency_id !== CURRENCY_PESO || end === null || (most !== null && most <= end)) return [];
  const next = levels[place + 1];
  const more =
    next === undefined ? '' : `; from ${pesos(next.min_amount_minor)} on level ${next.level_code} approves too`;
  const limit = most === null ? 'no limit' : `a limit of ${pesos(most)}`;
  return [`${row.acting_user_name} has ${limit} at level ${row.level_code}, which ends at ${pesos(end)}${more}.`];
}

/**
 * The ranges of amounts of a currency that could not be approved; what the books cannot hold is none. Between two
 * thresholds nothing changes, and one too many joins with its neighbour.
 */
function unstaffedRanges(
  levels: readonly LimitedLevel[],
  officers: readonly OfficerRow[],
  currency_id: number,
  rate: Rate,
): string[] {
  const inPesos = (minor: bigint) => multiplyByRate(minor, rate);
  const thresholds = new Set([1n]);
  for (const { min_amount_minor } of levels) thresholds.add(reaching(min_amount_minor, rate));
  for (const { max_amount_minor, user_max_amount_minor } of officers) {
    for (const limit of [max_amount_minor, user_max_amount_minor]) {
      const most = limitOf(limit);
      if (most !== null) thresholds.add(most + 1n).add(reaching(most + 1n, rate));
    }
  }
  const starts = [...thresholds]
    .filter((minor) => minor >= 1n && minor <= MAX_AMOUNT_MINOR && inPesos(minor) <= MAX_AMOUNT_MINOR)
    .toSorted((left, right) => (left < right ? -1 : 1));
  const ranges: { from: bigint; to: bigint | null; reason: string }[] = [];
  for (const [index, from] of starts.entries()) {
    const amount = { currency_id, amount_minor: from, amount_php_minor: inPesos(from) };
    const stages = requiredStages({ levels, officers }, amount);
    const missing = findUnstaffed({ stages, officers, amount, barred: new Set(), reviewed_by_officer: false });
    if (missing === null) continue;
    const reason =
      missing === 'persons'
        ? `too few different persons for levels ${stages.map(({ level_code }) => level_code).join(', ')}`
        : `nobody at level ${missing.level_code} (${missing.level_name})`;
    const to = starts[index + 1] === undefined ? null : starts[index + 1]! - 1n;
    const last = ranges.at(-1);
    // More money never finds more people at the same levels, so what has one reason lies together.
    if (last?.reason === reason) last.to = to;
    else ranges.push({ from, to, reason });
  }
  return ranges.map(({ from, to, reason }) => `${range(from, to, currency_id)} cannot be approved: ${reason}.`);
}

/** The smallest amount of a currency whose pesos, rounded half-up, reach a sum; all in minor units. Below 1 for a sum of 0. */
function reaching(pesoMinor: bigint, rate: Rate): bigint {
  const half = (2n * pesoMinor - 1n) * RATE_ONE;
  return (half + 2n * rate - 1n) / (2n * rate);
}

function range(from: bigint, to: bigint | null, currency = CURRENCY_PESO): string {
  const label = currencyLabel(currency);
  return to === null
    ? `${formatAmount(from)} ${label} and more`
    : from === to
      ? `${formatAmount(from)} ${label}`
      : `${formatAmount(from)} to ${formatAmount(to)} ${label}`;
}

function pesos(minor: bigint): string {
  return `${formatAmount(minor)} ${currencyLabel(CURRENCY_PESO)}`;
}

function limitOf(maximum: bigint | null): bigint | null {
  return maximum === 0n ? null : maximum;
}
