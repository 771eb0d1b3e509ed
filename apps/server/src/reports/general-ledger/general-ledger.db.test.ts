import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GeneralLedgerRow } from '@talaan/contract/reports/general-ledger.report';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openTestLedger, type TestLedger } from '../../testing/books/test-ledger.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll, readPostings, SOMEBODY } from '../../testing/books/read-reports.ts';
import { generalLedger } from './general-ledger.query.ts';

let copy: TestDatabase;
let database: Database;
let ledger: TestLedger;
let payee_id: string;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 2 });
  ledger = await openTestLedger(database, {
    accounts: [
      ['102101', 'CIB - BDO'],
      ['108020', 'Input VAT'],
      ['203030', 'EWT Payable'],
      ['301010', 'Capital Stock'],
      ['502050', 'Rent'],
    ],
    years: [2024, 2025],
  });
  const [, , , secret] = await ledger.post([
    entry('2024-12-31', ['102101', '1000.00'], ['301010', '-1000.00']),
    entry('2025-05-02', ['502050', '500.00'], ['108020', '60.00'], ['203030', '-10.00'], ['102101', '-550.00']),
    entry('2025-05-10', ['502050', '700.00'], ['108020', '84.00'], ['102101', '-784.00']),
    {
      ...entry('2025-05-10', ['102101', '300.00'], ['301010', '-300.00']),
      payee: 'P1',
      is_confidential: 1,
      remarks: 'secret',
    },
    { ...entry('2025-05-12', ['102101', '40.00'], ['102101', '-40.00']), payee: 'P1' },
    { ...entry('2025-06-01', ['502050', '5.00'], ['102101', '-5.00']), payee: 'P1' },
  ]);
  await ledger.reverse(secret!, '2025-05-10');
  const found = await database.selectFrom('payee').select('id').executeTakeFirstOrThrow();
  payee_id = String(found.id);
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

/** Lines of account and amount in pesos, credits negative. */
const entry = (date: string, ...lines: (readonly [account: string, amount: string])[]) => ({
  date,
  lines: lines.map(([account, amount]) =>
    amount.startsWith('-') ? { account, credit: amount.slice(1) } : { account, debit: amount },
  ),
});
const MAY = { type: 'ftm', year: '2025', month: '5' };
const CIB = { account_from: '102101', account_to: '102101' };
const read = (given: Record<string, string>, limit?: number) =>
  readAll<GeneralLedgerRow>(database, generalLedger, given, limit === undefined ? {} : { limit });
const said = ({ data }: { data: readonly GeneralLedgerRow[] }) =>
  data.map((row) =>
    [row.acct_code, row.document_date.slice(5), row.contra, row.debit, row.credit, row.balance, row.side].join(' '),
  );

it('says after every posting what its account has, and which account is on the other side', async () => {
  const reply = await read(MAY);
  expect(said(reply)).toEqual([
    '102101 05-02 several 0.00 550.00 450.00 Dr',
    '102101 05-10 several 0.00 784.00 334.00 Cr',
    '102101 05-10 301010 300.00 0.00 34.00 Cr',
    '102101 05-10 301010 0.00 300.00 334.00 Cr',
    '102101 05-12 102101 40.00 0.00 294.00 Cr',
    '102101 05-12 102101 0.00 40.00 334.00 Cr',
    '108020 05-02 several 60.00 0.00 60.00 Dr',
    '108020 05-10 102101 84.00 0.00 144.00 Dr',
    '203030 05-02 several 0.00 10.00 10.00 Cr',
    '301010 05-10 102101 0.00 300.00 1300.00 Cr',
    '301010 05-10 102101 300.00 0.00 1000.00 Cr',
    '502050 05-02 several 500.00 0.00 500.00 Dr',
    '502050 05-10 102101 700.00 0.00 1200.00 Dr',
  ]);
  expect(reply.groups.map(({ codes, figures: { beginning, ending } }) => [codes[0], beginning, ending])).toEqual([
    ['102101', '1000.00', '-334.00'],
    ['108020', '0.00', '144.00'],
    ['203030', '0.00', '-10.00'],
    ['301010', '-1000.00', '-1000.00'],
    ['502050', '0.00', '1200.00'],
  ]);
  expect(reply.totals).toEqual({ beginning: '0.00', debit: '1984.00', credit: '1984.00', ending: '0.00' });
  expect(reply.proof.map(({ difference }) => difference)).toEqual(['0.00', '0.00', '0.00', '0.00']);
  expect(reply.data.filter((row) => row.is_masked).map((row) => [row.particulars, row.debit])).toEqual([
    ['Confidential', '300.00'],
    ['Confidential', '0.00'],
    ['Confidential', '0.00'],
    ['Confidential', '300.00'],
  ]);
  expect(reply.data.filter((row) => row.is_reversal)).toHaveLength(2);
});

