import { describe, expect, it } from 'vitest';
import {
  approvalPath,
  eligibleOfficers,
  explainNobodyEligible,
  isBelowMinimum,
  levelStages,
  nextStatus,
  officerCovers,
  requiredStages,
} from './approval-route.ts';
import type { ApprovalAmount, OfficerRow } from './approval-route.ts';

const LEVELS = [
  { level_code: 'L3', level_name: 'Finance Director', min_amount_minor: 100_000_01n },
  { level_code: 'L1', level_name: 'Section Head', min_amount_minor: 0n },
  { level_code: 'L2', level_name: 'Department Head', min_amount_minor: 20_000_01n },
];
const ON = { needs_approval: true, review_stage: true };
const [PHP, USD, SGD] = [1, 2, 5];

function row(
  user: number,
  level: string,
  currency: number,
  min: bigint,
  max: bigint | null,
  own: bigint | null = null,
): OfficerRow {
  return {
    acting_user_id: user,
    acting_user_name: `Officer ${user}`,
    user_id: user,
    level_code: level,
    currency_id: currency,
    min_amount_minor: min,
    max_amount_minor: max,
    user_max_amount_minor: own,
  };
}

function pesos(minor: bigint): ApprovalAmount {
  return { currency_id: PHP, amount_minor: minor, amount_php_minor: minor };
}

const DEMO = [
  row(1, 'L1', PHP, 0n, 20_000_00n, 20_000_00n),
  row(1, 'L1', USD, 0n, 400_00n, 20_000_00n),
  row(2, 'L2', PHP, 20_000_01n, 100_000_00n, 100_000_00n),
  row(2, 'L2', USD, 400_01n, 2_000_00n, 100_000_00n),
  row(2, 'L1', PHP, 0n, 20_000_00n, 100_000_00n),
  row(3, 'L3', PHP, 100_000_01n, 0n),
  row(3, 'L3', USD, 2_000_01n, 0n),
  row(3, 'L2', PHP, 20_000_01n, 100_000_00n),
];

function dollars(units: bigint, rate: bigint): ApprovalAmount {
  return { currency_id: USD, amount_minor: units * 100n, amount_php_minor: units * rate };
}

function codes(amount: ApprovalAmount, officers: readonly OfficerRow[] = DEMO): string[] {
  return requiredStages({ levels: LEVELS, officers }, amount).map(
    ({ status, level_code }) => `${status} ${level_code}`,
  );
}

describe('requiredStages', () => {
  it('takes every level whose minimum the peso amount reaches', () => {
    expect(codes(pesos(15_000_00n))).toEqual(['3 L1']);
    expect(codes(pesos(20_000_00n))).toEqual(['3 L1']);
    expect(codes(pesos(20_000_01n))).toEqual(['3 L1', '4 L2']);
    expect(codes(pesos(55_000_00n))).toEqual(['3 L1', '4 L2']);
    expect(codes(pesos(112_000_00n))).toEqual(['3 L1', '4 L2', '5 L3']);
    expect(codes(dollars(380n, 5600n))).toEqual(['3 L1', '4 L2']);
    expect(codes(dollars(1_900n, 5600n))).toEqual(['3 L1', '4 L2', '5 L3']);
  });

  it('takes the next level too where no row of the last one reaches the amount', () => {
    expect(codes(dollars(500n, 3800n))).toEqual(['3 L1', '4 L2']);
    expect(codes(dollars(2_100n, 4000n))).toEqual(['3 L1', '4 L2', '5 L3']);
    const low = DEMO.map((officer) => ({ ...officer, user_max_amount_minor: 10_000_00n }));
    expect(codes(pesos(15_000_00n), low)).toEqual(['3 L1', '4 L2', '5 L3']);
  });

  it('takes a level from its minimum on, although a lower row reaches it', () => {
    const officers = [row(1, 'L1', PHP, 0n, 0n), row(2, 'L2', PHP, 0n, 0n)];
    expect(codes(pesos(20_000_00n), officers)).toEqual(['3 L1']);
    expect(codes(pesos(20_000_01n), officers)).toEqual(['3 L1', '4 L2']);
  });

  it('orders levels of one minimum by their code', () => {
    const same = ['B', 'C', 'A'].map((code) => ({ level_code: code, level_name: code, min_amount_minor: 5n }));
    expect(levelStages(same).map(({ level_code }) => level_code)).toEqual(['A', 'B', 'C']);
  });

  it('takes the lowest level for an amount below every minimum', () => {
    const levels = LEVELS.slice(2);
    expect(requiredStages({ levels, officers: DEMO }, pesos(1n)).map((stage) => stage.level_code)).toEqual(['L2']);
  });

  it('has none without levels and refuses a fourth level', () => {
    expect(requiredStages({ levels: [], officers: DEMO }, pesos(1n))).toEqual([]);
    const fourth = { level_code: 'L4', level_name: 'Board', min_amount_minor: 1n };
    expect(() => requiredStages({ levels: [...LEVELS, fourth], officers: DEMO }, pesos(1n))).toThrow('at most three');
  });
});

