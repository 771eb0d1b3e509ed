import { calendarDateOf, monthOf, yearOf } from './calendar-date.ts';
import type { CalendarDate } from './calendar-date.ts';

/** The three parts of an accounting period that open and close on their own (spec 1 §4). */
export type PeriodModule = 'disbursement' | 'cash_receipt' | 'general_journal';

export const PERIOD_MODULES: readonly PeriodModule[] = ['disbursement', 'cash_receipt', 'general_journal'];

export const PERIOD_OPEN = 1;
export const PERIOD_CLOSED = 0;

/** How the period dropdown spells a closed module (decisions §10). */
export const PERIOD_CLOSED_TEXT = 'CLOSED';
export const PERIOD_OPEN_TEXT = 'OPEN';

export type PeriodFlag = typeof PERIOD_OPEN | typeof PERIOD_CLOSED;

/** The flags of one period; `period` is year × 100 + month. */
export interface PeriodState extends Readonly<Record<PeriodModule, PeriodFlag>> {
  readonly period: number;
}

export const FIRST_FISCAL_YEAR = 2019;

/** The accounting period of a date, as year × 100 + month: 2025-05-22 → 202505. The fiscal year is the calendar year. */
export function periodOf(date: CalendarDate): number {
  return yearOf(date) * 100 + monthOf(date);
}

/** The first day of a period given as year × 100 + month; null when there is no such month from 1901 to 2100. */
export function firstDayOfPeriod(period: number): CalendarDate | null {
  return calendarDateOf(Math.floor(period / 100), period % 100, 1);
}

/** Whether a module is open in the period of a date. A missing period counts as closed (decisions §1). */
export function periodIsOpen(periods: Iterable<PeriodState>, module: PeriodModule, date: CalendarDate): boolean {
  const wanted = periodOf(date);
  for (const state of periods) if (state.period === wanted) return state[module] === PERIOD_OPEN;
  return false;
}

/** A period flag as the dropdown spells it: 1 → "OPEN", 0 → "CLOSED". */
export function periodFlagText(flag: PeriodFlag): string {
  return flag === PERIOD_OPEN ? PERIOD_OPEN_TEXT : PERIOD_CLOSED_TEXT;
}

/**
 * The fiscal years to offer, ascending: 2019 to the calendar year after today, and every given year that has periods
 * (decisions §1). Today is a date in Manila.
 */
export function offeredFiscalYears(today: CalendarDate, yearsWithPeriods: Iterable<number>): number[] {
  const years = new Set(yearsWithPeriods);
  for (let year = FIRST_FISCAL_YEAR; year <= yearOf(today) + 1; year += 1) years.add(year);
  return [...years].toSorted((left, right) => left - right);
}
