import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import { voidBilling } from '@talaan/contract/documents/billing/billing.contract';
import { createBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import {
  layoutOf,
  type AnyReport,
  type AnyRow,
  type ReportForm,
  type ReportLayout,
} from '@talaan/contract/reports/kit/define-report';
import { flattenRows } from '@talaan/contract/reports/kit/lines/nested-rows';
import { columnsOn, paperFormOf, paperRuns, reportLines } from '@talaan/contract/reports/kit/lines/report-lines';
import { MEASURE_LINES, RESULTS } from '@talaan/contract/reports/profitability/measures';
import { isEmptyReply } from '@talaan/contract/reports/kit/lines/report-paper';
import { filterQuery, initialFilter, usedFilter } from '@talaan/contract/reports/kit/report-filters';
import type { AgedInvoice } from '@talaan/contract/reports/ar-aging.report';
import type { ApiScope } from '@talaan/contract/access/api-scopes';
import type { BilledRow } from '@talaan/contract/reports/billing-list.report';
import type { SaleRow } from '@talaan/contract/reports/sales-journal.report';
import { monthProofs } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import { REPORTS } from '@talaan/contract/reports/report-list';
import type { ReportProof, ReportReply } from '@talaan/contract/reports/kit/report-reply';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { projectPath } from '../platform/project-paths.ts';
import { DAMAGES, mendDamages, plantDamages, SUM_DAMAGES } from '../testing/books/damages.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { readPdfPieces, readPdfText } from '../testing/pdf-text.ts';
import { createSignedInClient, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import { openReceivables, type ReceivableBooks } from '../testing/books/receivable-books.ts';
import { storeCounts } from '../masterdata/result-map/branch-counts.store.ts';
import { FIRST_PERIOD, storeMap } from '../masterdata/result-map/result-map.store.ts';
import { starterMap } from '../masterdata/setup/starter-set.ts';
import { readAll, SOMEBODY, type Reader } from '../testing/books/read-reports.ts';
import { billingList } from './billing-list/billing-list.query.ts';
import { salesJournal } from './sales-journal/sales-journal.query.ts';
import { openWorkedVouchers, type WorkedVouchers } from '../testing/books/worked-vouchers.ts';
import { SOFTWARE } from '../platform/software.ts';

// What every report does, tried on each of them (reports §0).

/** The fields of a row by the path of its call, as the specification names them (spec 2 §3). */
const ROW_FIELDS: Readonly<Record<string, string>> = {
  '/rpt/tbal': 'account_code acct_desc cur_debit cur_credit total_debit total_credit',
  '/rpt/subledgerReport':
    'transaction_type acct_code acct_desc branch payee_code document_date document_number particulars description ' +
    'debit credit rate php_da php_ca edit_by edit_date batch_number reference_number',
  '/rpt/subledgerAnalysis':
    'transaction_type acct_code acct_desc branch payee_code document_date document_number particulars description ' +
    'debit credit rate php_da php_ca edit_by edit_date batch_number reference_number',
  '/rpt/gledger':
    'document_date transaction_type document_number reference_number particulars contra debit credit balance side',
  '/billing/list': 'name billing_number billing_date term due_date description amount_billed status collections',
  '/billing/genByYearMonth':
    'name billing_number billing_date term due_date description amount_billed status collections',
  '/billing/getDaysAgedByCus':
    'payee_code payee_desc invoices aged_days gross age_0_30 age_31_60 age_61_90 age_91_120 age_over_120 ' +
    'remaining_balance total_remaining_balance',
  '/billing/getDaysAgedByBillNo':
    'billing_invoice_no billing_date term due_date aged_days gross age_0_30 age_31_60 age_61_90 age_91_120 age_over_120 ' +
    'remaining_balance total_remaining_balance is_disputed',
  '/rpt/RFAReport': 'brnc_code brnc_name asofamount',
  '/rpt/cibsubschedReport': 'voucher_date voucher_number cheque_number particulars amount account_code account_charge',
  '/rpt/boadisb': 'date document_number analysis account_code account_name remarks debit_amount credit_amount',
  '/rpt/boacr': 'date document_number analysis account_code account_name remarks debit_amount credit_amount',
  '/rpt/boaje': 'date document_number analysis account_code account_name remarks debit_amount credit_amount',
  '/rpt/pnl': 'branch_code branch_name date_open date_closed transactions '.concat(
    [...MEASURE_LINES, ...Object.keys(RESULTS)].join(' '),
  ),
  '/rpt/salesrep':
    'receipt_date customer_tin_no customer_name customer_address or_oar_number or_oar_service or_oar_principal_amount ' +
    'or_oar_vat_amount net_service_fee',
  '/rpt/audit':
    'transaction_type batch_number document_number document_date date_created payee remarks debit credit status ' +
    'edit_by edit_date edit_time posted_date',
};
/** Totals that have names of their own. */
const TOTAL_FIELDS: Readonly<Record<string, string>> = {
  '/rpt/subledgerReport': 'beginning ending',
  '/rpt/subledgerAnalysis': 'beginning ending',
  '/rpt/gledger': 'beginning debit credit ending',
  '/rpt/audit': 'total_debit total_credit',
  '/rpt/pnl': [...MEASURE_LINES, ...Object.keys(RESULTS)].map((figure) => `grand_total_${figure}`).join(' '),
  '/rpt/salesrep': 'or_oar_principal_amount or_oar_vat_amount net_service_fee',
};

/** What the worked examples show in the reports, as each form shows it: words that stand on one line. */
const EXAMPLES = JSON.parse(
  readFileSync(projectPath('tests', 'model-company', 'worked-reports.json'), 'utf8'),
) as readonly {
  readonly example: string;
  readonly path: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly lines: readonly (readonly string[])[];
  readonly on_screen: boolean;
}[];

let worked: WorkedVouchers;
let reader: SignedInClient;
beforeAll(async () => {
  worked = await openWorkedVouchers();
  await enterTheOthers();
  reader = await createSignedInClient(worked.app.server, worked.app.database, {
    first_name: 'Hector',
    last_name: 'Navarro',
    levels: Object.fromEntries(
      [...REPORTS.map(({ module }) => module), 'Month-end Proofs'].map((module) => [module, 1]),
    ),
  });
});
afterAll(() => worked.app.stop());

/** The worked examples that are no vouchers of suppliers: the fund of E10, of E06 the journals, the month of E13; and what other books need. */
async function enterTheOthers(): Promise<void> {
  const { app, books } = worked;
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`
      insert into account (acct_code, acct_desc, acct_class, acct_group, currency_id, acct_type, normal_balance, role)
      values ('103010', 'Revolving Fund Account - Branches', 'B', 'A', 1, 'S', 'D', 'RFA'),
        ('105030', 'Commission Receivable - Principals USD', 'B', 'A', 2, 'S', 'D', null),
        ('105190', 'Allowance for Expected Credit Losses - Trade', 'B', 'A', 1, 'S', 'C', null),
        ('108010', 'Input VAT - Goods', 'B', 'A', 1, 'S', 'D', null),
        ('401010', 'Commission Income - IMT Inbound USD', 'I', 'I', 1, 'S', 'C', null),
        ('502030', 'Light and Water', 'I', 'E', 1, 'S', 'D', null),
        ('503010', 'Stationery Printing and Supplies', 'I', 'E', 1, 'S', 'D', null),
        ('503020', 'Freight Postage and Delivery', 'I', 'E', 1, 'S', 'D', null),
        ('503050', 'Transportation and Travel', 'I', 'E', 1, 'S', 'D', null),
        ('506090', 'Unrealized Forex Gain or Loss', 'I', 'E', 1, 'S', 'D', null)
      on conflict (acct_code) do nothing;
      update account set cash_flow = 'cash' where acct_code like '102%' and acct_type = 'S';
      update account set role = case acct_code when '105010' then 'AR' else 'EWT' end where acct_code in ('105010', '203030')`.execute(
      db,
    ),
  );
  const posted = async (...given: Parameters<typeof worked.save>) => books.bring(await worked.save(...given), 7);
  await posted('CV', { document_date: '2023-02-01' }, 'E10 setup');
  await posted('CV', { document_date: '2023-02-27' }, 'E10 replenishment');
  const { branch_id, department_id } = books;
  const journal = async (document_type: string, header: object, details: LineInput[]) => {
    const headers = [{ document_date: '2023-05-31', remarks: 'END OF MAY', ...header }];
    const { call } = books.people.preparer;
    const { data } = await call(createBatch, { body: { document_type, headers, details } });
    await books.bring(data, 7);
  };
  await journal('JV', { currency_id: 2, dollar_rate: '55.1' }, [
    { account_code: '105030', branch_id, debit_amount: '2000.00' },
    { account_code: '401010', branch_id, department_id, credit_amount: '2000.00' },
  ]);
  await journal('AE', {}, [
    { account_code: '102303', branch_id, debit_amount: '1500.00' },
    { account_code: '105030', branch_id, debit_amount: '600.00' },
    { account_code: '506090', branch_id, department_id, credit_amount: '2100.00' },
  ]);
  await books.payAt('CR', 7, '800.50', { document_date: '2023-06-15' });
  await books.payAt('DM', 7, '120.00', { document_date: '2023-06-16' });
  await billTheExamples();
  await earnTheMonth(journal);
  await readResults();
}

/** E13, in a branch that has nothing else. */
async function earnTheMonth(journal: (type: string, header: object, details: LineInput[]) => Promise<void>) {
  await worked.makeAccounts('E13 month-summary');
  const { id } = await inTransaction(worked.app.database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('branch')
      .values({ brnc_code: 'SMP-013', brnc_name: 'SAMPOL MUNTINLUPA' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const details = worked.linesOf('E13 month-summary').map((line) => ({ ...line, branch_id: id }));
  await journal('JV', { document_date: '2023-06-30' }, details);
}

/** Of the accounts of results here the map says what it does of the starter chart; of E13, how many transactions there were. */
async function readResults(): Promise<void> {
  const { database } = worked.app;
  const { rows } = await sql<{ acct_code: string }>`select acct_code from account`.execute(database);
  const codes = new Set(rows.map(({ acct_code }) => acct_code));
  const lines = (await starterMap()).filter(({ acct_code }) => codes.has(acct_code));
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await storeMap(db, { effective_from: FIRST_PERIOD, lines });
    await storeCounts(db, [{ brnc_code: 'SMP-013', period: 202306, transactions: 1284 }]);
  });
  await billUnderThePresentLaw();
}

let desk: ReceivableBooks;
/** E01 to E03, E12 to a customer of its own, and an invoice that is confidential. */
async function billTheExamples(): Promise<void> {
  const { app, books } = worked;
  desk = await openReceivables(app.database, books);
  await desk.billE12(books.payees.S0001);
  await desk.invoice('1120.00', { billing_date: '2023-12-05', is_confidential: 1 });
  const sale = async (
    billing_date: string,
    total: string,
    vat: number,
    account_code: string,
    paid: [string, string, string],
  ) => {
    const billing_details = [{ billing_service_id: desk.service, account_code, total_amount: total }];
    const { billing_invoice_no } = await desk.invoice(total, {
      billing_date,
      vat,
      billing_details,
      remarks: 'FEBRUARY 2023',
    });
    const [collection_date, cash_amount, withholding_amount] = paid;
    const row = { billing_invoice_no: billing_invoice_no!, cash_amount, withholding_amount };
    await desk.collect([row], { collection_date, received_amount: cash_amount });
  };
  await sale('2023-03-10', '112000.00', 1, '408010', ['2023-03-30', '110000.00', '2000.00']);
  await sale('2023-04-05', '85000.00', 3, '408020', ['2023-04-20', '83300.00', '1700.00']);
  await sale('2023-04-12', '47250.75', 2, '408030', ['2023-04-27', '46305.73', '945.02']);
}

/** W01 to W03, two years later: what they say of the sales of 2026, and a customer whose address has every kind of character. */
async function billUnderThePresentLaw(): Promise<void> {
  const { app, books } = worked;
  await books.setToday(app.ownerUrl, '2026-12-31');
  const { rows } = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql<{ id: number }>`insert into payee (payee_code, payee_desc, payee_type, tin, house_unit, street, city)
      values ('C0109', 'LIGTAS KUNWARI INSURANCE BROKERS, INC.', 6, '900-000-109-00000', 'Unit 4-B,', '#12 Sto. Niño St.', 'Makati City')
      returning id`.execute(db),
  );
  broker = rows[0]!.id;
  const w01 = await desk.invoice('112000.00', { billing_date: '2026-02-16' });
  const claim = async (document_date: string, [debit, credit]: [string, string], amount: string) => {
    const { call } = books.people.preparer;
    const line = (account_code: string) => ({ account_code, branch_id: books.branch_id });
    const details = [
      { ...line(debit), debit_amount: amount },
      { ...line(credit), credit_amount: amount },
    ];
    const headers = [{ document_date, remarks: 'RMC 65-2024' }];
    await books.bring((await call(createBatch, { body: { document_type: 'JV', headers, details } })).data, 7);
  };
  await claim('2026-06-30', ['203010', '105190'], '12000.00');
  for (const [collection_date, cash_amount, back] of [
    ['2026-08-14', '67200.00', '7200.00'],
    ['2026-11-20', '44800.00', '4800.00'],
  ] as const) {
    const row = { billing_invoice_no: w01.billing_invoice_no!, cash_amount };
    await desk.collect([row], { collection_date, received_amount: cash_amount });
    await claim(collection_date, ['105190', '203010'], back);
  }
  const to = { payee_id: broker };
  const a = await desk.invoice('672000.00', { ...to, billing_date: '2026-05-20', payment_term: 60 });
  const b = await desk.invoice('5600.14', { ...to, billing_date: '2026-06-18', payment_term: 60 });
  const rowsOfReceipt = [
    { billing_invoice_no: a.billing_invoice_no!, cash_amount: '660000.00', withholding_amount: '12000.00' },
    { billing_invoice_no: b.billing_invoice_no!, cash_amount: '5500.14', withholding_amount: '100.00' },
  ];
  await desk.collect(rowsOfReceipt, { ...to, collection_date: '2026-07-17', received_amount: '665500.14' });
  await books.setToday(app.ownerUrl, '2023-12-31');
}
/** Record ID of the customer of W03. */
let broker: number;

/** The books here have nothing for it: it has a test of its own. */
const WITHOUT_ROWS = ['/rpt/bir2307'];

const calls = REPORTS.flatMap((report) => report.calls.map((call) => [call.path, report, call.given ?? {}] as const));

const DECEMBER = requireCalendarDate('2023-12-31');
/** All of the year, where a report has a period. */
const YEAR = { type: 'daily', date_from: '2023-01-01', date_to: '2023-12-31' };

/** The filter of a first visit at the end of the year, of all of it where the report has a period; and what is said besides. */
function filterOf({ filters }: AnyReport, said: Readonly<Record<string, string>>): Record<string, string> {
  const hasPeriod = Object.values(filters).some(({ kind }) => kind === 'period');
  return usedFilter(filters, { ...initialFilter(filters, DECEMBER), ...(hasPeriod ? YEAR : {}), ...said });
}

function ask(report: AnyReport, path: string, said: Readonly<Record<string, string>>) {
  const query = new URLSearchParams({ ...said, ...filterOf(report, said) });
  return worked.app.server.inject({ url: `/api${path}?${query.toString()}`, headers: reader.headers });
}

describe.each(calls)('%s', (path, report, given) => {
  it('answers its rows by the specified names, with header, totals and proofs that agree; who asks is told by the server', async () => {
    const answer = (await ask(report, path, { ...given, user: 'Somebody', trans_type: '1' })).json();
    expect(answer.header).toMatchObject({
      company_name: expect.any(String),
      report_title: report.title,
      generated_by: 'Hector Navarro',
    });
    expect(answer.header.period).toMatch(/^(AS OF )?[A-Z]{3} \d\d, \d{4}( TO [A-Z]{3} \d\d, \d{4})?$/);
    const [row] = answer.data;
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining(row ? (ROW_FIELDS[path] ?? '').split(' ').filter(Boolean) : []),
    );
    expect(Object.keys(answer.totals)).toEqual(
      expect.arrayContaining((TOTAL_FIELDS[path] ?? '').split(' ').filter(Boolean)),
    );
    expect(answer.proof.filter(isRed)).toEqual([]);
    expect((await proofsBeside(report, path, given)).filter(isRed)).toEqual([]);
  });

  it('refuses a name and a code that it does not know', async () => {
    expect((await ask(report, path, { ...given, sort: '1' })).json()).toMatchObject({
      status: 422,
      errors: { request: ['This report has no filter named sort.'] },
    });
    const reference = Object.entries(report.filters).find(([, { kind }]) => kind === 'reference')?.[0];
    const unknown = reference ? { [reference]: '99999999' } : { format: 'doc' };
    const refused = await ask(report, reference ? path : `${path}/export`, { ...given, ...unknown });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, Object.keys(unknown)]);
  });

  it('leaves as workbook, CSV and PDF on A4, named by the second, each with every figure that the call answers', async () => {
    const [xlsx, csv, pdf] = await Promise.all(
      ['xlsx', 'csv', 'pdf'].map((format) => ask(report, `${path}/export`, { ...given, format })),
    );
    for (const [file, format] of [
      [xlsx, 'xlsx'],
      [csv, 'csv'],
      [pdf, 'pdf'],
    ] as const) {
      expect(file!.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="${report.name}_\\d{10}\\.${format}"$`),
      );
    }
    const sheet = await readSheet(xlsx!.rawPayload);
    const lines: string[][] = parse(csv!.body, { bom: true });
    const head = sheet.findIndex((cells) => cells[0] === lines[0]![0]);
    expect(sheet.slice(0, 2).map(([cell]) => cell)).toEqual(['SAMPOL PADALA SERVICES, INC.', report.title]);
    // What runs over several heads stands above them; the one line of heads of a CSV has both.
    expect(lines[0]!.filter((header, at) => !header.endsWith(String(sheet[head]![at])))).toEqual([]);
    expect(String(sheet.at(-1)![0])).toMatch(/^Generated by Hector Navarro, \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/);
    // Whose report it is and what made it stand on each (RMC 5-2021, Annex B).
    const registered = sheet.slice(0, head).map(([cell]) => String(cell));
    expect(registered.filter((text) => / · (NON-)?VAT REG TIN \d/.test(text))).toHaveLength(1);
    expect(String(sheet.at(-2)![0])).toContain(SOFTWARE);
    const pages = readPdfText(pdf!.rawPayload);
    expect(pages[0]).toContain(report.title);
    for (const page of pages) expect(page).toContain(SOFTWARE);
    expect(pages[0]).toMatch(/VAT REG TIN \d/);
    expect(pages[0]).toMatch(/Generated by Hector Navarro, .* Page 1 of \d+/);
    const [first] = readPdfPieces(pdf!.rawPayload);
    expect(Math.round(first!.width)).toBe(report.orientation === 'portrait' ? 595 : 842);
    // Margins 80, 0, 30, 0 points: the header stands in the upper one, the foot in the lower one.
    const word = String(lines[0]![0]).split(' ')[0]!;
    const head_cell = readPdfPieces(pdf!.rawPayload).find(({ text, y }) => y > 66 && text.startsWith(word));
    expect(head_cell?.y ?? 80).toBeGreaterThanOrEqual(80);
    const answer = (await ask(report, path, { ...given, ...(report.paged ? { limit: '1000' } : {}) })).json();
    expect([path, isEmptyReply(answer)]).toEqual([path, WITHOUT_ROWS.includes(path)]);
    if (isEmptyReply(answer)) return;
    const told = figuresOf(report, given, 'file', answer);
    const places = amountPlaces(layoutFor(report, given), 'file');
    expect(lines.slice(1).map((cells) => places.map((at) => cells[at] ?? ''))).toEqual(told);
    const body = sheet.slice(head + 1, head + 1 + told.length);
    expect(body.map((cells) => places.map((at) => cells[at] ?? null))).toEqual(
      told.map((figures) => figures.map((figure) => (figure === '' ? null : Number(figure)))),
    );
    const form = paperFormOf(answer.groups);
    const paper = paperRuns(layoutFor(report, given), form)
      .flatMap((run) => figuresOf(report, given, form, answer, run).flat())
      .filter((figure) => AMOUNT.test(figure))
      .map((figure) => formatAmount(requireSum(figure)));
    expect(amountsOnPaper(pages).slice(0, paper.length)).toEqual(paper);
  });

  it('of days without a posting has its header, and says so on paper', async () => {
    const long_ago = { ...given, ...initialFilter(report.filters, requireCalendarDate('2001-05-31')) };
    const answer = (await ask(report, path, long_ago)).json();
    expect([answer.data, answer.groups, answer.next]).toEqual([[], [], null]);
    const pdf = await ask(report, `${path}/export`, { ...long_ago, format: 'pdf' });
    expect(readPdfText(pdf.rawPayload)[0]).toMatch(/MAY \d\d, 2001|(MAR|DEC) 31, 2001[^]*NO DATA FOUND/);
  });
});

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** What tells when something was done, by its name. */
const ON_A_CLOCK: Readonly<Record<string, string>> = {
  generated: 'Generated by Hector Navarro, 2 Jan 2024, 09:00',
  edit_date: '2024-01-02',
  edit_time: '09:00',
  posted_date: '2024-01-02',
};
const AMOUNT = /^-?\d+\.\d\d$/;

const isRed = ({ stated, difference }: ReportProof) => !stated && difference !== '0.00';

/** The proofs that are asked for beside the figures; none of most reports. */
async function proofsBeside(report: AnyReport, path: string, said: Readonly<Record<string, string>>) {
  if (!report.provenBeside) return [];
  return (await ask(report, `${path}/proofs`, said)).json<{ data: ReportProof[] }>().data;
}

function layoutFor(report: AnyReport, said: Readonly<Record<string, string>>): ReportLayout<AnyRow> {
  const { filter } = filterQuery(report.filters, {}).parse(filterOf(report, said));
  return layoutOf(report, filter as never);
}

/** The places of the columns of amounts; on paper nothing tells a rate of two decimals from one. */
function amountPlaces(layout: ReportLayout<AnyRow>, form: ReportForm): number[] {
  const isAmount = (kind: string) => kind === 'amount' || (kind === 'rate' && form !== 'file');
  return columnsOn(layout, form).flatMap(({ kind }, at) => (isAmount(kind) ? [at] : []));
}

/** The amounts of each line that a call answers, as a form has them; '' where there is none. */
function figuresOf(
  report: AnyReport,
  said: Readonly<Record<string, string>>,
  form: ReportForm,
  answer: ReportReply<AnyRow>,
  layout = layoutFor(report, said),
): string[][] {
  const places = amountPlaces(layout, form);
  return reportLines(report, layout, form, { ...answer, data: flattenRows(report, answer.data), ended: true })
    .filter(({ look }) => look !== 'blank')
    .map(({ cells }) => places.map((at) => cells[at] ?? ''));
}

/** Every amount of a PDF from its first line on, but for what is carried from page to page. */
function amountsOnPaper(pages: readonly string[]): string[] {
  return pages
    .join('\n')
    .split('\n')
    .filter((line) => !/(Carried|Brought) forward/.test(line))
    .flatMap((line) => line.split('  '))
    .filter((word) => /^-?[\d,]+\.\d\d$/.test(word));
}

describe('the billing list', () => {
  const list = async (said: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ date_from: '2023-03-01', date_to: '2023-06-30', ...said });
    const answer = await worked.app.server.inject({
      url: `/api/billing/list?${query.toString()}`,
      headers: reader.headers,
    });
    return answer.json<ReportReply<BilledRow & { collections: BilledRow[] }>>();
  };

  it('is as of its day: later collections are absent, states and payees narrow it, and what is cancelled comes to nothing', async () => {
    const payee_id = String(worked.books.payees.S0001);
    const states = async (status: string) =>
      (await list({ payee_id, status })).data.map(
        ({ amount_billed, status_text }) => `${amount_billed} ${status_text}`,
      );
    expect(await states('2')).toEqual(['78400.00 Collected']);
    expect(await states('0')).toEqual(['67200.00', '33600.00', '11200.00'].map((billed) => `${billed} Uncollected`));
    expect(await states('3,4,5')).toEqual([]);
    expect((await states('0,7')).length).toBe(9);
    expect((await list({ status: '0,20' })).header.filters).toEqual(['Status Uncollected, Cancelled']);
    const ofMay = async (as_of: string) =>
      (await list({ payee_id, as_of })).data.find(({ amount_billed }) => amount_billed === '44800.00')!.collections;
    expect((await ofMay('2023-06-30')).map((one) => one.amount_uncollected)).toEqual(['40000.00']);
    expect((await ofMay('2023-07-05')).map((one) => one.amount_uncollected)).toEqual(['40000.00', '20000.00']);
    expect(await list({ as_of: '2023-06-29' })).toMatchObject({
      status: 422,
      errors: { as_of: ['as of is before the end of the period.'] },
    });
    const days = { date_from: '2023-03-01', date_to: '2023-06-30' };
    const rowsBy = async (limit: number) => (await readAll(worked.app.database, billingList, days, { limit })).data;
    const rows = await rowsBy(1000);
    expect(rows.length).toBeGreaterThan(9);
    for (const limit of [1, 3]) expect(await rowsBy(limit)).toEqual(rows);
    expect(await list({ status: '6' })).toMatchObject({ status: 422, errors: { status: [expect.any(String)] } });

    const { billing_request_no } = await desk.invoice('5600.00', { billing_date: '2023-11-04', payment_term: 0 });
    const ofNovember = (as_of: string) => list({ date_from: '2023-11-01', date_to: '2023-11-04', as_of });
    const stood = (await ofNovember('2023-12-30')).data[0]!;
    expect(stood).toMatchObject({
      term: 'Due Immediately',
      due_date: '2023-11-04',
      status: 0,
      amount_billed: '5600.00',
    });
    expect(stood.collections).toMatchObject([{ collection_number: null, amount_uncollected: '5600.00' }]);
    // The mirror of what stands in a closed month is of the day of the void.
    await setNovember(0);
    await worked.books.people.checker.call(voidBilling, { body: { billing_request_no, reason: 'Wrong' } });
    await setNovember(1);
    expect((await ofNovember('2023-12-30')).data).toEqual([stood]);
    const { data, totals } = await ofNovember('2023-12-31');
    expect([data[0]!.status_text, data[0]!.amount_billed, totals!['amount_billed']]).toEqual([
      'Cancelled',
      '0.00',
      '0.00',
    ]);
  });

  it('hides whose a confidential invoice is, and leaves it out where it is asked for by customer', async () => {
    const days = { date_from: '2023-12-05', date_to: '2023-12-05' };
    expect((await list(days)).data).toMatchObject([
      { name: 'Confidential', payee_id: 0, description: 'Confidential', amount_billed: '1120.00', is_masked: true },
    ]);
    expect((await list({ ...days, payee_id: String(worked.books.payees.C0001) })).data).toEqual([]);
  });
});

describe('the aging', () => {
  const aged = async (said: Readonly<Record<string, string>>, path = 'getDaysAgedByBillNo') => {
    const query = new URLSearchParams({ date_to: '2023-06-30', ...said });
    const answer = await worked.app.server.inject({
      url: `/api/billing/${path}?${query.toString()}`,
      headers: reader.headers,
    });
    return answer.json<ReportReply<AgedInvoice>>();
  };
  const setDay60 = (column: string) =>
    inTransaction(worked.app.database, SYSTEM_ACTOR, (db) =>
      sql`update setting set value = to_jsonb(${column}::text) where key = 'aging_day_60'`.execute(db),
    );

  it('puts day 60 where the setting says, and ages from the due date where it is asked to', async () => {
    const figures = ({ totals }: { totals: unknown }) => {
      const { age_31_60, age_61_90, gross, remaining_balance } = totals as Record<string, string>;
      return [gross, age_31_60, age_61_90, remaining_balance];
    };
    const before = ['425600.00', '73600.00', '117200.00', '344400.00'];
    for (const path of ['getDaysAgedByBillNo', 'getDaysAgedByCus']) {
      expect(figures(await aged({}, path))).toEqual(before);
      await setDay60('61-90');
      expect(figures(await aged({}, path))).toEqual(['425600.00', '33600.00', '157200.00', '344400.00']);
      await setDay60('31-60');
    }
    expect((await aged({})).data.map(({ aged_days }) => aged_days)).toEqual([121, 120, 90, 61, 60, 31, 30, 0]);
    const { data } = await aged({ aged_from: 'due_date' });
    // All are due in 30 days.
    expect(data.map(({ aged_days }) => aged_days)).toEqual([91, 90, 60, 31, 30, 1, 0, 0]);
  });

  it('closes with what each age is of what remains, and tells what customers paid in advance, in its files too', async () => {
    const parts = ['6.9', '21.4', '34.0', '23.2', '14.5', '100.0'];
    for (const [name, path] of [
      ['ar-aging', '/billing/getDaysAgedByCus'],
      ['ar-aging-invoice', '/billing/getDaysAgedByBillNo'],
    ] as const) {
      const report = REPORTS.find((one) => one.name === name)!;
      const [csv, xlsx, pdf] = await Promise.all(
        ['csv', 'xlsx', 'pdf'].map((format) => ask(report, `${path}/export`, { date_to: '2023-06-30', format })),
      );
      const lines: string[][] = parse(csv!.body, { bom: true });
      const isShare = ([label]: readonly unknown[]) => label === '% of remaining';
      expect(lines.find(isShare)!.slice(1).filter(Boolean)).toEqual(parts);
      const sheet = await readSheet(xlsx!.rawPayload);
      expect(sheet.find(isShare)!.slice(1).filter(Boolean)).toEqual(parts.map(Number));
      expect(sheet.map((cells) => cells.filter((cell) => cell !== null))).toContainEqual([
        'Advances of customers, not netted',
        0,
      ]);
      const paper = readPdfText(pdf!.rawPayload).join('\n');
      expect(paper).toMatch(new RegExp(['% of remaining', ...parts].join('\\s+')));
      expect(paper).toMatch(/Advances of customers, not netted\s+0\.00/);
    }
  });

  it('of customers that were merged is one, a foreign invoice in the pesos at which it was billed; so is the billing list', async () => {
    const { app, books } = worked;
    const { rows } = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql<{
        id: number;
      }>`insert into payee (payee_code, payee_desc, payee_type) values ('C0201', 'OLD NAME CORP.', 6), ('C0202', 'NEW NAME CORP.', 6)
        returning id`.execute(db),
    );
    const [old, survivor] = rows.map(({ id }) => id) as [number, number];
    await books.setToday(app.ownerUrl, '2026-12-31');
    const dollars = { currency_id: 2, dollar_rate: '55.25', vat: 3 };
    const foreign = await desk.invoice('100.00', { billing_date: '2026-11-10', payee_id: old, ...dollars });
    await desk.invoice('1120.00', { billing_date: '2026-11-20', payee_id: survivor });
    await desk.collect([{ billing_invoice_no: foreign.billing_invoice_no!, cash_amount: '40.00' }], {
      collection_date: '2026-11-30',
      payee_id: old,
      received_amount: '40.00',
      currency_id: 2,
      dollar_rate: '57',
      bank_id: books.banks['102303'],
    });
    await books.setToday(app.ownerUrl, '2023-12-31');
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee set status = 0, merged_into = ${survivor} where id = ${old}`.execute(db),
    );
    for (const payee_id of [String(old), String(survivor)]) {
      const asked = { date_to: '2026-11-30', payee_id };
      const customers = await aged(asked, 'getDaysAgedByCus');
      expect(customers.data).toMatchObject([
        { payee_code: 'C0202', payee_desc: 'NEW NAME CORP.', gross: '6645.00', remaining_balance: '4435.00' },
      ]);
      const { data } = await aged(asked);
      expect(
        data.map(({ gross, remaining_balance, total_remaining_balance }) => [
          gross,
          remaining_balance,
          total_remaining_balance,
        ]),
      ).toEqual([
        ['5525.00', '3315.00', '4435.00'],
        ['1120.00', '1120.00', '4435.00'],
      ]);
      const query = new URLSearchParams({ date_from: '2026-11-01', date_to: '2026-11-30', payee_id });
      const list = await app.server.inject({ url: `/api/billing/list?${query.toString()}`, headers: reader.headers });
      const billed = list.json<ReportReply<BilledRow & { collections: BilledRow[] }>>();
      expect(
        billed.data.map(({ name, currency, amount_billed_fc, amount_billed }) => [
          name,
          currency,
          amount_billed_fc,
          amount_billed,
        ]),
      ).toEqual([
        ['NEW NAME CORP.', 'USD', '100.00', '5525.00'],
        ['NEW NAME CORP.', null, null, '1120.00'],
      ]);
      expect(billed.data[0]!.collections).toMatchObject([
        { amount_collected: '2210.00', amount_uncollected: '3315.00' },
      ]);
      expect(billed.totals).toMatchObject({
        amount_billed: '6645.00',
        amount_collected: '2210.00',
        amount_uncollected: '4435.00',
      });
    }
    const whole = await aged({ date_to: '2026-11-30' });
    expect(whole.proof.map(({ difference }) => difference)).toEqual(['0.00']);
  });

  it('lists what was billed from a day on beside the whole balance of its customer, and proves the whole alone', async () => {
    const late = await aged({ date_from: '2023-05-31' });
    expect(late.data.map((row) => [row.remaining_balance, row.total_remaining_balance])).toEqual([
      ['12400.00', '344400.00'],
      ['11200.00', '344400.00'],
    ]);
    expect(late.proof).toEqual([]);
    expect((await aged({ date_from: '2023-07-01' })) as unknown).toMatchObject({
      status: 422,
      errors: { date_from: ['date from is after date to.'] },
    });
    const july = await aged({ date_to: '2023-07-05' });
    expect([july.totals!['remaining_balance'], july.proof[0]!.difference]).toEqual(['324400.00', '0.00']);
  });

  it('hides whose a confidential invoice is, in the cursor after it too', async () => {
    const masked = {
      payee_desc: 'Confidential',
      payee_code: '',
      payee_id: 0,
      is_masked: true,
      remaining_balance: '1120.00',
    };
    const asked = { date_to: '2023-12-31' };
    const customers = await aged(asked, 'getDaysAgedByCus');
    expect(customers.data.at(-1)).toMatchObject(masked);
    await desk.invoice('2240.00', { billing_date: '2023-12-06', is_confidential: 1 });
    const { data } = await aged(asked);
    const last = data.findIndex(({ is_masked }) => is_masked);
    const page = await aged({ ...asked, limit: String(last + 1) });
    expect([page.data.at(-1), page.groups.at(-1)]).toMatchObject([
      masked,
      { codes: [''], name: 'Confidential', figures: { gross: '3360.00' } },
    ]);
    const after = Buffer.from(page.next!, 'base64url').toString();
    expect(JSON.parse(after)).toEqual(['true', '', '', '2023-12-05', page.data.at(-1)!.billing_invoice_no]);
    const rest = await aged({ ...asked, after: page.next! });
    expect([rest.groups, rest.data.map(({ gross }) => gross), rest.totals]).toEqual([[], ['2240.00'], null]);
  });
});

