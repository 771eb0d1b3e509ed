/** What master data may not become. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      insert into payee (payee_code, payee_desc, payee_type) values ('P-1', 'Lessor', 2), ('P-2', 'Lessor', 2), ('P-3', 'Lessor', 2);
      insert into business_partner (bp_code, name, class_code, payee_code) values ('B1', 'One', 'CO', 'P-1'), ('B2', 'Two', 'CO', 'P-2');
      insert into bank_header (bank_code, bank_name) values ('BPI', 'Bank of the Islands');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
        values ('BPI CA', 'BPI', 'BPI', '0001', 'CA', '102101');`),
  );
});
afterAll(() => books.close());

it.each([
  [
    'a code that differs in the case of its letters alone',
    `insert into payee (payee_code, payee_desc, payee_type) values ('p-1', 'Lessor', 2)`,
    'payee_payee_code_folded',
    'drop index payee_payee_code_folded',
  ],
  [
    'a second bank account in use behind one account of the chart',
    `insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
      values ('BPI SA', 'BPI', 'BPI', '0002', 'SA', '102101')`,
    'bank_of_account_once',
    'drop trigger bank_of_account on bank',
  ],
  [
    'a merged payee that stays in use',
    `update payee set merged_into = 1 where payee_code = 'P-3'`,
    'payee_merged_inactive',
    'alter table payee drop constraint payee_merged_inactive',
  ],
  [
    'a merge into a payee that is merged itself',
    `update payee set merged_into = 2, status = 0 where payee_code = 'P-3';
     insert into payee (payee_code, payee_desc, payee_type, status, merged_into)
       select 'P-4', 'Lessor', 2, 0, id from payee where payee_code = 'P-3'`,
    'payee_merged_survivor',
    'drop trigger payee_merge_on_insert on payee',
  ],
  [
    'a merge of the payees of two business partners',
    `update payee set merged_into = 2, status = 0 where payee_code = 'P-1'`,
    'payee_merged_partners',
    'drop trigger payee_merge_allowed on payee; drop trigger payee_merge on payee',
  ],
])('refuses %s', async (_, sql, refusedBy, without) => {
  await expectHeld(books.owner, { sql, refusedBy, without });
});

it('counts a refusal by its function alone', async () => {
  const insert = `insert into access_refusal (minute, call, what, code, message, request_id, last_at)
    values (now(), 'GET /x', 'x', 'x', 'x', 'x', now())`;
  for (const sql of [insert, 'update access_refusal set times = 0', 'delete from access_refusal']) {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  }
  await expectAllowed(books.owner, { sql: `select note_refusal(null, 'GET /x', 'x', 'x', 'x', 'x')` });
  expect((await books.owner.query('select from access_refusal')).rowCount).toBe(0);
});
