import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostingRow } from '@talaan/contract/reports/kit/posting-row';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { openTestLedger, type TestLedger } from '../../testing/books/test-ledger.ts';
import { readAll, readPostings } from '../../testing/books/read-reports.ts';
import { subsidiary } from './subsidiary.query.ts';

let copy: TestDatabase;
let database: Database;
let ledger: TestLedger;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 2 });
  ledger = await openTestLedger(database, {
    accounts: [
      ['102101', 'CIB - BDO'],
      ['105010', 'Accounts Receivable'],
      ['301010', 'Capital Stock'],
      ['408010', 'Service Income'],
    ],
    years: [2024, 2025],
  });
  const entry = (date: string, debit: string, credit: string, amount: string) => ({
    date,
    lines: [
      { account: debit, debit: amount },
      { account: credit, credit: amount, remarks: `for ${amount}` },
    ],
  });
  await ledger.post([
    entry('2024-12-31', '102101', '301010', '1000.00'),
    entry('2025-05-02', '105010', '408010', '100.00'),
    entry('2025-05-10', '102101', '105010', '60.00'),
    entry('2025-05-10', '105010', '408010', '5.25'),
    entry('2025-06-01', '102101', '105010', '20.00'),
  ]);
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

const MAY = { type: 'ftm', year: '2025', month: '5' };
const figures = (reply: Awaited<ReturnType<typeof readAll>>) =>
  reply.groups.map(({ codes, figures: { beginning, debit, credit, ending } }) =>
    [codes[0], beginning, debit, credit, ending].join(' '),
  );

it('shows each account between its beginning and its ending, also without a posting', async () => {
  const reply = await readAll<PostingRow>(database, subsidiary, MAY);
  expect(figures(reply)).toEqual([
    '102101 1000.00 60.00 0.00 1060.00',
    '105010 0.00 105.25 60.00 45.25',
    '301010 -1000.00 0.00 0.00 -1000.00',
    '408010 0.00 0.00 105.25 -105.25',
  ]);
  expect(reply.data.map((row) => [row.acct_code, row.document_date, row.php_da, row.php_ca, row.description])).toEqual([
    ['102101', '2025-05-10', '60.00', '0.00', ''],
    ['105010', '2025-05-02', '100.00', '0.00', ''],
    ['105010', '2025-05-10', '0.00', '60.00', 'for 60.00'],
    ['105010', '2025-05-10', '5.25', '0.00', ''],
    ['408010', '2025-05-02', '0.00', '100.00', 'for 100.00'],
    ['408010', '2025-05-10', '0.00', '5.25', 'for 5.25'],
  ]);
  expect(reply.totals).toEqual({ beginning: '0.00', php_da: '165.25', php_ca: '165.25', ending: '0.00' });
  expect(reply.proof.map(({ difference }) => difference)).toEqual(['0.00', '0.00', '0.00', '0.00']);
});

it.each([1, 2, 3])('is the same in pages of %i', async (limit) => {
  const { header: _whole, ...whole } = await readAll(database, subsidiary, MAY);
  const { header: _pages, ...pages } = await readAll(database, subsidiary, MAY, { limit });
  expect(pages).toEqual(whole);
});

it('of a cut month begins with the days before', async () => {
  const days = {
    type: 'daily',
    date_from: '2025-05-05',
    date_to: '2025-06-15',
    account_from: '105010',
    account_to: '105010',
  };
  expect(figures(await readAll(database, subsidiary, days))).toEqual(['105010 100.00 5.25 80.00 25.25']);
});

it('refuses an account that is not there and a range that runs back', async () => {
  await expect(readAll(database, subsidiary, { ...MAY, account_from: '999999' })).rejects.toMatchObject({
    status: 422,
    details: { errors: { account_from: ['There is no account 999999.'] } },
  });
  await expect(readAll(database, subsidiary, { ...MAY, account_from: '3', account_to: '1' })).rejects.toThrow(
    'account from is after account to.',
  );
});

it('opens the postings behind a movement', async () => {
  const found = await readPostings(database, subsidiary, MAY, { column: 'php_da', acct_code: '105010' });
  expect(found.totals).toEqual({ postings: 2, beginning: null, php_da: '105.25', php_ca: '0.00' });
});

it('narrowed by a type has movement alone; by a branch it has all, and is proven', async () => {
  expect(figures(await readAll(database, subsidiary, { ...MAY, document_type: 'CR' }))[0]).toBe('102101  60.00 0.00 ');
  expect((await readAll(database, subsidiary, { ...MAY, document_type: 'JE' })).groups).toEqual([]);
  const ofBranch = () => readAll(database, subsidiary, { ...MAY, brnc_code: 'SMP-001' });
  const { totals, proof } = await ofBranch();
  expect(totals).toMatchObject({ php_da: '165.25' });
  expect(proof.map(({ difference }) => difference)).toEqual(['0.00', '0.00', '0.00']);
  const damage = (by: string) =>
    runAsOwner(copy.ownerUrl, (owner) =>
      owner.query(`update balance_branch set debit = debit + ${by} where period = 202505
        and account_id = (select id from account where acct_code = '105010')`),
    );
  await damage('7.00');
  expect((await ofBranch()).proof.map(({ difference }) => difference)).toEqual(['7.00', '7.00', '0.00']);
  await damage('-7.00');
});
