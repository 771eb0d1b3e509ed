import { PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import {
  calendarDateOf,
  daysBetween,
  endOfMonth,
  monthOf,
  parseCalendarDate,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate, rateText } from '@talaan/core/money/rate';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryLine } from '../lines/entry-line.ts';

/** A rate of the rate file, and for which class of accounts it stands. */
export interface RateOnFile {
  readonly rate: string;
  readonly acct_class: 'B' | 'I';
}

/** The rate of the file for the date's period: income and expense accounts have their own (spec 1 §3 Rates); null for none. */
export function rateOnFile(
  { document_date, currency_id }: { readonly document_date: string; readonly currency_id: number },
  lines: readonly EntryLine[],
  choices: EntryChoices,
): RateOnFile | null {
  const date = parseCalendarDate(document_date);
  if (date === null || currency_id === CURRENCY_PESO) return null;
  const codes = new Set(lines.map(({ account }) => account?.code));
  const hasIncome = choices.accounts.some(({ code, acct_class }) => acct_class === 'I' && codes.has(code));
  const acct_class = hasIncome ? 'I' : 'B';
  const found = choices.rates.find(
    (rate) =>
      rate.fiscal_year === yearOf(date) &&
      rate.period_no === monthOf(date) &&
      rate.currency_id === currency_id &&
      rate.acct_class === acct_class,
  );
  const rate = found === undefined ? null : parseRate(found.dolr_rate);
  return rate === null ? null : { rate: rateText(rate), acct_class };
}

/** Whether documents of a type may be posted on a date; a missing period counts as closed (decisions §1). */
export function isPeriodOpen(type: DocumentType, documentDate: string, choices: EntryChoices): boolean {
  const date = parseCalendarDate(documentDate);
  const { module } = DOCUMENT_TYPES[type];
  // An unreadable date is named elsewhere; what is not posted asks no period.
  if (date === null || module === null) return true;
  const period = choices.periods.find(
    ({ fiscal_year, period_no }) => fiscal_year === yearOf(date) && period_no === monthOf(date),
  );
  return period?.[module] === PERIOD_OPEN;
}

/** The open day nearest to a date in a closed period; null while the date can be posted on, or no period is open. */
export function nearestOpenDate(type: DocumentType, documentDate: string, choices: EntryChoices): CalendarDate | null {
  const date = parseCalendarDate(documentDate);
  if (date === null || isPeriodOpen(type, date, choices)) return null;
  const firstDays = choices.periods
    .map(({ fiscal_year, period_no }) => calendarDateOf(fiscal_year, period_no, 1)!)
    .filter((day) => isPeriodOpen(type, day, choices))
    .toSorted();
  const before = firstDays.findLast((day) => day < date);
  const after = firstDays.find((day) => day > date) ?? null;
  if (before === undefined) return after;
  const last = endOfMonth(before);
  return after === null || daysBetween(last, date) <= daysBetween(date, after) ? last : after;
}
