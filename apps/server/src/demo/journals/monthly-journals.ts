import {
  addDays,
  calendarDateOf,
  endOfMonth,
  MONTH_NAMES,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { requireAmount } from '@talaan/core/money/money';
import { multiplyByRate } from '@talaan/core/money/rate';
import { divideHalfUp } from '@talaan/core/money/rounding';
import { rateIn, type BookRate } from './book-rates.ts';
import { splitAmount, variedAmount } from './seeded-variation.ts';
import { credit, debit, pesoJournal, type SeedJournal, type SeedLine, type StoryBooks } from './seed-journal.ts';
import {
  DOLLAR_PRINCIPAL,
  HEAD_OFFICE,
  PAYROLL_SHARES,
  PRINCIPALS,
  REGION_COSTS,
  STORY_REGIONS,
  type StoryBranch,
  type StoryRegion,
} from './story-company.ts';

/** What one month knows: where it stands in the story, the branches, the rates, and what stood open when it began. */
export interface StoryMonth {
  readonly year: number;
  readonly month: number;
  /** Counted from the first month of the story. */
  readonly index: number;
  readonly branches: readonly StoryBranch[];
  readonly rates: readonly BookRate[];
  readonly books: StoryBooks;
}

const COMMISSIONS = requireAmount('5400000.00');
const DOLLAR_COMMISSION = requireAmount('42000.00');
const PAYROLL = requireAmount('2650000.00');
const REGION_COST = requireAmount('1150000.00');
const DEPRECIATION = requireAmount('310000.00');
const PROVISION = requireAmount('45000.00');
/** What the two paying accounts are filled up to each month. */
const BANK_TARGETS = [
  ['102103', requireAmount('9200000.00')],
  ['102104', requireAmount('6400000.00')],
] as const;
/** Branches in one commission entry. */
const BRANCHES_AN_ENTRY = 8;
const USD = 2;

const head = { branch: HEAD_OFFICE };
const accounting = { ...head, department: 'ACCT' };
const treasury = { ...head, department: 'TREA' };

/**
 * The recurring journals of one month in the order of their dates; each is counted into the books as it is made, because
 * later ones pay, reverse and revalue what earlier ones left open.
 */
export function monthlyJournals(month: StoryMonth): SeedJournal[] {
  const { books } = month;
  const journals: SeedJournal[] = [];
  const add = (...made: readonly SeedJournal[]) => {
    for (const journal of made) {
      if (journal.lines.length < 2) continue;
      books.enter(journal);
      journals.push(journal);
    }
  };
  const opening = openItems(books);
  const payroll = [0, 1].map((half) => payrollHalf(month, half));

  if (month.index > 0) add(...regionAccruals(previous(month)).map((accrual) => reversed(accrual, day(month, 1))));
  add(bankTransfer(month));
  add(...commissions(month, [0]));
  add(supplierPayment(month, 5, opening.payables, 40n));
  add(...settlements(month, 7, 0));
  add(supplierPayment(month, 8, opening.payables, 35n));
  add(...commissions(month, [1]));
  add(taxRemittance(month, opening.withheld), contributions(month, opening));
  if (month.index > 0) add(...regionBills(month));
  add(...commissions(month, [2]), ...settlements(month, 14, 1));
  add(payroll[0]!.distribution, payroll[0]!.payment, supplierPayment(month, 15, opening.payables, 25n));
  add(...commissions(month, [3]), valueAddedTax(month, opening), ...settlements(month, 21, 2));
  add(...commissions(month, [4]), dollarCommission(month), dollarSettlement(month));
  add(...commissions(month, [5]), ...settlements(month, 28, 3));
  add(payroll[1]!.distribution, payroll[1]!.payment);
  add(...regionAccruals(month), depreciation(month), provision(month));
  add(revaluation(month));
  return journals;
}

function day({ year, month }: Pick<StoryMonth, 'year' | 'month'>, wanted: number): CalendarDate {
  const last = endOfMonth(calendarDateOf(year, month, 1)!);
  const date = addDays(calendarDateOf(year, month, 1)!, wanted - 1);
  return date > last ? last : date;
}

const END_OF_MONTH = 31;

function named({ year, month }: Pick<StoryMonth, 'year' | 'month'>): string {
  return `${MONTH_NAMES[month - 1]!} ${year}`;
}

function previous(month: StoryMonth): StoryMonth {
  const isJanuary = month.month === 1;
  return {
    ...month,
    index: month.index - 1,
    year: isJanuary ? month.year - 1 : month.year,
    month: isJanuary ? 12 : month.month - 1,
  };
}

function openItems(books: StoryBooks) {
  return {
    payables: books.creditBalance('201010'),
    withheld: books.creditBalance('203030'),
    output_vat: books.creditBalance('203010'),
    input_vat: books.debitBalance('108020'),
    contributions: ['204010', '204030', '204040', '203040'].map((account) => books.creditBalance(account)),
  };
}
type OpenItems = ReturnType<typeof openItems>;

/** Gross commissions of the month by branch, VAT included. */
function grossCommission(month: StoryMonth, place: number): bigint {
  const share = divideHalfUp(COMMISSIONS, BigInt(month.branches.length));
  return variedAmount(share, { month_index: month.index, month: month.month, entry: 1, line: place });
}

/** Commissions recognised for groups of eight branches: receivable from a principal, income by kind, output VAT. */
function commissions(month: StoryMonth, groups: readonly number[]): SeedJournal[] {
  return groups.flatMap((group) => {
    const branches = month.branches.slice(group * BRANCHES_AN_ENTRY, (group + 1) * BRANCHES_AN_ENTRY);
    if (branches.length === 0) return [];
    const principal = PRINCIPALS[group % PRINCIPALS.length]!;
    const lines: SeedLine[] = [];
    let vat = 0n;
    for (const [place, branch] of branches.entries()) {
      const at = group * BRANCHES_AN_ENTRY + place;
      const gross = grossCommission(month, at);
      const net = divideHalfUp(gross * 100n, 112n);
      vat += gross - net;
      const where = { branch: branch.code, department: branch.region.department, payee: principal };
      const [first, second] = splitAmount(net, [65, 35]);
      lines.push(
        debit(gross, { account: '105020', branch: branch.code, payee: principal }),
        credit(first!, { account: at % 2 === 0 ? '402010' : '402030', ...where }),
        credit(second!, { account: at % 2 === 0 ? '402020' : '405010', ...where }),
      );
    }
    lines.push(credit(vat, { account: '203010', ...head }));
    const from = branches[0]!.code;
    const to = branches.at(-1)!.code;
    return [pesoJournal(day(month, 4 + group * 5), `Commission income of ${from} to ${to}, ${named(month)}`, lines)];
  });
}

function dollarCommission(month: StoryMonth): SeedJournal {
  const date = day(month, 25);
  const amount = variedAmount(DOLLAR_COMMISSION, { month_index: month.index, month: month.month, entry: 2, line: 1 });
  const payee = DOLLAR_PRINCIPAL;
  return {
    date,
    remarks: `Dollar commission of ${named(month)}`,
    adjusting: false,
    currency_id: USD,
    rate: rateIn(month.rates, date, USD, 'I'),
    lines: [
      debit(amount, { account: '105030', ...head, payee }),
      credit(amount, { account: '401010', ...treasury, payee }),
    ],
  };
}

/** The dollar principal pays 96 % of what it owes from before this month. */
function dollarSettlement(month: StoryMonth): SeedJournal {
  const date = day(month, 26);
  const owed = month.books.foreignBalance('105030');
  const amount = divideHalfUp(owed * 48n, 100n);
  const payee = DOLLAR_PRINCIPAL;
  return {
    date,
    remarks: `Dollar settlement of the principal, ${named(month)}`,
    adjusting: false,
    currency_id: USD,
    rate: rateIn(month.rates, date, USD, 'I'),
    lines:
      amount > 0n
        ? [debit(amount, { account: '102303', ...head, payee }), credit(amount, { account: '105030', ...head, payee })]
        : [],
  };
}

/** Principals settle 96 % of the month before, in four payments. */
function settlements(month: StoryMonth, onDay: number, part: number): SeedJournal[] {
  if (month.index === 0) return [];
  const before = previous(month);
  const gross = before.branches.reduce((sum, _, place) => sum + grossCommission(before, place), 0n);
  const payments = splitAmount(divideHalfUp(gross * 96n, 100n), [30, 25, 25, 20]);
  const payers = PRINCIPALS.slice(0, 3);
  const parts = splitAmount(payments[part]!, [50, 30, 20]);
  return [
    pesoJournal(day(month, onDay), `Settlement of principals ${part + 1} of 4, commissions of ${named(before)}`, [
      debit(payments[part]!, { account: '102101', ...head }),
      ...payers.map((payee, place) => credit(parts[place]!, { account: '105020', ...head, payee })),
    ]),
  ];
}

function bankTransfer(month: StoryMonth): SeedJournal {
  const fills = BANK_TARGETS.map(([account, target]) => {
    const missing = target - month.books.debitBalance(account);
    return { account, amount: missing > 0n ? missing : 0n };
  });
  const total = fills.reduce((sum, fill) => sum + fill.amount, 0n);
  return pesoJournal(day(month, 3), `Fund transfer between own banks, ${named(month)}`, [
    ...fills.map((fill) => debit(fill.amount, { account: fill.account, ...head })),
    credit(total, { account: '102101', ...head }),
  ]);
}

function supplierPayment(month: StoryMonth, onDay: number, open: bigint, percent: bigint): SeedJournal {
  const amount = divideHalfUp(open * percent, 100n);
  return pesoJournal(day(month, onDay), `Payment to suppliers, ${named(month)}`, [
    debit(amount, { account: '201010', ...head }),
    credit(amount, { account: '102103', ...head }),
  ]);
}

function taxRemittance(month: StoryMonth, withheld: bigint): SeedJournal {
  return pesoJournal(day(month, 10), `Expanded withholding tax of ${named(previous(month))}`, [
    debit(withheld, { account: '203030', ...head, payee: 'G0004' }),
    credit(withheld, { account: '102103', ...head, payee: 'G0004' }),
  ]);
}

function valueAddedTax(month: StoryMonth, { output_vat, input_vat }: OpenItems): SeedJournal {
  const credited = input_vat < output_vat ? input_vat : output_vat;
  const due = output_vat - credited;
  return pesoJournal(day(month, 20), `VAT of ${named(previous(month))}`, [
    debit(output_vat, { account: '203010', ...head, payee: 'G0004' }),
    credit(credited, { account: '108020', ...head, payee: 'G0004' }),
    credit(due, { account: '102103', ...head, payee: 'G0004' }),
  ]);
}

function contributions(month: StoryMonth, { contributions: open }: OpenItems): SeedJournal {
  const accounts = [
    ['204010', 'G0001'],
    ['204030', 'G0002'],
    ['204040', 'G0003'],
    ['203040', 'G0004'],
  ] as const;
  const total = open.reduce((sum, amount) => sum + amount, 0n);
  return pesoJournal(day(month, 10), `Contributions and tax on compensation of ${named(previous(month))}`, [
    ...accounts.map(([account, payee], place) => debit(open[place]!, { account, ...head, payee })),
    credit(total, { account: '102104', ...head }),
  ]);
}

/** Half a month of payroll: the distribution by department, and its payment on the same day. */
function payrollHalf(month: StoryMonth, half: number): { distribution: SeedJournal; payment: SeedJournal } {
  const date = day(month, half === 0 ? 15 : END_OF_MONTH);
  const name = half === 0 ? `${named(month)}, first half` : `${named(month)}, second half`;
  const base = divideHalfUp(PAYROLL, 2n);
  const cost = variedAmount(base, { month_index: month.index, month: month.month, entry: 3, line: half });
  const [salaries, employer, thirteenth] = splitAmount(cost, [85, 8, 7]) as [bigint, bigint, bigint];
  const shares = PAYROLL_SHARES.map(([, share]) => share);
  const departments = PAYROLL_SHARES.map(([department]) => department);
  const [insurance, health, housing, tax, net] = splitAmount(cost, [9, 3, 2, 8, 78]) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const distribution = pesoJournal(date, `Payroll of ${name}`, [
    ...splitAmount(salaries, shares).map((part, place) =>
      debit(part, { account: '501010', ...head, department: departments[place]! }),
    ),
    debit(employer, { account: '501050', ...head, department: 'HRDV' }),
    debit(thirteenth, { account: '501030', ...head, department: 'HRDV' }),
    credit(insurance, { account: '204010', ...head, payee: 'G0001' }),
    credit(health, { account: '204030', ...head, payee: 'G0002' }),
    credit(housing, { account: '204040', ...head, payee: 'G0003' }),
    credit(tax, { account: '203040', ...head, payee: 'G0004' }),
    credit(net, { account: '204060', ...head }),
  ]);
  const payment = pesoJournal(date, `Payment of payroll, ${name}`, [
    debit(net, { account: '204060', ...head }),
    credit(net, { account: '102104', ...head }),
  ]);
  return { distribution, payment };
}

function regionBranches(month: StoryMonth, region: StoryRegion): readonly StoryBranch[] {
  return month.branches.filter((branch) => branch.region.code === region.code);
}

/** Costs of a region in a month, one amount per cost of `REGION_COSTS`. */
function regionCosts(month: StoryMonth, region: StoryRegion, entry: number): bigint[] {
  const share = BigInt(regionBranches(month, region).length);
  const base = divideHalfUp(REGION_COST * share, BigInt(month.branches.length));
  const total = variedAmount(base, { month_index: month.index, month: month.month, entry, line: region.code.length });
  return splitAmount(
    total,
    REGION_COSTS.map((cost) => cost.share),
  );
}

/** What each region owes at the month's end and has no bill for yet. */
function regionAccruals(month: StoryMonth): SeedJournal[] {
  return STORY_REGIONS.flatMap((region, place) => {
    const branch = regionBranches(month, region)[0]?.code;
    if (!branch) return [];
    const amounts = regionCosts(month, region, 10 + place);
    return [
      pesoJournal(
        day(month, END_OF_MONTH),
        `Accrued rent, utilities, security and communication, ${region.name}, ${named(month)}`,
        [
          ...REGION_COSTS.map((cost, at) =>
            debit(amounts[at]!, { account: cost.expense, branch, department: region.department }),
          ),
          ...REGION_COSTS.map((cost, at) => credit(amounts[at]!, { account: cost.accrual, branch })),
        ],
        { adjusting: true },
      ),
    ];
  });
}

function reversed(accrual: SeedJournal, date: CalendarDate): SeedJournal {
  const lines = accrual.lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }));
  return pesoJournal(date, `Reversal: ${accrual.remarks}`.replace(':', ' of'), lines, { adjusting: true });
}

