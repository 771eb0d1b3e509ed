import { describe, expect, it } from 'vitest';
import {
  CHEQUE_ACTION_RULES,
  CHEQUE_MOVES,
  CHEQUE_STATES,
  chequeActionsOf,
  decideChequeMove,
  type ChequeAction,
  type ChequeFacts,
  type ChequeState,
} from './cheque-state.ts';

const TODAY = '2026-11-20';
const cheque = (change: Partial<ChequeFacts> = {}): ChequeFacts => ({
  state: 'queued',
  cheque_number: '0000451',
  cheque_date: '2026-11-16',
  batch_status: 7,
  is_voided: false,
  was_released: false,
  ...change,
});
const codeOf = (facts: ChequeFacts, action: ChequeAction, change: { on?: string; reason?: string } = {}) => {
  const decision = decideChequeMove(facts, { action, on: TODAY, today: TODAY, reason: 'Torn.', ...change });
  return decision.ok ? decision.to : decision.code;
};

describe('moves of a cheque', () => {
  it('names every move once, and leaves every state but replaced', () => {
    const names = CHEQUE_MOVES.map(({ from, to }) => `${from} ${to}`);
    expect(new Set(names).size).toBe(names.length);
    const left = (Object.keys(CHEQUE_STATES) as ChequeState[]).filter(
      (state) => !CHEQUE_MOVES.some(({ from }) => from === state),
    );
    expect(left).toEqual(['replaced']);
  });

  it('refuses what the table does not list', () => {
    expect(codeOf(cheque(), 'clear')).toBe('no_such_move');
    expect(codeOf(cheque({ state: 'replaced' }), 'replace')).toBe('no_such_move');
    expect(codeOf(cheque({ state: 'cleared' }), 'stop')).toBe('no_such_move');
  });

  it('prints after approval, with a number', () => {
    expect(codeOf(cheque({ batch_status: 6 }), 'print')).toBe('printed');
    expect(codeOf(cheque({ batch_status: 5 }), 'print')).toBe('not_approved');
    expect(codeOf(cheque({ batch_status: 20 }), 'print')).toBe('not_approved');
    expect(codeOf(cheque({ cheque_number: null }), 'print')).toBe('number_missing');
  });

  it('releases after the voucher is released', () => {
    expect(codeOf(cheque({ state: 'printed' }), 'release')).toBe('released');
    expect(codeOf(cheque({ state: 'printed', batch_status: 6 }), 'release')).toBe('not_released');
    expect(codeOf(cheque({ state: 'printed', is_voided: true }), 'release')).toBe('not_released');
  });

  it('clears on a day from its date to today', () => {
    const released = cheque({ state: 'released' });
    expect(codeOf(released, 'clear', { on: '2026-11-16' })).toBe('cleared');
    expect(codeOf(released, 'clear', { on: '2026-11-15' })).toBe('clears_before_date');
    expect(codeOf(released, 'clear', { on: '2026-11-21' })).toBe('date_in_future');
  });

  it('asks for a reason where money is stopped or taken back', () => {
    const asking = (Object.keys(CHEQUE_ACTION_RULES) as ChequeAction[]).filter(
      (action) => CHEQUE_ACTION_RULES[action].needs_reason,
    );
    expect(asking).toEqual(['unclear', 'spoil', 'stop', 'lift', 'cancel']);
    expect(codeOf(cheque({ state: 'released' }), 'stop', { reason: '  ' })).toBe('reason_missing');
  });

  it('lifts the stop only of a cheque that was released', () => {
    expect(codeOf(cheque({ state: 'stopped', was_released: true }), 'lift')).toBe('released');
    expect(codeOf(cheque({ state: 'stopped' }), 'lift')).toBe('not_released');
  });

  it('replaces only while a voucher stands behind it', () => {
    expect(codeOf(cheque({ state: 'stale' }), 'replace')).toBe('replaced');
    expect(codeOf(cheque({ state: 'spoiled', batch_status: 20 }), 'replace')).toBe('voucher_void');
    expect(codeOf(cheque({ state: 'spoiled', batch_status: null }), 'replace')).toBe('voucher_void');
  });

  it('offers by level: nothing to a reader, no stop to a cashier', () => {
    const released = cheque({ state: 'released', was_released: true });
    expect(chequeActionsOf(released, 1, TODAY)).toEqual([]);
    expect(chequeActionsOf(released, 3, TODAY)).toEqual(['clear']);
    expect(chequeActionsOf(released, 4, TODAY)).toEqual(['clear', 'stop', 'cancel']);
    expect(chequeActionsOf({ ...released, cheque_date: '2026-12-05' }, 3, TODAY)).toEqual([]);
  });

  it('never offers what only the product does', () => {
    const released = cheque({ state: 'released', cheque_date: '2025-01-01' });
    expect(chequeActionsOf(released, 4, TODAY)).not.toContain('expire');
    expect(chequeActionsOf(cheque({ state: 'void' }), 4, TODAY)).toEqual(['replace']);
  });
});
