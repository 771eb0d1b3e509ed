import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@talaan/contract/reports/kit/define-report';
import { trialBalanceReport } from '@talaan/contract/reports/trial-balance.report';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import type { ResultOf } from '@talaan/contract/http/route';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { openTestLedger } from '../../testing/books/test-ledger.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from '../kit/register-reports.ts';
import { trialBalance } from './trial-balance.query.ts';

const { read } = reportRoutes(trialBalanceReport);
const MAY = 'type=ftm&year=2025&month=5';

let app: TestServer;
let reader: SignedInClient;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerReports(server, services, [trialBalance]));
  const ledger = await openTestLedger(app.database, {
    accounts: [
      ['100000', 'ASSETS'],
      ['102101', 'CIB - BDO, "Main" ₱', '100000'],
      ['105010', '=HYPERLINK("x")', '100000'],
      ['400000', 'INCOME'],
      ['408010', 'Service Income', '400000'],
    ],
    years: [2025],
  });
  await ledger.post([
    {
      date: '2025-04-30',
      lines: [
        { account: '105010', debit: '1234567.89' },
        { account: '408010', credit: '1234567.89' },
      ],
    },
    {
      date: '2025-05-02',
      lines: [
        { account: '102101', debit: '1000000.05' },
        { account: '105010', credit: '1000000.05' },
      ],
    },
  ]);
  reader = await createSignedInClient(app.server, app.database, {
    first_name: 'Hector',
    last_name: 'Navarro',
    levels: { 'Trial Balance': 1 },
  });
});
afterAll(() => app.stop());

const get = (path: string, client: SignedInClient | null = reader) =>
  app.server.inject({ url: `/api/rpt/tbal${path}`, headers: client?.headers ?? {} });

describe('refusals', () => {
  it.each(['', '/export', '/postings'])('of %s ask for a session, then for the module', async (path) => {
    const outsider = await createSignedInClient(app.server, app.database, { levels: { '*': 4, 'Trial Balance': 0 } });
    const query = `${path}?${MAY}${{ '': '', '/export': '&format=csv', '/postings': '&account_code=102101&column=cur_debit' }[path]}`;
    expect((await get(query, null)).statusCode).toBe(401);
    expect((await get(query, outsider)).json()).toMatchObject({
      status: 403,
      message: 'You need Select on Trial Balance; you have No Access.',
    });
  });

  it.each([
    ['?type=weekly', { type: ['type must be daily or ftm.'] }],
    ['?type=ftm&year=1900&month=13', { year: ['year must be 1901 to 2100.'], month: ['month must be 1 to 12.'] }],
    ['?type=daily&date_from=2025-05-02&date_to=2025-05-01', { date_from: ['date from is after date to.'] }],
    ['?type=daily&date_from=2019-01-01&date_to=2025-05-01', { date_to: ['The period may span at most 5 years.'] }],
    [`?${MAY}&sort=1;drop%20table`, { request: ['This report has no filter named sort.'] }],
    [`/export?${MAY}&format=xls`, { format: ['format must be xlsx, csv or pdf.'] }],
    [`?${MAY}&by=colour`, { by: ['by must be none, branch, department or section.'] }],
    [
      `?${MAY}&brnc_code=NOPE&dept_code=X`,
      { brnc_code: ['There is no branch NOPE.'], dept_code: ['There is no department X.'] },
    ],
    [`/postings?${MAY}`, { column: ['column is required.'] }],
    [`/postings?${MAY}&column=cur_debit&limit=0`, { limit: ['limit must be 1 to 1000.'] }],
    [
      `/postings?${MAY}&column=cur_debit&account_code=102101&after=WzFd`,
      { after: ['after is not a cursor of this report. Generate the report again.'] },
    ],
  ])('of %s name the field', async (query, errors) => {
    const reply = await get(query);
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual(errors);
  });

  it('of an unknown account name it', async () => {
    expect((await get(`/postings?${MAY}&account_code=nope&column=cur_debit`)).json()).toMatchObject({
      status: 404,
      message: 'There are no postings behind cur_debit, nope.',
    });
  });
});

