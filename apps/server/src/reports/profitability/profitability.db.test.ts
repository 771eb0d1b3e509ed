import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPENSE_LINES, EXPENSES, type Measure } from '@talaan/contract/reports/profitability/measures';
import type { ProfitabilityRow } from '@talaan/contract/reports/profitability/profitability.report';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { readAll, readPostings } from '../../testing/books/read-reports.ts';
import { openTestLedger, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from '../kit/register-reports.ts';
import { profitability } from './profitability.query.ts';
import { storeMap } from '../../masterdata/result-map/result-map.store.ts';

/** E13: the month of SMP-001 by the lines of the report, each on an account of its own. */
const E13: readonly (readonly [account: string, line: Measure, amount: string])[] = [
  ['401010', 'gross_comm_dollar', '182500.00'],
  ['402010', 'gross_comm_peso', '96400.00'],
  ['403010', 'other_remco', '12300.00'],
  ['404010', 'realized', '8750.50'],
  ['404030', 'forex', '15200.00'],
  ['405010', 'avp_income', '22410.00'],
  ['406010', 'digital', '6300.00'],
  ['408080', 'other_income', '1850.00'],
  ['409010', 'vat', '31200.25'],
  ['409020', 'ccf', '14500.00'],
  ['501010', 'salaries_wages', '78650.00'],
  ['501040', 'retirement', '2100.00'],
  ['501060', 'medical_emp_benefits', '9870.40'],
  ['502010', 'rental_fee', '28000.00'],
  ['503020', 'freight_postage_delivery', '1550.50'],
  ['502040', 'telephone_communication', '4600.00'],
  ['506010', 'depreciation_amortization', '11250.00'],
  ['502070', 'repair_maintenance', '2300.00'],
  ['503010', 'stationary_printing_supplies', '4000.00'],
  ['503040', 'representation_entertainment', '500.00'],
  ['503050', 'transportation_travel', '3250.00'],
  ['503090', 'bank_charges', '150.00'],
  ['502030', 'light_water', '6000.00'],
  ['503060', 'insurance_expense', '1900.00'],
  ['503070', 'taxes_license', '2480.00'],
  ['506040', 'interest_expense', '3600.00'],
  ['503100', 'misc_expense', '275.25'],
  ['502050', 'security_janitorial_service', '22000.00'],
  ['502080', 'computer_network_system', '5200.00'],
  ['501070', 'incentive_expense', '4100.00'],
  ['505010', 'marketing_expense', '3000.00'],
  ['506090', 'unrealized_forex_gain', '-1250.00'],
  ['506080', 'provision_for_impairment', '900.00'],
];
const isCredit = (account: string) => account.startsWith('4') && !account.startsWith('409');

let app: TestServer;
let database: Database;
let ledger: TestLedger;
const branches = new Map<string, number>();
const departments = new Map<string, number>();

beforeAll(async () => {
  app = await createTestServer((server, services) => registerReports(server, services, [profitability]));
  ({ database } = app);
  ledger = await openTestLedger(database, {
    accounts: [
      ['102103', 'CIB - BPI CA 0001'],
      ['305000', 'Income Summary'],
      ['507010', 'Provision for Income Tax - Current'],
      ['599999', 'Expense of nobody'],
      ...E13.map(([account, line]) => [account, line] as const),
    ],
    years: [2022, 2023],
  });
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'INCOME_SUMMARY' where acct_code = '305000'`.execute(db);
    await sql`update branch set date_opened = '2009-02-15' where brnc_code = 'SMP-001'`.execute(db);
    const made = await db
      .insertInto('branch')
      .values([
        { brnc_code: 'SMP-002', brnc_name: 'SAMPOL LOSS' },
        { brnc_code: 'SMP-003', brnc_name: 'SAMPOL PARTNER', group_id: 2 },
        { brnc_code: 'SMP-004', brnc_name: 'SAMPOL GONE', date_opened: '2020-01-01', date_closed: '2023-05-31' },
        { brnc_code: 'SMP-005', brnc_name: 'SAMPOL GOING', date_opened: '2020-01-01', date_closed: '2023-06-01' },
        { brnc_code: 'SMP-006', brnc_name: 'SAMPOL QUIET' },
      ])
      .returning(['id', 'brnc_code'])
      .execute();
    for (const { id, brnc_code } of made) branches.set(brnc_code, id);
    const ofGroups = await db
      .insertInto('department')
      .values([
        { dept_code: 'NLUZ', dept_desc: 'North Luzon Operations', group_id: 1 },
        { dept_code: 'DIGI', dept_desc: 'Digital Channels', group_id: 3 },
        { dept_code: 'TREA', dept_desc: 'Treasury', group_id: 6 },
        { dept_code: 'ELIM', dept_desc: 'Eliminations', group_id: 8 },
      ])
      .returning(['id', 'dept_code'])
      .execute();
    for (const { id, dept_code } of ofGroups) departments.set(dept_code, id);
    await storeMap(db, {
      effective_from: 190101,
      lines: [
        ...E13.map(([acct_code, measure]) => ({ acct_code, measure })),
        { acct_code: '507010', measure: 'excluded' },
      ],
    });
    await sql`insert into branch_statistic (branch_id, period, transactions)
      select id, 202306, case brnc_code when 'SMP-001' then 1284 else 7 end from branch where brnc_code in ('SMP-001', 'SMP-006')`.execute(
      db,
    );
  });
  const spent = (account: string, amount: string, more: object = {}) => [
    { account, debit: amount, ...more },
    { account: '102103', credit: amount },
  ];
  const of = (code: string) => ({ branch_id: branches.get(code)! });
  const by = (code: string) => ({ department_id: departments.get(code)! });
  await ledger.post([
    {
      date: '2023-06-15',
      lines: [
        ...E13.map(([account, , amount]) => {
          const positive = amount.replace('-', '');
          return isCredit(account) || amount.startsWith('-')
            ? { account, credit: positive, ...by('NLUZ') }
            : { account, debit: positive, ...by('NLUZ') };
        }),
        { account: '102103', debit: '105584.10' },
      ],
    },
    // The loss branch: nibt -20,000.00, of which interest 1,000.00 and depreciation 4,000.00.
    { date: '2023-06-30', lines: spent('506040', '1000.00', of('SMP-002')) },
    { date: '2023-06-30', lines: spent('506010', '4000.00', of('SMP-002')) },
    { date: '2023-06-30', lines: spent('501010', '15000.00', of('SMP-002')) },
    { date: '2023-06-01', lines: spent('502010', '10.00', of('SMP-003')) },
    { date: '2023-06-20', lines: spent('502010', '20.00', of('SMP-004')) },
    { date: '2023-06-20', lines: spent('502010', '30.00', of('SMP-005')) },
    // Departments that are read by themselves, whatever branch they stand in.
    { date: '2023-06-20', lines: spent('502080', '40.00', { ...of('SMP-002'), ...by('DIGI') }) },
    { date: '2023-06-20', lines: spent('503090', '50.00', by('TREA')) },
    { date: '2023-06-20', lines: spent('503090', '60.00', by('ELIM')) },
    // Income tax is no part of it.
    { date: '2023-06-30', lines: spent('507010', '26396.03') },
    { date: '2023-07-03', lines: spent('502010', '5.00', of('SMP-003')) },
    { date: '2023-12-31', lines: spent('502010', '900.00', of('SMP-003')) },
    // The closing entry of the year.
    {
      date: '2023-12-31',
      lines: [
        { account: '305000', debit: '900.00' },
        { account: '502010', credit: '900.00', ...of('SMP-003') },
      ],
    },
  ]);
});
afterAll(() => app.stop());

const JUNE = { type: 'ftm', year: '2023', month: '6' };
const read = (given: Record<string, string>) => readAll<ProfitabilityRow>(database, profitability, given);
const rowsIn = async (given: Record<string, string>) =>
  (await read(given)).data.map((row) => `${row.group_id} ${row.branch_code} ${row.nibt}`);
const isRed = ({ difference }: { difference: string }) => difference !== '0.00';

it('E13: branch SMP-001 in June has each of its lines, NIBT 105,584.10, LESS 25% 26,396.03 and what follows from them', async () => {
  const { data, proof } = await read(JUNE);
  const row = data.find(({ branch_code }) => branch_code === 'SMP-001')!;
  expect(row).toMatchObject({
    group_name: 'Company Branches',
    branch_name: 'SAMPOL MAIN',
    date_open: '2009-02-15',
    date_closed: null,
    transactions: 1284,
    ...Object.fromEntries(E13.map(([, line, amount]) => [line, amount])),
    deped_loan: '0.00',
    total: '314510.25',
    net: '300010.25',
    total_expense: '194426.15',
    nibt: '105584.10',
    less_thirty: '26396.03',
    niat: '79188.07',
    ebitda: '120434.10',
  });
  expect(proof.filter(isRed)).toEqual([]);
  expect([EXPENSE_LINES.length, EXPENSES.salaries_wages]).toEqual([35, 'Salaries & Wages']);
});

it('a branch with a loss has no tax, and the sums of a group add up its rows', async () => {
  const { data, groups, totals } = await read(JUNE);
  const loss = data.find(({ branch_code }) => branch_code === 'SMP-002');
  expect(loss).toMatchObject({ nibt: '-20000.00', less_thirty: '0.00', niat: '-20000.00', ebitda: '-15000.00' });
  const company = groups.find(({ codes }) => codes[0] === '1')!;
  // SMP-005 closes in the period: it is still one of the company's, with its 30.00.
  expect(company.subtotal).toMatchObject({
    total_nibt: '85554.10',
    total_less_thirty: '26396.03',
    total_niat: '59158.07',
    total_rental_fee: '28030.00',
  });
  expect(totals).toMatchObject({ grand_total_nibt: '85374.10', grand_total_less_thirty: '26396.03' });
});

it("a posting is its department's where that is read by itself, else its branch's; a branch that was closed before is cancelled", async () => {
  expect(await rowsIn(JUNE)).toEqual([
    '1 SMP-001 105584.10',
    '1 SMP-002 -20000.00',
    '1 SMP-005 -30.00',
    '1 SMP-006 0.00',
    '2 SMP-003 -10.00',
    '3 DIGI -40.00',
    '4 SMP-004 -20.00',
    '6 TREA -50.00',
    '8 ELIM -60.00',
  ]);
  const detailed = await read({ ...JUNE, view: 'detailed' });
  expect(detailed.data).toHaveLength(7);
  // What branches counted is summed where any of them did.
  expect(detailed.totals).toMatchObject({ grand_total_transactions: '1291' });
  expect(detailed.groups.map(({ subtotal }) => subtotal!['total_transactions'])).toEqual(
    detailed.groups.map(({ codes }) => (codes[0] === '1' ? '1291' : undefined)),
  );
  expect(await rowsIn({ ...JUNE, view: 'summary' })).toEqual(['6 TREA -50.00', '8 ELIM -60.00']);
  const { groups, totals, proof } = await read({ ...JUNE, view: 'summary' });
  expect(groups.map(({ codes, subtotal }) => [codes[0], subtotal?.['total_nibt']])).toEqual([
    ['6', '-50.00'],
    ['8', undefined],
  ]);
  expect(groups[1]).toMatchObject({ name: 'Eliminations', subtotal: null });
  expect(totals).toMatchObject({ grand_total_nibt: '-110.00' });
  expect(proof[0]).toMatchObject({ left: '85374.10', right: '85374.10' });
});

it('is asked for by days or by a month, with or without its type; months that are cut have no transactions', async () => {
  expect(await rowsIn({ date_from: '2023-06-01', date_to: '2023-06-30', user: 'Ana' })).toEqual(await rowsIn(JUNE));
  const { type: _type, ...month } = JUNE;
  expect(await rowsIn(month)).toEqual(await rowsIn(JUNE));
  const cut = await read({ date_from: '2023-06-16', date_to: '2023-07-02' });
  expect(cut.header.basis).toMatch(/transactions of whole months only/);
  // What was earned on the 15th is no part of it, nor is the count of SMP-001 and SMP-006; SMP-005 closed before it.
  expect(cut.data.map(({ branch_code, transactions }) => [branch_code, transactions])).toEqual(
    ['SMP-002', 'DIGI', 'SMP-004', 'SMP-005', 'TREA', 'ELIM'].map((code) => [code, null]),
  );
  expect(cut.proof.filter(isRed)).toEqual([]);
  expect(await rowsIn({ date_from: '2023-07-02', date_to: '2023-07-03' })).toEqual(['2 SMP-003 -5.00']);
});

it('is compared with a period before: group by group and in all, what that period had stands beside it', async () => {
  const june = await read(JUNE);
  const july = await read({ ...JUNE, month: '7', compare: 'previous' });
  const before = (name: string, groups: typeof june.groups) =>
    Object.fromEntries(groups.map(({ codes, subtotal }) => [codes[0], subtotal?.[name]]));
  expect(before('total_nibt_before', july.groups)).toMatchObject(before('total_nibt', june.groups));
  expect(july.totals).toMatchObject({
    grand_total_nibt: '-5.00',
    grand_total_nibt_before: june.totals!['grand_total_nibt'],
  });
  expect(july.data.find(({ branch_code }) => branch_code === 'SMP-002')).toMatchObject({
    nibt: '0.00',
    nibt_before: '-20000.00',
    nibt_change: '20000.00',
  });
});

it('December keeps its result when the year is closed', async () => {
  const { data, proof } = await read({ type: 'ftm', year: '2023', month: '12' });
  expect(data.map(({ branch_code, nibt }) => [branch_code, nibt])).toEqual([['SMP-003', '-900.00']]);
  expect(proof.filter(isRed)).toEqual([]);
  const cut = await read({ date_from: '2023-12-30', date_to: '2023-12-31' });
  expect(cut.data.map(({ branch_code, nibt }) => [branch_code, nibt])).toEqual([['SMP-003', '-900.00']]);
});

it('opens the postings of a line in its row, debit less credit as the figure; results are no postings', async () => {
  const open = (column: string, unit: string, branch_code: string) =>
    readPostings(database, profitability, JUNE, { column, unit, branch_code });
  expect((await open('gross_comm_dollar', 'branch', 'SMP-001')).totals).toMatchObject({
    php_da: '0.00',
    php_ca: '182500.00',
  });
  expect((await open('computer_network_system', 'department', 'DIGI')).totals).toMatchObject({ php_da: '40.00' });
  expect((await open('computer_network_system', 'branch', 'SMP-002')).totals).toMatchObject({ postings: 0 });
  for (const [column, unit, code] of [
    ['nibt', 'branch', 'SMP-001'],
    ['vat', 'branch', 'NONE'],
    ['vat', 'department', 'NLUZ'],
  ] as const)
    await expect(open(column, unit, code)).rejects.toMatchObject({ status: 404 });
});

it('leaves on A4 in runs of ten columns with code and name in each, as workbook and CSV, for its module alone', async () => {
  const ask = async (rest: string, module = 'Profitability') => {
    const { headers } = await createSignedInClient(app.server, app.database, { levels: { [module]: 1 } });
    return app.server.inject({ url: `/api/rpt/pnl${rest}year=2023&month=6`, headers });
  };
  expect((await ask('?', 'Trial Balance')).statusCode).toBe(403);
  const pages = readPdfText((await ask('/export?format=pdf&')).rawPayload);
  expect(pages).toHaveLength(6);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('SAMPOL PADALA SERVICES, INC.');
    expect(page).toMatch(new RegExp(`Page ${at + 1} of 6`));
    expect(page).toMatch(/SMP-001 +SAMPOL MAIN/);
  }
  expect(pages[0]).toMatch(/Subtotal Company Branches[^]*Grand total/);
  expect(pages[5]).toMatch(/LESS 25%[^]*SMP-001 +SAMPOL MAIN .*105,584\.10 +26,396\.03 +79,188\.07 +120,434\.10/);
  expect(pages.join('\n')).not.toContain('Subtotal Eliminations');
  const sheet = await readSheet((await ask('/export?format=xlsx&')).rawPayload);
  const heads = sheet.find((row) => row.includes('LESS 25%'))!;
  const main = sheet.find((row) => row[0] === 'SMP-001')!;
  expect([heads.length, main[heads.indexOf('Other LSG Products')], main[heads.indexOf('NIBT')]]).toEqual([
    60, 0, 105584.1,
  ]);
  expect((await ask('/export?format=csv&')).body).toMatch(/Grand total,.*,26396\.03,/);
});

it('names what the map leaves out, and a later map leaves earlier periods as they were', async () => {
  await ledger.post([
    {
      date: '2023-08-10',
      lines: [
        { account: '599999', debit: '77.00' },
        { account: '102103', credit: '77.00' },
      ],
    },
    {
      date: '2023-08-11',
      lines: [
        { account: '502010', debit: '100.00' },
        { account: '102103', credit: '100.00' },
      ],
    },
  ]);
  const august = { type: 'ftm', year: '2023', month: '8' };
  const [results, map] = (await read(august)).proof;
  expect(results).toMatchObject({ left: '-100.00', right: '-177.00', difference: '77.00' });
  expect(map).toMatchObject({
    left_label: 'unmapped: 599999 Expense of nobody',
    left: '77.00',
  });
  expect(map!.documents).toMatchObject([{ document_type: 'CR', amount: '77.00' }]);
  const july = await read({ type: 'ftm', year: '2023', month: '7' });
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update accounting_period set disbursement = 0, cash_receipt = 0, general_journal = 0 where period < 202308`.execute(
      db,
    );
    await storeMap(db, {
      effective_from: 202308,
      lines: [
        { acct_code: '599999', measure: 'misc_expense' },
        { acct_code: '502010', measure: 'leasing_expense' },
      ],
    });
  });
  const after = await read(august);
  expect(after.data).toMatchObject([{ misc_expense: '77.00', leasing_expense: '100.00', rental_fee: '0.00' }]);
  expect(after.proof.filter(isRed)).toEqual([]);
  const { header: _then, ...was } = july;
  const { header: _now, ...is } = await read({ type: 'ftm', year: '2023', month: '7' });
  expect(is).toEqual(was);
});