/** The bills of the month before, which the accrual foresaw: net cost, input VAT, tax withheld, and what is payable. */
function regionBills(month: StoryMonth): SeedJournal[] {
  const before = previous(month);
  return STORY_REGIONS.flatMap((region, place) => {
    const branches = regionBranches(before, region);
    const first = branches[0]?.code;
    if (!first) return [];
    const amounts = regionCosts(before, region, 20 + place);
    const lines: SeedLine[] = [];
    let input = 0n;
    for (const [at, cost] of REGION_COSTS.entries()) {
      const payee = cost.supplier ?? region.lessor;
      const net = amounts[at]!;
      const vat = divideHalfUp(net * 12n, 100n);
      const withheld = divideHalfUp(net * cost.withheld_percent, 100n);
      input += vat;
      const halves = branches.length > 1 ? splitAmount(net, [55, 45]) : [net];
      lines.push(
        ...halves.map((part, half) =>
          debit(part, { account: cost.expense, branch: branches[half]!.code, department: region.department, payee }),
        ),
        credit(withheld, { account: '203030', branch: first, payee, tax: { atc: cost.atc, base: net } }),
        credit(net + vat - withheld, { account: '201010', branch: first, payee }),
      );
    }
    lines.push(debit(input, { account: '108020', branch: first }));
    return [pesoJournal(day(month, 12), `Bills of ${named(before)}, ${region.name}`, lines)];
  });
}

