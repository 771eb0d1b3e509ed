import { expect, it } from 'vitest';
import type { ApprovalRules, RoutedBatch } from '@talaan/core/approval/allowed-actions';
import { routeStagesOf } from './route-stages.ts';

const PEOPLE = { checkers: [], cashiers: [], names: new Map<number, string>() };
const BATCH: RoutedBatch = {
  document_type: 'CV',
  status: 4,
  prepared_by: 1,
  editors: [1],
  approvals: [],
  currency_id: 1,
  amount_minor: 5_000_00n,
  amount_php_minor: 5_000_00n,
  is_confidential: false,
};

it('shows where a document was decided and where it waits, also by a level that no longer asks for it', () => {
  const rules: ApprovalRules = {
    settings: { needs_approval: true, review_stage: false },
    levels: [{ level_code: 'L1', level_name: 'Section Head', min_amount_minor: 0n }],
    officers: [],
  };
  const approve = (status_from: number) =>
    ({ status_from, action: 'approve', user_name: 'Dario Lim', at: '' }) as const;
  const stages = routeStagesOf(BATCH, rules, PEOPLE, [approve(2), approve(3)]);
  expect(stages.map(({ status, state }) => `${status} ${state}`)).toEqual([
    '2 done',
    '3 done',
    '4 current',
    '6 pending',
  ]);
});