it.each([
  ['a month', MAY],
  ['cut months', { type: 'daily', date_from: '2025-05-09', date_to: '2025-06-15' }],
  ['a branch', { ...MAY, brnc_code: 'SMP-001' }],
  ['a department', { ...MAY, dept_code: 'ACCT' }],
])('of %s goes on from page to page with the balance that it had', async (_what, given) => {
  const { header: _header, ...whole } = await read(given);
  for (const limit of [1, 2, 3]) {
    const { header: _other, ...pages } = await read(given, limit);
    expect(pages).toEqual(whole);
  }
});

it('of a cut month begins with the days before it, within a day with the postings before', async () => {
  const days = { type: 'daily', date_from: '2025-05-10', date_to: '2025-05-10', ...CIB };
  expect(said(await read(days, 1))).toEqual([
    '102101 05-10 several 0.00 784.00 334.00 Cr',
    '102101 05-10 301010 300.00 0.00 34.00 Cr',
    '102101 05-10 301010 0.00 300.00 334.00 Cr',
  ]);
});

it('of one payee goes on with what he had, and without what is confidential to the reader', async () => {
  const days = { type: 'daily', date_from: '2025-05-11', date_to: '2025-06-30', payee_id };
  const his = [
    '102101 05-12 102101 40.00 0.00 40.00 Dr',
    '102101 05-12 102101 0.00 40.00 0.00 ',
    '102101 06-01 502050 0.00 5.00 5.00 Cr',
    '502050 06-01 102101 5.00 0.00 5.00 Dr',
  ];
  for (const limit of [1, 2, 1000]) expect(said(await read(days, limit))).toEqual(his);
  const seen = { ...SOMEBODY, user_id: ledger.user_id };
  const whole = await readAll<GeneralLedgerRow>(database, generalLedger, { ...MAY, payee_id }, { user: seen });
  expect(said(whole).slice(0, 2)).toEqual([
    '102101 05-10 301010 300.00 0.00 300.00 Dr',
    '102101 05-10 301010 0.00 300.00 0.00 ',
  ]);
});

it('of one type of document has postings, and no balance', async () => {
  const reply = await read({ ...MAY, ...CIB, document_type: 'CR' });
  expect(said(reply)[0]).toBe('102101 05-02 several 0.00 550.00  ');
  expect(reply.totals).toMatchObject({ debit: '340.00', credit: '1674.00' });
});

it('opens the postings behind a period total', async () => {
  const { totals } = await readPostings(database, generalLedger, MAY, { column: 'debit', acct_code: '502050' });
  expect(totals).toEqual({ postings: 2, beginning: null, php_da: '1200.00', php_ca: '0.00' });
});

it('is proven red where a running sum is not what was posted', async () => {
  const damage = (by: string) =>
    runAsOwner(copy.ownerUrl, (owner) =>
      owner.query(`update balance_account set debit = debit + ${by} where period = 202505
        and account_id = (select id from account where acct_code = '502050')`),
    );
  await damage('7.00');
  const { proof } = await read(MAY);
  expect(proof.map(({ name, difference }) => `${name}: ${difference}`)).toEqual([
    'Beginning + debit − credit = ending: 7.00',
    'Lines = movement of the accounts: 7.00',
    'Lines = movement, credit: 0.00',
    'Ending = Trial Balance: 7.00',
  ]);
  await damage('-7.00');
});
