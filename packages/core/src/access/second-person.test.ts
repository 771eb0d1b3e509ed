import { describe, expect, it } from 'vitest';
import type { AccessLevel } from './access-level.ts';
import { decisionRight, type ChangeDecision, type ProposedChange } from './second-person.ts';

const waiting: ProposedChange = {
  state: 'waiting',
  action: 'update',
  module_name: 'Approving Officers',
  requested_by: 1,
  requested_by_name: 'Ana Reyes',
};
const codeOf = (
  decision: ChangeDecision,
  user_id: number,
  level: AccessLevel,
  change: Partial<ProposedChange> = {},
) => {
  const right = decisionRight(decision, { ...waiting, ...change }, { user_id, level });
  return right.allowed ? 'allowed' : right.code;
};
const messageOf = (decision: ChangeDecision, user_id: number, change: Partial<ProposedChange> = {}) =>
  decisionRight(decision, { ...waiting, ...change }, { user_id, level: 2 });

describe('a change that waits for a second person', () => {
  it('is confirmed and refused by others with the level, never by the one who asked', () => {
    for (const decision of ['confirm', 'refuse'] as const) {
      expect(codeOf(decision, 2, 3)).toBe('allowed');
      expect(codeOf(decision, 1, 4)).toBe('first_person');
      expect(codeOf(decision, 2, 2)).toBe('module_access');
    }
  });

  it.each([
    ['create', 1, 2],
    ['update', 2, 3],
    ['delete', 3, 4],
  ] as const)('to %s needs its level', (action, tooLittle, enough) => {
    expect(codeOf('confirm', 2, tooLittle, { action })).toBe('module_access');
    expect(codeOf('confirm', 2, enough, { action })).toBe('allowed');
  });

  it('is withdrawn by the one who asked only', () => {
    expect(codeOf('withdraw', 1, 0)).toBe('allowed');
    expect(codeOf('withdraw', 2, 4)).toBe('not_first_person');
  });

  it('says why somebody may not decide it, and who may', () => {
    expect([
      messageOf('confirm', 1),
      messageOf('confirm', 2),
      messageOf('withdraw', 2),
      messageOf('confirm', 2, { state: 'confirmed' }),
    ]).toEqual(
      [
        ['first_person', 'You asked for this change yourself: another person must confirm or refuse it.'],
        ['module_access', 'You need Update on Approving Officers; you have Insert.'],
        ['not_first_person', 'Only Ana Reyes may withdraw this change.'],
        ['decided', 'This change has been decided already.'],
      ].map(([code, message]) => ({ allowed: false, code, message })),
    );
  });

  it.each(['confirmed', 'refused', 'withdrawn'] as const)('is decided once: %s', (state) => {
    expect(codeOf('confirm', 2, 4, { state })).toBe('decided');
    expect(codeOf('withdraw', 1, 4, { state })).toBe('decided');
  });
});
