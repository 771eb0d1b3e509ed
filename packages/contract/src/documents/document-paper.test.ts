import { expect, it } from 'vitest';
import { STATUS } from '@talaan/core/documents/status';
import type { BatchDetail, TimelineMove } from './batch-view.contract.ts';
import { signaturesOf, stampOf } from './document-paper.ts';

it.each([
  [STATUS.ACTIVE, null, null, 'NOT YET APPROVED'],
  [STATUS.FOR_REVIEW, null, null, 'NOT YET APPROVED'],
  [STATUS.FOR_APPROVAL_3, null, null, 'NOT YET APPROVED'],
  [STATUS.FOR_RELEASE, null, null, 'NOT YET RELEASED'],
  [STATUS.APPROVED, null, '1', null],
  [STATUS.APPROVED, '2025-05-22T00:00:00Z', '1', 'VOID'],
  [STATUS.FOR_REVIEW, '2025-05-22T00:00:00Z', null, 'VOID'],
  [STATUS.ARCHIVED, null, '1', 'VOID'],
  [STATUS.ARCHIVED, null, null, 'ARCHIVED'],
])('a document at %s, voided %s, posted as %s is stamped %s', (status, voided_at, journal_entry_id, stamp) => {
  expect(stampOf({ status, voided_at, journal_entry_id })).toBe(stamp);
});

const move = (action: string, status_from: number, more: Partial<TimelineMove> = {}) =>
  ({
    action,
    status_from,
    in_force: true,
    user_name: action,
    on_behalf_of_name: null,
    at: '2025-05-22T00:00:00Z',
    ...more,
  }) as TimelineMove;
const batchOf = (stages: readonly number[], timeline: readonly TimelineMove[]) =>
  ({ preparer: 'Ana Reyes', route: stages.map((status) => ({ status })), timeline }) as unknown as BatchDetail;
const signed = (batch: BatchDetail) =>
  signaturesOf(batch).map(({ label, signers }) => [label, ...signers.map(({ name }) => name)]);

it('each word has who took its step in this round; a word whose stage is lacking is left out, and nobody prepared a draft', () => {
  const stages = [STATUS.FOR_REVIEW, STATUS.FOR_APPROVAL_1, STATUS.FOR_RELEASE];
  const typed = batchOf(stages, [move('submit', STATUS.ACTIVE, { in_force: false })]);
  expect(signed(typed)).toEqual([['Prepared By'], ['Checked By'], ['Approved By'], ['Released By']]);
  const standIn = { user_name: 'Dario Lim', on_behalf_of_name: 'Elena Tan' };
  const approved = [move('submit', STATUS.ACTIVE), move('approve', STATUS.FOR_APPROVAL_1, standIn)];
  expect(signed(batchOf([STATUS.FOR_APPROVAL_1], approved))).toEqual([
    ['Prepared By', 'Ana Reyes'],
    ['Approved By', 'Dario Lim for Elena Tan'],
  ]);
});
