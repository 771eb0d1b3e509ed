import { describe, expect, it } from 'vitest';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { demoStory } from './demo-story.ts';
import { openingReceivables } from './opening-journals.ts';
import { StoryBooks, type SeedJournal } from './seed-journal.ts';
import { STORY_REGIONS, storyBranches } from './story-company.ts';

const branches = storyBranches(
  Array.from({ length: 48 }, (_, at) => ({
    brnc_code: `SMP-${String(at + 1).padStart(3, '0')}`,
    regn_code: STORY_REGIONS[at % STORY_REGIONS.length]!.code,
  })),
);
const today = requireCalendarDate('2026-11-20');
const story = demoStory(today, branches);

const sideOf = (journal: SeedJournal, side: 'debit' | 'credit') =>
  journal.lines.reduce((sum, line) => sum + line[side], 0n);

describe('demo story', () => {
  it('balances every journal and dates none in the future', () => {
    const wrong = story.journals.filter(
      (journal) =>
        sideOf(journal, 'debit') !== sideOf(journal, 'credit') || journal.lines.length < 2 || journal.date > today,
    );
    expect(wrong).toEqual([]);
  });

  it('tells the same story twice', () => {
    expect(demoStory(today, branches)).toEqual(story);
  });

  it('opens with 69,625,000.00 pesos, of which customers owe 3,360,000.00 by their invoices', () => {
    const opening = story.journals.filter((journal) => journal.date === '2024-01-01').slice(0, 2);
    const books = new StoryBooks();
    for (const journal of [...opening, openingReceivables(2024)]) books.enter(journal);
    expect(books.debitBalance('105010')).toBe(336_000_000n);
    // What was earned before is no income of the first year.
    expect(books.openResults()).toEqual([]);
    const pesos = sideOf(opening[0]!, 'debit') + (sideOf(opening[1]!, 'debit') * 5525n) / 100n;
    expect(pesos + 36_000_000n).toBe(6_962_500_000n);
  });

  it('leaves no income or expense open over a year end and no bank account overdrawn', () => {
    const books = new StoryBooks();
    books.enter(openingReceivables(2024));
    for (const journal of story.journals) {
      if (journal.date < '2026-01-01') books.enter(journal);
    }
    expect(books.openResults()).toEqual([]);
    const banks = ['102101', '102103', '102104', '102303'];
    expect(banks.filter((account) => books.debitBalance(account) <= 0n)).toEqual([]);
  });

  it('has about 45 journals in a full month', () => {
    const march = story.journals.filter((journal) => journal.date.startsWith('2025-03'));
    expect(march.length).toBeGreaterThanOrEqual(40);
    expect(march.length).toBeLessThanOrEqual(50);
  });
});
