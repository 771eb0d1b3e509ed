import { calendarDateOf } from '@talaan/core/calendar/calendar-date';
import { requireAmount } from '@talaan/core/money/money';
import { requireRate } from '@talaan/core/money/rate';
import { credit, debit, pesoJournal, type SeedJournal } from './seed-journal.ts';
import { HEAD_OFFICE, type StoryBranch } from './story-company.ts';
import { splitAmount } from './seeded-variation.ts';

const PESO_DEBITS = [
  ['102101', '18500000.00'],
  ['102103', '9200000.00'],
  ['102104', '6400000.00'],
  ['105010', '3360000.00'],
  ['108050', '240000.00'],
] as const;
const BRANCH_DEBITS = [
  ['101020', '24000000.00'],
  ['103010', '2400000.00'],
] as const;
const PESO_CREDITS = [
  ['201010', '2240000.00'],
  ['202010', '15000000.00'],
  ['203010', '360000.00'],
  ['301010', '40000000.00'],
  ['301030', '6500000.00'],
] as const;

/** What the company opened with on 1 January of the first year: its books in pesos, and its dollars. */
export function openingJournals(firstYear: number, branches: readonly StoryBranch[]): SeedJournal[] {
  const date = calendarDateOf(firstYear, 1, 1)!;
  const head = { branch: HEAD_OFFICE };
  const perBranch = BRANCH_DEBITS.flatMap(([account, amount]) => {
    const parts = splitAmount(
      requireAmount(amount),
      branches.map(() => 1),
    );
    return branches.map((branch, place) => debit(parts[place]!, { account, branch: branch.code }));
  });
  const dollars = requireAmount('100000.00');
  return [
    pesoJournal(date, 'Opening balances', [
      ...PESO_DEBITS.map(([account, amount]) => debit(requireAmount(amount), { account, ...head })),
      ...perBranch,
      ...PESO_CREDITS.map(([account, amount]) => credit(requireAmount(amount), { account, ...head })),
    ]),
    {
      date,
      remarks: 'Opening balance of the dollar account',
      adjusting: false,
      currency_id: 2,
      rate: requireRate('55.25'),
      lines: [debit(dollars, { account: '102303', ...head }), credit(dollars, { account: '301030', ...head })],
    },
  ];
}
