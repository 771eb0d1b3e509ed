/** What a company brings from its old books: into empty books, once, by two persons, and just what was given. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from '../attack.ts';
import { ACCOUNT, inTransactionOf, openBooks, USER, type Books } from '../sample-books.ts';

const { PREPARER, CHECKER, APPROVER_1 } = USER;
const AS_OF = '2026-02-28';
const AR = "(select id from account where role = 'AR')";
const OPENING = "(select id from account where role = 'OPENING')";

let books: Books;
beforeAll(async () => {
  books = await openBooks({ postsApprovedLines: true });
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      update setting set value = value || '{"JE": false}' where key in ('approval_required', 'review_stage');
      insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, currency_id, role) values
        ('103010', 'Receivables', 'S', 'B', 'A', 1, 'AR'), ('301080', 'Opening balances', 'S', 'B', 'C', 1, 'OPENING');
      insert into number_series (kind, series_from, series_to) values ('bi', 501, 9999999);
      insert into billing_service (billing_service_name) values ('FEE');
      insert into bank_header (bank_code, bank_name) values ('BPI', 'BPI');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code) values ('CA', 'BPI', 'BPI', '1', 'CA', '102101');
      insert into payee (payee_code, payee_desc, payee_type) values ('C1', 'Customer', 6)`),
  );
  await inTransactionOf(books.owner, PREPARER, () => books.owner.query(prepared));
});
afterAll(() => books.close());

const upload = (kind: string) => `
  insert into moving_in_file (moving_in_id, kind, file_name, sha256, row_count) values (1, '${kind}', '${kind}.csv', sha256('${kind}'), 1);`;
/** Cash 100.00, receivable 50.00, payable 150.00, and a cheque of 10.00 that is out. */
const prepared = `
  insert into moving_in (move_name, as_of, branch_id) values ('Old books', '${AS_OF}', 1);
  ${upload('balances')} ${upload('invoices')}
  insert into moving_in_row (file_id, row_no, account_id, branch_id, debit, credit) values
    (1, 2, ${ACCOUNT.CASH}, 1, 100, 0), (1, 3, ${AR}, 1, 50, 0), (1, 4, ${ACCOUNT.PAYABLE}, 1, 0, 150);
  update moving_in set state = 'ready' where id = 1;`;
const confirm = "update moving_in set state = 'confirmed' where id = 1;";

const LAST = { batch: '(select max(id) from batch)', document: '(select max(id) from document)' };
const move = (action: string, from: number, to: number, by: number = CHECKER) => `
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    select id, document_type, 1, '${action}', ${from}, ${to}, ${by}, total_amount, 1, 'x' from batch where id = ${LAST.batch};
  update batch set status = ${to} where id = ${LAST.batch};`;
const post = `select post_entries(array[${LAST.document}]);`;
const batch = (type: string, amount: number, of: string, by: number = CHECKER) => `
  insert into batch (document_type, batch_number, prepared_by, document_date, total_amount, amount_php, payee_id, moving_in_id)
    values ('${type}', gen_random_uuid()::text, ${by}, '${AS_OF}', ${amount}, ${amount}, ${type === 'BI' ? 1 : 'null'}, ${of});`;
const lines = (debit: string, credit: string, amount: number, tags: readonly [string, string] = ['', '']) => `
  insert into line (document_id, line_no, account_id, payee_id, branch_id, debit_amount, debit_php, credit_amount, credit_php, remarks) values
    (${LAST.document}, 1, ${debit}, ${tags[0] ? 1 : 'null'}, 1, ${amount}, ${amount}, 0, 0, '${tags[0]}'),
    (${LAST.document}, 2, ${credit}, ${tags[0] ? 1 : 'null'}, 1, 0, 0, ${amount}, ${amount}, '${tags[1]}');`;
const document = (type: string, amount: number, number: string) => `
  insert into document (batch_id, document_type, header_key, document_date, total_amount, payee_id, document_number)
    values (${LAST.batch}, '${type}', 0, '${AS_OF}', ${amount}, ${type === 'BI' ? 1 : 'null'}, '${number}');`;
const journal = (debit: string, credit: string, amount: number, of = '1') =>
  `${batch('JE', amount, of)}${document('JE', amount, `JE-${debit.length}-${credit.length}-${amount}`)}${lines(debit, credit, amount)}`;
const invoice = ({ of = '1', number = 'SI-9', opening = 1, tag = 'Opening Amount' } = {}) => `
  ${batch('BI', 50, of)}${document('BI', 50, number)}
  insert into billing (document_id, payment_term, due_date, opening, billed_on, original_amount)
    values (${LAST.document}, 30, '2025-12-30', ${opening}, ${opening ? "'2025-11-30', 80" : 'null, null'});
  insert into billing_service_line (document_id, line_no, vat, total_amount) values (${LAST.document}, 1, 1, 50);
  ${lines(AR, OPENING, 50, ['Total Amount', tag])}`;
const accept = move('accept', 1, 7) + post;
const item = `
  insert into opening_item (moving_in_id, kind, bank_id, payee_id, currency_id, number_text, on_date, amount)
    values (1, 'cheque', 1, 1, 1, '1001', '2026-02-20', 10);`;