describe('the way to Approved', () => {
  const two = requiredStages({ levels: LEVELS, officers: DEMO }, pesos(55_000_00n));

  it('passes review, the required stages and, for disbursements, the release', () => {
    expect(approvalPath({ document_type: 'CV', settings: ON, stages: two })).toEqual([1, 2, 3, 4, 6, 7]);
    expect(approvalPath({ document_type: 'JE', settings: ON, stages: two })).toEqual([1, 2, 3, 4, 7]);
    expect(approvalPath({ document_type: 'BI', settings: ON, stages: two })).toEqual([1, 3, 4, 7]);
  });

  it('follows the settings', () => {
    const off = { needs_approval: false, review_stage: false };
    expect(approvalPath({ document_type: 'CV', settings: off, stages: two })).toEqual([1, 6, 7]);
    expect(approvalPath({ document_type: 'CR', settings: off, stages: two })).toEqual([1, 7]);
    expect(approvalPath({ document_type: 'JE', settings: { ...off, review_stage: true }, stages: two })).toEqual([
      1, 2, 7,
    ]);
  });

  it('gives the next status from any status', () => {
    const route = { document_type: 'CV', settings: ON, stages: two } as const;
    expect(([1, 2, 3, 4, 5, 6, 7, 20] as const).map((status) => nextStatus(route, status))).toEqual([
      2,
      3,
      4,
      6,
      6,
      7,
      null,
      null,
    ]);
  });
});

describe('officerCovers', () => {
  const half = row(1, 'L1', PHP, 20_000_01n, 250_000_00n);

  it('has no limit before the last stage, and no minimum at any', () => {
    expect(officerCovers(half, pesos(500_000_00n), false)).toEqual({ covers: true, limit_minor: null });
    expect(officerCovers(half, pesos(1n), false)).toEqual({ covers: true, limit_minor: null });
    expect(officerCovers(half, pesos(1n), true)).toEqual({ covers: true, limit_minor: 250_000_00n });
  });

  it('caps the last stage by the maximum of the row', () => {
    expect(officerCovers(half, pesos(250_000_00n), true)).toEqual({ covers: true, limit_minor: 250_000_00n });
    expect(officerCovers(half, pesos(500_000_00n), true)).toEqual({
      covers: false,
      message: 'Amount 500,000.00 PHP is above your limit of 250,000.00 PHP.',
    });
  });

  it('puts an amount below the minimum of a row last, in the currency of the row', () => {
    expect([20_000_00n, 20_000_01n].map((minor) => isBelowMinimum(half, pesos(minor)))).toEqual([true, false]);
    expect(isBelowMinimum({ ...half, min_amount_minor: null }, pesos(1n))).toBe(false);
    expect(isBelowMinimum(half, { currency_id: SGD, amount_minor: 1_00n, amount_php_minor: 30_000_00n })).toBe(false);
  });

  it('reads 0 and empty as no limit', () => {
    for (const none of [0n, null]) {
      expect(officerCovers(row(1, 'L3', PHP, 0n, none, none), pesos(500_000_00n), true)).toEqual({
        covers: true,
        limit_minor: null,
      });
    }
  });

  it('caps the last stage by the own max_amount of the user, in pesos', () => {
    const capped = row(1, 'L1', USD, 0n, 1_000_00n, 50_000_00n);
    const thousand = { currency_id: USD, amount_minor: 1_000_00n, amount_php_minor: 55_250_00n };
    expect(officerCovers(capped, thousand, true)).toMatchObject({
      message: 'Amount 55,250.00 PHP is above your limit of 50,000.00 PHP.',
    });
    expect(officerCovers(capped, thousand, false).covers).toBe(true);
    expect(officerCovers(capped, { ...thousand, amount_php_minor: 50_000_00n }, true).covers).toBe(true);
  });

  it('holds a row in pesos against the peso amount of another currency', () => {
    const singapore = { currency_id: SGD, amount_minor: 300_000_00n, amount_php_minor: 250_000_00n };
    expect(officerCovers(half, singapore, true)).toEqual({ covers: true, limit_minor: 250_000_00n });
    expect(officerCovers(half, { ...singapore, amount_php_minor: 250_000_01n }, true)).toMatchObject({
      message: 'Amount 250,000.01 PHP is above your limit of 250,000.00 PHP.',
    });
  });
});

