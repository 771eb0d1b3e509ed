import { expect, it } from 'vitest';
import type { HistoryEntry } from '@talaan/contract/documents/batch.contract';
import { historyActs } from './history-acts.ts';

const entry = (
  at: string,
  action: string,
  subject: string,
  changes: Record<string, [string | null, string | null]>,
): HistoryEntry => ({
  at: `2026-10-28T0${at}:00.000Z`,
  user_name: 'Ana Reyes',
  action,
  subject,
  changes: Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after })),
});

it('what was stored at once is one act, told in the words of accountants', () => {
  const acts = historyActs(
    [
      entry('3:20', 'update', 'batch', {
        status: ['1', '2'],
        edit_date: ['2026-10-28T03:10:00Z', '2026-10-28T03:20:00Z'],
      }),
      entry('3:10', 'insert', 'line 3', {
        account_id: [null, '502010 Rental'],
        debit_amount: [null, '20'],
        credit_amount: [null, '0'],
      }),
      entry('3:10', 'update', 'line 1', { debit_amount: ['112000', '98000'], debit_php: ['112000', '98000'] }),
      entry('3:10', 'update', 'document', {
        total_amount: ['112000', '98000'],
        document_date: ['2026-10-27', '2026-10-28'],
      }),
      entry('3:10', 'update', 'batch', { total_amount: ['112000', '98000'], amount_php: ['112000', '98000'] }),
      entry('3:00', 'insert', 'batch', { total_amount: [null, '112000'], document_type: [null, 'CV'] }),
    ],
    'CV',
  );
  expect(acts.map(({ title, told }) => [title, told])).toEqual([
    ['Submitted for Review', []],
    [
      'Changed',
      [
        'Amount changed from 112,000.00 to 98,000.00',
        'Document date changed from 27 Oct 2026 to 28 Oct 2026',
        'Line 1: debit amount changed from 112,000.00 to 98,000.00',
        'Line 3 added: 502010 Rental debit 20.00',
      ],
    ],
    ['Entered', []],
  ]);
  expect(acts[2]!.details).toContain('Amount: 112,000.00');
});

it.each([
  ['2', '3', 'Reviewed, now for Approval 1'],
  ['3', '6', 'Approved, now for Release'],
  ['6', '7', 'Released'],
  ['3', '1', 'Brought back to the preparer'],
  ['20', '1', 'Restored'],
  ['7', '20', 'Archived'],
])('from status %s to %s reads %s', (before, after, title) => {
  expect(historyActs([entry('3:00', 'update', 'batch', { status: [before, after] })], 'CV')[0]!.title).toBe(title);
});

it('a void is called so, not by the state that it leaves', () => {
  const written = [
    entry('3:00', 'update', 'document', { voided_by: [null, 'Carla Santos'] }),
    entry('3:00', 'update', 'batch', { status: ['7', '20'] }),
  ];
  expect(['BI', 'PO'].map((type) => historyActs(written, type)[0]!.title)).toEqual(['Voided', 'Cancelled']);
});

it('a handover names both preparers and the reason', () => {
  const acts = historyActs(
    [
      entry('4:00', 'update', 'batch', {
        prepared_by: ['Ana Reyes', 'Ben Cruz'],
        edit_by: ['Ana Reyes', 'Liza Manalo'],
      }),
      entry('4:00', 'insert', 'batch handover', { reason: [null, 'Left the company'] }),
      entry('3:00', 'insert', 'batch', { prepared_by: [null, 'Ana Reyes'] }),
    ],
    'CV',
  );
  expect(acts.map(({ title, told }) => [title, told])).toEqual([
    ['Handed over to another preparer', ['Reason: Left the company', 'Prepared by changed from Ana Reyes to Ben Cruz']],
    ['Entered', []],
  ]);
});
