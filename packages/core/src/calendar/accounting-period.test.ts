import { describe, expect, it } from 'vitest';
import {
  firstDayOfPeriod,
  offeredFiscalYears,
  PERIOD_MODULES,
  periodFlagText,
  periodIsOpen,
  periodOf,
} from './accounting-period.ts';
import { requireCalendarDate } from './calendar-date.ts';

it('numbers a period by year and month', () => {
  expect(periodOf(requireCalendarDate('2025-05-22'))).toBe(202505);
  expect(firstDayOfPeriod(202505)).toBe('2025-05-01');
  expect([firstDayOfPeriod(202513), firstDayOfPeriod(202500)]).toEqual([null, null]);
});

describe('open periods', () => {
  const periods = [{ period: 202505, disbursement: 0, cash_receipt: 0, general_journal: 1 }] as const;

  it('reads the flag of the module', () => {
    expect(periodIsOpen(periods, 'general_journal', requireCalendarDate('2025-05-31'))).toBe(true);
    expect(periodIsOpen(periods, 'disbursement', requireCalendarDate('2025-05-31'))).toBe(false);
  });

  it('has three parts, which open and close on their own', () => {
    expect(PERIOD_MODULES).toEqual(['disbursement', 'cash_receipt', 'general_journal']);
  });

  it('counts a missing period as closed', () => {
    expect(periodIsOpen(periods, 'general_journal', requireCalendarDate('2025-06-01'))).toBe(false);
  });

  it('spells the flag as the dropdown does', () => {
    expect([periodFlagText(1), periodFlagText(0)]).toEqual(['OPEN', 'CLOSED']);
  });
});

it('offers 2019 to next year and every year that has periods', () => {
  expect(offeredFiscalYears(requireCalendarDate('2021-12-31'), [2025, 2018, 2020])).toEqual([
    2018, 2019, 2020, 2021, 2022, 2025,
  ]);
});
