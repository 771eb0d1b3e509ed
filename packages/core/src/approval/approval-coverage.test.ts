import { describe, expect, it } from 'vitest';
import { requireAmount } from '../money/money.ts';
import { requireRate } from '../money/rate.ts';
import { coverageWarnings, type LimitedLevel } from './approval-coverage.ts';
import type { OfficerRow } from './approval-route.ts';

const [PHP, USD, EUR, JPY] = [1, 2, 3, 4];
const NAMES: Record<number, string> = { 1: 'Ana Reyes', 2: 'Ben Cruz', 3: 'Carla Lim' };

function level(code: string, min: string, max: string): LimitedLevel {
  const name = { L1: 'Section Head', L2: 'Department Head', L3: 'Finance Director' }[code]!;
  return {
    level_code: code,
    level_name: name,
    min_amount_minor: requireAmount(min),
    max_amount_minor: requireAmount(max),
  };
}

function officer(user: number, code: string, max: string, currency = PHP, own = '0'): OfficerRow {
  return {
    acting_user_id: user,
    user_id: user,
    acting_user_name: NAMES[user]!,
    level_code: code,
    currency_id: currency,
    min_amount_minor: 0n,
    max_amount_minor: requireAmount(max),
    user_max_amount_minor: requireAmount(own),
  };
}

const LEVELS = [level('L3', '100000.01', '0'), level('L1', '0', '20000'), level('L2', '20000.01', '100000')];
const OFFICERS = [officer(1, 'L1', '20000'), officer(2, 'L2', '100000'), officer(3, 'L3', '0')];
const USD_RATE = [USD, requireRate('56')] as const;
const JPY_RATE = [JPY, requireRate('0.38')] as const;
const warningsOf = (levels: LimitedLevel[], officers: OfficerRow[]) =>
  coverageWarnings({ levels, officers, rates: new Map([USD_RATE, JPY_RATE]) });

