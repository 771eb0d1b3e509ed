import { describe, expect, it } from 'vitest';
import {
  approvalPath,
  eligibleOfficers,
  explainNobodyEligible,
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

function codes(minor: bigint): string[] {
  return requiredStages(LEVELS, minor).map(({ status, level_code }) => `${status} ${level_code}`);
}

describe('requiredStages', () => {
  it('takes every level whose minimum the peso amount reaches', () => {
    expect(codes(15_000_00n)).toEqual(['3 L1']);
    expect(codes(20_000_00n)).toEqual(['3 L1']);
    expect(codes(20_000_01n)).toEqual(['3 L1', '4 L2']);
    expect(codes(55_000_00n)).toEqual(['3 L1', '4 L2']);
    expect(codes(112_000_00n)).toEqual(['3 L1', '4 L2', '5 L3']);
  });

  it('takes the lowest level for an amount below every minimum', () => {
    expect(requiredStages(LEVELS.slice(2), 1n).map((stage) => stage.level_code)).toEqual(['L2']);
  });

  it('has none without levels and refuses a fourth level', () => {
    expect(requiredStages([], 1n)).toEqual([]);
    const fourth = { level_code: 'L4', level_name: 'Board', min_amount_minor: 1n };
    expect(() => requiredStages([...LEVELS, fourth], 1n)).toThrow('at most three');
  });
});

describe('the way to Approved', () => {
  const two = requiredStages(LEVELS, 55_000_00n);

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

  it('needs only the minimum before the last stage', () => {
    expect(officerCovers(half, pesos(500_000_00n), false)).toEqual({ covers: true, limit_minor: null });
    expect(officerCovers(half, pesos(20_000_00n), false)).toMatchObject({
      code: 'below_minimum',
      message: 'Amount 20,000.00 PHP is below your minimum of 20,000.01 PHP.',
    });
  });

  it('caps the last stage by the maximum of the row', () => {
    expect(officerCovers(half, pesos(250_000_00n), true)).toEqual({ covers: true, limit_minor: 250_000_00n });
    expect(officerCovers(half, pesos(500_000_00n), true)).toEqual({
      covers: false,
      code: 'above_limit',
      message: 'Amount 500,000.00 PHP is above your limit of 250,000.00 PHP.',
    });
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
    const dollars = { currency_id: USD, amount_minor: 1_000_00n, amount_php_minor: 55_250_00n };
    expect(officerCovers(capped, dollars, true)).toMatchObject({
      message: 'Amount 55,250.00 PHP is above your limit of 50,000.00 PHP.',
    });
    expect(officerCovers(capped, dollars, false).covers).toBe(true);
    expect(officerCovers(capped, { ...dollars, amount_php_minor: 50_000_00n }, true).covers).toBe(true);
  });

  it('converts nothing: another currency is not covered', () => {
    expect(officerCovers(half, { ...pesos(30_000_00n), currency_id: SGD }, false)).toMatchObject({
      code: 'other_currency',
      message: 'You have no approval limit in SGD at level L1.',
    });
  });
});

describe('who could approve', () => {
  const demo = [
    row(1, 'L1', PHP, 0n, 20_000_00n, 20_000_00n),
    row(2, 'L2', PHP, 20_000_01n, 100_000_00n, 100_000_00n),
    row(2, 'L1', PHP, 0n, 20_000_00n, 100_000_00n),
    row(3, 'L3', PHP, 100_000_01n, 0n),
    row(3, 'L2', PHP, 20_000_01n, 100_000_00n),
  ];

  function explain(amount: ApprovalAmount, barred: number[] = [], officers = demo, reviewed = false) {
    return explainNobodyEligible({
      stages: requiredStages(LEVELS, amount.amount_php_minor),
      officers,
      amount,
      barred: new Set(barred),
      reviewed_by_officer: reviewed,
    });
  }

  it('lists the rows of the level that cover the amount and bar nobody', () => {
    const [stage] = requiredStages(LEVELS, 15_000_00n);
    if (stage === undefined) throw new Error('an amount has a stage');
    const users = (barred: number[]) =>
      eligibleOfficers(demo, stage, true, pesos(15_000_00n), new Set(barred)).map((officer) => officer.user_id);
    expect(users([])).toEqual([1, 2]);
    expect(users([1])).toEqual([2]);
    const standIn = { ...row(1, 'L1', PHP, 0n, 0n), acting_user_id: 9 };
    expect(eligibleOfficers([standIn], stage, true, pesos(1n), new Set([1]))).toEqual([]);
    expect(eligibleOfficers([standIn], stage, true, pesos(1n), new Set([9]))).toEqual([]);
  });

  it('finds everybody it needs for the demo amounts', () => {
    for (const minor of [15_000_00n, 55_000_00n, 112_000_00n]) expect(explain(pesos(minor))).toBeNull();
  });

  it('names level, currency and amount when nobody fits', () => {
    expect(explain({ currency_id: SGD, amount_minor: 300_00n, amount_php_minor: 12_000_00n })).toEqual({
      code: 'nobody_eligible',
      message:
        'Nobody can approve 300.00 SGD at level L1 (Section Head). Ask an administrator for an approving officer of this level, currency and amount.',
    });
    expect(explain(pesos(112_000_00n), [3])?.message).toContain('112,000.00 PHP at level L3 (Finance Director)');
  });

  it('needs a person of its own for each stage', () => {
    expect(explain(pesos(55_000_00n), [1])).toBeNull();
    expect(explain(pesos(112_000_00n), [1])?.code).toBe('nobody_eligible');
    const onlyTwo = demo.filter((officer) => officer.user_id === 2);
    expect(explain(pesos(55_000_00n), [], onlyTwo)).toEqual({
      code: 'nobody_eligible',
      message:
        'Not enough different persons can approve 55,000.00 PHP at levels L1, L2. One person acts once in a round.',
    });
  });

  it('counts a stand-in as both persons', () => {
    const standIn = demo
      .filter((officer) => officer.user_id === 2)
      .map((officer) => ({ ...officer, acting_user_id: 9 }));
    expect(explain(pesos(15_000_00n), [], standIn)).toBeNull();
    expect(explain(pesos(55_000_00n), [], [...standIn, ...demo.filter((officer) => officer.user_id === 2)])?.code).toBe(
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
    const two = demo.slice(0, 2);
    expect(explain(pesos(15_000_00n), [], two, true)).toBeNull();
    expect(explain(pesos(15_000_00n), [2], two, true)?.message).toContain('and review it');
    expect(explain(pesos(15_000_00n), [], demo, true)).toBeNull();
    expect(explain(pesos(112_000_00n), [], demo, true)?.message).toContain('and review it');
  });

  it('says when no level is set up', () => {
    const nobody = {
      stages: [],
      officers: demo,
      amount: pesos(1n),
      barred: new Set<number>(),
      reviewed_by_officer: false,
    };
    expect(explainNobodyEligible(nobody)?.code).toBe('no_levels');
  });
});
