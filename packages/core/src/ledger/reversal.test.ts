import { describe, expect, it } from 'vitest';
import { requireCalendarDate } from '../calendar/calendar-date.ts';
import type { PeriodState } from '../calendar/accounting-period.ts';
import { mirrorPostings, reversalDate } from './reversal.ts';

function period(number: number, disbursement: 0 | 1, general_journal: 0 | 1 = 1): PeriodState {
  return { period: number, disbursement, cash_receipt: 0, general_journal };
}

describe('mirrorPostings', () => {
  it('gives the August entry of worked example E09 for the July voucher', () => {
    const voucher = [
      posting('502050', 50_000_00n, 0n),
      posting('108020', 6_000_00n, 0n),
      posting('203030', 0n, 1_000_00n),
      posting('102103', 0n, 55_000_00n),
    ];
    const mirror = mirrorPostings(voucher);
    expect(mirror).toEqual([
      posting('502050', 0n, 50_000_00n),
      posting('108020', 0n, 6_000_00n),
      posting('203030', 1_000_00n, 0n),
      posting('102103', 55_000_00n, 0n),
    ]);
    expect(mirrorPostings(mirror)).toEqual(voucher);
  });

  it('exchanges both pairs of a foreign posting', () => {
    const dollars = { debit_minor: 68_209_44n, credit_minor: 0n, fc_debit_minor: 1_234_56n, fc_credit_minor: 0n };
    expect(mirrorPostings([dollars])).toEqual([
      { debit_minor: 0n, credit_minor: 68_209_44n, fc_debit_minor: 0n, fc_credit_minor: 1_234_56n },
    ]);
  });
});

describe('reversalDate', () => {
  const july = requireCalendarDate('2023-07-10');

  it('keeps the original date while its module is open', () => {
    expect(reversalDate(july, 'disbursement', [period(202307, 1)])).toBe('2023-07-10');
  });

  it('goes to the first day of the earliest later open period otherwise', () => {
    const periods = [period(202310, 1), period(202309, 1), period(202308, 0), period(202307, 0), period(202306, 1)];
    expect(reversalDate(july, 'disbursement', periods)).toBe('2023-09-01');
    expect(reversalDate(july, 'general_journal', periods)).toBe('2023-07-10');
  });

  it('goes over the end of the year', () => {
    expect(reversalDate(july, 'disbursement', [period(202401, 1)])).toBe('2024-01-01');
  });

  it('finds no date when only earlier periods are open', () => {
    expect(reversalDate(july, 'disbursement', [period(202306, 1), period(202307, 0)])).toBeNull();
    expect(reversalDate(july, 'disbursement', [])).toBeNull();
  });
});

function posting(account: string, debit: bigint, credit: bigint) {
  return {
    account_code: account,
    debit_minor: debit,
    credit_minor: credit,
    fc_debit_minor: debit,
    fc_credit_minor: credit,
  };
}