describe('who could approve', () => {
  function explain(amount: ApprovalAmount, barred: number[] = [], officers = DEMO, reviewed = false) {
    return explainNobodyEligible({
      document_type: 'JE',
      stages: requiredStages({ levels: LEVELS, officers }, amount),
      officers,
      amount,
      barred: new Set(barred),
      reviewed_by_officer: reviewed,
    });
  }

  it('lists the rows of the level that cover the amount and bar nobody', () => {
    const [stage] = requiredStages({ levels: LEVELS, officers: DEMO }, pesos(15_000_00n));
    if (stage === undefined) throw new Error('an amount has a stage');
    const users = (barred: number[]) =>
      eligibleOfficers(DEMO, stage, true, pesos(15_000_00n), new Set(barred)).map((officer) => officer.user_id);
    expect(users([])).toEqual([1, 2]);
    expect(users([1])).toEqual([2]);
    const standIn = { ...row(1, 'L1', PHP, 0n, 0n), acting_user_id: 9 };
    expect(eligibleOfficers([standIn], stage, true, pesos(1n), new Set([1]))).toEqual([]);
    expect(eligibleOfficers([standIn], stage, true, pesos(1n), new Set([9]))).toEqual([]);
  });

  it('finds everybody it needs for the amounts of the demo company', () => {
    for (const minor of [15_000_00n, 55_000_00n, 112_000_00n]) expect(explain(pesos(minor))).toBeNull();
    for (const units of [380n, 1_900n, 2_000n]) expect(explain(dollars(units, 5600n))).toBeNull();
  });

  it('names level, currency and amount when nobody fits', () => {
    const dollarsOnly = DEMO.filter(({ currency_id }) => currency_id === USD);
    expect(explain({ currency_id: SGD, amount_minor: 300_00n, amount_php_minor: 12_000_00n }, [], dollarsOnly)).toEqual(
      {
        code: 'nobody_eligible',
        message:
          'Nobody can approve 300.00 SGD at level L1 (Section Head). An administrator adds approving officers of this level, currency and amount.',
      },
    );
    expect(explain(pesos(112_000_00n), [3])?.message).toContain('112,000.00 PHP at level L3 (Finance Director)');
  });

  it('asks the rows in pesos where a level has none in the currency of the document', () => {
    const singapore = (minor: bigint) => ({ currency_id: SGD, amount_minor: 300_00n, amount_php_minor: minor });
    expect(codes(singapore(12_000_00n))).toEqual(['3 L1']);
    expect(explain(singapore(12_000_00n))).toBeNull();
    expect(explain(singapore(112_000_00n))).toBeNull();
    const [stage] = requiredStages({ levels: LEVELS, officers: DEMO }, singapore(12_000_00n));
    const users = (officers: OfficerRow[]) =>
      eligibleOfficers(officers, stage!, true, singapore(12_000_00n), new Set()).map((officer) => officer.user_id);
    expect(users(DEMO)).toEqual([1, 2]);
    expect(users([...DEMO, row(3, 'L1', SGD, 0n, 0n)])).toEqual([3]);
  });

  it('needs a person of its own for each stage', () => {
    expect(explain(pesos(55_000_00n), [1])).toBeNull();
    expect(explain(pesos(112_000_00n), [1])?.code).toBe('nobody_eligible');
    const onlyTwo = DEMO.filter((officer) => officer.user_id === 2);
    expect(explain(pesos(55_000_00n), [], onlyTwo)).toEqual({
      code: 'nobody_eligible',
      message:
        'Not enough different persons can approve 55,000.00 PHP at levels L1, L2. One person acts once in a round.',
    });
  });

  it('counts a stand-in as both persons', () => {
    const standIn = DEMO.filter((officer) => officer.user_id === 2).map((officer) => ({
      ...officer,
      acting_user_id: 9,
    }));
    expect(explain(pesos(15_000_00n), [], standIn)).toBeNull();
    expect(explain(pesos(55_000_00n), [], [...standIn, ...DEMO.filter((officer) => officer.user_id === 2)])?.code).toBe(
      'nobody_eligible',
    );
  });

  it('lets nobody stand in for two persons in one round', () => {
    const forTwo = [row(2, 'L1', PHP, 0n, 0n), row(3, 'L2', PHP, 0n, 0n)].map((officer) => ({
      ...officer,
      acting_user_id: 9,
    }));
    expect(explain(pesos(55_000_00n), [], forTwo)?.code).toBe('nobody_eligible');
    expect(explain(pesos(55_000_00n), [], [...forTwo, row(3, 'L2', PHP, 0n, 0n)])).toBeNull();
  });

  it('needs one more officer where an officer reviews', () => {
    const two = DEMO.filter(({ user_id, level_code }) => level_code === `L${user_id}` && user_id < 3);
    expect(explain(pesos(15_000_00n), [], two, true)).toBeNull();
    expect(explain(pesos(15_000_00n), [2], two, true)?.message).toContain('and review it');
    expect(explain(pesos(15_000_00n), [], DEMO, true)).toBeNull();
    expect(explain(pesos(112_000_00n), [], DEMO, true)?.message).toContain('and review it');
  });

  it('says when no level is set up', () => {
    const nobody = {
      document_type: 'JE' as const,
      stages: [],
      officers: DEMO,
      amount: pesos(1n),
      barred: new Set<number>(),
      reviewed_by_officer: false,
    };
    expect(explainNobodyEligible(nobody)).toEqual({
      code: 'no_levels',
      message: 'No approving level is set up: one is added under Approving Levels, by an administrator.',
    });
  });
});
