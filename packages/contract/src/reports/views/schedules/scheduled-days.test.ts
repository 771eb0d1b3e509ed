import { expect, it } from 'vitest';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { filterQuery } from '../../kit/report-filters.ts';
import { REPORTS, reportNamed } from '../../report-list.ts';
import { offeredDays, scheduledFilter } from './scheduled-days.ts';

const of = (report: string, view: Record<string, string>, days: Parameters<typeof scheduledFilter>[2], on: string) =>
  scheduledFilter(reportNamed(report)!, view, days, requireCalendarDate(on));

it('says the days by the day on which the report is due, and keeps the rest of the view', () => {
  const view = { type: 'ftm', year: '2025', month: '5', by: 'branch' };
  expect(of('trial-balance', view, 'saved', '2026-01-01')).toEqual(view);
  const relative = (days: Parameters<typeof scheduledFilter>[2], on: string) => of('trial-balance', view, days, on);
  expect(relative('this_month', '2024-02-29')).toEqual({ type: 'ftm', year: '2024', month: '2', by: 'branch' });
  expect(relative('last_month', '2026-01-31')).toEqual({ type: 'ftm', year: '2025', month: '12', by: 'branch' });
  const between = (date_from: string, date_to: string) => ({ type: 'daily', date_from, date_to, by: 'branch' });
  expect(relative('today', '2026-11-27')).toEqual(between('2026-11-27', '2026-11-27'));
  expect(relative('yesterday', '2026-01-01')).toEqual(between('2025-12-31', '2025-12-31'));
  expect(relative('last_week', '2026-11-27')).toEqual(between('2026-11-16', '2026-11-22'));
  expect(relative('last_week', '2026-11-23')).toEqual(between('2026-11-16', '2026-11-22'));
  expect(relative('last_week', '2026-11-22')).toEqual(between('2026-11-09', '2026-11-15'));
  expect(relative('this_year', '2026-11-27')).toEqual(between('2026-01-01', '2026-11-27'));
  expect(of('ar-aging', {}, 'last_month', '2026-03-31')).toEqual({ date_to: '2026-02-28' });
  expect(of('bir-form', {}, 'last_quarter', '2026-02-10')).toEqual({ fiscal_year: '2025', quarter: '4' });
});

it('offers what a report knows, and the days of a view only where it has any', () => {
  expect(offeredDays(reportNamed('ar-aging'), {})).toEqual(['today', 'yesterday', 'last_month']);
  expect(offeredDays(reportNamed('bir-form'), {})).toEqual(['this_quarter', 'last_quarter']);
  expect(of('bir-form', {}, 'this_month', '2026-02-10')).toBeNull();
  expect(of('trial-balance', { by: 'branch' }, 'saved', '2026-02-10')).toBeNull();
});

it('answers what the report takes, whatever the report and the days', () => {
  for (const report of REPORTS)
    for (const days of offeredDays(report, {})) {
      const filter = scheduledFilter(report, {}, days, requireCalendarDate('2024-02-29'))!;
      const required = Object.fromEntries(
        Object.entries(report.filters).flatMap(([name, control]) =>
          control.kind === 'choice' ? [[name, control.initial]] : [],
        ),
      );
      const read = filterQuery(report.filters, {}).safeParse({ ...required, ...filter });
      expect([report.name, days, read.error?.issues ?? []]).toEqual([report.name, days, []]);
    }
});
