/** What master data may not become. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      insert into payee (payee_code, payee_desc, payee_type) values ('P-1', 'Lessor', 2), ('P-2', 'Lessor', 2), ('P-3', 'Lessor', 2);
      insert into business_partner (bp_code, name, class_code, payee_code) values ('B1', 'One', 'CO', 'P-1'), ('B2', 'Two', 'CO', 'P-2');
      insert into bank_header (bank_code, bank_name) values ('BPI', 'Bank of the Islands');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
        values ('BPI CA', 'BPI', 'BPI', '0001', 'CA', '102101');
      insert into company (company_code, company_name, reporting) values ('SPSI', 'Sampol', true);
      insert into customer_statement (payee_id, from_date, as_of, balance, to_address, sent_by)
        values (1, '2026-03-01', '2026-03-31', 0, 'a@b.example', 1);`),
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
    'a class of cash flow of an account of results',
    `update account set cash_flow = 'operating' where acct_class = 'I' and acct_type = 'S'`,
    'account_cash_flow_postable',
    'alter table account drop constraint account_cash_flow_postable',
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

/** A text of statements from a day, the last of which was sent as of 31 March 2026. */
const textFrom = (day: string, kind = 'statement_legend', text = `'Supplementary.'`) =>
  `insert into company_text (company_id, kind, valid_from, text) select id, '${kind}', '${day}', ${text} from company`;

it.each([
  [
    'a text that would change papers that were issued',
    textFrom('2026-03-31'),
    'company_text_from',
    'drop trigger company_text_from on company_text',
  ],
  [
    'other words of an issued paper',
    `update company_text set text = 'INVOICE' where kind = 'official_title'`,
    'company_text_append_only',
    'drop trigger company_text_append_only on company_text',
  ],
  [
    'an earlier day for a text',
    `update company_text set valid_from = '2019-01-01' where kind = 'receipt_legend'`,
    'company_text_append_only',
    'drop trigger company_text_append_only on company_text',
  ],
  [
    'a paper without a title',
    textFrom('2027-01-01', 'statement_title', 'null'),
    'company_text_title',
    'alter table company_text drop constraint company_text_title',
  ],
  [
    'a second text from the same day',
    `${textFrom('2027-01-01')}; ${textFrom('2027-01-01', 'statement_legend', `'Another.'`)}`,
    'company_text_once',
    'alter table company_text drop constraint company_text_once',
  ],
])('refuses %s', async (_, sql, refusedBy, without) => {
  await expectHeld(books.owner, { sql, refusedBy, without });
});

it('keeps the words of papers from one person alone, and from deletion', async () => {
  await expectAllowed(books.owner, { sql: textFrom('2026-04-01'), actor: USER.ADMIN });
  const on = `update setting set value = '{"limits": true}' where key = 'four_eyes';`;
  await expectHeld(books.owner, {
    sql: `${on} ${textFrom('2026-04-01')}`,
    actor: USER.ADMIN,
    refusedBy: 'second_person_needed',
    without: 'drop trigger second_person on company_text',
  });
  const sql = 'delete from company_text';
  await expectRefused(books.owner, { sql, refusedBy: '42501' });
  for (const taken of [sql, 'truncate company_text'])
    await expectRefused(books.owner, { sql: taken, as: 'owner', refusedBy: 'company_text_append_only' });
});
