import { expect } from 'vitest';
import type { AuditTrailRow } from '@talaan/contract/reports/audit-trail.report';
import type { BankScheduleRow } from '@talaan/contract/reports/bank-schedule.report';
import type { WithheldRow } from '@talaan/contract/reports/bir-form.report';
import type { BookRow } from '@talaan/contract/reports/books-of-account.report';
import type { GeneralLedgerRow } from '@talaan/contract/reports/general-ledger.report';
import type { AgedCustomer, AgedInvoice } from '@talaan/contract/reports/ar-aging.report';
import type { BilledRow } from '@talaan/contract/reports/billing-list.report';
import { MEASURE_LINES } from '@talaan/contract/reports/profitability/measures';
import type { ProfitabilityRow } from '@talaan/contract/reports/profitability/profitability.report';
import type { RevolvingFundRow } from '@talaan/contract/reports/revolving-fund.report';
import type { ReportGroup } from '@talaan/contract/reports/kit/report-reply';
import type { PostingRow } from '@talaan/contract/reports/kit/posting-row';
import type { AnalysisRow } from '@talaan/contract/reports/subsidiary-analysis.report';
import type { SaleRow } from '@talaan/contract/reports/sales-journal.report';
import { balanceSheetColumns } from '@talaan/contract/reports/balance-sheet.report';
import { periodColumns } from '@talaan/contract/reports/kit/statement-period';
import type { CashDay } from '@talaan/contract/reports/cash-by-day.report';
import type { StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import type { TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { quarterDays, quarterOf } from '@talaan/core/calendar/quarter';
import { amountText } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { AnyStatement } from '../../reports/kit/report-statement.ts';
import { auditTrail } from '../../reports/audit-trail/audit-trail.query.ts';
import { bankSchedule } from '../../reports/bank-schedule/bank-schedule.query.ts';
import { arAging, arAgingInvoice } from '../../reports/ar-aging/ar-aging.query.ts';
import { billingList } from '../../reports/billing-list/billing-list.query.ts';
import { birForm } from '../../reports/bir-form/bir-form.query.ts';
import { booksOfAccount } from '../../reports/books-of-account/books-of-account.query.ts';
import { generalLedger } from '../../reports/general-ledger/general-ledger.query.ts';
import { profitability } from '../../reports/profitability/profitability.query.ts';
import { revolvingFund } from '../../reports/revolving-fund/revolving-fund.query.ts';
import { salesJournal } from '../../reports/sales-journal/sales-journal.query.ts';
import { subsidiary } from '../../reports/subsidiary/subsidiary.query.ts';
import { subsidiaryAnalysis } from '../../reports/subsidiary-analysis/subsidiary-analysis.query.ts';
import { balanceSheet } from '../../reports/balance-sheet/balance-sheet.query.ts';
import { cashByDay } from '../../reports/cash-by-day/cash-by-day.query.ts';
import { cashFlow } from '../../reports/cash-flow/cash-flow.query.ts';
import { incomeStatement } from '../../reports/income-statement/income-statement.query.ts';
import { trialBalance } from '../../reports/trial-balance/trial-balance.query.ts';
import { rawAging, rawBillingList, readRawInvoices } from './raw-receivables.ts';
import { rawSalesJournal, readRawSales } from './raw-sales.ts';
import {
  rawBalanceSheet,
  rawCashFlow,
  rawClosing,
  rawIncomeStatement,
  rawResults,
  readRawResults,
  resultSaid,
  statementSaid,
} from './raw-results.ts';
import { readAll, readBeside, SOMEBODY } from './read-reports.ts';
import {
  compare,
  rawAccounts,
  rawBalances,
  rawBook,
  rawLines,
  rawRunning,
  rawTrialBalance,
  rawWithheld,
  readRawLedger,
  type RawDays,
  type RawEntry,
  type RawLedger,
  type RawPosting,
} from './raw-ledger.ts';

/**
 * Holds every report of the ledger, over some days, against what the rows of the ledger come to one by one (reports §0 to §10),
 * seen by somebody to whom confidential batches are hidden; and every proof must be of no difference.
 */
export async function expectAgreement(database: Database, periods: readonly RawDays[]): Promise<void> {
  const raw = await readRawLedger(database);
  const invoices = await readRawInvoices(database, raw);
  const sales = await readRawSales(database, raw);
  const results = await readRawResults(database);
  for (const [at, days] of periods.entries()) {
    const compared = {
      database,
      raw,
      invoices,
      sales,
      results,
      days,
      is_first: at === 0,
      read: readerOf(database, days),
    };
    for (const expectReport of REPORTS) await expectReport(compared);
  }
}

/** Some days with what the rows of the ledger are, and a reader of reports over them. */
interface Compared {
  readonly database: Database;
  readonly raw: RawLedger;
  readonly invoices: Awaited<ReturnType<typeof readRawInvoices>>;
  readonly sales: Awaited<ReturnType<typeof readRawSales>>;
  readonly results: Awaited<ReturnType<typeof readRawResults>>;
  readonly days: RawDays;
  /** Whether they are the first ones that are looked at. */
  readonly is_first: boolean;
  readonly read: ReturnType<typeof readerOf>;
}

/** Reads a report over the days; every figure that it proves must be of no difference. */
function readerOf(database: Database, { from, to }: RawDays) {
  const given = { type: 'daily', date_from: from, date_to: to };
  return async <Row>(statement: AnyStatement, more: Record<string, string> = {}) => {
    const reply = await readAll<Row>(database, statement, { ...given, ...more }, { user: SOMEBODY, limit: 7 });
    const proof = [...reply.proof, ...(await readBeside(database, statement, { ...given, ...more }))];
    expect(proof.filter(({ difference, stated }) => !stated && difference !== '0.00')).toEqual([]);
    return reply;
  };
}

const REPORTS: readonly ((compared: Compared) => Promise<void>)[] = [
  expectTrialBalance,
  expectStatements,
  expectSubsidiary,
  expectGeneralLedger,
  expectAnalysis,
  expectBooks,
  expectBankSchedule,
  expectBillings,
  expectSales,
  expectAging,
  expectRevolvingFunds,
  expectResults,
  expectWithheld,
  expectTrails,
  expectPayees,
];

async function expectTrialBalance({ raw, days, read }: Compared): Promise<void> {
  for (const [by, part] of PARTS) {
    const { data } = await read<TrialBalanceRow>(trialBalance, { by });
    const said = data.map(
      (row) =>
        `${row.dim_code}/${row.account_code}: ${row.cur_debit} ${row.cur_credit} | ${row.total_credit === '0.00' ? row.total_debit : `-${row.total_credit}`}`,
    );
    expect([by, ...said.toSorted()]).toEqual([by, ...rawTrialBalance(raw, days, part)]);
  }
}

/** Of the company, of a branch and of a department; side by side with the months before and the year before. */
async function expectStatements({ raw, days, read }: Compared): Promise<void> {
  const closing = rawClosing(raw);
  const [{ branch, department }] = raw.postings.filter((posting) => posting.department !== null) as [RawPosting];
  const parts: readonly [Record<string, string>, (posting: RawPosting) => boolean][] = [
    [{}, () => true],
    [{ brnc_code: branch }, (posting) => posting.branch === branch],
    [{ dept_code: department! }, (posting) => posting.department === department],
  ];
  const period = { date_from: parseCalendarDate(days.from)!, date_to: parseCalendarDate(days.to)! };
  for (const [narrowed, wanted] of parts) {
    const own = raw.postings.filter(wanted);
    const income = { columns: 'month', compare: 'year' } as const;
    const earned = await read<StatementRow>(incomeStatement, { ...narrowed, ...income });
    const moved = periodColumns({ ...income, period });
    expect(earned.data.map((row) => statementSaid(row, moved)).toSorted(compare)).toEqual(
      rawIncomeStatement(
        raw,
        own.filter(({ entry_id }) => !closing.has(entry_id)),
        moved,
      ),
    );
    if (narrowed['dept_code']) continue;
    const flow = await read<StatementRow>(cashFlow, { ...narrowed, ...income });
    expect(flow.data.map((row) => statementSaid(row, moved)).toSorted(compare)).toEqual(
      rawCashFlow(raw, own, closing, moved, narrowed['brnc_code'] !== undefined),
    );
    const byDay = await read<CashDay>(cashByDay, narrowed);
    expect(byDay.totals).toMatchObject({ closing: flow.totals!['amount'] });
    const asked = { months: '3', compare: 'both' } as const;
    const { data } = await read<StatementRow>(balanceSheet, { ...narrowed, ...asked });
    const at = balanceSheetColumns({ ...asked, as_of: period.date_to });
    expect(data.map((row) => statementSaid(row, at)).toSorted(compare)).toEqual(
      rawBalanceSheet(raw, own, at, narrowed['brnc_code'] !== undefined),
    );
  }
}

async function expectSubsidiary({ raw, days, read }: Compared): Promise<void> {
  const ledger = await read<PostingRow>(subsidiary);
  expect(ledger.groups.map(groupSaid)).toEqual(rawAccounts(raw, days));
  expect(ledger.data.map(lineSaid)).toEqual(rawLines(raw, days).map(rawSaid));
}

async function expectGeneralLedger({ raw, days, read }: Compared): Promise<void> {
  const running = await read<GeneralLedgerRow>(generalLedger);
  expect(
    running.data.map(({ acct_code, entry_id, line_no, contra, balance, side }) =>
      [acct_code, entry_id, line_no, contra, balance, side].join(' '),
    ),
  ).toEqual(
    rawRunning(raw, days).map(({ posting, balance, contra }) =>
      [
        posting.account,
        posting.entry_id,
        posting.line_no,
        contra,
        amountText(balance < 0n ? -balance : balance),
        balance === 0n ? '' : balance < 0n ? 'Cr' : 'Dr',
      ].join(' '),
    ),
  );
}

async function expectAnalysis({ raw, days, read }: Compared): Promise<void> {
  const analysis = await read<AnalysisRow>(subsidiaryAnalysis);
  const nameOf = ({ confidential, payee }: RawPosting) =>
    confidential ? 'Confidential' : payee ? `${payee.name} · ${payee.code}` : '(no analysis)';
  for (const name of new Set(raw.postings.filter(({ date }) => date <= days.to).map(nameOf))) {
    const his = (posting: RawPosting) => nameOf(posting) === name;
    const head = analysis.groups.find((group) => group.codes.length === 1 && group.name === name);
    const accounts = analysis.groups.filter(({ codes }) => codes.length === 2 && codes[0] === head?.codes[0]);
    expect([name, ...accounts.map(groupSaid)]).toEqual([name, ...rawAccounts(raw, days, his)]);
    const rows = analysis.data.filter(({ analysis_id }) => analysis_id === head?.codes[0]);
    expect([name, ...rows.map(lineSaid)]).toEqual([name, ...rawLines(raw, days, his).map(rawSaid)]);
  }
}

async function expectBooks({ raw, days, read }: Compared): Promise<void> {
  for (const [doc_type, types] of Object.entries(BOOKS)) {
    const { data } = await read<BookRow>(booksOfAccount, { doc_type });
    expect([doc_type, ...data.map(bookLineSaid)]).toEqual([
      doc_type,
      ...rawBook(raw, days, ({ type }) => types.includes(type)).flatMap(bookEntrySaid),
    ]);
  }
}

async function expectBankSchedule({ raw, days, read }: Compared): Promise<void> {
  const ofBanks = new Set(['OB', 'DM', 'CV', 'CW']);
  const schedule = await read<BankScheduleRow>(bankSchedule, { document_type: [...ofBanks].join(',') });
  const charged = rawBook(raw, days, ({ type, bank_account }) => ofBanks.has(type) && bank_account !== null);
  expect(
    schedule.data.map((row) =>
      [row.bank_account, row.voucher_date, row.voucher_number, row.account_code, row.amount].join(' '),
    ),
  ).toEqual(
    charged
      .toSorted((one, other) => compare(one.first.bank_account!, other.first.bank_account!))
      .flatMap(({ first, postings, isVoid }) => {
        const voucher = [first.bank_account, first.date, first.number].join(' ');
        if (isVoid) return [`${voucher}  0.00`];
        return postings
          .filter(({ account }) => account !== first.bank_account)
          .map(({ account, debit, credit }) => `${voucher} ${account} ${amountText(debit - credit)}`);
      }),
  );
}

async function expectBillings({ invoices, days, is_first, read }: Compared): Promise<void> {
  for (const as_of of is_first ? [days.to, '2026-12-31'] : [days.to]) {
    const list = await read<BilledRow>(billingList, { as_of });
    expect(list.data.map(billedSaid)).toEqual(rawBillingList(invoices, days, as_of));
  }
}

async function expectSales({ raw, sales, days, read }: Compared): Promise<void> {
  for (const basis of ['receipt', 'invoice'] as const) {
    const { data } = await read<SaleRow>(salesJournal, { basis });
    expect([basis, ...data.map(saleSaid)]).toEqual([basis, ...rawSalesJournal(sales, raw, days, basis)]);
  }
}

async function expectAging({ database, invoices, days }: Compared): Promise<void> {
  const asked = { user: SOMEBODY, limit: 3 };
  const aging = await readAll<AgedInvoice>(database, arAgingInvoice, { date_to: days.to }, asked);
  const byCustomer = await readAll<AgedCustomer>(database, arAging, { date_to: days.to }, { user: SOMEBODY });
  expect(
    aging.data
      .map((row) =>
        [row.payee_desc, row.billing_invoice_no, row.aged_days, row.gross, row.remaining_balance].join(' · '),
      )
      .toSorted(),
  ).toEqual(rawAging(invoices, days.to));
  expect([...aging.proof, ...byCustomer.proof].map(({ difference }) => difference)).toEqual(['0.00', '0.00']);
  expect(byCustomer.totals).toEqual(aging.totals);
  // A customer's sums are his, wherever pages end.
  expect(aging.groups.map(({ codes, figures }) => [...codes, figures['gross'], figures['remaining_balance']])).toEqual(
    byCustomer.data.map(({ payee_code, gross, remaining_balance }) => [payee_code, gross, remaining_balance]),
  );
}

async function expectRevolvingFunds({ database, raw, days }: Compared): Promise<void> {
  const funds = await readAll<RevolvingFundRow>(database, revolvingFund, { date_to: days.to }, { user: SOMEBODY });
  expect(funds.data.map((row) => [row.brnc_code, row.asofamount])).toEqual(
    [
      ...rawBalances(raw.postings, days.to, ({ account, branch }) =>
        raw.accounts.get(account)!.role === 'RFA' ? branch : null,
      ),
    ].map(([branch, balance]) => [branch, amountText(balance)]),
  );
}

async function expectResults({ raw, results, days, read }: Compared): Promise<void> {
  const earned = await read<ProfitabilityRow>(profitability);
  expect(
    earned.data
      .map((row) =>
        resultSaid(`${row.group_id} ${row.branch_code}`, [
          ...MEASURE_LINES.map((line) => row[line]),
          row.nibt,
          row.less_thirty,
          row.niat,
          row.ebitda,
        ]),
      )
      .toSorted(compare),
  ).toEqual(
    rawResults(
      raw.postings.filter(({ entry_id }) => !rawClosing(raw).has(entry_id)),
      results,
      days,
    ),
  );
}

async function expectWithheld({ database, raw, days }: Compared): Promise<void> {
  const quarter = quarterOf(parseCalendarDate(days.to)!);
  const asked = { fiscal_year: String(quarter.fiscal_year), quarter: String(quarter.quarter) };
  const withheld = await readAll<WithheldRow>(database, birForm, asked, { user: SOMEBODY });
  expect(withheld.proof.slice(0, 1)).toMatchObject([{ difference: '0.00' }]);
  const { date_from, date_to } = quarterDays(quarter);
  expect(
    withheld.data.map((row) => `${row.payee}/${row.atc_code}: ${row.total} ${row.tax_withheld}`).toSorted(),
  ).toEqual(rawWithheld(raw, { from: date_from, to: date_to }));
}

async function expectTrails({ raw, days, read }: Compared): Promise<void> {
  for (const [doc_type, types] of Object.entries(TRAILS)) {
    const { data } = await read<AuditTrailRow>(auditTrail, { doc_type });
    const posted = data.filter(({ entry_id }) => entry_id !== null);
    const entries = new Map(raw.postings.map((posting) => [posting.entry_id, posting]));
    const expected = [...entries.values()].filter(
      ({ type, date }) => types.includes(type) && date >= days.from && date <= days.to,
    );
    expect([
      doc_type,
      ...posted
        .map(({ entry_id, status, document_date, document_number }) =>
          [entry_id, status, document_date, document_number].join(' '),
        )
        .toSorted(),
    ]).toEqual([
      doc_type,
      ...expected
        .map((entry) => [entry.entry_id, entry.reverses === null ? 7 : 20, entry.date, entry.number].join(' '))
        .toSorted(),
    ]);
  }
}

async function expectPayees({ raw, days, read }: Compared): Promise<void> {
  for (const payee of payeesIn(raw.postings)) {
    const payee_id = String(raw.payees.get(payee));
    const his = (posting: RawPosting) => posting.payee?.code === payee && !posting.confidential;
    const inBranch = { payee_id, brnc_code: raw.postings[0]!.branch };
    for (const narrowed of [{ payee_id }, inBranch]) {
      const { groups, data } = await read<PostingRow>(subsidiary, narrowed);
      expect([payee, ...groups.map(groupSaid)]).toEqual([payee, ...rawAccounts(raw, days, his)]);
      expect(data.map(lineSaid)).toEqual(rawLines(raw, days, his).map(rawSaid));
    }
  }
}

const PARTS: readonly [string, (posting: RawPosting) => string][] = [
  ['none', () => ''],
  ['branch', ({ branch }) => branch],
  ['department', ({ department }) => department ?? ''],
  ['section', ({ section }) => section ?? ''],
];

const DISBURSED = ['CV', 'CW', 'OB', 'DM'];
/** The types of each book, and of each trail (reports §9, §10). */
const BOOKS: Readonly<Record<string, readonly string[]>> = { DM: DISBURSED, CR: ['CR', 'CN'], JE: ['JE', 'BI'] };
const TRAILS: Readonly<Record<string, readonly string[]>> = {
  DM: DISBURSED,
  CR: ['CR'],
  JE: ['JE'],
  BI: ['BI'],
  CN: ['CN'],
};

const billedSaid = (row: BilledRow) =>
  [
    row.billing_number,
    row.billing_date,
    row.name,
    row.status,
    row.amount_billed,
    row.collection_date,
    row.collection_number,
    row.amount_collected,
    row.amount_uncollected,
  ].join(' · ');

const saleSaid = (row: SaleRow) =>
  [
    row.receipt_date,
    row.or_oar_number,
    row.customer_name,
    row.or_oar_service,
    row.or_oar_principal_amount,
    row.or_oar_vat_amount,
  ].join(' · ');

const bookLineSaid = (row: BookRow) =>
  [
    row.date,
    row.document_type,
    row.document_number,
    row.analysis,
    row.account_code,
    row.account_name,
    row.remarks,
    row.debit_amount,
    row.credit_amount,
  ].join(' · ');

function bookEntrySaid({ first, postings, isVoid }: RawEntry): string[] {
  const hide = (text: string | null) => (first.confidential && text !== null ? 'Confidential' : text);
  const head = [first.date, first.type, first.number];
  const remarksOf = (own: string) => hide([first.reverses === null ? '' : 'REVERSAL', own].filter(Boolean).join(' · '));
  if (isVoid) {
    const said = [
      ...head,
      hide(first.entry_payee?.name ?? null),
      null,
      'VOID',
      remarksOf(first.particulars),
      '0.00',
      '0.00',
    ];
    return [said.join(' · ')];
  }
  return postings.map((posting) =>
    [
      ...head,
      hide(posting.payee?.name ?? null),
      posting.account,
      posting.account_name,
      remarksOf(posting.description || posting.particulars),
      amountText(posting.debit),
      amountText(posting.credit),
    ].join(' · '),
  );
}

/** Some of those who are named, each by his code. */
const payeesIn = (postings: readonly RawPosting[]) =>
  [...new Set(postings.flatMap(({ payee }) => (payee ? [payee.code] : [])))].slice(-3);

/** An account of a subsidiary in words. */
const groupSaid = ({ codes, figures: { beginning, debit, credit, ending } }: ReportGroup) =>
  `${codes.at(-1)}: ${beginning} ${debit} ${credit} ${ending}`;

/** A line of a subsidiary in words. */
const lineSaid = (row: PostingRow) =>
  [
    row.acct_code,
    row.document_date,
    row.transaction_type,
    row.document_number,
    row.batch_number,
    row.branch,
    row.payee_code,
    row.payee,
    row.particulars,
    row.description,
    row.debit,
    row.credit,
    row.php_da,
    row.php_ca,
    row.is_reversal,
  ].join(' · ');

/** The same of a posting; what is confidential is told to nobody else. */
function rawSaid(posting: RawPosting): string {
  const hide = (text: string | null | undefined) => (posting.confidential && text !== null ? 'Confidential' : text);
  return [
    posting.account,
    posting.date,
    posting.type,
    posting.number,
    posting.batch,
    posting.branch,
    hide(posting.payee?.code ?? null),
    hide(posting.payee?.name ?? null),
    hide(posting.particulars),
    hide(posting.description),
    amountText(posting.fc_debit),
    amountText(posting.fc_credit),
    amountText(posting.debit),
    amountText(posting.credit),
    posting.reverses !== null,
  ].join(' · ');
}
