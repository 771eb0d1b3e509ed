import { afterAll, beforeAll, expect, it } from 'vitest';
import { HIDDEN, NOBODY, type AnalysisRow } from '@talaan/contract/reports/subsidiary-analysis.report';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openTestLedger, type TestLedger } from '../../testing/books/test-ledger.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll, readPostings, SOMEBODY } from '../../testing/books/read-reports.ts';
import { subsidiary } from '../subsidiary/subsidiary.query.ts';
import { subsidiaryAnalysis } from './subsidiary-analysis.query.ts';

// P1 is JUAN DELA CRUZ, into whom ZENY was merged after she had been posted.

let copy: TestDatabase;
let database: Database;
let ledger: TestLedger;
let ids: Record<string, string>;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 2 });
  ledger = await openTestLedger(database, {
    accounts: [
      ['102101', 'CIB - BDO'],
      ['105010', 'Accounts Receivable'],
      ['108020', 'Input VAT'],
      ['203030', 'EWT Payable'],
      ['502050', 'Rent'],
    ],
    payees: { B1: 'BANTAY SECURITY', B2: 'Ábaca Traders', Z9: 'ZENY', IDLE: 'IDLE ONE' },
    years: [2024, 2025],
  });
  const north = await inTransaction(database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('branch')
      .values({ brnc_code: 'SMP-002', brnc_name: 'SAMPOL NORTH' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await ledger.post([
    entry('2024-12-31', {}, ['105010', '500', 'Z9'], ['102101', '-500']),
    // A voucher of BANTAY: bank and tax are his, because the entry names him.
    entry(
      '2025-05-05',
      { payee: 'B1' },
      ['502050', '50000'],
      ['108020', '6000'],
      ['203030', '-1000'],
      ['102101', '-55000'],
    ),
    // The line of another payee is that one's.
    entry('2025-05-10', { payee: 'P1' }, ['105010', '70', 'B2', north.id], ['102101', '-70']),
    entry('2025-05-10', {}, ['105010', '30', 'Z9'], ['102101', '-30']),
    entry('2025-04-30', { payee: 'B1', is_confidential: 1, remarks: 'secret' }, ['502050', '8'], ['102101', '-8']),
    entry('2025-05-20', { is_confidential: 1, remarks: 'secret' }, ['105010', '9', 'B2'], ['102101', '-9']),
    entry('2025-06-10', { payee: 'B2' }, ['502050', '4'], ['102101', '-4']),
  ]);
  const { rows } = await runAsOwner(copy.ownerUrl, (owner) => owner.query('select payee_code, id from payee'));
  ids = Object.fromEntries(rows.map((row) => [row.payee_code, String(row.id)]));
  await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await db
      .updateTable('payee')
      .set({ merged_into: Number(ids['P1']), status: 0 })
      .where('payee_code', '=', 'Z9')
      .execute();
  });
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

type Line = readonly [account: string, amount: string, payee?: string, branch_id?: number];

/** Lines of account and pesos, credits negative. */
function entry(date: string, head: { payee?: string; is_confidential?: 1; remarks?: string }, ...lines: Line[]) {
  return {
    date,
    ...head,
    lines: lines.map(([account, amount, payee, branch_id]) => ({
      account,
      ...(amount.startsWith('-') ? { credit: amount.slice(1) } : { debit: amount }),
      ...(payee ? { payee } : {}),
      ...(branch_id ? { branch_id } : {}),
    })),
  };
}

const MAY = { type: 'ftm', year: '2025', month: '5' };
const insider = () => ({ ...SOMEBODY, user_id: ledger.user_id });
const read = (given: Record<string, string>, options: Parameters<typeof readAll>[3] = {}) =>
  readAll<AnalysisRow>(database, subsidiaryAnalysis, given, options);

/** Groups and lines in words, each line below its account. */
function said({ groups, data }: Awaited<ReturnType<typeof read>>): string[] {
  return groups.flatMap(({ codes, name, figures: { beginning, debit, credit, ending } }) => [
    `${codes.length === 1 ? '' : '  '}${name} ${beginning} ${debit} ${credit} ${ending}`,
    ...data
      .filter((row) => row.analysis_id === codes[0] && row.acct_code === codes[1])
      .map((row) => `    ${row.document_date.slice(5)} ${row.payee} ${row.php_da} ${row.php_ca}`),
  ]);
}

it('shows payees by name, what names none, and last what is confidential, each account between beginning and ending', async () => {
  const reply = await read(MAY);
  expect(said(reply)).toEqual([
    'Ábaca Traders · B2 0.00 70.00 0.00 70.00',
    '  Accounts Receivable 0.00 70.00 0.00 70.00',
    '    05-10 Ábaca Traders 70.00 0.00',
    'BANTAY SECURITY · B1 0.00 56000.00 56000.00 0.00',
    '  CIB - BDO 0.00 0.00 55000.00 -55000.00',
    '    05-05 BANTAY SECURITY 0.00 55000.00',
    '  Input VAT 0.00 6000.00 0.00 6000.00',
    '    05-05 BANTAY SECURITY 6000.00 0.00',
    '  EWT Payable 0.00 0.00 1000.00 -1000.00',
    '    05-05 BANTAY SECURITY 0.00 1000.00',
    '  Rent 0.00 50000.00 0.00 50000.00',
    '    05-05 BANTAY SECURITY 50000.00 0.00',
    'JUAN DELA CRUZ · P1 500.00 30.00 70.00 460.00',
    '  CIB - BDO 0.00 0.00 70.00 -70.00',
    '    05-10 JUAN DELA CRUZ 0.00 70.00',
    '  Accounts Receivable 500.00 30.00 0.00 530.00',
    '    05-10 JUAN DELA CRUZ 30.00 0.00',
    '(no analysis) -500.00 0.00 30.00 -530.00',
    '  CIB - BDO -500.00 0.00 30.00 -530.00',
    '    05-10 null 0.00 30.00',
    'Confidential 0.00 9.00 9.00 0.00',
    '  CIB - BDO -8.00 0.00 9.00 -17.00',
    '    05-20 null 0.00 9.00',
    '  Accounts Receivable 0.00 9.00 0.00 9.00',
    '    05-20 Confidential 9.00 0.00',
    '  Rent 8.00 0.00 0.00 8.00',
  ]);
  expect(reply.totals).toEqual({ beginning: '0.00', php_da: '56109.00', php_ca: '56109.00', ending: '0.00' });
  expect(reply.proof.map(({ name, difference }) => `${name}: ${difference}`)).toEqual([
    'Beginning + debit − credit = ending: 0.00',
    'Lines = movement of the accounts: 0.00',
    'Lines = movement, credit: 0.00',
    'Ending = Trial Balance: 0.00',
    'Endings of all analyses = Trial Balance: 0.00',
  ]);
});

it('shows what is confidential to others under its payees to whoever may see it', async () => {
  const lines = said(await read(MAY, { user: insider() }));
  expect(lines.filter((line) => /^\S/.test(line))).toEqual([
    'Ábaca Traders · B2 0.00 79.00 0.00 79.00',
    'BANTAY SECURITY · B1 0.00 56000.00 56000.00 0.00',
    'JUAN DELA CRUZ · P1 500.00 30.00 70.00 460.00',
    '(no analysis) -500.00 0.00 39.00 -539.00',
  ]);
  expect(lines).toContain('  CIB - BDO -8.00 0.00 55000.00 -55008.00');
});

it.each([
  ['a month', MAY],
  ['cut months', { type: 'daily', date_from: '2025-05-05', date_to: '2025-06-09' }],
  ['some accounts', { ...MAY, account_from: '105010', account_to: '108020' }],
  ['a branch', { ...MAY, brnc_code: 'SMP-001' }],
])('of %s is the same in pages, to whoever reads it', async (_what, given) => {
  for (const user of [SOMEBODY, insider()]) {
    const { header: _header, ...whole } = await read(given, { user });
    expect(whole.data.length).toBeGreaterThan(1);
    for (const limit of [1, 2, 3]) {
      const { header: _other, ...pages } = await read(given, { user, limit });
      expect(pages).toEqual(whole);
    }
  }
});

it('of cut months begins with the days before', async () => {
  const days = {
    type: 'daily',
    date_from: '2025-05-10',
    date_to: '2025-06-10',
    account_from: '502050',
    account_to: '502050',
  };
  expect(said(await read(days))).toEqual([
    'Ábaca Traders · B2 0.00 4.00 0.00 4.00',
    '  Rent 0.00 4.00 0.00 4.00',
    '    06-10 Ábaca Traders 4.00 0.00',
    'BANTAY SECURITY · B1 50000.00 0.00 0.00 50000.00',
    '  Rent 50000.00 0.00 0.00 50000.00',
    'Confidential 8.00 0.00 0.00 8.00',
    '  Rent 8.00 0.00 0.00 8.00',
  ]);
});

it('of a branch has what its postings come to', async () => {
  expect(said(await read({ ...MAY, brnc_code: 'SMP-002' }))).toEqual([
    'Ábaca Traders · B2 0.00 70.00 0.00 70.00',
    '  Accounts Receivable 0.00 70.00 0.00 70.00',
    '    05-10 Ábaca Traders 70.00 0.00',
  ]);
  const { groups } = await read({ ...MAY, brnc_code: 'SMP-001' });
  expect(
    groups.filter(({ codes }) => codes.length === 1).map(({ name, figures }) => `${name} ${figures['ending']}`),
  ).toEqual(['BANTAY SECURITY · B1 0.00', 'JUAN DELA CRUZ · P1 460.00', '(no analysis) -530.00', 'Confidential 0.00']);
});

it('of one payee is his alone, merged ones with him; what is hidden is left out, and proofs of the whole', async () => {
  const juan = said(await read({ ...MAY, payee_id: ids['P1']! }));
  expect(juan[0]).toBe('JUAN DELA CRUZ · P1 500.00 30.00 70.00 460.00');
  expect(said(await read({ ...MAY, payee_id: ids['Z9']! }))).toEqual(juan);
  const bantay = await read({ ...MAY, payee_id: ids['B1']! });
  expect(bantay.data).toHaveLength(4);
  expect(bantay.totals).toEqual({ beginning: '0.00', php_da: '56000.00', php_ca: '56000.00', ending: '0.00' });
  expect(bantay.proof.map(({ difference }) => difference)).toEqual(['0.00', '0.00', '0.00']);
  expect((await read({ ...MAY, payee_id: ids['IDLE']! })).groups).toEqual([]);
});

it('the subsidiary of a payee begins the same, in all branches and in one', async () => {
  const figuresOf = async (more: Record<string, string>, user = SOMEBODY) => {
    const { groups, data, proof } = await readAll(database, subsidiary, { ...MAY, ...more }, { user });
    expect(proof.map(({ difference }) => difference)).toEqual(['0.00', '0.00', '0.00']);
    return [data.length, ...groups.map(({ codes, figures: f }) => [codes[0], f['beginning'], f['ending']].join(' '))];
  };
  const juan = [2, '102101 0.00 -70.00', '105010 500.00 530.00'];
  expect(await figuresOf({ payee_id: ids['P1']! })).toEqual(juan);
  expect(await figuresOf({ payee_id: ids['Z9']!, brnc_code: 'SMP-001' })).toEqual(juan);
  expect(await figuresOf({ payee_id: ids['B2']! })).toEqual([1, '105010 0.00 70.00']);
  expect(await figuresOf({ payee_id: ids['B2']! }, insider())).toEqual([2, '105010 0.00 79.00']);
  expect(await figuresOf({ payee_id: ids['B2']!, brnc_code: 'SMP-002' }, insider())).toEqual([1, '105010 0.00 70.00']);
  expect(await figuresOf({ payee_id: ids['B1']! }, insider())).toContain('502050 8.00 50008.00');
  expect(await figuresOf({ payee_id: ids['B1']! })).toContain('502050 0.00 50000.00');
});

it('opens the postings behind a movement, of a payee whole or of one account', async () => {
  const behind = (column: string, analysis_id: string, acct_code = '', user = SOMEBODY) =>
    readPostings(database, subsidiaryAnalysis, MAY, { column, analysis_id, acct_code }, { user }).then(
      ({ totals }) => totals,
    );
  expect(await behind('php_da', ids['B1']!)).toEqual({
    postings: 2,
    beginning: null,
    php_da: '56000.00',
    php_ca: '0.00',
  });
  expect(await behind('php_ca', ids['P1']!, '102101')).toMatchObject({ postings: 1, php_ca: '70.00' });
  expect(await behind('php_da', ids['B2']!)).toMatchObject({ postings: 1, php_da: '70.00' });
  expect(await behind('php_da', ids['B2']!, '', insider())).toMatchObject({ postings: 2, php_da: '79.00' });
  expect(await behind('php_ca', NOBODY)).toMatchObject({ postings: 1, php_ca: '30.00' });
  expect(await behind('php_ca', HIDDEN)).toMatchObject({ postings: 1, php_ca: '9.00' });
  await expect(behind('php_da', 'x')).rejects.toMatchObject({ status: 404 });
});

it('is proven red where a running sum of a payee is not what was posted', async () => {
  const damage = (by: string) =>
    runAsOwner(copy.ownerUrl, (owner) =>
      owner.query(`update balance_payee set debit = debit + ${by} where period = 202505 and payee_id = ${ids['B1']}
        and account_id = (select id from account where acct_code = '502050')`),
    );
  await damage('7.00');
  const { proof } = await read(MAY);
  expect(proof.filter(({ difference }) => difference !== '0.00')).toMatchObject([
    { name: 'Endings of all analyses = Trial Balance', left: '7.00', right: '0.00', difference: '7.00' },
  ]);
  const bantay = await read({ ...MAY, payee_id: ids['B1']! });
  expect(bantay.proof.map(({ difference }) => difference)).toEqual(['7.00', '7.00', '0.00']);
  await damage('-7.00');
});
