import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { ACCOUNT, inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  const as = (user: number, sql: string) => inTransactionOf(books.owner, user, () => books.owner.query(sql));
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      insert into bank_header (bank_code, bank_name) values ('BPI', 'Bank of the Islands');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
        values ('BPI CA', 'BPI', 'BPI', '0001', 'CA', '102101');
      insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Supplier', 6), ('P2', 'Another', 6)`),
  );
  // Order 1 of 1,000 pesos is approved, order 2 is a draft; vouchers 11 (600) and 12 (401) name order 1.
  await as(USER.PREPARER, order(1) + order(2) + move(1, 'PO', 'submit', 1, 2, USER.PREPARER));
  await as(USER.CHECKER, move(1, 'PO', 'approve', 2, 3, USER.CHECKER));
  await as(USER.APPROVER_1, move(1, 'PO', 'approve', 3, 7, USER.APPROVER_1));
  await as(USER.PREPARER, voucher(11, 600) + voucher(12, 401));
});
afterAll(() => books.close());

const order = (id: number) => `
  insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php, payee_id)
    overriding system value values (${id}, 'PO', 'PO${id}', ${USER.PREPARER}, 1000, 1000, 1);
  insert into document (id, batch_id, document_type, header_key, total_amount, payee_id)
    overriding system value values (${id}, ${id}, 'PO', 0, 1000, 1);
  insert into purchase_order (document_id, request_date) values (${id}, '2026-03-10');
  insert into purchase_order_line (document_id, line_no, item_description, quantity, unit_cost, total_amount)
    values (${id}, 1, 'Chairs', 4, 250, 1000);`;

const voucher = (id: number, amount: number, payee = 1) => `
  insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php, payee_id)
    overriding system value values (${id}, 'OB', 'T${id}', ${USER.PREPARER}, ${amount}, ${amount}, ${payee});
  insert into document (id, batch_id, document_type, header_key, total_amount, payee_id, bank_id, purchase_order_id)
    overriding system value values (${id}, ${id}, 'OB', 0, ${amount}, ${payee}, 1, 1);
  insert into line (document_id, line_no, account_id, branch_id, department_id, debit_amount, debit_php, credit_amount, credit_php)
    values (${id}, 1, ${ACCOUNT.RENT}, 1, 1, ${amount}, ${amount}, 0, 0), (${id}, 2, ${ACCOUNT.CASH}, 1, null, 0, 0, ${amount}, ${amount});`;

function move(batch: number, type: string, action: string, from: number, to: number, user: number): string {
  return `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      values (${batch}, '${type}', 1, '${action}', ${from}, ${to}, ${user}, 1000, 1, 'So');
    update batch set status = ${to} where id = ${batch};`;
}

const actor = USER.PREPARER;
const submit = (id: number) => move(id, 'OB', 'submit', 1, 2, actor);
/** What the function that counts must refuse, taken out of it. */
const counting = (condition: string) => `
  do $$ begin
    execute replace(pg_get_functiondef('match_order'::regproc), '${condition}', 'if false then');
  end $$`;

it('lets vouchers take no more than was ordered, and counts what they take', async () => {
  await expectAllowed(books.owner, { sql: submit(11), actor });
  await expectHeld(books.owner, {
    sql: submit(11) + submit(12),
    actor,
    refusedBy: 'purchase_order_exceeded',
    without: counting('if taken > ordered.total_amount then'),
  });
  const { rows } = await inTransactionOf(books.owner, actor, async () => {
    await books.owner.query(submit(11));
    return books.owner.query(
      'select status, vouchered_amount from batch b, purchase_order o where b.id = 1 and o.document_id = 1',
    );
  });
  expect(rows).toEqual([{ status: 8, vouchered_amount: '600' }]);
});

it('lets a voucher take from an approved order of its payee only', async () => {
  await expectHeld(books.owner, {
    sql: voucher(13, 10, 2) + submit(13),
    actor,
    refusedBy: 'purchase_order_voucher',
    without: counting(
      'if exists (\n      select from document d join batch b on b.id = d.batch_id\n      where d.purchase_order_id = p_order_id and d.voided_at is null and b.status between 2 and 7\n        and row(d.payee_id, b.currency_id) is distinct from row(ordered.payee_id, ordered.currency_id)\n    ) then',
    ),
  });
  await expectHeld(books.owner, {
    sql: `${voucher(14, 10)} update document set purchase_order_id = 2 where id = 14; ${submit(14)}`,
    actor,
    refusedBy: 'purchase_order_open',
    without: counting('if ordered.status not between 7 and 9 then'),
  });
});

it('is vouchered by its vouchers only', async () => {
  await expectRefused(books.owner, {
    sql: 'update purchase_order set vouchered_amount = 1000 where document_id = 1',
    actor,
    refusedBy: '42501',
  });
  await expectHeld(books.owner, {
    sql: move(1, 'PO', 'match', 8, 9, actor),
    actor,
    refusedBy: 'purchase_order_match',
    without: 'drop trigger purchase_order_match on batch_move; drop trigger purchase_order_match on batch',
  });
});

it('is what its lines add up to, and names a supplier and a line', async () => {
  const asked = move(2, 'PO', 'submit', 1, 2, actor);
  await expectAllowed(books.owner, { sql: asked, actor });
  await expectHeld(books.owner, {
    sql: `delete from purchase_order_line where document_id = 2; ${asked}`,
    actor,
    refusedBy: 'purchase_order_complete',
    without: 'drop trigger purchase_order_complete on batch',
  });
  await expectHeld(books.owner, {
    sql: `update purchase_order_line set quantity = 5, total_amount = 1250 where document_id = 2; ${asked}`,
    actor,
    refusedBy: 'batch_total',
    without: 'drop trigger purchase_order_complete on batch',
  });
  await expectHeld(books.owner, {
    sql: 'update purchase_order_line set total_amount = 1 where document_id = 2',
    actor,
    refusedBy: 'purchase_order_line_total',
    without: 'alter table purchase_order_line drop constraint purchase_order_line_total',
  });
});

it('keeps what was approved', async () => {
  for (const [table, change] of [
    ['purchase_order', 'payment_term = 90'],
    ['purchase_order_line', 'item_description = $$Tables$$'],
  ]) {
    await expectHeld(books.owner, {
      sql: `update ${table} set ${change} where document_id = 1`,
      actor,
      refusedBy: 'batch_frozen',
      without: `drop trigger ${table}_update on ${table}`,
    });
  }
});