describe('levels and officers', () => {
  it('that join and are staffed need no warning', () => {
    const dollars = [officer(1, 'L1', '400', USD), officer(2, 'L2', '2000', USD), officer(3, 'L3', '0', USD)];
    expect(warningsOf(LEVELS, [...OFFICERS, ...dollars])).toEqual({ levels: [], limits: [], nobody: [] });
  });

  it('are not warned of pesos that the books cannot hold', () => {
    const [low, middle, high] = [OFFICERS[0]!, OFFICERS[1]!, officer(3, 'L3', '0', PHP, '9999999999999.99')];
    const dollars = [officer(1, 'L1', '400', USD), officer(2, 'L2', '2000', USD), { ...high, currency_id: USD }];
    expect(warningsOf(LEVELS, [low, middle, high, ...dollars]).nobody).toEqual([]);
  });

  it('are warned of the last amount that the books can hold, and of none beyond it', () => {
    const upTo = (max: string, currency = PHP) =>
      warningsOf(LEVELS.slice(1, 2), [officer(1, 'L1', max, currency), officer(2, 'L1', '0')]).nobody;
    expect(upTo('9999999999999.99', JPY)).toEqual([]);
    expect(upTo('9999999999999.98', JPY)).toEqual([
      '9,999,999,999,999.99 JPY and more cannot be approved: nobody at level L1 (Section Head).',
    ]);
    const pesos = (max: string) => warningsOf(LEVELS.slice(1, 2), [officer(1, 'L1', max)]).nobody;
    expect(pesos('9999999999999.99')).toEqual([]);
    expect(pesos('9999999999999.98')).toEqual([
      '9,999,999,999,999.99 PHP and more cannot be approved: nobody at level L1 (Section Head).',
    ]);
  });

  it('are warned of the first amount of a currency whose rounded pesos reach a limit in pesos', () => {
    const top = [...OFFICERS.slice(0, 2), officer(3, 'L3', '5600000')];
    // 100,000.00 × 56 = 5,600,000.00; 52,631.59 × 0.38 = 20,000.0042 and 52,631.60 × 0.38 = 20,000.008.
    expect(warningsOf(LEVELS, [...top, officer(1, 'L1', '0', USD)]).nobody).toContain(
      '100,000.01 USD and more cannot be approved: nobody at level L3 (Finance Director).',
    );
    expect(warningsOf(LEVELS, [OFFICERS[0]!, officer(1, 'L1', '0', JPY)]).nobody).toContain(
      '52,631.60 JPY and more cannot be approved: nobody at level L2 (Department Head).',
    );
    // 26,315.75 × 0.38 = 9,999.985, a half.
    const half = [officer(1, 'L1', '9999.98'), officer(2, 'L2', '0', JPY)];
    expect(warningsOf(LEVELS.slice(1, 2), half).nobody).toContain(
      '26,315.75 JPY and more cannot be approved: nobody at level L1 (Section Head).',
    );
  });

  it('are warned of gaps and overlaps, with the amounts', () => {
    const gap = [level('L1', '500', '20000'), level('L2', '25000', '100000')];
    expect(warningsOf(gap, OFFICERS).levels).toEqual([
      'No level is meant for 0.01 to 499.99 PHP; level L1 approves it.',
      'No level is meant for 20,000.01 to 24,999.99 PHP; level L1 approves it.',
      'No level is meant for more than 100,000.00 PHP; level L2 approves it.',
    ]);
    const overlap = [level('L1', '0', '50000'), level('L2', '20000.01', '0'), level('L3', '100000.01', '0')];
    expect(warningsOf(overlap, OFFICERS).levels).toEqual([
      'Levels L1 and L2 overlap: 20,000.01 to 50,000.00 PHP need both.',
      'Levels L2 and L3 overlap: 100,000.01 PHP and more need both.',
    ]);
  });

  it('are warned where two meet in one amount, or one has no end', () => {
    const meet = [level('L1', '0.01', '20000.01'), level('L2', '20000.01', '0')];
    expect(warningsOf(meet, OFFICERS).levels).toEqual(['Levels L1 and L2 overlap: 20,000.01 PHP need both.']);
    const endless = [level('L1', '0', '0'), level('L2', '20000.01', '0')];
    expect(warningsOf(endless, OFFICERS).levels).toEqual([
      'Levels L1 and L2 overlap: 20,000.01 PHP and more need both.',
    ]);
    expect(warningsOf([], OFFICERS)).toEqual({ levels: [], limits: [], nobody: [] });
  });

  it('are warned of a limit beyond the last level, and of none in another currency', () => {
    const last = [level('L1', '0', '20000')];
    expect(warningsOf(last, [officer(1, 'L1', '20000'), officer(2, 'L1', '20000.01')]).limits).toEqual([
      'Ben Cruz has a limit of 20,000.01 PHP at level L1, which ends at 20,000.00 PHP.',
    ]);
    expect(warningsOf(last, [officer(1, 'L1', '90000', USD)]).limits).toEqual([]);
  });

  it('are warned of limits beyond the level, in pesos', () => {
    const officers = [
      officer(1, 'L1', '50000'),
      officer(2, 'L2', '0'),
      officer(3, 'L3', '0'),
      officer(3, 'L1', '9000', USD),
    ];
    expect(warningsOf(LEVELS, officers).limits).toEqual([
      'Ana Reyes has a limit of 50,000.00 PHP at level L1, which ends at 20,000.00 PHP; from 20,000.01 PHP on level L2 approves too.',
      'Ben Cruz has no limit at level L2, which ends at 100,000.00 PHP; from 100,000.01 PHP on level L3 approves too.',
    ]);
  });

  it('are warned of amounts that nobody could approve, in each currency that has officers', () => {
    expect(warningsOf(LEVELS, OFFICERS.slice(0, 1)).nobody).toEqual([
      '20,000.01 PHP and more cannot be approved: nobody at level L2 (Department Head).',
    ]);
    // Both hats on one person, and a limit at the top.
    const few = [officer(1, 'L1', '20000'), officer(1, 'L2', '100000'), officer(2, 'L3', '5000000')];
    expect(warningsOf(LEVELS, few).nobody).toEqual([
      '20,000.01 to 100,000.00 PHP cannot be approved: too few different persons for levels L1, L2.',
      '100,000.01 to 5,000,000.00 PHP cannot be approved: too few different persons for levels L1, L2, L3.',
      '5,000,000.01 PHP and more cannot be approved: nobody at level L3 (Finance Director).',
    ]);
    // At 56.00 two thousand dollars reach the third level, which has a dollar row that ends at 3,000.00.
    const dollars = [...OFFICERS, officer(3, 'L3', '3000', USD), officer(3, 'L3', '10', EUR)];
    expect(warningsOf(LEVELS, dollars).nobody).toEqual([
      '3,000.01 USD and more cannot be approved: nobody at level L3 (Finance Director).',
    ]);
    expect(warningsOf(LEVELS, OFFICERS.slice(1)).nobody).toEqual([
      '0.01 PHP and more cannot be approved: nobody at level L1 (Section Head).',
    ]);
    // A limit within its level: what is above it needs the next level, too.
    const low = [officer(1, 'L1', '10000'), officer(1, 'L2', '100000'), officer(2, 'L3', '0')];
    expect(warningsOf(LEVELS, low).nobody).toEqual([
      '10,000.01 to 100,000.00 PHP cannot be approved: too few different persons for levels L1, L2.',
      '100,000.01 PHP and more cannot be approved: too few different persons for levels L1, L2, L3.',
    ]);
    const own = [...OFFICERS.slice(0, 2), officer(3, 'L3', '0', PHP, '250000')];
    expect(warningsOf(LEVELS, own).nobody).toEqual([
      '250,000.01 PHP and more cannot be approved: nobody at level L3 (Finance Director).',
    ]);
  });
});
