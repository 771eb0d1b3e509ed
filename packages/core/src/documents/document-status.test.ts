import { describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES, isDocumentType } from './document-type.ts';
import type { DocumentType } from './document-type.ts';
import {
  ACTIONS_WITH_REMARKS,
  defaultApprovalSettings,
  isStatus,
  movesFrom,
  STATUS_MOVES,
  stateChip,
  statusChip,
} from './document-status.ts';
import { STATUS } from './status.ts';

const ALL_ON = { needs_approval: true, review_stage: true };
const TYPES: DocumentType[] = Object.keys(DOCUMENT_TYPES).filter(isDocumentType);

function ways(type: DocumentType, status: keyof typeof STATUS, settings = ALL_ON): string[] {
  return movesFrom(type, STATUS[status], settings).map(({ action, to }) => `${action} ${to}`);
}

/** The moves of a type that goes to the ledger from its last approval. */
const DIRECT = {
  submit: ' 1-3 1-2 1-7',
  delete: ' 1-1',
  archive: ' 1-20',
  void: ' 1-20 3-20 4-20 5-20 7-20 2-20',
  approve: ' 3-4 4-5 2-3 2-7 3-7 4-7 5-7',
  return: ' 3-1 4-1 5-1 2-1',
  withdraw: ' 3-1 4-1 5-1 2-1',
  reject: ' 3-20 4-20 5-20 2-20',
  restore: ' 20-1',
  accept: ' 1-7',
};
const RELEASED = {
  ...DIRECT,
  submit: ' 1-3 1-2 1-6',
  void: `${DIRECT.void} 6-20`,
  approve: ' 3-4 4-5 2-3 2-6 3-6 4-6 5-6',
  withdraw: `${DIRECT.withdraw} 6-1`,
  release: ' 6-7',
};
const UNREVIEWED = {
  ...DIRECT,
  submit: ' 1-3 1-7',
  void: ' 1-20 3-20 4-20 5-20 7-20',
  approve: ' 3-4 4-5 3-7 4-7 5-7',
  return: ' 3-1 4-1 5-1',
  withdraw: ' 3-1 4-1 5-1',
  reject: ' 3-20 4-20 5-20',
};
const { accept: _none, ...NOT_POSTED } = DIRECT;
const ORDERED = { ...NOT_POSTED, match: ' 7-8 7-9 8-7 8-9 9-7 9-8', close: ' 7-10 8-10' };
/** The other types have the moves of DIRECT. */
const MOVES: Partial<Record<DocumentType, object>> = {
  CV: RELEASED,
  CW: RELEASED,
  OB: RELEASED,
  DM: RELEASED,
  BI: UNREVIEWED,
  PO: ORDERED,
};

