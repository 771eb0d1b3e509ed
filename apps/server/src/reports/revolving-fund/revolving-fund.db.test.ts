import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@talaan/contract/reports/kit/define-report';
import type { RevolvingFundRow } from '@talaan/contract/reports/revolving-fund.report';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { openTestLedger, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll, readPostings } from '../../testing/books/read-reports.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from '../kit/register-reports.ts';
import { revolvingFund } from './revolving-fund.query.ts';

let app: TestServer;
let database: Database;
let ledger: TestLedger;
let closed: number;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerReports(server, services, [revolvingFund]));
  ({ database } = app);
  ledger = await openTestLedger(database, {
    accounts: [
      ['102103', 'CIB - BPI CA 0001'],
      ['103010', 'Revolving Fund Account - Branches'],
      ['103020', 'Revolving Fund Account - Travel'],
      ['108010', 'Input VAT - Goods'],
      ['108020', 'Input VAT - Services'],
      ['502030', 'Light and Water'],
      ['503010', 'Supplies'],
      ['503020', 'Courier'],
      ['503050', 'Transportation'],
    ],
    years: [2022, 2023],
  });
  const made = await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'RFA' where acct_code in ('103010', '103020')`.execute(db);
    return db
      .insertInto('branch')
      .values([
        { brnc_code: 'SMP-002', brnc_name: 'SAMPOL CLOSED', date_opened: '2020-01-01', date_closed: '2023-03-15' },
        { brnc_code: 'SMP-003', brnc_name: 'SAMPOL NEW' },
        { brnc_code: 'SMP-004', brnc_name: 'SAMPOL OLD', brnc_stat: 0 },
      ])
      .returning(['id', 'brnc_code'])
      .execute();
  });
  closed = made.find(({ brnc_code }) => brnc_code === 'SMP-002')!.id;
  const bank = (amount: string) => ({ account: '102103', credit: amount });
  await ledger.post([
    // E10: set up on the first of February, replenished on the 27th.
    { date: '2023-02-01', lines: [{ account: '103010', debit: '50000.00' }, bank('50000.00')] },
    {
      date: '2023-02-27',
      lines: [
        { account: '503010', debit: '4000.00' },
        { account: '503050', debit: '3250.00' },
        { account: '502030', debit: '6000.00' },
        { account: '503020', debit: '1550.50' },
        { account: '108010', debit: '480.00' },
        { account: '108020', debit: '720.00' },
        bank('16000.50'),
      ],
    },
    // A branch that was closed owes its fund: it gave back more than it had.
    { date: '2022-12-31', lines: [{ account: '103010', debit: '100.00', branch_id: closed }, bank('100.00')] },
    {
      date: '2023-03-14',
      lines: [
        { account: '102103', debit: '150.00' },
        { account: '103010', credit: '150.00', branch_id: closed },
      ],
    },
    { date: '2023-03-20', lines: [{ account: '103020', debit: '7.25' }, bank('7.25')] },
  ]);
});
afterAll(() => app.stop());

const rowsAt = async (date_to: string, more: Record<string, string> = {}) =>
  (await readAll<RevolvingFundRow>(database, revolvingFund, { date_to, ...more })).data.map((row) =>
    [row.brnc_code, row.account_code, row.asofamount, row.last_movement, row.date_closed].filter(Boolean).join(' '),
  );

const ask = async (rest: string, module = 'Revolving Fund Account') => {
  const { headers } = await createSignedInClient(app.server, app.database, { levels: { [module]: 1 } });
  return app.server.inject({ url: `/api/rpt/RFAReport${rest}`, headers });
};

it('E10: the fund of SMP-001 is 50,000.00 on the last of February, unmoved by its replenishment', async () => {
  expect(await rowsAt('2023-02-28')).toEqual(['SMP-001 50000.00 2023-02-01', 'SMP-002 100.00 2022-12-31 2023-03-15']);
  expect(await rowsAt('2023-01-31')).toEqual(['SMP-002 100.00 2022-12-31 2023-03-15']);
  // A month is its end; the first day of a period of the older calls changes nothing.
  const { data, header } = await readAll<RevolvingFundRow>(database, revolvingFund, {
    year: '2023',
    month: '2',
    date_from: '2020-01-01',
  });
  expect([header.period, data[0]?.asofamount]).toEqual(['AS OF FEB 28, 2023', '50000.00']);
});

it('stands at the end of a day within a month; what moved back to nothing and what is of no fund is left out', async () => {
  expect(await rowsAt('2023-03-13')).toEqual(['SMP-001 50000.00 2023-02-01', 'SMP-002 100.00 2022-12-31 2023-03-15']);
  expect(await rowsAt('2023-03-14')).toEqual(['SMP-001 50000.00 2023-02-01', 'SMP-002 -50.00 2023-03-14 2023-03-15']);
  expect(await rowsAt('2023-03-31')).toEqual(['SMP-001 50007.25 2023-03-20', 'SMP-002 -50.00 2023-03-14 2023-03-15']);
  expect(await rowsAt('2023-03-31', { by: 'account' })).toEqual([
    'SMP-001 103010 50000.00 2023-02-01',
    'SMP-001 103020 7.25 2023-03-20',
    'SMP-002 103010 -50.00 2023-03-14 2023-03-15',
  ]);
});

it('lists branches without a fund where they are asked for, but none that is out of use', async () => {
  expect(await rowsAt('2023-03-31', { without_fund: '1' })).toEqual([
    'SMP-001 50007.25 2023-03-20',
    'SMP-002 -50.00 2023-03-14 2023-03-15',
    'SMP-003 0.00',
  ]);
});

it('is compared with a month before: both totals add up, in the answer and in every file', async () => {
  const march = 'date_to=2023-03-31&compare=previous';
  const { data, totals } = (await ask(`?${march}`)).json();
  expect(
    data.map((row: AnyRow) => [row['asofamount_before'], row['asofamount_change'], row['asofamount_percent']]),
  ).toEqual([
    ['50000.00', '7.25', '0.0'],
    ['100.00', '-150.00', '-150'],
  ]);
  expect(totals).toEqual({
    asofamount: '49957.25',
    asofamount_before: '50100.00',
    asofamount_change: '-142.75',
    asofamount_percent: '-0.3',
  });
  const file = (format: string) => ask(`/export?${march}&format=${format}`);
  const sheet = await readSheet((await file('xlsx')).rawPayload);
  expect(sheet.slice(3, 8).map((row) => row.slice(4))).toEqual([
    [null, 'Amount · A month before', null, null],
    ['Amount', 'Before', 'Difference', '%'],
    [50007.25, 50000, 7.25, 0],
    [-50, 100, -150, -150],
    [49957.25, 50100, -142.75, -0.3],
  ]);
  const csv = (await file('csv')).body.split('\r\n');
  expect(csv[0]).toMatch(/,Amount,Amount · A month before Before,Amount · A month before Difference,/);
  expect(csv[3]).toBe('Total,,,,49957.25,50100.00,-142.75,-0.3');
  const [page] = readPdfText((await file('pdf')).rawPayload);
  expect(page).toMatch(/Amount · A month before[^]*Amount +Before +Difference +%/);
  expect(page).toMatch(/SMP-002 .* -50\.00 +100\.00 +-150\.00 +-150/);
  expect(page).toMatch(/Total +49,957\.25 +50,100\.00 +-142\.75 +-0\.3/);
});

it('opens the postings of a fund: those of the year, from what was there before', async () => {
  const found = await readPostings(
    database,
    revolvingFund,
    { date_to: '2023-03-31' },
    { column: 'asofamount', brnc_code: 'SMP-002' },
  );
  expect(found.totals).toEqual({ postings: 1, beginning: '100.00', php_da: '0.00', php_ca: '150.00' });
  await expect(
    readPostings(database, revolvingFund, { date_to: '2023-03-31' }, { column: 'asofamount', brnc_code: 'NONE' }),
  ).rejects.toMatchObject({ status: 404 });
});

it('leaves as workbook, CSV and PDF with its day, for its module alone', async () => {
  const get = (rest: string) => ask(`${rest}type=ftm&year=2023&month=2&user=Ana`);
  expect((await ask('?type=ftm&year=2023&month=2', 'Trial Balance')).statusCode).toBe(403);
  const sheet = await readSheet((await get('/export?format=xlsx&')).rawPayload);
  expect(sheet.slice(4, 7).map((row) => [row[0], row[4]])).toEqual([
    ['SMP-001', 50000],
    ['SMP-002', 100],
    ['Total', 50100],
  ]);
  expect((await get('/export?format=csv&')).body).toContain('SMP-001');
  const [page] = readPdfText((await get('/export?format=pdf&')).rawPayload);
  expect(page).toContain('AS OF FEB 28, 2023');
  expect(page).toMatch(/SMP-001.* 50,000\.00/);
});

it('is proven by the trial balance, and red where the sums by branch are damaged', async () => {
  const proofAt = async () => (await readAll(database, revolvingFund, { date_to: '2023-03-31' })).proof;
  expect(await proofAt()).toMatchObject([{ left: '49957.25', right: '49957.25', difference: '0.00' }]);
  await runAsOwner(app.ownerUrl, async (owner) => {
    await owner.query('set session_replication_role = replica');
    await owner.query('update balance_branch set debit = debit + 1 where branch_id = $1 and period = 202212', [closed]);
  });
  expect(await proofAt()).toMatchObject([{ left: '49958.25', right: '49957.25', difference: '1.00' }]);
});
