import {
  addMonths,
  calendarDateOf,
  compareDates,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { bookRates, type BookRate } from './book-rates.ts';
import { closingJournals } from './closing-journals.ts';
import { monthlyJournals } from './monthly-journals.ts';
import { openingJournals, openingReceivables } from './opening-journals.ts';
import { StoryBooks, type SeedJournal } from './seed-journal.ts';
import type { StoryBranch } from './story-company.ts';

export interface DemoStory {
  readonly first_year: number;
  readonly rates: readonly BookRate[];
  /** Every journal that is approved by today, in the order it is entered. */
  readonly journals: readonly SeedJournal[];
}

/**
 * Two closed years and the open year up to today: opening balances, the recurring journals of every month, and the
 * closing of both years. The same for the same day and branches.
 */
export function demoStory(today: CalendarDate, branches: readonly StoryBranch[]): DemoStory {
  const firstYear = yearOf(today) - 2;
  const first = calendarDateOf(firstYear, 1, 1)!;
  const rates = bookRates(first, today);
  const books = new StoryBooks();
  const journals: SeedJournal[] = [];
  const enter = (made: readonly SeedJournal[]) => {
    for (const journal of made) books.enter(journal);
    journals.push(...made);
  };
  enter(openingJournals(firstYear, branches));
  books.enter(openingReceivables(firstYear));
  for (let index = 0, month = first; month <= today; index += 1, month = addMonths(month, 1)) {
    const year = yearOf(month);
    const number = (index % 12) + 1;
    journals.push(...monthlyJournals({ year, month: number, index, branches, rates, books }));
    if (number === 12 && year < yearOf(today)) enter(closingJournals(year, branches, books));
  }
  const entered = journals.filter((journal) => journal.date <= today);
  return {
    first_year: firstYear,
    rates,
    journals: entered.toSorted((left, right) => compareDates(left.date, right.date)),
  };
}
