import type { Dashboard } from '@talaan/contract/dashboard/dashboard.contract';
import { formatDetailDate, MONTH_NAMES, monthOf, yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { showAmount, showClock } from '../batches/record/batch-texts.ts';
import { calendarDateAt } from '../ui/dates/company-clock.ts';

/** 'May 2025'. */
export function monthText(month: CalendarDate): string {
  return `${MONTH_NAMES[monthOf(month) - 1]} ${yearOf(month)}`;
}

/** Amounts by currency, as people read them; currencies are never added. */
export function moneyTexts(money: Dashboard['work']['money']): string[] {
  return money.map(({ currency, amount }) => `${currency} ${showAmount(amount)}`);
}

/** Since when: 'today 09:40', '21 May', or with its year where that is another one. */
export function sinceText(since: string, today: CalendarDate): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(since)) return dayText(since as CalendarDate, today);
  const day = calendarDateAt(Date.parse(since));
  return day === today ? `today ${showClock(since)}` : dayText(day, today);
}

function dayText(day: CalendarDate, today: CalendarDate): string {
  const text = formatDetailDate(day);
  return yearOf(day) === yearOf(today) ? text.replace(/ \d{4}$/, '') : text;
}
