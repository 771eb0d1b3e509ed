import { calendarDateOf } from '@talaan/core/calendar/calendar-date';
import { credit, debit, pesoJournal, type SeedJournal, type SeedLine, type StoryBooks } from './seed-journal.ts';
import { HEAD_OFFICE, STORY_REGIONS, type StoryBranch } from './story-company.ts';

/**
 * The year-end closing: income and expenses of each region go to Income Summary by account, branch and department, then
 * the summary goes to retained earnings.
 */
export function closingJournals(year: number, branches: readonly StoryBranch[], books: StoryBooks): SeedJournal[] {
  const date = calendarDateOf(year, 12, 31)!;
  const regionOf = new Map(branches.map((branch) => [branch.code, branch.region.code]));
  const results = books.openResults();
  const journals: SeedJournal[] = [];
  let summary = 0n;
  for (const region of STORY_REGIONS) {
    const open = results.filter((result) => regionOf.get(result.branch) === region.code);
    if (open.length === 0) continue;
    const lines = open.map(({ pesos, ...place }) => reverse(pesos, place));
    const net = open.reduce((sum, result) => sum + result.pesos, 0n);
    summary += net;
    lines.push(carry(net, '301050'));
    journals.push(
      pesoJournal(date, `Closing of income and expenses ${year}, ${region.name}`, lines, { adjusting: true }),
    );
  }
  if (summary !== 0n) {
    journals.push(
      pesoJournal(
        date,
        `Result of ${year} to retained earnings`,
        [reverse(summary, { account: '301050', branch: HEAD_OFFICE }), carry(summary, '301030')],
        { adjusting: true },
      ),
    );
  }
  return journals;
}

function reverse(pesos: bigint, place: Omit<SeedLine, 'debit' | 'credit'>): SeedLine {
  return pesos > 0n ? credit(pesos, place) : debit(-pesos, place);
}

function carry(pesos: bigint, account: string): SeedLine {
  return pesos > 0n ? debit(pesos, { account, branch: HEAD_OFFICE }) : credit(-pesos, { account, branch: HEAD_OFFICE });
}