describe('the report', () => {
  let report: ResultOf<typeof read>;
  beforeAll(async () => {
    report = await reader.call(read, { query: { type: 'ftm', year: 2025, month: 5 } });
  });

  it('answers header, rows with their groups, totals and the proof that debits equal credits', () => {
    expect(report.header).toMatchObject({
      company_name: 'SAMPOL PADALA SERVICES, INC.',
      report_title: 'Trial Balance',
      period: 'MAY 01, 2025 TO MAY 31, 2025',
      basis: 'PHP, posted entries',
      generated_by: 'Hector Navarro',
    });
    expect(report.header.generated).toMatch(/^Generated by Hector Navarro, \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/);
    expect(report.data[0]).toEqual({
      account_code: '102101',
      acct_desc: 'CIB - BDO, "Main" ₱',
      cur_debit: '1000000.05',
      cur_credit: '0.00',
      total_debit: '1000000.05',
      total_credit: '0.00',
      group_code: '100000',
      group_desc: 'ASSETS',
      dim_code: '',
      dim_name: '',
      balance: '1000000.05',
    });
    expect(report.proof.map(({ name, difference }) => [name, difference])).toEqual([
      ['Debits equal credits', '0.00'],
      ['Balances equal', '0.00'],
    ]);
    expect(report.totals).toEqual({
      cur_debit: '1000000.05',
      cur_credit: '1000000.05',
      total_debit: '1234567.89',
      total_credit: '1234567.89',
      cur_difference: '0.00',
      total_difference: '0.00',
    });
  });

  it('leaves as a workbook whose groups and totals are those of the screen, its texts inert', async () => {
    const reply = await get(`/export?${MAY}&format=xlsx`);
    expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="trial-balance_\d{10}\.xlsx"$/);
    const rows = await readSheet(reply.rawPayload);
    const totals = report.totals!;
    expect(rows.slice(0, 11).map((row) => row.slice(0, 6))).toEqual([
      ['SAMPOL PADALA SERVICES, INC.', null, null, null, null, null],
      ['Trial Balance', null, null, null, null, null],
      ['MAY 01, 2025 TO MAY 31, 2025 · PHP, posted entries', null, null, null, null, null],
      ['Account Code', 'Description', 'Current Debit', 'Current Credit', 'Total Debit', 'Total Credit'],
      ['100000  ASSETS', null, 1000000.05, 1000000.05, 1234567.89, 0],
      ['102101', 'CIB - BDO, "Main" ₱', 1000000.05, 0, 1000000.05, 0],
      ['105010', '=HYPERLINK("x")', 0, 1000000.05, 234567.84, 0],
      ['400000  INCOME', null, 0, 0, 0, 1234567.89],
      ['408010', 'Service Income', 0, 0, 0, 1234567.89],
      [
        'Grand total',
        null,
        ...[totals.cur_debit, totals.cur_credit, totals.total_debit, totals.total_credit].map(Number),
      ],
      [null, null, null, null, null, null],
    ]);
    expect(rows.slice(11, 13).map((row) => [row[0], row[6]])).toEqual([
      ['Debits equal credits', 0],
      ['Balances equal', 0],
    ]);
    expect(rows.at(-1)![0]).toMatch(/^Generated by Hector Navarro, /);
  });

  it('leaves as CSV with plain numbers and without formulas', async () => {
    const reply = await get(`/export?${MAY}&format=csv`);
    expect(reply.headers['content-disposition']).toMatch(/trial-balance_\d{10}\.csv/);
    expect(parse(reply.body, { bom: true }).slice(2, 4)).toEqual([
      ['102101', 'CIB - BDO, "Main" ₱', '1000000.05', '0.00', '1000000.05', '0.00'],
      ['105010', `'=HYPERLINK("x")`, '0.00', '1000000.05', '234567.84', '0.00'],
    ]);
  });

  it('leaves as PDF with the header block, the figures and page numbers as text', async () => {
    const reply = await get(`/export?${MAY}&format=pdf`);
    expect(reply.headers['content-type']).toBe('application/pdf');
    const [text] = readPdfText(reply.rawPayload);
    expect(text).toMatch(/Debits equal credits\s+debit 1,000,000.05, credit 1,000,000.05, difference 0.00/);
    expect(text).toMatch(/SAMPOL PADALA SERVICES, INC\.\nTrial Balance\nMAY 01, 2025 TO MAY 31, 2025/);
    expect(text).toMatch(/102101 +CIB - BDO, "Main" ₱ +1,000,000\.05 +0\.00 +1,000,000\.05 +0\.00/);
    expect(text).toMatch(/Grand total +1,000,000\.05 +1,000,000\.05 +1,234,567\.89 +1,234,567\.89/);
    expect(text).toMatch(/Generated by Hector Navarro, .*  Page 1 of 1/);
  });

  it('stands beside the month before, its groups and totals too, under a head that says of what', async () => {
    const { data, totals } = (await get(`?${MAY}&compare=previous`)).json();
    const added = (field: string) => amountText(sumMinor(data.map((row: AnyRow) => requireSum(String(row[field])))));
    expect(totals).toMatchObject({ balance_before: added('balance_before'), balance_change: added('balance_change') });
    const [text] = readPdfText((await get(`/export?${MAY}&compare=previous&format=pdf`)).rawPayload);
    expect(text).toMatch(/Balance · Previous period[^]*Before +Difference +%/);
    expect(text).toMatch(/100000 +ASSETS .* 1,234,567\.89 +0\.00 +0\.0\n/);
    expect(text).toMatch(/105010 .* 1,234,567\.89 +-1,000,000\.05 +-81\.0\n/);
    expect(text).toMatch(/400000 +INCOME .* -1,234,567\.89 +0\.00 +0\.0\n/);
    expect(text).toMatch(/Grand total .* 1,234,567\.89 +0\.00 +0\.00\n/);
  });

  it('opens the postings behind a figure', async () => {
    const reply = await get(`/postings?${MAY}&account_code=105010&column=total_debit`);
    expect(reply.json()).toMatchObject({
      totals: { postings: 1, beginning: '1234567.89', php_da: '0.00', php_ca: '1000000.05' },
      next: null,
      data: [{ document_date: '2025-05-02', transaction_type: 'CR', batch_number: '0000002', acct_code: '105010' }],
    });
  });

  it('is described in the API description', async () => {
    const description = (await app.server.inject('/api/openapi.json')).json();
    const names = description.paths['/api/rpt/tbal/postings'].get.parameters.map(
      (parameter: { name: string }) => parameter.name,
    );
    expect(names).toEqual(
      expect.arrayContaining(['type', 'year', 'month', 'date_from', 'date_to', 'account_code', 'column', 'limit']),
    );
  });
});
