import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { projectPath } from '../../platform/project-paths.ts';
import { regularPayments } from './monthly-payments.ts';
import { pendingPayments } from './pending-payments.ts';

const today = requireCalendarDate('2026-11-20');
const all = [...regularPayments(today), ...pendingPayments(today)];

it('dates nothing after today but cheques of a series, and nothing before this year', () => {
  const wrong = all.filter(({ dates }) => dates[0]! < '2026-01-01' || (dates.length === 1 && dates[0]! > today));
  expect(wrong).toEqual([]);
});

it('tells the same story twice, also on the first day of a year', () => {
  expect([...regularPayments(today), ...pendingPayments(today)]).toEqual(all);
  const newYear = requireCalendarDate('2027-01-01');
  expect(regularPayments(newYear).every(({ dates }) => dates[0]! >= '2027-01-01')).toBe(true);
});

it('shows payments of every type on their way, and archived, void, confidential and post-dated ones', () => {
  const pending = pendingPayments(today);
  expect([...new Set(pending.map(({ type }) => type))].toSorted((left, right) => (left < right ? -1 : 1))).toEqual([
    'CR',
    'CV',
    'CW',
    'DM',
    'OB',
  ]);
  expect(new Set(pending.map(({ status }) => status)).size).toBe(7);
  for (const isShown of [
    (one: (typeof all)[number]) => one.afterwards === 'rejected',
    (one: (typeof all)[number]) => one.afterwards === 'voided',
    (one: (typeof all)[number]) => one.is_confidential === 1,
    (one: (typeof all)[number]) => one.dates.length > 1 && one.dates.some((date) => date > today),
    (one: (typeof all)[number]) => one.dates.length > 1 && one.dates.some((date) => date < today),
  ]) {
    expect(all.some(isShown)).toBe(true);
  }
});

it('withholds of people and sole proprietors by the codes of individuals, of everybody else by those of corporations', () => {
  const business = new Map(
    readFileSync(projectPath('db', 'demo', 'payees.csv'), 'utf8')
      .split('\n')
      .map((row) => [row.slice(0, row.indexOf(',')), /,(\d),\d,\d{3}-\d{3}-\d{3}-\d{5},/.exec(row)?.[1]]),
  );
  const wrong = all.filter(
    ({ payee, atc }) => atc !== undefined && atc.startsWith('WI') !== ['4', '5'].includes(business.get(payee)!),
  );
  expect(wrong.map(({ payee, atc, remarks }) => `${payee} ${atc} ${remarks}`)).toEqual([]);
});

it('pays taxes alone to the BIR', () => {
  expect(all.filter(({ payee, account }) => payee === 'G0004' && !account.startsWith('2'))).toEqual([]);
});
