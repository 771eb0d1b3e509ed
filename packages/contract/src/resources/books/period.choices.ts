import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';

/** The periods of a fiscal year, which is the calendar year: 1 January … 12 December (spec 1 §3). */
export const PERIOD_NUMBERS = {
  1: MONTH_NAMES[0]!,
  2: MONTH_NAMES[1]!,
  3: MONTH_NAMES[2]!,
  4: MONTH_NAMES[3]!,
  5: MONTH_NAMES[4]!,
  6: MONTH_NAMES[5]!,
  7: MONTH_NAMES[6]!,
  8: MONTH_NAMES[7]!,
  9: MONTH_NAMES[8]!,
  10: MONTH_NAMES[9]!,
  11: MONTH_NAMES[10]!,
  12: MONTH_NAMES[11]!,
} as const;

/** Fiscal years that the books can hold: those of the calendar dates they accept. */
export const FISCAL_YEARS = { min: 1901, max: 2100 } as const;

/** 'January 2025', as messages name a period. */
export function periodName(row: Readonly<Record<string, unknown>>): string {
  return `${PERIOD_NUMBERS[row['period_no'] as keyof typeof PERIOD_NUMBERS]} ${String(row['fiscal_year'])}`;
}