const cheque = (amount = 10, state = 'released') => `
  insert into cheque (bank_id, cheque_number, state, cheque_date, amount, opening_item_id)
    values (1, '1001', '${state}', '2026-02-20', ${amount}, (select max(id) from opening_item));
  insert into cheque_move (cheque_id, state_to, on_date, user_id) select id, state, state_on, ${CHECKER} from cheque;`;
const CASH = journal(String(ACCOUNT.CASH), OPENING, 100) + accept;
const PAYABLE = journal(OPENING, String(ACCOUNT.PAYABLE), 150) + accept;
const whole = `${confirm}${CASH}${PAYABLE}${invoice()}${accept}${item}${cheque()}`;
const CHECKED = 'set constraints all immediate; set constraints all deferred;';
const checker = { actor: CHECKER } as const;

it('posts what was given, when somebody confirms who prepared and uploaded none of it', async () => {
  await expectAllowed(books.owner, { ...checker, sql: whole });
});

describe('nobody brings balances alone', () => {
  it('by confirming what he prepared, said to be ready, or uploaded', async () => {
    await expectRefused(books.owner, { actor: PREPARER, sql: confirm, refusedBy: 'moving_in_own_file' });
    const returned = "update moving_in set state = 'preparing' where id = 1;";
    const second = `set local talaan.user_id = '${CHECKER}';`;
    const third = `set local talaan.user_id = '${APPROVER_1}';`;
    // Somebody else says that it is ready, and confirms.
    await expectRefused(books.owner, {
      actor: PREPARER,
      sql: `${returned}${second} update moving_in set state = 'ready' where id = 1; ${confirm}`,
      refusedBy: 'moving_in_second_person',
    });
    // One of the files was uploaded by him, and replaced since.
    const replaced = `update moving_in_file set replaced_at = now() where kind = 'invoices'; ${upload('invoices')}`;
    await expectRefused(books.owner, {
      actor: PREPARER,
      sql: `${returned}${second}${replaced}${third}${replaced} update moving_in set state = 'ready' where id = 1; ${second}${confirm}`,
      refusedBy: 'moving_in_own_file',
    });
    for (const column of ['confirmed_by', 'prepared_by', 'ready_by'])
      await expectRefused(books.owner, {
        ...checker,
        sql: `update moving_in set ${column} = ${APPROVER_1} where id = 1`,
        refusedBy: '42501',
      });
  });

  it('by typing an opening invoice or balance, or slipping one into a move', async () => {
    for (const of of ['null', '1'])
      await expectRefused(books.owner, {
        ...checker,
        sql: `${journal('2', OPENING, 100, of)}${accept}`,
        refusedBy: of === '1' ? 'batch_moving_in' : 'accept_allowed',
      });
    await expectHeld(books.owner, {
      ...checker,
      sql: invoice({ of: 'null', number: 'SI-9' }).replace("'SI-9'", 'null'),
      refusedBy: 'billing_opening',
      without: 'drop trigger billing_opening on billing',
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: confirm + invoice({ opening: 0 }),
      refusedBy: 'billing_opening',
    });
    await expectHeld(books.owner, {
      ...checker,
      sql: `${batch('JE', 1, 'null')} update batch set moving_in_id = 1 where id = ${LAST.batch};`,
      refusedBy: 'batch_moving_in',
      without: 'drop trigger batch_moving_in_kept on batch',
    });
    await expectRefused(books.owner, { ...checker, sql: item, refusedBy: 'opening_item_move' });
  });
});

describe('what is posted is what was given', () => {
  it('account by account', async () => {
    const without = 'drop trigger moving_in_whole on moving_in';
    const refusedBy = 'moving_in_whole';
    for (const sql of [
      `${confirm}${CASH}${PAYABLE}`,
      `${whole}${journal(String(ACCOUNT.CASH), OPENING, 1)}${accept}`,
      `${whole}${journal(String(ACCOUNT.CASH), String(ACCOUNT.PAYABLE), 1)}`,
    ])
      await expectHeld(books.owner, { ...checker, sql, refusedBy, without });
  });

  it('an invoice of what is open, under its old number, which is none of ours', async () => {
    await expectRefused(books.owner, {
      ...checker,
      sql: `${confirm}${invoice({ tag: 'Income Amount' })}${accept}`,
      refusedBy: 'billing_lines_agree',
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: confirm + invoice({ number: 'BI-HOB0000501' }),
      refusedBy: 'opening_number_own',
    });
    await expectAllowed(books.owner, {
      ...checker,
      sql: `${confirm}${invoice({ number: 'BI-HOB0000500' })}${accept}${CASH}${PAYABLE}`,
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: `${whole} update billing set billed_on = '2026-01-01'`,
      as: 'owner',
      refusedBy: 'billing_opening',
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: `${confirm}${invoice()} update billing set original_amount = null where opening = 1`,
      as: 'owner',
      refusedBy: 'billing_opening',
    });
  });

  it('a cheque as its item says, which stays in the register and leaves for no voucher', async () => {
    for (const given of [cheque(11), cheque(10, 'stopped')])
      await expectRefused(books.owner, { ...checker, sql: confirm + item + given, refusedBy: 'cheque_of_opening' });
    await expectRefused(books.owner, {
      ...checker,
      sql: `${whole} delete from cheque where opening_item_id is not null`,
      refusedBy: 'cheque_of_voucher_kept',
    });
    const to = (from: string, state: string) => `
      insert into cheque_move (cheque_id, state_from, state_to, on_date, reason, user_id)
        select id, '${from}', '${state}', manila_today(), 'x', ${CHECKER} from cheque where opening_item_id is not null;
      update cheque set state = '${state}', state_on = manila_today(), state_reason = 'x' where opening_item_id is not null;`;
    await expectAllowed(books.owner, {
      ...checker,
      sql: whole + to('released', 'stopped') + to('stopped', 'released'),
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: `${whole} update opening_item set amount = 11`,
      as: 'owner',
      refusedBy: 'opening_item_stands',
    });
  });
});

