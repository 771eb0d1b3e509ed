import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WithheldRow } from '@talaan/contract/reports/bir-form.report';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll, readPostings } from '../../testing/books/read-reports.ts';
import { openTestLedger, type TestEntry, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { setToday } from '../../testing/set-today.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReports } from '../kit/register-reports.ts';
import { birForm } from './bir-form.query.ts';

let app: TestServer;
let database: Database;
let ledger: TestLedger;
/** Entries of BANTAY: of January, February and March, then one of July that is void in August. */
let bantay: string[];

const paid = (date: string, payee: string, atc: string, base: string, tax: string, more: object = {}): TestEntry => ({
  date,
  payee,
  ...more,
  lines: [
    { account: '502050', debit: tax },
    { account: '203030', credit: tax, atc, tax_base: base },
  ],
});

beforeAll(async () => {
  app = await createTestServer((server, services) => registerReports(server, services, [birForm]));
  ({ database } = app);
  ledger = await openTestLedger(database, {
    accounts: [
      ['102103', 'CIB - BPI CA 0001'],
      ['203030', 'Expanded Withholding Tax Payable'],
      ['502050', 'Security Services'],
    ],
    years: [2023],
    tax_codes: { WC100: 5, WC120: 2, WI100: 5, WB080: 3 },
    payees: {
      S1: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
      S2: 'JUANA HALIMBAWA',
      S3: 'HULMA REALTY LEASING CORP.',
      S4: 'LIHIM TRADING',
    },
  });
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'EWT' where acct_code = '203030'`.execute(db);
    await sql`update payee set tin = '900-000-10' || substr(payee_code, 2) || '-00000', city = 'MAKATI CITY', zip_code = '1200', house_unit = '12',
      street = 'SAMPAGUITA ST.' where payee_code in ('S1', 'S2', 'S3')`.execute(db);
    await sql`update payee set business_type = 4, last_name = 'HALIMBAWA', first_name = 'JUANA' where payee_code = 'S2'`.execute(
      db,
    );
  });
  // E04, E05, E09 b.
  bantay = await ledger.post([
    paid('2023-01-16', 'S1', 'WC120', '50000.00', '1000.00'),
    paid('2023-02-28', 'S1', 'WC120', '50000.00', '1000.00'),
    paid('2023-03-31', 'S1', 'WC120', '51250.00', '1025.00'),
    paid('2023-07-10', 'S1', 'WC120', '50000.00', '1000.00'),
  ]);
  await ledger.post([
    paid('2023-01-20', 'S2', 'WI100', '30000.00', '1500.00'),
    ...['07', '08', '09', '10', '11', '12'].map((month) =>
      paid(`2023-${month}-05`, 'S3', 'WC100', '25000.00', '1250.00'),
    ),
    // The remittance of January.
    {
      date: '2023-02-10',
      lines: [
        { account: '203030', debit: '2500.00' },
        { account: '102103', credit: '2500.00' },
      ],
    },
    paid('2023-05-02', 'S1', 'WC120', '100.00', '2.00'),
    paid('2023-05-03', 'S1', 'WB080', '100.00', '3.00'),
    paid('2023-06-30', 'S4', 'WC120', '700.00', '14.00', { is_confidential: 1 }),
    {
      date: '2023-06-30',
      lines: [
        { account: '502050', debit: '1.00' },
        { account: '203030', credit: '1.00', atc: 'WC120', tax_base: '50.00' },
      ],
    },
  ]);
  await revoke(bantay[3]!, '2023-08-03');
});
afterAll(() => app.stop());

async function revoke(entry: string, day: string): Promise<void> {
  await setToday(app.ownerUrl, day);
  await ledger.reverse(entry, day);
}

const of = (quarter: number, more: Record<string, string> = {}) => ({
  fiscal_year: '2023',
  quarter: String(quarter),
  ...more,
});
const read = (...given: Parameters<typeof of>) => readAll<WithheldRow>(database, birForm, of(...given));
const told = async (...given: Parameters<typeof of>) =>
  (await read(...given)).data.map((row) =>
    [
      row.payee,
      row.atc_code,
      row.month_1,
      row.month_2,
      row.month_3,
      row.total,
      row.tax_withheld,
      row.certificate,
      row.note,
    ]
      .filter(Boolean)
      .join(' | '),
  );

/** What certifies lines of an entry: as the issue of certificates writes it. */
const certify = (entry: string, kind = 'quarter') =>
  inTransaction(database, { user_id: ledger.user_id, request_id: null }, async (db) => {
    const { rows } = await sql<{ id: string }>`
      insert into tax_certificate (payee_id, fiscal_year, quarter, kind, total_base, total_tax, paper, issued_by)
      select w.payee_id, extract(year from w.entry_date), extract(quarter from w.entry_date), ${kind}, w.base, w.tax, '{}', ${ledger.user_id}
      from tax_withheld w where w.entry_id = ${entry}::bigint returning id`.execute(db);
    await sql`insert into tax_certificate_line (certificate_id, entry_id, line_no)
      select ${rows[0]!.id}::bigint, entry_id, line_no from tax_withheld where entry_id = ${entry}::bigint`.execute(db);
  });

it('E04, E05: the income of each month and the tax that was withheld, by payee and ATC; E09 b nets to nil and is dropped', async () => {
  const first = await read(1);
  expect(await told(1)).toEqual([
    'BANTAY KUNWARI SECURITY AGENCY, INC. | WC120 | 50000.00 | 50000.00 | 51250.00 | 151250.00 | 3025.00 | none',
    'JUANA HALIMBAWA | WI100 | 30000.00 | 0.00 | 0.00 | 30000.00 | 1500.00 | none',
  ]);
  expect(first.data[0]).toMatchObject({
    tin: '900-000-101-00000',
    rate: '2',
    tax: 'income',
    nature: 'Payments under WC120',
  });
  expect(first.totals).toMatchObject({ total: '181250.00', tax_withheld: '4525.00' });
  expect(await told(3)).toEqual([
    'HULMA REALTY LEASING CORP. | WC100 | 25000.00 | 25000.00 | 25000.00 | 75000.00 | 3750.00 | none',
  ]);
  expect((await read(4)).totals).toMatchObject({ total: '75000.00', tax_withheld: '3750.00' });
});

it('is proven by the account, remittances beside it; what no certificate can be made of is red with its documents', async () => {
  expect((await read(1)).proof).toMatchObject([
    { left: '2025.00', right: '2025.00', difference: '0.00' },
    { left: '4525.00', right: '2025.00', stated: true, documents: [{ document_type: 'CR', amount: '-2500.00' }] },
    { difference: '0.00', documents: [] },
  ]);
  const second = await read(2);
  expect(second.proof[0]).toMatchObject({ left: '20.00', right: '20.00', difference: '0.00' });
  expect(second.proof[2]).toMatchObject({
    left: '20.00',
    right: '19.00',
    difference: '1.00',
    documents: [{ amount: '1.00' }],
  });
  // A person without the parts of his name is named too.
  const named = async (last_name: string | null) =>
    inTransaction(database, SYSTEM_ACTOR, (db) =>
      sql`update payee set last_name = ${last_name}, zip_code = ${last_name === null ? '12' : '1200'} where payee_code = 'S2'`.execute(
        db,
      ),
    );
  await named(null);
  expect((await told(1))[1]).toMatch(/no ZIP code · no last and first name$/);
  await named('HALIMBAWA');
  // A part has no proof.
  const { id } = await database
    .selectFrom('payee')
    .select('id')
    .where('payee_code', '=', 'S1')
    .executeTakeFirstOrThrow();
  const his = await read(2, { payee_id: String(id) });
  expect([his.proof, his.totals!['tax_withheld']]).toEqual([[], '5.00']);
});

it('marks business tax, hides whom a confidential voucher paid behind the last group, and opens the postings of a figure', async () => {
  expect(await told(2)).toEqual([
    'BANTAY KUNWARI SECURITY AGENCY, INC. | WB080 | 0.00 | 100.00 | 0.00 | 100.00 | 3.00 | none',
    'BANTAY KUNWARI SECURITY AGENCY, INC. | WC120 | 0.00 | 100.00 | 0.00 | 100.00 | 2.00 | none',
    'No payee is named in the books | WC120 | 0.00 | 0.00 | 50.00 | 50.00 | 1.00 | none',
    'Confidential | WC120 | 0.00 | 0.00 | 700.00 | 700.00 | 14.00 | none',
  ]);
  expect((await read(2)).data.map(({ tax, is_masked }) => [tax, is_masked])).toEqual([
    ['business', false],
    ['income', false],
    ['income', false],
    ['income', true],
  ]);
  const all = await readAll<WithheldRow>(database, birForm, of(2), { user: { user_id: ledger.user_id, name: '' } });
  expect(all.data.map(({ payee, note }) => [payee, note])).toContainEqual([
    'LIHIM TRADING',
    'no TIN · no address · no ZIP code',
  ]);
  const behind = (payee_id: string, atc_code: string, more: Record<string, string> = {}) =>
    readPostings(database, birForm, of(2), { column: 'tax_withheld', payee_id, atc_code, ...more });
  for (const { payee_id, atc_code, tax_withheld } of (await read(2)).data)
    expect((await behind(payee_id, atc_code)).totals).toMatchObject({ postings: 1, php_ca: tax_withheld });
  expect((await behind('-1', 'WC120')).data[0]!.payee).toBe('Confidential');
  await expect(behind('x', 'WC120')).rejects.toMatchObject({ status: 404 });
});

it('says of a row what is certified: nothing, a part, all of it, or what was taken back since', async () => {
  await certify(bantay[0]!);
  const [row] = (await read(1)).data;
  expect(row!.certificate).toBe('in part');
  await certify(bantay[1]!);
  await certify(bantay[2]!);
  expect((await read(1)).data[0]!.certificate).toBe('issued');
  // Void in a later quarter: the row stays, its certificate does not; there it is a row of less than nothing.
  await revoke(bantay[1]!, '2023-12-01');
  expect((await read(1)).data[0]!.certificate).toBe('changed since');
  expect((await told(4))[0]).toBe(
    'BANTAY KUNWARI SECURITY AGENCY, INC. | WC120 | 0.00 | 0.00 | -50000.00 | -50000.00 | -1000.00 | none | takes back an earlier quarter',
  );
  // Void in its own quarter after it was certified, it comes to nothing and is told all the same.
  const [paidTwice] = await ledger.post([paid('2023-08-10', 'S2', 'WI100', '10.00', '0.50')]);
  await certify(paidTwice!);
  await revoke(paidTwice!, '2023-09-01');
  expect((await told(3)).at(-1)).toBe('JUANA HALIMBAWA | WI100 | 0.00 | 10.00 | -10.00 | 0.00 | 0.00 | changed since');
});

it('leaves as workbook, CSV and PDF, and by month as accountants take it over; for its module alone', async () => {
  const ask = async (module: string, rest: string) => {
    const { headers } = await createSignedInClient(app.server, app.database, { levels: { [module]: 1 } });
    return app.server.inject({ url: `/api/rpt/bir2307${rest}fiscal_year=2023&user=Ana`, headers });
  };
  const get = (rest: string) => ask('BIR Form 2307', rest);
  expect((await ask('Trial Balance', '?quarter=1&')).statusCode).toBe(403);
  expect((await get('?')).json()).toMatchObject({ errors: { quarter: ['quarter must be 1 to 4.'] } });
  const sheet = await readSheet((await get('/export?format=xlsx&quarter=1&')).rawPayload);
  expect(sheet.find(([payee]) => payee === 'JUANA HALIMBAWA')).toEqual(expect.arrayContaining(['WI100', 30000, 1500]));
  const csv = (await get('/export?format=csv&quarter=1&by=month&')).body;
  expect(csv).toContain('2023-02,900000101,00000,"BANTAY KUNWARI SECURITY AGENCY, INC."');
  expect(csv).toContain('"12 SAMPAGUITA ST., MAKATI CITY",1200,Payments under WC120,WC120,50000.00,2,1000.00');
  expect(csv).toContain('2023-01,900000102,00000,,HALIMBAWA,JUANA,,');
  const [page] = readPdfText((await get('/export?format=pdf&quarter=3&')).rawPayload);
  expect(page).toContain('JUL 01, 2023 TO SEP 30, 2023');
  expect(page).toMatch(/HULMA REALTY.* 75,000\.00 +3,750\.00/);
});

it('is red where the sums of the account are damaged', async () => {
  await runAsOwner(app.ownerUrl, async (owner) => {
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update balance_account set credit = credit + 1 where period = 202301 and account_id = (select id from account where role = 'EWT')`,
    );
  });
  expect((await read(1)).proof[0]).toMatchObject({ left: '2025.00', right: '2026.00', difference: '-1.00' });
});
