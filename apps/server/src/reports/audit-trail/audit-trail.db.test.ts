import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { AuditTrailRow } from '@talaan/contract/reports/audit-trail.report';
import { insertOpenBatch } from '../../testing/books/open-batch.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { compare } from '../../testing/books/raw-ledger.ts';
import { openWorkedVouchers, type WorkedVouchers } from '../../testing/books/worked-vouchers.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { auditTrail } from './audit-trail.query.ts';

let worked: WorkedVouchers;
/** Vouchers of the 15th of May that are not posted, by what they are. */
let open: Readonly<Record<'draft' | 'deleted' | 'sent' | 'rejected' | 'archived' | 'maturing', BatchDetail>>;
beforeAll(async () => {
  worked = await openWorkedVouchers();
  const { books, app } = worked;
  const { preparer } = books.people;
  const made = (amount: string, more = {}) => books.pay('CV', amount, { document_date: '2023-05-15', ...more });
  const draft = await worked.save('CV', { document_date: '2023-05-15' }, [
    { account_code: '502010', branch_id: books.branch_id, department_id: books.department_id, debit_amount: '10.00' },
  ]);
  const deleted = await made('20.00');
  await preparer.call(deleteBatch, { params: { id: deleted.batch_number } });
  const sent = await books.bring(await made('30.00'), 2);
  const rejected = await books.bring(await made('40.00'), 2);
  await books.move(rejected, 'checker', 20, { approved_remarks: 'Not ours' });
  const archived = await made('50.00');
  await books.move(archived, 'preparer', 20);
  await books.setToday(app.ownerUrl, '2023-05-10');
  const series = { is_pdc: 1, number_of_cheques: 2, document_date: '2023-05-15,2023-06-15' };
  const maturing = await books.bring(await books.pay('CV', '60.00', series), 7);
  await books.setToday(app.ownerUrl, '2023-12-31');
  open = { draft, deleted, sent, rejected, archived, maturing };
});
afterAll(() => worked.app.stop());

const read = (doc_type: string, date_from: string, date_to: string, options?: Parameters<typeof readAll>[3]) =>
  readAll<AuditTrailRow>(worked.app.database, auditTrail, { doc_type, type: 'daily', date_from, date_to }, options);

it('E09 a: a void shows both actions; E05: six cheques are six rows, each at its day', async () => {
  const { data } = await read('DM', '2023-07-01', '2023-12-31');
  const rowsOf = ({ batch_number }: BatchDetail) => data.filter((row) => row.batch_number === batch_number);
  const number = worked.vouchers.E09a.documents[0]!.document_number;
  expect(
    rowsOf(worked.vouchers.E09a).map((row) => [
      row.document_number,
      row.document_date,
      row.status,
      row.status_text,
      row.debit,
      row.credit,
      row.edit_by,
    ]),
  ).toEqual([
    [number, '2023-07-10', 7, 'Released', '56000.00', '56000.00', 'Cashier Reyes'],
    [number, '2023-07-10', 20, 'Void', '56000.00', '56000.00', 'Checker Reyes'],
    [
      worked.vouchers.restored.documents[0]!.document_number,
      '2023-07-20',
      7,
      'Released',
      '56000.00',
      '56000.00',
      'Cashier Reyes',
    ],
  ]);
  expect(rowsOf(worked.vouchers.E05).map((row) => [row.transaction_type, row.document_date, row.debit])).toEqual(
    [7, 8, 9, 10, 11, 12].map((month) => ['CW', `2023-${String(month).padStart(2, '0')}-05`, '28000.00']),
  );
});

it('says of what is not posted what it is, who acted last, and what its lines come to', async () => {
  const { data, totals, proof } = await read('DM', '2023-05-15', '2023-05-15');
  const byBatch = new Map(data.map((row) => [row.batch_number, row]));
  expect(
    Object.entries(open).map(([name, { batch_number }]) => {
      const row = byBatch.get(batch_number)!;
      return [name, row.status, row.status_text, row.debit, row.credit, row.edit_by, row.posted_date];
    }),
  ).toEqual([
    ['draft', 1, 'Active', '10.00', '0.00', 'Preparer Reyes', null],
    ['deleted', 1, 'Deleted', '20.00', '20.00', 'Preparer Reyes', null],
    ['sent', 2, 'For Review', '30.00', '30.00', 'Preparer Reyes', null],
    ['rejected', 20, 'Rejected', '40.00', '40.00', 'Checker Reyes', null],
    ['archived', 20, 'Archived', '50.00', '50.00', 'Preparer Reyes', null],
    ['maturing', 7, 'Maturing', '60.00', '60.00', 'Cashier Reyes', null],
  ]);
  const numbers = data.map((row) => row.document_number!);
  expect(numbers).toEqual(numbers.toSorted(compare));
  expect(totals).toMatchObject({ total_debit: '210.00', total_credit: '200.00' });
  // What is no entry need not balance: it is told, not proven.
  expect(proof).toMatchObject([
    { left: '0.00', right: '0.00', difference: '0.00' },
    { stated: true },
    { name: 'Debit and credit', difference: '10.00', stated: true },
  ]);
});