function depreciation(month: StoryMonth): SeedJournal {
  const [equipment, computers, premises] = splitAmount(DEPRECIATION, [30, 40, 30]) as [bigint, bigint, bigint];
  return pesoJournal(day(month, END_OF_MONTH), `Depreciation of ${named(month)}`, [
    debit(equipment + computers, { account: '506010', ...accounting }),
    debit(premises, { account: '506030', ...accounting }),
    credit(equipment, { account: '121040', ...head }),
    credit(computers, { account: '121050', ...head }),
    credit(premises, { account: '122020', ...head }),
  ]);
}

function provision(month: StoryMonth): SeedJournal {
  return pesoJournal(
    day(month, END_OF_MONTH),
    `Provision for credit losses, ${named(month)}`,
    [debit(PROVISION, { account: '506080', ...accounting }), credit(PROVISION, { account: '105190', ...head })],
    { adjusting: true },
  );
}

/** Dollar accounts at the closing rate of class B; the difference is unrealized. */
function revaluation(month: StoryMonth): SeedJournal {
  const date = day(month, END_OF_MONTH);
  const rate = rateIn(month.rates, date, USD, 'B');
  const lines: SeedLine[] = [];
  let gain = 0n;
  for (const account of ['102303', '105030']) {
    const worth = multiplyByRate(month.books.foreignBalance(account), rate);
    const difference = worth - month.books.debitBalance(account);
    gain += difference;
    lines.push(difference > 0n ? debit(difference, { account, ...head }) : credit(-difference, { account, ...head }));
  }
  const place = { account: '506090', ...treasury };
  lines.push(gain > 0n ? credit(gain, place) : debit(-gain, place));
  return pesoJournal(date, `Revaluation of dollar accounts, ${named(month)}`, lines, { adjusting: true });
}
