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

  const november = requireCalendarDate('2023-11-15');
  const [open, closed] = [1, 0] as const;

  it('keeps the original date while its module is open', () => {
    expect(reversalDate(july, november, 'disbursement', [period(202307, open)])).toBe('2023-07-10');
  });

  it('is the day of the void otherwise, whatever is open between', () => {
    const periods = [period(202311, open), period(202308, open), period(202307, closed)];
    expect(reversalDate(july, november, 'disbursement', periods)).toBe('2023-11-15');
    expect(reversalDate(july, november, 'general_journal', periods)).toBe('2023-07-10');
  });

  it('goes to the first open day after the void when its own month is closed', () => {
    const periods = [period(202402, open), period(202401, open), period(202312, closed), period(202308, open)];
    expect(reversalDate(july, november, 'disbursement', periods)).toBe('2024-01-01');
  });

  it('is never before the entry, which may be dated after the void', () => {
    const periods = [period(202306, open), period(202307, closed), period(202308, open)];
    expect(reversalDate(july, requireCalendarDate('2023-06-20'), 'disbursement', periods)).toBe('2023-08-01');
  });

  it('finds no date when only months before the void are open', () => {
    expect(reversalDate(july, november, 'disbursement', [period(202310, open), period(202311, closed)])).toBeNull();
    expect(reversalDate(july, november, 'disbursement', [])).toBeNull();
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