describe('the table of moves', () => {
  it.each(TYPES)('reaches 7 from its last stage only, and leaves 7 only by void: %s', (type) => {
    const byPeople = STATUS_MOVES[type].filter((move) => move.action !== 'match' && move.action !== 'accept');
    const intoApproved = byPeople.filter((move) => move.to === STATUS.APPROVED).map((move) => move.action);
    expect(new Set(intoApproved)).toEqual(
      new Set(DOCUMENT_TYPES[type].has_release_stage ? ['release'] : ['submit', 'approve']),
    );
    expect(byPeople.filter((move) => move.from === STATUS.APPROVED && move.action !== 'close')).toEqual([
      { from: 7, to: 20, action: 'void' },
    ]);
    expect(STATUS_MOVES[type].filter((move) => move.from === STATUS.ARCHIVED)).toEqual([
      { from: 20, to: 1, action: 'restore' },
    ]);
  });

  it.each(TYPES)('holds each move once: %s', (type) => {
    const keys = STATUS_MOVES[type].map(({ from, to, action }) => `${from} ${to} ${action}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(TYPES)('is this: %s', (type) => {
    const found: Record<string, string> = {};
    for (const { from, to, action } of STATUS_MOVES[type]) found[action] = `${found[action] ?? ''} ${from}-${to}`;
    expect(found).toEqual(MOVES[type] ?? DIRECT);
  });
});

describe('moves under the settings', () => {
  it('starts with the review where it is on', () => {
    expect(ways('JE', 'ACTIVE')).toEqual(['delete 1', 'archive 20', 'void 20', 'submit 2']);
    expect(ways('BI', 'ACTIVE')).toEqual(['submit 3', 'delete 1', 'archive 20', 'void 20']);
  });

  it('submits straight to approval without review', () => {
    expect(ways('CV', 'ACTIVE', { needs_approval: true, review_stage: false })).toContain('submit 3');
    expect(ways('CV', 'ACTIVE', { needs_approval: true, review_stage: false })).not.toContain('submit 6');
  });

  it('goes straight to release or ledger without review and approval', () => {
    const off = { needs_approval: false, review_stage: false };
    expect(ways('CV', 'ACTIVE', off).filter((way) => way.startsWith('submit'))).toEqual(['submit 6']);
    expect(ways('CR', 'ACTIVE', off).filter((way) => way.startsWith('submit'))).toEqual(['submit 7']);
  });

  it('ends after the review without approval', () => {
    const reviewOnly = { needs_approval: false, review_stage: true };
    expect(ways('JE', 'FOR_REVIEW', reviewOnly).filter((way) => way.startsWith('approve'))).toEqual(['approve 7']);
    expect(ways('JE', 'FOR_REVIEW').filter((way) => way.startsWith('approve'))).toEqual(['approve 3']);
  });

  it('lets a batch finish the approvals it has begun after the setting is switched off', () => {
    const off = { needs_approval: false, review_stage: false };
    expect(ways('JE', 'FOR_APPROVAL_1', off)).toContain('approve 4');
    expect(ways('JE', 'FOR_APPROVAL_1', off)).toContain('approve 7');
  });

  it('starts receipts and collections without approval and review', () => {
    expect(defaultApprovalSettings('CR')).toEqual({ needs_approval: false, review_stage: false });
    expect(defaultApprovalSettings('JE')).toEqual({ needs_approval: true, review_stage: true });
    expect(defaultApprovalSettings('BI')).toEqual({ needs_approval: true, review_stage: false });
  });
});

it('asks for remarks wherever the preparer is told why', () => {
  expect(ACTIONS_WITH_REMARKS).toEqual(['return', 'reject', 'withdraw', 'void', 'close']);
});

describe('labels', () => {
  it('says Released for the types that are released, Issued for receipts, Approved for the others', () => {
    const types = ['CV', 'CW', 'OB', 'DM', 'JE', 'CR', 'BI'].filter(isDocumentType);
    expect(types.map((type) => statusChip(type, 7))).toEqual(
      ['Released', 'Released', 'Released', 'Released', 'Approved', 'Issued', 'Approved'].map((label) => ({
        label,
        hue: 'green',
      })),
    );
    expect(TYPES.map((type) => statusChip(type, 1).label)).toEqual(TYPES.map(() => 'Active'));
  });

  it('labels every status of a journal', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((status) => Object.values(statusChip('JE', status)).join(' '))).toEqual([
      'Active blue',
      'For Review amber',
      'For Approval 1 amber',
      'For Approval 2 orange',
      'For Approval 3 violet',
      'For Release teal',
      'Archived slate',
    ]);
    expect([8, 9, 10, 20].map((status) => Object.values(statusChip('PO', status)).join(' '))).toEqual([
      'Partly Vouchered amber',
      'Fully Vouchered green',
      'Closed Short slate',
      'Cancelled red',
    ]);
  });

  it('shows an unknown value as it is', () => {
    expect(statusChip('JE', 99)).toEqual({ label: 'Status 99', hue: 'neutral' });
    expect(statusChip('JE', 8)).toEqual({ label: 'Status 8', hue: 'neutral' });
    expect([isStatus(11), isStatus(10), isStatus(7)]).toEqual([false, true, true]);
  });
});

describe('where a batch stands', () => {
  const state = (
    document_type: DocumentType,
    status: number,
    given: { voided?: boolean; approved_remarks?: string } = {},
  ) => stateChip({ document_type, status, voided: false, approved_remarks: '', ...given }).label;

  it('is Returned while it is active with the reason of whoever returned it, and not once it went on', () => {
    const given = { approved_remarks: 'NO RECEIPT' };
    expect([state('CV', 1, given), state('CV', 1), state('CV', 2, given)]).toEqual([
      'Returned',
      'Active',
      'For Review',
    ]);
  });

  it('is Voided where it was, and Cancelled where the books and the list call it so', () => {
    const voided = { voided: true, approved_remarks: 'TWICE' };
    expect(state('CV', 20, voided)).toBe('Voided');
    expect([state('BI', 20, voided), state('BI', 20), state('CN', 20, voided), state('PO', 20, voided)]).toEqual(
      Array(4).fill('Cancelled'),
    );
  });
});
