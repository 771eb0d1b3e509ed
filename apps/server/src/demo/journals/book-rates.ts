import { addMonths, monthOf, startOfMonth, yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { divideHalfUp } from '@talaan/core/money/rounding';
import { requireRate, type Rate } from '@talaan/core/money/rate';
import { seededNumber } from './seeded-variation.ts';

export interface BookRate {
  readonly fiscal_year: number;
  readonly period_no: number;
  readonly currency_id: number;
  readonly acct_class: 'B' | 'I';
  /** Pesos for one unit, decimal text. */
  readonly dolr_rate: string;
}

/** Averages of 2023 with the decimals they are quoted in; later years stay within 2 % of them. */
const AVERAGES: readonly { currency_id: number; units: bigint; decimals: number }[] = [
  { currency_id: 2, units: 5563n, decimals: 2 },
  { currency_id: 4, units: 396n, decimals: 3 },
  { currency_id: 5, units: 4140n, decimals: 2 },
];

/** The book rates of every month from `first` to the month of `last`, for both account classes. */
export function bookRates(first: CalendarDate, last: CalendarDate): BookRate[] {
  const rates: BookRate[] = [];
  for (let month = startOfMonth(first); month <= last; month = addMonths(month, 1)) {
    for (const { currency_id, units, decimals } of AVERAGES) {
      for (const acct_class of ['B', 'I'] as const) {
        const seed = [yearOf(month) - yearOf(first), monthOf(month), currency_id, acct_class === 'B' ? 1 : 2];
        const moved = divideHalfUp(units * BigInt(9800 + seededNumber(seed, 401)), 10_000n);
        rates.push({
          fiscal_year: yearOf(month),
          period_no: monthOf(month),
          currency_id,
          acct_class,
          dolr_rate: decimalText(moved, decimals),
        });
      }
    }
  }
  return rates;
}

/** The rate of a currency in the month of a date. Throws when the table has none. */
export function rateIn(rates: readonly BookRate[], date: CalendarDate, currencyId: number, acctClass: 'B' | 'I'): Rate {
  const found = rates.find(
    (rate) =>
      rate.fiscal_year === yearOf(date) &&
      rate.period_no === monthOf(date) &&
      rate.currency_id === currencyId &&
      rate.acct_class === acctClass,
  );
  if (!found) throw new RangeError(`There is no book rate for ${date}.`);
  return requireRate(found.dolr_rate);
}

function decimalText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
