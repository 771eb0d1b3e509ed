import { describe, expect, it } from 'vitest';
import { initialFilter, usedFilter } from './report-filters.ts';
import { periodText } from './report-period.ts';
import { reportRoutes } from './report-routes.ts';
import { trialBalanceReport } from '../trial-balance.report.ts';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';

const { read: readTrialBalance, export: exportTrialBalance, postings } = reportRoutes(trialBalanceReport);

/** The messages of a filter, by field, or its period. */
function read(query: Record<string, unknown>) {
  const result = readTrialBalance.query.safeParse(query);
  if (result.success) return { from: result.data.filter.period.date_from, to: result.data.filter.period.date_to };
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('the period filter of a report', () => {
  it.each([
    [{ type: 'weekly', year: '2025', month: '5' }, { type: 'type must be daily or ftm.' }],
    [{}, { type: 'type must be daily or ftm.' }],
    [{ type: ['daily', 'ftm'] }, { type: 'is not valid.' }],
    [{ type: 'ftm' }, { year: 'year is required.', month: 'month is required.' }],
    [
      { type: 'ftm', year: '1900', month: '13' },
      { year: 'year must be 1901 to 2100.', month: 'month must be 1 to 12.' },
    ],
    [
      { type: 'ftm', year: '20255', month: '1e1' },
      { year: 'year must be 1901 to 2100.', month: 'month must be 1 to 12.' },
    ],
    [
      { type: 'daily', date_from: '', date_to: '2025-02-30' },
      { date_from: 'date from is required.', date_to: 'date to is not a calendar date (yyyy-mm-dd).' },
    ],
    [{ type: 'daily', date_from: '2025-05-02', date_to: '2025-05-01' }, { date_from: 'date from is after date to.' }],
    [
      { type: 'daily', date_from: '2020-01-01', date_to: '2025-01-01' },
      { date_to: 'The period may span at most 5 years.' },
    ],
    [{ type: 'ftm', year: '2025', month: '5', sort: '1;drop table' }, { '': 'This report has no filter named sort.' }],
  ])('refuses %j', (query, messages) => {
    expect(read(query)).toEqual(messages);
  });

  it('reads a month with its last day, leap years included', () => {
    expect(read({ type: 'ftm', year: 2024, month: 2 })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(read({ type: 'ftm', year: '2025', month: '05', date_from: 'ignored' })).toEqual({
      from: '2025-05-01',
      to: '2025-05-31',
    });
  });

  it('reads days, up to five years less one day', () => {
    expect(read({ type: 'daily', date_from: '2020-01-01', date_to: '2024-12-31' })).toEqual({
      from: '2020-01-01',
      to: '2024-12-31',
    });
    expect(read({ type: 'daily', date_from: '2100-12-31', date_to: '2100-12-31', year: '' })).toEqual({
      from: '2100-12-31',
      to: '2100-12-31',
    });
  });

  it('adds what the other calls need to the same filter', () => {
    expect(
      exportTrialBalance.query.safeParse({ type: 'ftm', year: '2025', month: '5', format: 'xls' }).error?.issues[0]
        ?.message,
    ).toBe('format must be xlsx, csv or pdf.');
    expect(
      postings.query
        .safeParse({ type: 'ftm', year: '2025', month: '5', limit: '1001' })
        .error?.issues.map((issue) => issue.message),
    ).toEqual(['column is required.', 'limit must be 1 to 1000.']);
  });

  it('prints and offers periods', () => {
    const [first, last] = [requireCalendarDate('2025-05-01'), requireCalendarDate('2025-05-31')];
    expect(periodText({ date_from: first, date_to: last })).toBe('MAY 01, 2025 TO MAY 31, 2025');
    expect(usedFilter(trialBalanceReport.filters, initialFilter(trialBalanceReport.filters, last))).toMatchObject({
      type: 'ftm',
      year: '2025',
      month: '5',
    });
  });
});
