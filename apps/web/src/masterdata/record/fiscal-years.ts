import { useQuery } from '@tanstack/react-query';
import { offeredFiscalYears } from '@talaan/core/calendar/accounting-period';
import { useToday } from '../../ui/dates/today.tsx';
import { allChoicesOf } from './choices.ts';

/** The field of a fiscal year, by its wire name. */
export const FISCAL_YEAR = 'fiscal_year';

/** The fiscal years to choose from: 2019 to next calendar year, those that have periods, and those in use here (decisions §1). */
export function useFiscalYears(inUse: readonly number[]): number[] {
  const today = useToday();
  const periods = useQuery(allChoicesOf('accounting_period'));
  const withPeriods = (periods.data ?? []).map((row) => Number(row[FISCAL_YEAR]));
  return offeredFiscalYears(today, [...withPeriods, ...inUse]);
}
