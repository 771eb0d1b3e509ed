import { afterAll, beforeAll, expect, it } from 'vitest';
import { chequeKey } from '@talaan/core/documents/cheque/cheque-number';
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
  await inTransactionOf(books.owner, USER.CHECKER, () => books.owner.query(chequeMove(2, 'printed')));
});
afterAll(() => books.close());

/** A cheque voucher of 1,000 pesos with this id and its cheque, in the given state: Active, For Release or Archived. */
async function given(id: number, number: string, status: 1 | 6 | 20 = 1): Promise<void> {
  await inTransactionOf(books.owner, USER.PREPARER, () => books.owner.query(voucher(id, number) + cheque(id, number)));
  if (status === 1) return;
  await inTransactionOf(books.owner, USER.PREPARER, () =>
    books.owner.query(`
      insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
        values (${id}, 'CV', 1, '${status === 6 ? 'submit' : 'archive'}', 1, ${status}, ${USER.PREPARER}, 1000, 1);
      update batch set status = ${status} where id = ${id};
      ${status === 20 ? chequeMove(id, 'void', "'Archived'") : ''}`),
  );
}

/** The queued cheque of a voucher, in the order in which the register is written: the cheque, and its first move. */
function cheque(id: number, number: string, { bank = 1, state = 'queued', amount = 1000 } = {}): string {
  return `with entered as (
      insert into cheque (bank_id, cheque_number, document_id, cheque_date, amount, state)
        values (${bank}, '${number}', ${id}, '2026-03-10', ${amount}, '${state}') returning id)
    insert into cheque_move (cheque_id, state_to, on_date, user_id)
      select id, '${state}', manila_today(), current_actor() from entered;`;
}

/** A move of the cheque of a voucher: the row that keeps it, and its new state. */
function chequeMove(id: number, to: string, reason = 'null'): string {
  return `insert into cheque_move (cheque_id, state_from, state_to, on_date, reason, user_id)
      select id, state, '${to}', manila_today(), ${reason}, current_actor() from cheque where document_id = ${id};
    update cheque set state = '${to}', state_on = manila_today(), state_reason = ${reason} where document_id = ${id};`;
}

/** Takes away what holds a voucher and its cheque equal. */
const WITHOUT_EQUALITY = ['document', 'batch', 'cheque']
  .map((table) => `drop trigger voucher_has_cheque on ${table};`)
  .join(' ');

function voucher(id: number, number: string, bank = 1): string {
  return `insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php)
      overriding system value values (${id}, 'CV', 'T${id}', ${USER.PREPARER}, 1000, 1000);
    insert into document (id, batch_id, document_type, header_key, document_number, document_date, total_amount, payee_id,
        bank_id, cheque_number)
      overriding system value values (${id}, ${id}, 'CV', 0, 'V${id}', '2026-03-10', 1000, 1, ${bank}, '${number}');
    insert into line (document_id, line_no, account_id, branch_id, department_id, debit_amount, debit_php, credit_amount, credit_php)
      values (${id}, 1, ${ACCOUNT.RENT}, 1, 1, 1000, 1000, 0, 0), (${id}, 2, ${ACCOUNT.CASH}, 1, null, 0, 0, 1000, 1000);
    update batch set row_version = 1 where id = ${id};`;
}

it('has one cheque for each voucher, which says what the voucher says', async () => {
  const submitted = `
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (9, 'CV', 1, 'submit', 1, 6, ${USER.PREPARER}, 1000, 1);
    update batch set status = 6 where id = 9;`;
  const attacks = [
    `${voucher(9, '0000459')} ${submitted}`,
    `${voucher(9, '0000459')} ${cheque(9, '0000458')} ${submitted}`,
    'update cheque set amount = 1 where document_id = 1',
    'delete from cheque where document_id = 1',
    'update document set cheque_number = null where id = 4',
  ];
  for (const sql of attacks) {
    await expectHeld(books.owner, {
      sql,
      actor: USER.PREPARER,
      as: 'owner',
      refusedBy: 'voucher_has_cheque',
      without: WITHOUT_EQUALITY,
    });
  }
  await expectAllowed(books.owner, {
    sql: `${voucher(9, '0000459')} ${cheque(9, '0000459')} ${submitted}`,
    actor: USER.PREPARER,
    as: 'owner',
  });
});

