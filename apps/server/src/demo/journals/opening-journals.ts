import { calendarDateOf } from '@talaan/core/calendar/calendar-date';
import { billingLines } from '@talaan/core/documents/billing/billing-lines';
import { requireAmount } from '@talaan/core/money/money';
import { VAT_TYPE } from '@talaan/core/money/withholding';
import { requireRate } from '@talaan/core/money/rate';
import { credit, debit, pesoJournal, type SeedJournal } from './seed-journal.ts';
import { HEAD_OFFICE, type StoryBranch } from './story-company.ts';
import { splitAmount } from './seeded-variation.ts';

const PESO_DEBITS = [
  ['102101', '18500000.00'],
  ['102103', '9200000.00'],
  ['102104', '6400000.00'],
  ['108050', '240000.00'],
] as const;
const BRANCH_DEBITS = [
  ['101020', '24000000.00'],
  ['103010', '2400000.00'],
] as const;
const PESO_CREDITS = [
  ['201010', '2240000.00'],
  ['202010', '15000000.00'],
  ['301010', '40000000.00'],
  ['301030', '6500000.00'],
] as const;

/**
 * What the company opened with on 1 January of the first year: its books in pesos without what customers owe, and its
 * dollars.
 */
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
      // The invoices that were open are entered one by one; their income was of the year before.
      debit(requireAmount('3000000.00'), { account: '408010', ...head, department: 'ACCT' }),
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

/** `[customer, service, what is due with VAT]`: the invoices behind what customers owe at the opening. */
export const OPENING_INVOICES = [
  ['C0001', 'SYSTEM USAGE FEE', '1680000.00'],
  ['C0001', 'ADVERTISING PLACEMENT', '896000.00'],
  ['R0001', 'REMITTANCE PROCESSING FEE', '784000.00'],
] as const;

/** What those invoices post, as one journal: the books know it, though they are entered one by one as billings. */
export function openingReceivables(firstYear: number): SeedJournal {
  const services = OPENING_INVOICES.map(([, , total]) => ({
    billing_service_id: 0,
    vat: VAT_TYPE.VATABLE,
    income_account: '408010',
    total_minor: requireAmount(total),
  }));
  const lines = billingLines(services, { receivable: '105010', output_vat: '203010' }).map((line) => {
    const place = { account: line.account_code, branch: HEAD_OFFICE, department: 'ACCT' };
    return line.debit_minor > 0n ? debit(line.debit_minor, place) : credit(line.credit_minor, place);
  });
  return pesoJournal(calendarDateOf(firstYear, 1, 1)!, 'Invoices that were open', lines);
}