describe('once, into empty books', () => {
  it('one move at a time, of a day that has come', async () => {
    const another = `insert into moving_in (move_name, as_of, branch_id) values ('Another', '${AS_OF}', 1)`;
    await expectHeld(books.owner, {
      ...checker,
      sql: another,
      refusedBy: 'moving_in_open',
      without: 'drop index moving_in_open',
    });
    await expectAllowed(books.owner, {
      ...checker,
      sql: `update moving_in set state = 'discarded' where id = 1; ${another}`,
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: another.replace(AS_OF, '2098-01-01'),
      refusedBy: 'moving_in_day',
    });
  });

  it('its rows and files stand once it is ready, and it ends once', async () => {
    const refusedBy = 'moving_in_row_stands';
    for (const [sql, table, event] of [
      ['delete from moving_in_row', 'moving_in_row', 'delete'],
      ['insert into moving_in_row (file_id, row_no) values (1, 99)', 'moving_in_row', 'insert'],
      [upload('cheques'), 'moving_in_file', 'insert'],
      ['update moving_in_file set replaced_at = now()', 'moving_in_file', 'update'],
    ] as const)
      await expectHeld(books.owner, {
        ...checker,
        sql,
        refusedBy,
        without: `drop trigger moving_in_row_stands_${event} on ${table}`,
      });
    await expectRefused(books.owner, {
      ...checker,
      sql: `${whole} update moving_in_row set debit = 1 where row_no = 2`,
      as: 'owner',
      refusedBy,
    });
    for (const state of ['discarded', 'preparing', 'confirmed'])
      await expectRefused(books.owner, {
        ...checker,
        sql: `${whole}${CHECKED} update moving_in set state = '${state}' where id = 1`,
        refusedBy: 'moving_in_stands',
      });
    await expectRefused(books.owner, {
      ...checker,
      sql: "update moving_in set state = 'preparing' where id = 1; update moving_in set state = 'confirmed' where id = 1",
      refusedBy: 'moving_in_stands',
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: 'update moving_in set row_version = 99 where id = 1',
      refusedBy: 'row_version_stale',
    });
    await expectRefused(books.owner, {
      ...checker,
      sql: 'delete from moving_in_row; delete from moving_in_file; delete from moving_in',
      as: 'owner',
      refusedBy,
    });
  });

  it('neither beside what is posted on its day or before, nor followed by it', async () => {
    const other = (date: string) => {
      const drafted = journal(String(ACCOUNT.CASH), String(ACCOUNT.PAYABLE), 7, 'null').replaceAll(AS_OF, date);
      return drafted + move('submit', 1, 7) + post;
    };
    await expectRefused(books.owner, { ...checker, sql: other(AS_OF) + confirm, refusedBy: 'moving_in_first' });
    await expectAllowed(books.owner, { ...checker, sql: other('2026-03-01') + whole });
    await expectRefused(books.owner, { ...checker, sql: whole + other(AS_OF), refusedBy: 'before_moving_in' });
    await expectAllowed(books.owner, { ...checker, sql: whole + other('2026-03-01') });
  });

  it('waits for who posts on its day, and is waited for', async () => {
    const [poster, confirmer] = [await books.connect('app'), await books.connect('app')];
    await poster.query(`begin; set local talaan.user_id = '${CHECKER}'`);
    await poster.query(`select pg_advisory_xact_lock_shared(7001, 202602)`);
    await confirmer.query(`begin; set local talaan.user_id = '${CHECKER}'; set local lock_timeout = '200ms'`);
    await expect(confirmer.query(confirm)).rejects.toMatchObject({ code: '55P03' });
    await confirmer.query('rollback');
    await poster.query('rollback');
  });

  it('what is void of it stays void', async () => {
    await expectHeld(books.owner, {
      ...checker,
      sql: `${whole}${journal(String(ACCOUNT.CASH), OPENING, 1)}${move('archive', 1, 20)}${move('restore', 20, 1)}`,
      refusedBy: 'opening_restored',
      without: 'drop trigger opening_restored on batch_move; drop trigger moving_in_whole on moving_in',
    });
  });
});