describe('the sales journal', () => {
  const SOLD = { type: 'daily', date_from: '2026-09-01', date_to: '2026-10-31' };
  const journal = (said: Readonly<Record<string, string>> = {}, user: Reader = SOMEBODY) =>
    readAll<SaleRow>(worked.app.database, salesJournal, { ...SOLD, ...said }, { user, limit: 2 });
  const told = ({ data }: { readonly data: readonly SaleRow[] }) =>
    data.map((row) =>
      [
        row.receipt_date.slice(5),
        row.or_oar_number === null ? 'no number' : row.document_type,
        row.or_oar_service,
        row.or_oar_principal_amount,
        row.or_oar_vat_amount,
        row.net_service_fee,
      ].join(' · '),
    );

  it('has a row for each receipt and service of what was sold: no advance, no write-off; voids as books have them', async () => {
    const { app, books } = worked;
    await books.setToday(app.ownerUrl, '2026-10-31');
    const service = (total_amount: string) => ({
      billing_service_id: desk.service,
      account_code: '408010',
      total_amount,
    });
    const sold = async (total: string, change: object, paid: object, more: object) => {
      const { billing_invoice_no } = await desk.invoice(total, { billing_date: '2026-08-31', ...change });
      return desk.collect([{ billing_invoice_no: billing_invoice_no!, ...paid }], { received_amount: '0.00', ...more });
    };
    // A third of what is received for each of three services: the largest, here the first, takes what is left.
    await sold(
      '300.00',
      { billing_details: ['100.00', '100.00', '100.00'].map(service) },
      { cash_amount: '100.00' },
      { collection_date: '2026-09-01', received_amount: '100.00', is_or_ar: 3 },
    );
    await sold(
      '200.00',
      { vat: 3 },
      { cash_amount: '199.70', write_off_amount: '0.30' },
      { collection_date: '2026-09-02', received_amount: '199.70', is_or_ar: 2 },
    );
    // Money in advance is no sale; it is one when it is applied.
    await desk.collect([], { collection_date: '2026-09-03', received_amount: '50.00' });
    await sold(
      '50.00',
      { vat: 2 },
      { cash_amount: '50.00' },
      { collection_date: '2026-09-04', bank_id: null, advance_amount: '50.00' },
    );
    const dollars = { currency_id: 2, dollar_rate: '55', vat: 1 };
    const bank_id = books.banks['102303'];
    await sold(
      '100.00',
      dollars,
      { cash_amount: '100.00' },
      {
        collection_date: '2026-09-05',
        received_amount: '100.00',
        currency_id: 2,
        dollar_rate: '56',
        bank_id,
      },
    );
    const { branch_id, department_id } = books;
    const receipt = (document_date: string, is_or_ar: number) =>
      worked.save('CR', { document_date, is_or_ar, cheque_number: null }, [
        { account_code: '102103', branch_id, debit_amount: '1120.00' },
        { account_code: '408010', branch_id, department_id, credit_amount: '1000.00' },
        { account_code: '203010', branch_id, credit_amount: '120.00' },
      ]);
    const [over, both, acknowledged] = [
      await receipt('2026-09-06', 1),
      await receipt('2026-09-07', 3),
      await receipt('2026-09-08', 2),
    ];
    for (const one of [over, both, acknowledged]) await books.bring(one, 7);
    await voidBatchOf(over);
    const collected = await sold(
      '112.00',
      {},
      { cash_amount: '112.00' },
      { collection_date: '2026-09-09', received_amount: '112.00' },
    );
    await setMonth(9, 'cash_receipt', 0);
    await desk.void(collected);
    await setMonth(9, 'cash_receipt', 1);
    await books.setToday(app.ownerUrl, '2023-12-31');

    const answer = await journal();
    const income = 'Service Income - Billings VATable';
    const usage = answer.data[0]!.or_oar_service;
    expect(told(answer)).toEqual([
      `09-01 · CN · ${usage} · 33.34 · 3.57 · 29.77`,
      `09-01 · CN · ${usage} · 33.33 · 3.57 · 29.76`,
      `09-01 · CN · ${usage} · 33.33 · 3.57 · 29.76`,
      `09-02 · CN · ${usage} · 199.70 · 0.00 · 199.70`,
      `09-04 · no number · ${usage} · 50.00 · 0.00 · 50.00`,
      `09-05 · CN · ${usage} · 5500.00 · 589.05 · 4910.95`,
      '09-06 · CR · VOID · 0.00 · 0.00 · 0.00',
      `09-07 · CR · ${income} · 1120.00 · 120.00 · 1000.00`,
      `09-09 · CN · ${usage} · 112.00 · 12.00 · 100.00`,
      `10-31 · CN · REVERSAL · ${usage} · -112.00 · -12.00 · -100.00`,
    ]);
    expect(answer.totals).toEqual({
      or_oar_principal_amount: '6969.70',
      or_oar_vat_amount: '719.76',
      net_service_fee: '6249.94',
    });
    expect(answer.proof.map(({ difference }) => difference)).toEqual(['0.00']);
    // Of both receipts the number of the official one.
    expect(answer.data[0]!.or_oar_number).not.toBe(answer.data[3]!.or_oar_number);
    const august = await journal({ basis: 'invoice', date_from: '2026-08-31', date_to: '2026-08-31' });
    expect(told(august).at(-2)).toBe(`08-31 · BI · ${usage} · 5500.00 · 589.05 · 4910.95`);
    expect(august.proof.map(({ difference }) => difference)).toEqual(['0.00']);
  });

  it('says TIN, name and address as the paper does; in files the address has letters, digits and spaces alone', async () => {
    const paper = {
      customer_tin_no: '900-000-109-00000',
      customer_name: 'LIGTAS KUNWARI INSURANCE BROKERS, INC.',
      customer_address: 'Unit 4-B, #12 Sto. Niño St., Makati City',
    };
    await inTransaction(worked.app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee set street = 'Elsewhere', tin = '900-000-999-00000' where id = ${broker}`.execute(db),
    );
    const days = { type: 'daily', date_from: '2026-05-01', date_to: '2026-07-31' };
    for (const basis of ['receipt', 'invoice']) {
      const { data } = await journal({ ...days, basis });
      expect(data.filter(({ payee_id }) => payee_id === broker)).toMatchObject([paper, paper]);
    }
    const report = REPORTS.find(({ name }) => name === 'sales-journal')!;
    for (const format of ['csv', 'pdf']) {
      const file = await ask(report, '/rpt/salesrep/export', { ...days, format });
      const text = format === 'csv' ? file.body : readPdfText(file.rawPayload).join('\n');
      // On paper it runs over several lines.
      expect([format, text.includes('Unit 4 B 12'), text.includes('#12')]).toEqual([format, true, false]);
    }
  });

  it('hides whose a confidential sale is, and tells a client of the scope receipts what was made in the name of its maker alone', async () => {
    const { preparer, admin } = worked.books.people;
    const secret = await journal({ basis: 'invoice', date_from: '2023-12-05', date_to: '2023-12-05' });
    const hidden = 'Confidential';
    const masked = { customer_name: hidden, customer_tin_no: hidden, customer_address: hidden, payee_id: 0 };
    expect(secret.data).toMatchObject([{ ...masked, or_oar_principal_amount: '1120.00', is_masked: true }]);
    const client = (user_id: number, scopes: ApiScope[]) => ({
      user_id,
      name: 'Gateway',
      client: { client_id: 'talaan-gateway', scopes },
    });
    const whole = await journal();
    expect(await journal({}, client(admin.user.id, ['receipts', 'reports']))).toMatchObject({ totals: whole.totals });
    const own = await journal({}, client(preparer.user.id, ['receipts']));
    expect(told(own)).toEqual(told(whole));
    expect(own.proof).toEqual([]);
    const none = await journal({}, client(admin.user.id, ['receipts']));
    expect([none.data, none.totals!['or_oar_principal_amount']]).toEqual([[], '0.00']);
    // Invoices are prepared by the administrator, receipts by the preparer.
    const billed = { basis: 'invoice', date_from: '2026-08-31', date_to: '2026-08-31' };
    expect((await journal(billed, client(preparer.user.id, ['receipts']))).data).toEqual([]);
    expect((await journal(billed, client(admin.user.id, ['receipts']))).data.length).toBeGreaterThan(5);
  });
});

const voidBatchOf = ({ batch_number }: { readonly batch_number: string }) =>
  worked.books.people.checker.call(voidBatch, { body: { batch_number, reason: 'Wrong' } });

/** Opens or closes a module of a month of 2026. */
const setMonth = (month: number, module: string, open: 0 | 1) =>
  inTransaction(worked.app.database, SYSTEM_ACTOR, (db) =>
    sql`update accounting_period set ${sql.ref(module)} = ${open} where fiscal_year = 2026 and period_no = ${month}`.execute(
      db,
    ),
  );

/** Opens or closes the general journal of November. */
const setNovember = (open: 0 | 1) =>
  inTransaction(worked.app.database, SYSTEM_ACTOR, (db) =>
    sql`update accounting_period set general_journal = ${open} where fiscal_year = 2023 and period_no = 11`.execute(db),
  );

describe('the worked examples', () => {
  it.each(EXAMPLES)('$example in $path are what they are in its call, its workbook and its PDF', async (example) => {
    const { path, filter, lines } = example;
    const report = REPORTS.find(({ calls: own }) => own.some((call) => call.path === path))!;
    const files = await Promise.all(
      ['xlsx', 'pdf'].map((format) => ask(report, `${path}/export`, { ...filter, format })),
    );
    const answer: ReportReply<AnyRow> = (await ask(report, path, filter)).json();
    const layout = layoutFor(report, filter);
    const said = {
      call: reportLines(report, layout, 'screen', {
        ...answer,
        data: flattenRows(report, answer.data),
        ended: true,
      }).map(({ cells }) =>
        cells.map((cell) => (cell !== null && AMOUNT.test(cell) ? formatAmount(requireSum(cell)) : cell)),
      ),
      workbook: (await readSheet(files[0]!.rawPayload)).map((cells) =>
        cells.map((cell) => (typeof cell === 'number' ? formatAmount(requireSum(cell.toFixed(2))) : String(cell))),
      ),
      pdf: readPdfText(files[1]!.rawPayload).flatMap((page) => page.split('\n').map((line) => line.split('  '))),
    };
    for (const [form, told] of Object.entries(said)) {
      const missing = lines.filter((words) => !told.some((line) => words.every((word) => line.includes(word))));
      expect([form, missing]).toEqual([form, []]);
    }
  });
});

// oxlint-disable-next-line node/no-process-env -- as the other answers that tests of screens are given
const { RECORD_ANSWERS } = process.env;
const KEPT = projectPath('apps', 'web', 'src', 'testing', 'worked-reports.json');

it('the server answers what the screens of the worked examples are answered', async () => {
  const steady = (field: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (INSTANT.test(value)) return '2024-01-02T01:00:00.000Z';
    return ON_A_CLOCK[field] ?? value;
  };
  const told: Record<string, unknown> = {};
  for (const { example, path, filter } of EXAMPLES.filter(({ on_screen }) => on_screen)) {
    const report = REPORTS.find(({ calls: own }) => own.some((call) => call.path === path))!;
    told[`${example} ${path}`] = (await ask(report, path, filter)).json();
  }
  told['month proofs'] = await reader.call(monthProofs, { query: { year: '2023', month: '1' } });
  const now = JSON.stringify(told, steady, 1);
  if (RECORD_ANSWERS) writeFileSync(KEPT, `${now}\n`);
  expect(
    JSON.parse(now),
    'The screens are told something else. Where that is meant: RECORD_ANSWERS=1 npm test -- server, then npm test -- screen.',
  ).toEqual(JSON.parse(readFileSync(KEPT, 'utf8')));
});

/** What a report proves may depend on what it is told by. */
function variantsOf({ filters }: AnyReport): [name: string, value: string][] {
  if ('by' in filters) return ['none', 'branch', 'department', 'account'].map((by) => ['by', by]);
  return 'basis' in filters ? ['receipt', 'invoice'].map((basis) => ['basis', basis]) : [['', '']];
}

describe('a month tells a damage', () => {
  const proofsOf = async (year: string, month: string) =>
    (await reader.call(monthProofs, { query: { year, month } })).data.flatMap(({ title, proof }) =>
      proof.map((one) => ({ ...one, report: title })),
    );

  // Nothing is withheld under a code in these books.
  it.each([...DAMAGES, ...SUM_DAMAGES].filter(({ report }) => report !== 'BIR Form 2307'))(
    '$what: $report says so, and names the document',
    async (damage) => {
      await runAsOwner(worked.app.ownerUrl, async (owner) => {
        const [planted] = await plantDamages(owner, ['2023-01-01', '2023-12-31'], [damage]);
        const [year, month] = planted!.entry_date.split('-');
        const told = (await proofsOf(year!, month!)).find(
          ({ report, name }) => report === damage.report && name === damage.proof,
        );
        await mendDamages(owner, [planted!]);
        expect(told).toMatchObject({ stated: false, difference: expect.not.stringMatching(/^0\.00$/) });
        expect(told!.documents.map(({ document_number }) => document_number)).toContain(planted!.document_number);
      });
    },
  );
});

it('every proof of every report goes red by some damage to lines or running sums', async () => {
  const rolled = (table: string, account = '502050', side = 'debit') =>
    `update ${table} set ${side} = ${side} + 7 where period = 202301 and ${side} > 0
      and account_id = (select id from account where acct_code = '${account}')`;
  // Those of a set are told together; two that hide each other are in different ones.
  const damages = [
    [
      rolled('balance_account'),
      rolled('balance_account', '203030', 'credit'),
      `delete from profitability_map where measure = 'security_janitorial_service'`,
      `update posting set debit = debit + 7 where debit = 30000`,
      `update posting set debit = debit + 7 where debit = 100800`,
      // Of E01: what its collection credits to the receivable, and its VAT.
      `update posting set credit = credit + 7 where credit in (112000, 12000)`,
      `update balance_branch set debit = debit + 7 where account_id = (select id from account where role = 'RFA')`,
      `insert into balance_account (period, account_id, debit, credit, fc_debit, fc_credit)
        select 202301, id, 7, 0, 7, 0 from account where role = 'AR'`,
    ],
    [rolled('balance_branch'), rolled('balance_department'), rolled('balance_unit'), rolled('balance_payee')],
    [rolled('balance_account', '102103', 'credit')],
  ];
  const said = new Set<string>();
  const red = new Set<string>();
  const monthProven = async () => (await reader.call(monthProofs, { query: { year: '2023', month: '1' } })).data;
  // Right books say so on the page of the month too, of every report that proves anything there.
  const right = await monthProven();
  expect(right.flatMap(({ proof }) => proof).filter(isRed)).toEqual([]);
  expect(right.map(({ title }) => title)).toContain('Books Of Account, Cash receipt book');
  const exported = (format: string) =>
    worked.app.server.inject({
      url: `/api/rpt/proofs/export?year=2023&month=1&format=${format}`,
      headers: reader.headers,
    });
  const listed = right.flatMap(({ title, proof }) => proof.map((one) => [title, one.name, one.left, one.difference]));
  const lines: string[][] = parse((await exported('csv')).body, { bom: true, relax_column_count: true });
  const filed = lines.filter((cells) => cells.includes('agrees') || cells.includes('stated'));
  expect(filed.map(([title, name, , left, , , difference]) => [title, name, left, difference])).toEqual(listed);
  const sheet = (await readSheet((await exported('xlsx')).rawPayload)).flat();
  expect(sheet).toEqual(
    expect.arrayContaining(['Month-end Proofs', 'Makati City · VAT REG TIN 900-000-100-00000', SOFTWARE]),
  );
  expect(readPdfText((await exported('pdf')).rawPayload).join(' ')).toMatch(/Month-end Proofs.*VAT REG TIN/s);
  expect((await exported('doc')).statusCode).toBe(422);
  for (const set of damages) {
    await runAsOwner(worked.app.ownerUrl, async (owner) => {
      await owner.query('set session_replication_role = replica');
      await owner.query('alter table posting disable trigger ledger_append_only');
      await owner.query('alter table profitability_map disable trigger profitability_map_append_only');
      for (const damage of set) expect((await owner.query(damage)).rowCount).toBeGreaterThan(0);
    });
    for (const [path, report, given] of calls) {
      for (const [variant, value] of variantsOf(report)) {
        const answer = await ask(report, path, { ...given, ...(variant === '' ? {} : { [variant]: value }) });
        if (answer.statusCode !== 200) continue;
        const proofs = [...answer.json<ReportReply<AnyRow>>().proof, ...(await proofsBeside(report, path, given))];
        for (const proof of proofs) {
          const name = `${report.name}: ${proof.name}`;
          if (!proof.stated) said.add(name);
          if (isRed(proof)) red.add(name);
        }
      }
    }
  }
  expect((await monthProven()).flatMap(({ proof }) => proof).some(isRed)).toBe(true);
  expect([...said].filter((name) => !red.has(name))).toEqual([]);
  expect(said.size).toBeGreaterThan(REPORTS.length);
});
