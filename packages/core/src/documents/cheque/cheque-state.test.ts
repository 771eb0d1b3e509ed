import { describe, expect, it } from 'vitest';
import type { AccessLevel } from '../../access/access-level.ts';
import {
  CHEQUE_ACTION_RULES,
  CHEQUE_HUES,
  CHEQUE_MOVES,
  CLEARED_AGAINST,
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
  is_misprinted: false,
  is_opening: false,
  ...change,
});
type Change = { on?: string; reason?: string };
const decide = (facts: ChequeFacts, action: ChequeAction, change: Change = {}) =>
  decideChequeMove(facts, { action, on: TODAY, today: TODAY, reason: 'Torn.', ...change });
const codeOf = (facts: ChequeFacts, action: ChequeAction, change: Change = {}) => {
  const decision = decide(facts, action, change);
  return decision.ok ? decision.to : decision.code;
};

describe('moves of a cheque', () => {
  it('are these, by what makes them', () => {
    const found: Record<string, string> = {};
    for (const { from, to, action } of CHEQUE_MOVES)
      found[`${action} → ${to}`] = `${found[`${action} → ${to}`] ?? ''} ${from}`;
    expect(found).toEqual({
      'print → printed': ' queued',
      'release → released': ' printed',
      'mature → matured': ' released',
      'clear → cleared': ' released matured',
      'unclear → released': ' cleared',
      'spoil → spoiled': ' queued printed',
      'stop → stopped': ' printed released matured',
      'lift → released': ' stopped',
      'expire → stale': ' released matured',
      'cancel → void': ' queued printed released matured',
      'revive → queued': ' void',
      'replace → replaced': ' spoiled stopped stale void',
    });
  });

  it('refuses what the table does not list', () => {
    expect(codeOf(cheque(), 'clear')).toBe('no_such_move');
    expect(codeOf(cheque({ state: 'replaced' }), 'replace')).toBe('no_such_move');
    expect(codeOf(cheque({ state: 'cleared' }), 'stop')).toBe('no_such_move');
  });

  it.each<[string, Partial<ChequeFacts>, ChequeAction, Change, string, string]>([
    [
      'what is over',
      { state: 'cleared' },
      'stop',
      {},
      'no_such_move',
      'Cheque 0000451 is Cleared: “Stop payment” is not possible now.',
    ],
    ['what needs words', { state: 'released' }, 'stop', { reason: ' ' }, 'reason_missing', 'Reason is required.'],
    [
      'a day to come',
      { state: 'released' },
      'clear',
      { on: '2026-11-21' },
      'date_in_future',
      'The date 2026-11-21 is later than today. Enter a day up to 2026-11-20.',
    ],
    [
      'to let out what was printed badly',
      { state: 'printed', is_misprinted: true },
      'release',
      {},
      'misprinted',
      'Cheque 0000451 is said to have been printed badly: a second person marks it spoiled.',
    ],
    ['to print no number', { cheque_number: null }, 'print', {}, 'number_missing', 'Assign a cheque number first.'],
    [
      'to print too early',
      { batch_status: 5 },
      'print',
      {},
      'not_approved',
      'Cheque 0000451 can be printed after its voucher is approved.',
    ],
    [
      'to release too early',
      { state: 'printed', batch_status: 6 },
      'release',
      {},
      'not_released',
      'Cheque 0000451 can leave after its voucher is released.',
    ],
    [
      'to release what never left',
      { state: 'stopped' },
      'lift',
      {},
      'not_released',
      'Cheque 0000451 was never released. Replace it instead.',
    ],
    [
      'to pay before its day',
      { state: 'released' },
      'clear',
      { on: '2026-11-15' },
      'clears_before_date',
      'Cheque 0000451 is dated 2026-11-16; a bank pays it from that day on.',
    ],
    [
      'to spoil what is on no paper',
      { cheque_number: null },
      'spoil',
      {},
      'number_missing',
      'A cheque without a number is on no paper yet.',
    ],
    [
      'to void what its voucher voids',
      {},
      'cancel',
      {},
      'no_such_move',
      'Cheque 0000451 becomes void together with its voucher.',
    ],
    [
      'to replace what pays nothing',
      { state: 'stale', cheque_number: null, batch_status: null },
      'replace',
      {},
      'voucher_void',
      'The cheque without a number pays no voucher that stands, so nothing replaces it.',
    ],
    [
      'to replace what paid a voided voucher',
      { state: 'stale', is_voided: true },
      'replace',
      {},
      'voucher_void',
      'Cheque 0000451 pays no voucher that stands, so nothing replaces it.',
    ],
  ])('refuses %s, and says so', (_name, facts, action, change, code, message) => {
    expect(decide(cheque(facts), action, change)).toEqual({ ok: false, code, message });
  });

  it('spoils a leaf with a number, and voids one on paper', () => {
    expect(codeOf(cheque(), 'spoil')).toBe('spoiled');
    expect(codeOf(cheque({ state: 'printed' }), 'cancel')).toBe('void');
  });

  it('prints after approval, with a number', () => {
    expect(codeOf(cheque({ batch_status: 6 }), 'print')).toBe('printed');
    expect(codeOf(cheque({ batch_status: 20 }), 'print')).toBe('not_approved');
  });

  it('releases after the voucher is released', () => {
    expect(codeOf(cheque({ state: 'printed' }), 'release')).toBe('released');
    expect(codeOf(cheque({ state: 'printed', is_voided: true }), 'release')).toBe('not_released');
  });

  it('clears on a day from its date to today', () => {
    const released = cheque({ state: 'released' });
    expect(codeOf(released, 'clear', { on: '2026-11-16' })).toBe('cleared');
    expect(codeOf({ ...released, cheque_date: null }, 'clear')).toBe('cleared');
  });

  it('asks for a reason where money is stopped or taken back', () => {
    const asking = (Object.keys(CHEQUE_ACTION_RULES) as ChequeAction[]).filter(
      (action) => CHEQUE_ACTION_RULES[action].needs_reason,
    );
    expect(asking).toEqual(['unclear', 'spoil', 'stop', 'lift', 'cancel']);
  });

  it('lifts the stop only of a cheque that was released', () => {
    expect(codeOf(cheque({ state: 'stopped', was_released: true }), 'lift')).toBe('released');
  });

  it.each(CLEARED_AGAINST)('takes what the bank paid of one that is %s as an alarm, and leaves it so', (state) => {
    expect(decide(cheque({ state, cheque_date: null }), 'clear')).toEqual({ ok: true, to: state, alarms: true });
    expect(codeOf(cheque({ state }), 'clear', { on: '2026-11-21' })).toBe('date_in_future');
    expect(codeOf(cheque({ state, cheque_number: null }), 'clear')).toBe('no_such_move');
  });

  it('replaces only while a voucher stands behind it', () => {
    expect(codeOf(cheque({ state: 'stale' }), 'replace')).toBe('replaced');
    expect(codeOf(cheque({ state: 'spoiled', batch_status: 20 }), 'replace')).toBe('voucher_void');
    expect(codeOf(cheque({ state: 'spoiled', batch_status: 1 }), 'replace')).toBe('replaced');
  });

  it.each<[ChequeState, string, string]>([
    ['queued', 'print spoil', ''],
    ['printed', 'clear release', 'spoil stop cancel'],
    ['released', 'clear', 'stop cancel'],
    ['matured', 'clear', 'stop cancel'],
    ['cleared', '', 'unclear'],
    ['spoiled', 'clear replace', ''],
    ['stopped', 'clear replace', 'lift'],
    ['stale', 'clear replace', ''],
    ['void', 'clear replace', ''],
    ['replaced', 'clear', ''],
  ])('of one that is %s: a cashier is offered %j, who may delete also %j, a reader nothing', (state, cashier, more) => {
    const offered = (level: AccessLevel, change: Partial<ChequeFacts> = {}) =>
      chequeActionsOf(cheque({ state, was_released: true, ...change }), level, TODAY)
        .toSorted()
        .join(' ');
    const both = [cashier, more].join(' ').split(' ').filter(Boolean);
    expect([1, 2, 3, 4].map((level) => offered(level as AccessLevel))).toEqual([
      '',
      '',
      cashier,
      both.toSorted().join(' '),
    ]);
    // An alarm knows no day too early.
    const early = CLEARED_AGAINST.includes(state) ? cashier : cashier.replace('clear', '');
    expect(offered(3, { cheque_date: '2026-12-05' })).toBe(early);
  });

  it('shows as green what left the house', () => {
    expect(Object.entries(CHEQUE_HUES).map((entry) => entry.join(' '))).toEqual([
      'queued neutral',
      'printed blue',
      'released green',
      'matured teal',
      'cleared slate',
      'spoiled orange',
      'stopped red',
      'stale amber',
      'void red',
      'replaced slate',
    ]);
  });
});
