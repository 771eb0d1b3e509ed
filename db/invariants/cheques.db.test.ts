import { afterAll, beforeAll, expect, it } from 'vitest';
import { chequeKey } from '@talaan/core/documents/cheque-number';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { ACCOUNT, inTransactionOf, openBooks, payment, postSql, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      insert into bank_header (bank_code, bank_name) values ('BPI', 'Bank of the Islands');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
        values ('BPI CA', 'BPI', 'BPI', '0001', 'CA', '102101'), ('BPI CA 2', 'BPI', 'BPI', '0002', 'CA', '109999');
      insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Lessor', 2), ('P2', 'Other', 2);
      insert into setting (key, value) values ('approval_required', '{"CV": false}'), ('review_stage', '{"CV": false}')
        on conflict (key) do update set value = excluded.value`),
  );
  await given(1, '0000451');
  await given(2, '0000452', 6);
  await given(3, '0000453', 20);
  await given(4, '0000454', 6);
  await inTransactionOf(books.owner, USER.CHECKER, () =>
    books.owner.query(`update cheque set state = 'printed' where document_id = 2`),
  );
});
afterAll(() => books.close());

/** A cheque voucher of 1,000 pesos with this id, in the given state: Active, For Release or Archived. */
async function given(id: number, number: string, status: 1 | 6 | 20 = 1): Promise<void> {
  await inTransactionOf(books.owner, USER.PREPARER, () => books.owner.query(voucher(id, number)));
  if (status === 1) return;
  await inTransactionOf(books.owner, USER.PREPARER, () =>
    books.owner.query(`
      insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
        values (${id}, 'CV', 1, '${status === 6 ? 'submit' : 'archive'}', 1, ${status}, ${USER.PREPARER}, 1000, 1);
      update batch set status = ${status} where id = ${id}`),
  );
}

function voucher(id: number, number: string): string {
  return `insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php)
      overriding system value values (${id}, 'CV', 'T${id}', ${USER.PREPARER}, 1000, 1000);
    insert into document (id, batch_id, document_type, header_key, document_number, document_date, total_amount, payee_id,
        bank_id, cheque_number)
      overriding system value values (${id}, ${id}, 'CV', 0, 'V${id}', '2026-03-10', 1000, 1, 1, '${number}');
    insert into line (document_id, line_no, account_id, branch_id, department_id, debit_amount, debit_php, credit_amount, credit_php)
      values (${id}, 1, ${ACCOUNT.RENT}, 1, 1, 1000, 1000, 0, 0), (${id}, 2, ${ACCOUNT.CASH}, 1, null, 0, 0, 1000, 1000);
    update batch set row_version = 1 where id = ${id};`;
}

it('has a cheque for each voucher, with what the bank pays', async () => {
  const { rows } = await books.owner.query(
    `select document_id::int, cheque_number, amount::text, state from cheque order by document_id`,
  );
  expect(rows).toEqual([
    { document_id: 1, cheque_number: '0000451', amount: '1000', state: 'queued' },
    { document_id: 2, cheque_number: '0000452', amount: '1000', state: 'printed' },
    { document_id: 3, cheque_number: '0000453', amount: '1000', state: 'void' },
    { document_id: 4, cheque_number: '0000454', amount: '1000', state: 'queued' },
  ]);
});

it('never uses a number again on an account, also that of a void cheque (INV-24)', async () => {
  const reuse = `update document set cheque_number = null where id = 3; ${voucher(9, '0000453')}`;
  await expectHeld(books.owner, {
    sql: reuse,
    actor: USER.PREPARER,
    as: 'owner',
    refusedBy: 'cheque_number_once',
    without: 'drop index cheque_number_once',
  });
  await expectHeld(books.owner, {
    sql: voucher(9, '453'),
    actor: USER.PREPARER,
    refusedBy: 'cheque_number_once',
    without: 'drop index cheque_number_once',
  });
  await expectAllowed(books.owner, {
    sql: reuse.replace("1, 1, '0000453'", "1, 2, '0000453'"),
    actor: USER.PREPARER,
    as: 'owner',
  });
});

it('knows the same cheques as the core, whatever zeros stand in front', async () => {
  const numbers = ['0009001', '9001', '0009 001', '9-001', '000', 'a-0001', 'A0001', '00A1', '90010'];
  const { rows } = await books.owner.query('select cheque_key(n) as key from unnest($1::text[]) n', [numbers]);
  expect(rows.map((row) => row.key)).toEqual(numbers.map(chequeKey));
});

it('brings a voucher to 7, and into the ledger, with the number of its cheque only', async () => {
  const unnumbered = 'update document set cheque_number = null where id = 4;';
  const release = `
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (4, 'CV', 1, 'release', 6, 7, ${USER.PREPARER}, 1000, 1);
    update batch set status = 7 where id = 4;`;
  const post = postSql({
    document_id: '4',
    document_type: 'CV',
    module: 'disbursement',
    lines: payment('1000'),
  });
  const withoutBatch = 'drop trigger batch_cheque_numbers on batch;';
  await expectHeld(books.owner, {
    sql: unnumbered + release,
    actor: USER.PREPARER,
    refusedBy: 'cheque_number_missing',
    without: withoutBatch,
  });
  await expectHeld(books.owner, {
    sql: `${unnumbered} ${release} ${post}`,
    actor: USER.PREPARER,
    refusedBy: 'cheque_number_missing',
    without: `${withoutBatch} drop trigger journal_entry_cheque_number on journal_entry`,
  });
  await expectHeld(books.owner, {
    sql: `${release} ${unnumbered} ${post}`,
    actor: USER.PREPARER,
    refusedBy: 'cheque_number_missing',
    without: 'drop trigger journal_entry_cheque_number on journal_entry',
  });
  await expectAllowed(books.owner, { sql: release + post, actor: USER.PREPARER });
});

it('gives the leaf of a deleted draft back, one on paper never', async () => {
  await books.owner.query(`insert into cheque_book (bank_id, first_number, last_number) values (1, '451', '460')`);
  const free = async () =>
    (await books.owner.query('select cheque_number from free_cheque_numbers(1, 10)')).rows.map(
      (row) => row.cheque_number,
    );
  expect(await free()).toEqual(['455', '456', '457', '458', '459', '460']);
  await given(5, '0000455');
  expect(await free()).not.toContain('455');
  await inTransactionOf(books.owner, USER.PREPARER, () =>
    books.owner.query(`
      insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
        values (5, 'CV', 1, 'delete', 1, 1, ${USER.PREPARER}, 1000, 1);
      update batch set deleted_at = now() where id = 5`),
  );
  expect(await free()).toContain('455');
  await expectAllowed(books.owner, { sql: voucher(9, '0000455'), actor: USER.PREPARER });
});

it('has a leaf on stock once, whatever zeros stand in front', async () => {
  await expectHeld(books.owner, {
    sql: `insert into cheque_book (bank_id, first_number, last_number) values (2, '0000451', '0000500'), (2, '451', '470')`,
    refusedBy: 'cheque_book_overlap',
    without: 'alter table cheque_book drop constraint cheque_book_overlap',
  });
});

it('holds what a printed cheque says', async () => {
  const withdrawn = `
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      values (2, 'CV', 1, 'withdraw', 6, 1, ${USER.PREPARER}, 1000, 1, 'Wrong date');
    update batch set status = 1 where id = 2;`;
  for (const change of ["document_date = '2026-03-11'", "cheque_number = '0000999'", 'bank_id = 2', 'payee_id = 2']) {
    await expectHeld(books.owner, {
      sql: `${withdrawn} update document set ${change} where id = 2`,
      actor: USER.PREPARER,
      refusedBy: 'cheque_issued',
      without: 'drop trigger document_cheque_update on document',
    });
  }
  await expectHeld(books.owner, {
    sql: `${withdrawn} update line set credit_amount = 900, credit_php = 900 where document_id = 2 and line_no = 2;
      update batch set row_version = row_version where id = 2`,
    actor: USER.PREPARER,
    refusedBy: 'cheque_issued',
    without: 'drop trigger batch_cheques on batch',
  });
  await expectAllowed(books.owner, {
    sql: `${withdrawn} update document set remarks = 'March' where id = 2`,
    actor: USER.PREPARER,
  });
});

it('moves as listed, with a reason, and not before its voucher', async () => {
  const move = (state: string, id: number, reason = 'null') =>
    `update cheque set state = '${state}', state_reason = ${reason} where document_id = ${id}`;
  const NO_CHECK = 'drop trigger cheque_update on cheque';
  await expectHeld(books.owner, { sql: move('cleared', 2), refusedBy: 'cheque_move_listed', without: NO_CHECK });
  await expectHeld(books.owner, { sql: move('printed', 1), refusedBy: 'cheque_before_voucher', without: NO_CHECK });
  await expectHeld(books.owner, { sql: move('released', 2), refusedBy: 'cheque_before_voucher', without: NO_CHECK });
  await expectHeld(books.owner, { sql: move('stopped', 2, "' '"), refusedBy: 'cheque_reason', without: NO_CHECK });
  await expectAllowed(books.owner, { sql: move('stopped', 2, "'Lost'") });
  await expectHeld(books.owner, {
    sql: 'delete from cheque where document_id = 2',
    refusedBy: 'cheque_of_voucher_kept',
    without: 'drop trigger cheque_kept on cheque',
  });
});

it('keeps what happened to a cheque, and lets nobody write what a cheque says', async () => {
  await expectHeld(books.owner, {
    sql: 'delete from cheque_move',
    as: 'owner',
    refusedBy: 'cheque_move_append_only',
    without: 'drop trigger cheque_move_append_only on cheque_move',
  });
  for (const sql of [
    'update cheque set amount = 1',
    "insert into cheque (bank_id, document_id, cheque_date) values (1, 1, '2026-03-10')",
    "insert into cheque_move (cheque_id, state_to, on_date) values (1, 'cleared', '2026-03-10')",
    'select follow_voucher(1)',
  ]) {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  }
});

it.each([
  ['account', `status = 0 where id = ${ACCOUNT.RENT}`],
  ['branch', 'brnc_stat = 0 where id = 1'],
  ['department', 'dept_status = 0 where id = 1'],
  ['payee', 'status = 0 where id = 1'],
  ['bank', 'status = 0 where id = 1'],
])('keeps the %s in use that an approved cheque needs on its day', async (table, change) => {
  const released = (status: number) => `set local session_replication_role = replica;
    update batch set is_pdc = 1, status = ${status} where id = 2;
    set local session_replication_role = origin;
    update ${table} set ${change};`;
  await expectHeld(books.owner, {
    sql: released(7),
    as: 'owner',
    refusedBy: 'needed_by_post_dated',
    without: `drop trigger needed_by_post_dated on ${table}`,
  });
  await expectAllowed(books.owner, { sql: released(20), as: 'owner' });
});

it('keeps a voucher whose cheque the bank has paid', async () => {
  await given(9, '0000459', 6);
  const move = (action: string, from: number, to: number) => `
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      values (9, 'CV', 1, '${action}', ${from}, ${to}, ${USER.CHECKER}, 1000, 1, 'test');
    update batch set status = ${to} where id = 9;`;
  await inTransactionOf(books.owner, USER.CHECKER, () =>
    books.owner.query(`update cheque set state = 'printed' where document_id = 9; ${move('release', 6, 7)}
      update cheque set state = 'cleared' where document_id = 9`),
  );
  await expectHeld(books.owner, {
    sql: move('void', 7, 20),
    actor: USER.CHECKER,
    refusedBy: 'cheque_cleared',
    without: 'drop trigger batch_cheques on batch',
  });
});
