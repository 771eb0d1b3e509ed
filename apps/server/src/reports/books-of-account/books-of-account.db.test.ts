import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookRow } from '@talaan/contract/reports/books-of-account.report';
import { reportLines } from '@talaan/contract/reports/kit/lines/report-lines';
import { booksOfAccountReport } from '@talaan/contract/reports/books-of-account.report';
import { layoutOf } from '@talaan/contract/reports/kit/define-report';
import { readPdfText } from '../../testing/pdf-text.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openWorkedVouchers, type WorkedVouchers } from '../../testing/books/worked-vouchers.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { booksOfAccount } from './books-of-account.query.ts';

let worked: WorkedVouchers;
beforeAll(async () => {
  worked = await openWorkedVouchers();
  const { books, app } = worked;
  await books.bring(await books.save('1200.00', { document_date: '2023-06-12' }), 7);
  await books.payAt('CR', 7, '800.50', { document_date: '2023-06-15' });
  const { id: branch_id } = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('branch')
      .values({ brnc_code: 'SMP-002', brnc_name: 'SAMPOL MANILA' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const { department_id } = books;
  const shared = await worked.save('CV', { document_date: '2023-02-10' }, [
    { account_code: '502050', branch_id: books.branch_id, department_id, debit_amount: '10.00' },
    { account_code: '502050', branch_id, department_id, debit_amount: '20.00' },
    { account_code: '502010', branch_id, department_id, debit_amount: '30.00' },
    { account_code: '102103', branch_id: books.branch_id, credit_amount: '60.00' },
  ]);
  await books.bring(shared, 7);
});
afterAll(() => worked.app.stop());

const read = (
  doc_type: string,
  date_from: string,
  date_to: string,
  more: Record<string, string> = {},
  options?: Parameters<typeof readAll>[3],
) =>
  readAll<BookRow>(
    worked.app.database,
    booksOfAccount,
    { doc_type, type: 'daily', date_from, date_to, ...more },
    options,
  );
const told = async (...given: Parameters<typeof read>) =>
  (await read(...given)).data.map((row) =>
    [row.document_number, row.account_code, row.account_name === 'VOID' && 'VOID', row.debit_amount, row.credit_amount]
      .filter(Boolean)
      .join(' '),
  );
const number = (name: keyof WorkedVouchers['vouchers']) => worked.vouchers[name].documents[0]!.document_number!;
/** The lines of E04 a, which E09 has too. */
const guards = (of: string) => [
  `${of} 502050 50000.00 0.00`,
  `${of} 108020 6000.00 0.00`,
  `${of} 203030 0.00 1000.00`,
  `${of} 102103 0.00 55000.00`,
];

it('E04, E06: the lines of each document by day and number, in pesos, with a subtotal of those that have several', async () => {
  const january = await read('DM', '2023-01-01', '2023-01-31');
  expect(january.data[0]).toMatchObject({
    date: '2023-01-16',
    document_type: 'CV',
    analysis: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
    account_name: 'Security Services',
    remarks: 'RENT OF MARCH',
  });
  expect(await told('DM', '2023-01-01', '2023-01-31')).toEqual([
    ...guards(number('E04a')),
    `${number('E04b')} 502010 30000.00 0.00`,
    `${number('E04b')} 203030 0.00 1500.00`,
    `${number('E04b')} 102103 0.00 28500.00`,
  ]);
  expect(january.totals).toEqual({ debit_amount: '86000.00', credit_amount: '86000.00' });
  const layout = layoutOf(booksOfAccountReport, { doc_type: 'DM' } as never);
  const lines = reportLines(booksOfAccountReport, layout, 'screen', { ...january, ended: true });
  expect(lines.filter(({ look }) => look !== 'plain').map(({ look, cells }) => [look, cells[0], cells[6]])).toEqual([
    ['fixed', `Subtotal ${number('E04a')}`, '56000.00'],
    ['fixed', `Subtotal ${number('E04b')}`, '30000.00'],
    ['total', 'Grand total', '86000.00'],
  ]);
  expect((await told('DM', '2023-05-17', '2023-05-17')).map((line) => line.slice(8))).toEqual([
    '201050 67653.89 0.00',
    '404020 555.55 0.00',
    '102303 0.00 68209.44',
  ]);
});

it('E09: VOID of 0.00 on its own day, the swapped sides on a later one, and a restored voucher under both of its numbers', async () => {
  expect(await told('DM', '2023-07-10', '2023-07-31')).toEqual([
    `${number('E09a')} VOID 0.00 0.00`,
    ...guards(number('E09b')),
    ...guards(number('restored')),
  ]);
  expect(number('restored')).not.toBe(number('E09a'));
  const july = await read('DM', '2023-07-10', '2023-07-31');
  // What was voided on its day stands in its entries twice, at 0.00 here.
  expect(july.totals).toEqual({ debit_amount: '112000.00', credit_amount: '112000.00' });
  expect(july.proof[1]).toMatchObject({ left: '224000.00', right: '224000.00', difference: '0.00' });
  const august = await read('DM', '2023-08-03', '2023-08-03');
  expect(august.data.map((row) => [row.account_code, row.debit_amount, row.credit_amount, row.remarks])).toEqual([
    ['502050', '0.00', '50000.00', 'REVERSAL · RENT OF MARCH'],
    ['108020', '0.00', '6000.00', 'REVERSAL · RENT OF MARCH'],
    ['203030', '1000.00', '0.00', 'REVERSAL · RENT OF MARCH'],
    ['102103', '55000.00', '0.00', 'REVERSAL · RENT OF MARCH'],
  ]);
});

it('is four books: receipts, the journal, and of the disbursements those of orders; the first three are the whole ledger', async () => {
  expect((await told('CR', '2023-01-01', '2023-12-31')).map((line) => line.slice(10))).toEqual([
    '102103 800.50 0.00',
    '502010 0.00 800.50',
  ]);
  const orders = await read('PO', '2023-01-01', '2023-12-31');
  expect(orders.data.map((row) => [row.document_number, row.purchase_order, row.debit_amount])).toEqual([
    [number('ordered'), 'PO0000001', '9000.00'],
    [number('ordered'), 'PO0000001', '0.00'],
  ]);
  const journal = await read('JE', '2023-05-02', '2023-12-05');
  expect(journal.totals).toEqual({ debit_amount: '1200.00', credit_amount: '1200.00' });
  expect(journal.proof.map(({ name, difference }) => [name, difference])).toEqual([
    ['Debit = credit', '0.00'],
    ['Lines = entries of the book', '0.00'],
    ['DM + CR + JE = Trial Balance', '0.00'],
  ]);
  expect((await read('DM', '2022-01-01', '2022-12-31')).data).toEqual([]);
});

it('of a branch has its lines alone, which need not balance', async () => {
  const all = await read('DM', '2023-01-01', '2023-12-31', { brnc_code: 'SMP-001' });
  expect(all.data.length).toBeGreaterThan(40);
  expect(all.proof).toMatchObject([{ name: 'Debit = credit', difference: '-50.00', stated: true }]);
  for (const limit of [1, 1000]) {
    const other = await read('DM', '2023-01-01', '2023-12-31', { brnc_code: 'SMP-002' }, { limit });
    expect(other.data.map((row) => [row.account_code, row.debit_amount])).toEqual([
      ['502050', '20.00'],
      ['502010', '30.00'],
    ]);
    expect(other.totals).toEqual({ debit_amount: '50.00', credit_amount: '0.00' });
  }
  await expect(read('DM', '2023-01-01', '2023-12-31', { brnc_code: 'NONE' })).rejects.toMatchObject({ status: 422 });
});

it('hides analysis and remarks of a confidential voucher from all but its preparer and the officers', async () => {
  const seen = async (options?: Parameters<typeof readAll>[3]) =>
    (await read('DM', '2023-06-12', '2023-06-12', {}, options)).data.map((row) => [
      row.analysis,
      row.remarks,
      row.debit_amount,
    ]);
  expect(await seen()).toEqual([
    ['Confidential', 'Confidential', '300.00'],
    ['Confidential', 'Confidential', '0.00'],
  ]);
  const { preparer } = worked.books.people;
  expect(await seen({ user: { user_id: preparer.user.id, name: '' } })).toEqual([
    ['BANTAY KUNWARI SECURITY AGENCY, INC.', 'of the president', '300.00'],
    ['BANTAY KUNWARI SECURITY AGENCY, INC.', 'BONUS', '0.00'],
  ]);
});

it.each([
  [1, {}],
  [3, {}],
  [3, { brnc_code: 'SMP-001' }],
])('is the same in pages of %i, %o', async (limit, more) => {
  const { header: _whole, ...whole } = await read('DM', '2023-01-01', '2023-12-31', more);
  const { header: _pages, ...pages } = await read('DM', '2023-01-01', '2023-12-31', more, { limit });
  expect(whole.data.length).toBeGreaterThan(40);
  expect(pages).toEqual(whole);
});

it('has a call for each book, which says which one it is, and leaves as workbook, CSV and PDF with address and TIN', async () => {
  const MONTH = 'type=ftm&year=2023&month=1&user=Ana&trans_type=CD';
  const get = (path: string) => worked.get('Books Of Account', path);
  const first = (await get(`/rpt/boadisb?${MONTH}&doc_type=DM&limit=3`)).json();
  expect(first).toMatchObject({ totals: { debit_amount: '86000.00' }, header: { filters: ['Disbursement book'] } });
  const rest = (await get(`/rpt/boadisb?${MONTH}&limit=9&after=${first.next}`)).json();
  expect([first.data.length, rest.data.length, rest.totals, rest.next]).toEqual([3, 4, null, null]);
  for (const [path, book] of [
    ['boacr', 'Cash receipt book'],
    ['boaje', 'General journal'],
    ['boapo', 'Purchase book'],
  ])
    expect((await get(`/rpt/${path}?${MONTH}`)).json()).toMatchObject({ data: [], header: { filters: [book] } });
  expect((await worked.get('Audit Trail', `/rpt/boadisb?${MONTH}`)).statusCode).toBe(403);
  expect((await get(`/rpt/boadisb?type=daily&date_from=2018-01-01&date_to=2023-01-01`)).statusCode).toBe(422);
  const sheet = await readSheet((await get(`/rpt/boadisb/export?${MONTH}&format=xlsx`)).rawPayload);
  expect(sheet.find(([label]) => label === `Subtotal ${number('E04b')}`)?.slice(6, 8)).toEqual([30000, 30000]);
  expect((await get(`/rpt/boadisb/export?${MONTH}&format=csv`)).body).toContain('28500.00');
  const [page] = readPdfText((await get(`/rpt/boadisb/export?${MONTH}&format=pdf`)).rawPayload);
  expect(page).toContain('Makati City');
  expect(page).toContain('900-000-100-00000');
  expect(page).toMatch(/Grand total +86,000\.00 +86,000\.00/);
});

it('is red, and names the voucher, where lines are not those of their entries; and where the sums of the ledger are others', async () => {
  await runAsOwner(worked.app.ownerUrl, async (owner) => {
    await owner.query('set session_replication_role = replica; alter table posting disable trigger ledger_append_only');
    await owner.query(`update posting set debit = debit + 1 where debit = 30000 and entry_date = '2023-01-20'`);
    await owner.query(`update balance_account set debit = debit + 5 where period = 202305 and debit > 0
      and account_id = (select id from account where acct_code = '404020')`);
  });
  const documents = [{ batch_number: worked.vouchers.E04b.batch_number, amount: '1.00' }];
  expect((await read('DM', '2023-01-01', '2023-01-31')).proof).toMatchObject([
    { difference: '1.00', documents },
    { difference: '1.00', documents },
  ]);
  expect((await read('JE', '2023-05-01', '2023-05-31')).proof[2]).toMatchObject({ difference: '-5.00' });
});