it('keeps what is confidential, its payee and remarks hidden', async () => {
  const { data } = await read('DM', '2023-06-12', '2023-06-12');
  expect(data).toMatchObject([{ payee: 'Confidential', remarks: 'Confidential', debit: '300.00', is_masked: true }]);
});

it('asks for its kind of documents, and takes no other', async () => {
  const days = { type: 'ftm', year: '2023', month: '5' };
  await expect(readAll(worked.app.database, auditTrail, days)).rejects.toThrow('doc type is required.');
  await expect(readAll(worked.app.database, auditTrail, { ...days, doc_type: 'PO' })).rejects.toThrow(
    'doc type must be',
  );
  for (const doc_type of ['CR', 'JE', 'BI', 'CN'])
    expect((await readAll(worked.app.database, auditTrail, { ...days, doc_type })).data).toEqual([]);
});

it.each([1, 3])('is the same in pages of %i', async (limit) => {
  const { header: _whole, ...whole } = await read('DM', '2023-01-01', '2023-12-31');
  const { header: _pages, ...pages } = await read('DM', '2023-01-01', '2023-12-31', { limit });
  expect(whole.data.length).toBeGreaterThan(20);
  expect(pages).toEqual(whole);
});

it('leaves as workbook, CSV and PDF with the totals of all its rows, for its module alone', async () => {
  const DAY = 'doc_type=DM&type=daily&date_from=2023-05-15&date_to=2023-05-15&user=Ana';
  const get = (rest: string) => worked.get('Audit Trail', `/rpt/audit${rest}${DAY}`);
  expect((await get('?')).json()).toMatchObject({ totals: { total_debit: '210.00', total_credit: '200.00' } });
  expect((await worked.get('Books Of Account', `/rpt/audit?${DAY}`)).statusCode).toBe(403);
  const sheet = await readSheet((await get('/export?format=xlsx&')).rawPayload);
  expect(sheet.find(([label]) => label === 'Total')?.slice(7, 9)).toEqual([210, 200]);
  expect((await get('/export?format=csv&')).body).toContain('Maturing');
  expect(readPdfText((await get('/export?format=pdf&')).rawPayload).join(' ')).toMatch(/Total +210\.00 +200\.00/);
});

it('lists what has no number yet after what has, page by page', async () => {
  const { people, branch_id, department_id } = worked.books;
  const account = await worked.app.database
    .selectFrom('account')
    .select('id')
    .where('acct_code', '=', '502010')
    .executeTakeFirstOrThrow();
  for (const batch_number of ['9000002', '9000001']) {
    const facts = {
      batch_number,
      prepared_by: people.preparer.user.id,
      account_id: account.id,
      branch_id,
      department_id,
    };
    await insertOpenBatch(worked.app.database, facts);
  }
  const { data } = await read('JE', '2023-12-01', '2023-12-31', { limit: 1 });
  expect(data.map((row) => [row.batch_number, row.document_number, row.debit])).toEqual([
    ['9000002', null, '1.00'],
    ['9000001', null, '1.00'],
  ]);
});

it('is proven by the trial balance, and red where its sums are damaged', async () => {
  const proof = async () => (await read('DM', '2023-01-01', '2023-12-31')).proof[0];
  expect(await proof()).toMatchObject({ name: 'Entries = Trial Balance', difference: '0.00' });
  await runAsOwner(worked.app.ownerUrl, async (owner) => {
    await owner.query('set session_replication_role = replica');
    await owner.query(`update balance_account set debit = debit + 5 where period = 202305
      and account_id = (select id from account where acct_code = '404020')`);
  });
  expect(await proof()).toMatchObject({ difference: '-5.00' });
});