it('leaves no cheque of a voucher that is archived', async () => {
  const archived = `
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (1, 'CV', 1, 'archive', 1, 20, ${USER.PREPARER}, 1000, 1);
    update batch set status = 20 where id = 1;`;
  await expectHeld(books.owner, {
    sql: archived,
    actor: USER.PREPARER,
    refusedBy: 'voucher_has_cheque',
    without: WITHOUT_EQUALITY,
  });
  await expectAllowed(books.owner, { sql: archived + chequeMove(1, 'void', "'Archived'"), actor: USER.PREPARER });
});

it('never uses a number again on an account, also that of a void cheque (INV-24)', async () => {
  const reuse = voucher(9, '0000453') + cheque(9, '0000453');
  await expectHeld(books.owner, {
    sql: reuse,
    actor: USER.PREPARER,
    as: 'owner',
    refusedBy: 'cheque_number_once',
    without: 'drop index cheque_number_once',
  });
  await expectHeld(books.owner, {
    sql: voucher(9, '453') + cheque(9, '453'),
    actor: USER.PREPARER,
    as: 'owner',
    refusedBy: 'cheque_number_once',
    without: 'drop index cheque_number_once',
  });
  await expectAllowed(books.owner, {
    sql: voucher(9, '0000453', 2) + cheque(9, '0000453', { bank: 2, amount: 0 }),
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
  const unnumbered =
    'update document set cheque_number = null where id = 4; update cheque set cheque_number = null where document_id = 4;';
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
      update batch set deleted_at = now() where id = 5;
      delete from cheque where document_id = 5`),
  );
  expect(await free()).toContain('455');
  await expectAllowed(books.owner, {
    sql: voucher(9, '0000455') + cheque(9, '0000455'),
    actor: USER.PREPARER,
    as: 'owner',
  });
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
  for (const change of ["document_date = '2026-03-11'", "cheque_number = '0000999'", 'bank_id = 2']) {
    await expectHeld(books.owner, {
      sql: `${withdrawn} update document set ${change} where id = 2`,
      actor: USER.PREPARER,
      refusedBy: 'cheque_issued',
      without: WITHOUT_EQUALITY,
    });
    await expectHeld(books.owner, {
      sql: `update cheque set ${change.replace('document_date', 'cheque_date')} where document_id = 2`,
      actor: USER.PREPARER,
      refusedBy: 'cheque_issued',
      without: `drop trigger cheque_update on cheque; ${WITHOUT_EQUALITY}`,
    });
  }
  await expectHeld(books.owner, {
    sql: `${withdrawn} update document set payee_id = 2 where id = 2`,
    actor: USER.PREPARER,
    refusedBy: 'cheque_issued',
    without: 'drop trigger document_payee_of_cheque on document',
  });
  await expectHeld(books.owner, {
    sql: `${withdrawn} update line set credit_amount = 900, credit_php = 900 where document_id = 2 and line_no = 2;
      update batch set row_version = row_version where id = 2`,
    actor: USER.PREPARER,
    refusedBy: 'cheque_issued',
    without: WITHOUT_EQUALITY,
  });
  await expectAllowed(books.owner, {
    sql: `${withdrawn} update document set remarks = 'March' where id = 2`,
    actor: USER.PREPARER,
  });
});

it('moves as listed, with a reason, and not before its voucher', async () => {
  const UNJUDGED = 'drop trigger cheque_move_made on cheque_move';
  await expectHeld(books.owner, {
    sql: chequeMove(2, 'cleared'),
    refusedBy: 'cheque_move_listed',
    without: 'alter table cheque_move drop constraint cheque_move_listed',
  });
  for (const [sql, refusedBy] of [
    [chequeMove(1, 'printed'), 'cheque_before_voucher'],
    [chequeMove(2, 'released'), 'cheque_before_voucher'],
    [chequeMove(2, 'stopped', "' '"), 'cheque_reason'],
    [chequeMove(2, 'stopped', "'Lost'").replace('id, state,', "id, 'released',"), 'cheque_moved_meanwhile'],
    [chequeMove(2, 'stopped', "'Lost'").replace('current_actor()', '2'), 'cheque_move_own_name'],
  ] as const) {
    await expectHeld(books.owner, { sql, refusedBy, without: UNJUDGED });
  }
  await expectAllowed(books.owner, { sql: chequeMove(2, 'stopped', "'Lost'") });
  await expectHeld(books.owner, {
    sql: 'delete from cheque where document_id = 2',
    refusedBy: 'cheque_of_voucher_kept',
    without: `drop trigger cheque_kept on cheque; ${WITHOUT_EQUALITY}`,
  });
});

it('is in the state to which its last move brought it, and begins queued', async () => {
  const [move, state] = chequeMove(4, 'printed').split(';') as [string, string];
  const wayOut = (table: string) => `drop trigger cheque_state_moved on ${table}`;
  await expectHeld(books.owner, { sql: move, refusedBy: 'cheque_state_moved', without: wayOut('cheque_move') });
  await expectHeld(books.owner, { sql: state, refusedBy: 'cheque_state_moved', without: wayOut('cheque') });
  await expectHeld(books.owner, {
    sql: voucher(9, '0000459') + cheque(9, '0000459', { state: 'printed' }),
    as: 'owner',
    refusedBy: 'cheque_starts_queued',
    without: 'drop trigger cheque_insert on cheque',
  });
});

it('keeps what happened to a cheque', async () => {
  await expectHeld(books.owner, {
    sql: 'delete from cheque_move',
    as: 'owner',
    refusedBy: 'cheque_move_append_only',
    without: 'drop trigger cheque_move_append_only on cheque_move',
  });
  for (const sql of [
    'delete from cheque_move',
    'update cheque set document_id = 1',
    'update cheque set state_by = 1',
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
    books.owner.query(
      chequeMove(9, 'printed') + move('release', 6, 7) + chequeMove(9, 'released') + chequeMove(9, 'cleared'),
    ),
  );
  await expectHeld(books.owner, {
    sql: move('void', 7, 20),
    actor: USER.CHECKER,
    refusedBy: 'cheque_cleared',
    without: WITHOUT_EQUALITY,
  });
});

it.each([
  ['a payee outside the page', 'left_mm = 150, top_mm = 44', 'payee', 'cheque_layout_inside'],
  ['figures on the payee', 'left_mm = 100', 'figures', 'cheque_layout_overlap'],
  ['a payee on the code line', 'left_mm = 0, top_mm = 56', 'payee', 'cheque_layout_code_line'],
  ['a date without room for its digits', 'field_width = 31', 'date', 'cheque_layout_date'],
  ['no place for the words', null, 'words', 'cheque_layout_complete'],
])('prints no cheque with %s', async (_, change, field, refusedBy) => {
  const where = `where layout_id = 1 and field = '${field}'`;
  await expectHeld(books.owner, {
    sql:
      change === null
        ? `delete from cheque_layout_field ${where}`
        : `update cheque_layout_field set ${change} ${where}`,
    refusedBy,
    without: 'drop trigger cheque_layout_checked on cheque_layout_field',
  });
});

it('takes a field moved on a free place, and the whole layout with its fields away', async () => {
  await expectAllowed(books.owner, {
    sql: `update cheque_layout_field set top_mm = 2, left_mm = 100 where layout_id = 1 and field = 'document_no'`,
  });
});

it.each([
  [
    'moves a field of a cheque',
    `update cheque_layout_field set top_mm = 26 where field = 'payee'`,
    'cheque_layout_field',
    'second_person',
  ],
  [
    'takes the place of a field away',
    `delete from cheque_layout_field where field = 'signature_2'`,
    'cheque_layout_field',
    'second_person',
  ],
  [
    'brings a layout',
    `insert into cheque_layout (layout_name, width_mm, height_mm) values ('Own', 200, 80)`,
    'cheque_layout',
    'second_person',
  ],
  ['makes the stock another one', 'update cheque_layout set width_mm = 210', 'cheque_layout', 'second_person'],
  [
    'writes the cheques of an account on another stock',
    'update bank set cheque_layout_id = 20 where id = 1',
    'bank',
    'second_person_cheques',
  ],
  [
    'takes the crossing away',
    'update bank set cheques_crossed = 1 - cheques_crossed where id = 1',
    'bank',
    'second_person_cheques',
  ],
])('nobody %s alone', async (_, sql, table, trigger) => {
  const two = `insert into cheque_layout (id, layout_name, width_mm, height_mm) overriding system value values (20, 'Other', 200, 80);
    update setting set value = '{"bank_details": true}' where key = 'four_eyes';`;
  await inTransactionOf(books.owner, 'system', () => books.owner.query(two));
  await expectHeld(books.owner, {
    sql,
    refusedBy: 'second_person_needed',
    without: `drop trigger ${trigger} on ${table}`,
    actor: USER.ADMIN,
  });
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`update setting set value = '{"bank_details": false}' where key = 'four_eyes';
      delete from cheque_layout where id = 20`),
  );
  await expectAllowed(books.owner, { sql: sql.replace('= 20 ', '= 1 '), actor: USER.ADMIN });
});

it('an offset is one’s own and small: the payee is not moved from his place by it', async () => {
  const offset = (user: number, x: number, y = 0) =>
    `insert into cheque_offset (layout_id, user_id, printer_name, x_mm, y_mm) values (1, ${user}, 'EPSON', ${x}, ${y})`;
  await expectHeld(books.owner, {
    sql: offset(USER.PREPARER, 1),
    actor: USER.CHECKER,
    refusedBy: 'cheque_offset_own',
    without: 'drop trigger cheque_offset_own on cheque_offset',
  });
  await expectHeld(books.owner, {
    sql: offset(USER.CHECKER, 5.5),
    actor: USER.CHECKER,
    refusedBy: 'cheque_offset_across',
    without: 'alter table cheque_offset drop constraint cheque_offset_across',
  });
  await expectHeld(books.owner, {
    sql: offset(USER.CHECKER, 0, -5.5),
    actor: USER.CHECKER,
    refusedBy: 'cheque_offset_down',
    without: 'alter table cheque_offset drop constraint cheque_offset_down',
  });
  await expectAllowed(books.owner, { sql: offset(USER.CHECKER, -1.5), actor: USER.CHECKER });
});

it('a leaf that was printed is spoiled by a second person, and printed once', async () => {
  const spoil = chequeMove(2, 'spoiled', "'Torn'");
  await expectHeld(books.owner, {
    sql: spoil,
    actor: USER.CHECKER,
    refusedBy: 'cheque_spoil_second_person',
    without: 'drop trigger cheque_spoil_second_person on cheque_move',
  });
  await expectAllowed(books.owner, { sql: spoil, actor: USER.ADMIN });
  await expectRefused(books.owner, {
    sql: chequeMove(2, 'printed'),
    actor: USER.ADMIN,
    refusedBy: 'cheque_move_listed',
  });
});

/** A run of the leaf of a voucher, on this account. */
const run = (id: number, bank = 1) => `
  insert into paper_content (hash, content) values (sha256('{}'), '{}') on conflict do nothing;
  with run as (
    insert into cheque_run (bank_id, layout_id, layout_version, content_hash) values (${bank}, 1, 1, sha256('{}')) returning id)
  insert into cheque_run_leaf (run_id, place, cheque_id) select run.id, 1, c.id from run, cheque c where c.document_id = ${id};`;
const misprint = "update cheque_run_leaf set misprint = 'Torn';";

it('a run holds each leaf once, of its account and just printed by its person', async () => {
  const printed = chequeMove(4, 'printed');
  await expectHeld(books.owner, {
    sql: printed + run(4) + run(4),
    actor: USER.CHECKER,
    refusedBy: 'cheque_run_leaf_once',
    without: 'alter table cheque_run_leaf drop constraint cheque_run_leaf_once',
  });
  const unchecked = 'drop trigger cheque_run_leaf_checked on cheque_run_leaf';
  for (const [sql, actor] of [
    [run(4), USER.CHECKER],
    [printed + run(4, 2), USER.CHECKER],
    [run(2), USER.ADMIN],
  ] as const) {
    await expectHeld(books.owner, { sql, actor, refusedBy: 'cheque_run_leaf_printed', without: unchecked });
  }
  for (const sql of [
    'insert into cheque_run (bank_id, layout_id, layout_version, content_hash, printed_by) values (1, 1, 1, sha256($$$$), 1)',
    'update cheque_run set printed_by = 1',
    'update cheque_run_leaf set cheque_id = 1',
    'delete from cheque_run_leaf',
    'delete from cheque_run',
  ]) {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  }
  const released = `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (4, 'CV', 1, 'release', 6, 7, ${USER.CHECKER}, 1000, 1);
    update batch set status = 7 where id = 4; ${chequeMove(4, 'released')}`;
  await expectHeld(books.owner, {
    sql: printed + run(4) + released + misprint,
    actor: USER.CHECKER,
    refusedBy: 'cheque_run_leaf_kept',
    without: unchecked,
  });
  await expectHeld(books.owner, {
    sql: printed + run(4) + misprint + released,
    actor: USER.CHECKER,
    refusedBy: 'cheque_misprinted',
    without: 'drop trigger cheque_next_leaf on cheque_move',
  });
  await expectAllowed(books.owner, { sql: printed + run(4) + released, actor: USER.CHECKER });
});

it('nobody alone prints a leaf, takes it back and gives its voucher the next one', async () => {
  const next = `update document set cheque_number = null where id = 2; ${chequeMove(2, 'replaced')}
    with entered as (
      insert into cheque (bank_id, document_id, cheque_date, amount, state, replaces_id)
        select 1, 2, '2026-03-10', 1000, 'queued', id from cheque where document_id = 2 returning id)
    insert into cheque_move (cheque_id, state_to, on_date, user_id) select id, 'queued', manila_today(), current_actor() from entered;`;
  for (const state of ['stopped', 'void']) {
    const taken = chequeMove(2, state, "'Lost'");
    await expectHeld(books.owner, {
      sql: taken + next,
      actor: USER.CHECKER,
      refusedBy: 'cheque_replace_second_person',
      without: 'drop trigger cheque_next_leaf on cheque_move',
    });
    await expectAllowed(books.owner, { sql: taken + next, actor: USER.ADMIN });
  }
});

it('prints no cheque of a voucher that does not stand', async () => {
  await expectHeld(books.owner, {
    sql: chequeMove(3, 'printed'),
    refusedBy: 'cheque_move_listed',
    without: `alter table cheque_move drop constraint cheque_move_listed; ${WITHOUT_EQUALITY}`,
  });
});

it('what the bank paid against the register is an alarm that everybody responsible is told, and that another person settles', async () => {
  const spoiled = chequeMove(2, 'spoiled', "'Torn'");
  const alarm = (id: number, on = 'manila_today()') =>
    `insert into cheque_alarm (cheque_id, cleared_on) select id, ${on} from cheque where document_id = ${id};`;
  const settle = "update cheque_alarm set settlement = 'The bank gave it back';";
  const unchecked = 'drop trigger cheque_alarm_checked on cheque_alarm';
  // No move leads from what came to nothing to what the bank has paid.
  await expectHeld(books.owner, {
    sql: chequeMove(3, 'cleared'),
    refusedBy: 'cheque_move_listed',
    without: `alter table cheque_move drop constraint cheque_move_listed; ${WITHOUT_EQUALITY}`,
  });
  await expectHeld(books.owner, {
    sql: alarm(4),
    refusedBy: 'cheque_alarm_state',
    without: `${unchecked}; alter table cheque_alarm alter state set default 'void'`,
  });
  await expectHeld(books.owner, {
    sql: alarm(3, 'manila_today() + 1'),
    refusedBy: 'cheque_alarm_day',
    without: `${unchecked}; alter table cheque_alarm alter state set default 'void'`,
  });
  await inTransactionOf(books.owner, USER.ADMIN, () => books.owner.query(spoiled));
  await inTransactionOf(books.owner, USER.CHECKER, () => books.owner.query(alarm(2)));
  const { rows } = await books.owner.query(`
    select n.user_id, u.sper_user from notification n join app_user u on u.id = n.user_id where n.cheque_alarm_id is not null`);
  expect(rows).toEqual([{ user_id: USER.ADMIN, sper_user: 1 }]);
  await expectHeld(books.owner, {
    sql: alarm(2),
    refusedBy: 'cheque_alarm_once',
    without: 'drop index cheque_alarm_once',
  });
  // Neither who reported and printed it, nor who spoiled it.
  for (const actor of [USER.CHECKER, USER.ADMIN]) {
    await expectHeld(books.owner, {
      sql: settle,
      actor,
      refusedBy: 'cheque_alarm_second_person',
      without: `${unchecked};
      create function settled() returns trigger language plpgsql as 'begin new.settled_at := now(); return new; end';
      create trigger settled before update on cheque_alarm for each row execute function settled()`,
    });
  }
  await expectHeld(books.owner, {
    sql: `${settle} update cheque_alarm set settlement = 'Nothing'`,
    actor: USER.APPROVER_1,
    refusedBy: 'cheque_alarm_settled',
    without: `${unchecked}; alter table cheque_alarm drop constraint cheque_alarm_settlement`,
  });
  await expectRefused(books.owner, {
    sql: `update cheque_alarm set settlement = ' '`,
    actor: USER.APPROVER_1,
    refusedBy: 'cheque_alarm_settlement',
  });
  await expectHeld(books.owner, {
    sql: `with leaf as (insert into cheque (bank_id, cheque_number, state, state_reason) values (1, '77', 'stopped', 'Lost') returning id)
        insert into cheque_move (cheque_id, state_to, on_date, reason, user_id)
          select id, 'stopped', manila_today(), 'Lost', current_actor() from leaf;
      insert into cheque_alarm (cheque_id, cleared_on) select id, manila_today() from cheque where cheque_number = '77';
      delete from cheque where cheque_number = '77'`,
    refusedBy: 'cheque_alarm_cheque',
    without: 'alter table cheque_alarm drop constraint cheque_alarm_cheque',
  });
  for (const sql of ['delete from cheque_alarm', 'update cheque_alarm set reported_by = 1']) {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
  }
  await expectAllowed(books.owner, { sql: settle, actor: USER.APPROVER_1 });
});
