/**
 * The age of what customers owe (decisions §9): whole days from the billing date (or the due date) to the day that is
 * asked about, never below 0.
 */
import { daysBetween, type CalendarDate } from '../calendar/calendar-date.ts';
import { sumMinor } from '../money/money.ts';

export const AGES = ['0-30', '31-60', '61-90', '91-120', 'over_120'] as const;
export type Age = (typeof AGES)[number];

/** How ages are called on paper and on screens. */
export const AGE_LABELS: Readonly<Record<Age, string>> = {
  '0-30': '0 - 30 days',
  '31-60': '31 - 60 days',
  '61-90': '61 - 90 days',
  '91-120': '91 - 120 days',
  over_120: 'Above 120 days',
};

/** Which date an invoice is aged from, and to which column day 60 belongs. */
export interface AgingRule {
  readonly from: 'billing_date' | 'due_date';
  readonly day_60: '31-60' | '61-90';
}

export const AGING_RULE: AgingRule = { from: 'billing_date', day_60: '31-60' };

/** An invoice or an open item with what was still owed on the day that is asked about, in minor units. */
export interface OwedItem {
  readonly billing_date: CalendarDate;
  readonly due_date: CalendarDate;
  readonly owed_minor: bigint;
}

/** Whole days that an item has aged on a day. */
export function agedDays(item: OwedItem, asOf: CalendarDate, { from }: AgingRule = AGING_RULE): number {
  return Math.max(0, daysBetween(item[from], asOf));
}

/** The column of an age in whole days. */
export function ageOf(days: number, { day_60 }: AgingRule = AGING_RULE): Age {
  if (days <= 30) return '0-30';
  if (days < 60) return '31-60';
  if (days === 60) return day_60;
  if (days <= 90) return '61-90';
  return days <= 120 ? '91-120' : 'over_120';
}

/** What is owed by age, in minor units. */
export function agedTotals(
  items: readonly OwedItem[],
  asOf: CalendarDate,
  rule: AgingRule = AGING_RULE,
): Record<Age, bigint> {
  const totalOf = (age: Age) =>
    sumMinor(
      items.filter((item) => ageOf(agedDays(item, asOf, rule), rule) === age).map(({ owed_minor }) => owed_minor),
    );
  return Object.fromEntries(AGES.map((age) => [age, totalOf(age)])) as Record<Age, bigint>;
}
