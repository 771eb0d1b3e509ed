import { describe, expect, it } from 'vitest';
import { CHEQUE_STATES, type ChequeState } from './cheque-state.ts';
import { chequeStepOf, type ChequeOfVoucher, type VoucherFacts } from './cheque-of-voucher.ts';

const voucher = (change: Partial<VoucherFacts> = {}): VoucherFacts => ({
  stands: true,
  is_deleted: false,
  is_draft: true,
  names_bank: true,
  has_number: true,
  ...change,
});
const cheque = (change: Partial<ChequeOfVoucher> = {}): ChequeOfVoucher => ({
  id: 7,
  cheque_number: '0000451',
  state: 'queued',
  state_on: '2026-03-20',
  was_printed: false,
  says_the_same: true,
  is_that_number: true,
  ...change,
});

describe('the cheque of a voucher', () => {
  it('is queued once the voucher names a bank, and follows it until it is on paper', () => {
    expect(chequeStepOf(voucher({ names_bank: false }), [])).toEqual({ step: 'keep' });
    for (const has_number of [true, false]) {
      expect(chequeStepOf(voucher({ has_number }), [])).toEqual({ step: 'queue', replaces: null, frees_number: false });
    }
    expect(chequeStepOf(voucher(), [cheque()])).toEqual({ step: 'keep' });
    expect(chequeStepOf(voucher(), [cheque({ says_the_same: false })])).toEqual({ step: 'follow', id: 7 });
    expect(chequeStepOf(voucher({ names_bank: false }), [cheque({ says_the_same: false })])).toEqual({
      step: 'remove',
      id: 7,
    });
    expect(chequeStepOf(voucher(), [cheque({ state: 'printed', says_the_same: false })])).toEqual({
      step: 'refuse',
      code: 'cheque_issued',
      message:
        'Cheque 0000451 of this voucher is printed: bank, number, date, payee and amount stand on paper. ' +
        'Mark the cheque spoiled in Check Transactions before you change them.',
    });
  });

  it('goes with its voucher, unless the bank has paid it', () => {
    const closed = voucher({ stands: false });
    expect(chequeStepOf(closed, [cheque({ state: 'released' })])).toEqual({ step: 'cancel', id: 7 });
    expect(chequeStepOf(closed, [cheque()])).toEqual({ step: 'cancel', id: 7 });
    const deleted = { ...closed, is_deleted: true };
    expect(chequeStepOf(deleted, [cheque()])).toEqual({ step: 'remove', id: 7 });
    expect(chequeStepOf(deleted, [cheque({ state: 'printed' })])).toEqual({ step: 'cancel', id: 7 });
    expect(chequeStepOf(closed, [cheque({ state: 'cleared' })])).toEqual({
      step: 'refuse',
      code: 'cheque_cleared',
      message: 'Cheque 0000451 was paid by the bank on 2026-03-20. Take its clearing back first if that is wrong.',
    });
    expect(chequeStepOf(closed, [cheque({ state: 'void' })])).toEqual({ step: 'keep' });
  });

  it.each(Object.keys(CHEQUE_STATES) as ChequeState[])(
    'that is %s goes with its voucher while it stands for it',
    (state) => {
      const gone = { printed: 'cancel', released: 'cancel', matured: 'cancel', queued: 'cancel', cleared: 'refuse' };
      expect(chequeStepOf(voucher({ stands: false }), [cheque({ state })]).step).toBe(
        (gone as Partial<Record<ChequeState, string>>)[state] ?? 'keep',
      );
    },
  );

  it('comes back with its voucher if it was never printed, else another one takes its place', () => {
    const gone = cheque({ state: 'void' });
    expect(chequeStepOf(voucher(), [gone])).toEqual({ step: 'revive', id: 7 });
    const printed = { ...gone, was_printed: true };
    expect(chequeStepOf(voucher(), [printed])).toEqual({ step: 'queue', replaces: printed, frees_number: true });
    const other = { ...printed, is_that_number: false };
    expect(chequeStepOf(voucher({ has_number: false }), [other])).toEqual({
      step: 'queue',
      replaces: other,
      frees_number: false,
    });
  });

  it.each(['spoiled', 'stopped', 'stale'] as const)('that is %s waits for another number', (state) => {
    const dead = cheque({ state, was_printed: true });
    expect(chequeStepOf(voucher(), [dead])).toEqual({ step: 'keep' });
    expect(chequeStepOf(voucher({ has_number: false }), [{ ...dead, is_that_number: false }])).toEqual({
      step: 'keep',
    });
    const other = { ...dead, is_that_number: false };
    expect(chequeStepOf(voucher(), [other])).toEqual({ step: 'queue', replaces: other, frees_number: false });
  });

  it('that was given back by hand waits until the voucher is prepared anew', () => {
    const given = cheque({ state: 'void', was_printed: true });
    expect(chequeStepOf(voucher({ is_draft: false }), [given])).toEqual({ step: 'keep' });
    expect(chequeStepOf(voucher(), [given])).toEqual({ step: 'queue', replaces: given, frees_number: true });
  });

  it('is followed by another one when it was replaced by hand', () => {
    const replaced = cheque({ state: 'replaced', was_printed: true, is_that_number: false });
    expect(chequeStepOf(voucher({ has_number: false }), [replaced])).toEqual({
      step: 'queue',
      replaces: replaced,
      frees_number: false,
    });
  });
});
