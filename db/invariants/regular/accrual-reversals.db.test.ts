import { afterAll, beforeAll, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from '../attack.ts';
import { ACCOUNT, openBooks, USER, type Books } from '../sample-books.ts';

/** Who approved the accrual. */
const actor = USER.APPROVER_1;
const ACCRUAL = 901;
/** One whose day has not come. */
const LATER = 902;
let books: Books;
beforeAll(async () => {
  books = await openBooks();
  const accrual = (id: number, date: string, due_on: string) => `
    insert into batch (id, document_type, batch_number, prepared_by, document_date, total_amount, amount_php, adjusting, status, regular_trx,
      reverses_next_period) overriding system value values (${id}, 'JE', '${id}', ${USER.PREPARER}, '${date}', 10, 10, true, 7, 1, 1);
    insert into document (id, batch_id, document_type, header_key, document_date, total_amount, document_number)
      overriding system value values (${id}, ${id}, 'JE', 0, '${date}', 10, 'JE-${id}');
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, debit_php, credit_amount, credit_php) values
      (${id}, 1, ${ACCOUNT.RENT}, 1, 10, 10, 0, 0), (${id}, 2, ${ACCOUNT.PAYABLE}, 1, 0, 0, 10, 10);
    insert into batch_reversal (batch_id, cycle, due_on, approved_by) values (${id}, 1, '${due_on}', ${actor});`;
  // As they stand once they were approved, which other tests prove.
  await books.owner.query(`begin; set local session_replication_role = replica;
    insert into regular_transaction (id, txn_type, document_type, adjusting, reverse_next_period)
      overriding system value values (1, 'Light', 'JE', true, 1);
    ${accrual(ACCRUAL, '2026-03-31', '2026-04-01')}${accrual(LATER, '2099-03-31', '2099-04-01')} commit`);
  await books.owner.query(
    `select setval(pg_get_serial_sequence(t, 'id'), 999) from unnest(array['batch', 'document']) t`,
  );
});
afterAll(() => books.close());

const LAST = { batch: '(select max(id) from batch)', document: '(select max(id) from document)' };
interface Made {
  readonly of?: number;
  readonly date?: string;
  readonly amount?: number;
  readonly by?: number;
}
/** A draft that takes an accrual back, and says so. */
const made = ({ of = ACCRUAL, date = '2026-04-01', amount = 10, by = actor }: Made = {}) => `
  insert into batch (document_type, batch_number, prepared_by, document_date, total_amount, amount_php, adjusting)
    values ('JE', 'R-' || ${LAST.batch}, ${by}, '${date}', ${amount}, ${amount}, true);
  insert into document (batch_id, document_type, header_key, document_date, total_amount, document_number)
    values (${LAST.batch}, 'JE', 0, '${date}', ${amount}, 'JE-R' || ${LAST.batch});
  insert into line (document_id, line_no, account_id, branch_id, debit_amount, debit_php, credit_amount, credit_php) values
    (${LAST.document}, 1, ${ACCOUNT.RENT}, 1, 0, 0, ${amount}, ${amount}), (${LAST.document}, 2, ${ACCOUNT.PAYABLE}, 1, ${amount}, ${amount}, 0, 0);
  update batch_reversal set reversal_batch_id = ${LAST.batch} where batch_id = ${of};`;
const move = (action: string, from: number, to: number, batch: number | string = LAST.batch) => `
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    values (${batch}, 'JE', 1, '${action}', ${from}, ${to}, ${actor}, 10, 1, 'x');
  update batch set status = ${to} where id = ${batch};`;
const CHECKED = 'set constraints all immediate; set constraints all deferred;';
/** Posted, and committed as far as its own guards go. */
const accept = `${move('accept', 1, 7)} ${CHECKED}`;

it('is the accrual with its sides swapped, of its day, in the name of who approved', async () => {
  await expectAllowed(books.owner, { sql: made() + accept, actor });
  for (const other of [{ amount: 11 }, { date: '2026-04-02' }, { by: USER.PREPARER }])
    await expectRefused(books.owner, { sql: made(other) + accept, actor, refusedBy: 'reversal_swaps' });
  await expectRefused(books.owner, {
    sql: made({ by: USER.PREPARER }) + accept,
    actor: USER.PREPARER,
    refusedBy: 'reversal_swaps',
  });
  // What is changed after it said so is looked at again where it would post.
  const raised = `update line set credit_amount = credit_amount * 2, credit_php = credit_php * 2, debit_amount = debit_amount * 2,
    debit_php = debit_php * 2 where document_id = ${LAST.document}; update batch set total_amount = 20, amount_php = 20 where id = ${LAST.batch};`;
  await expectRefused(books.owner, { sql: made() + raised + accept, actor, refusedBy: 'accept_allowed' });
});

it('is not made before its day, nor twice, nor of what nobody approved', async () => {
  const early = made({ of: LATER, date: '2099-04-01' });
  await expectRefused(books.owner, { sql: early + accept, actor, refusedBy: 'batch_reversal_day' });
  await expectRefused(books.owner, {
    sql: made() + accept + made() + accept,
    actor,
    refusedBy: 'batch_reversal_stands',
  });
  const planned = `insert into batch_reversal (batch_id, cycle, due_on, approved_by) values (${ACCRUAL}, 2, '2026-04-01', ${actor});`;
  const dated = `update batch_reversal set due_on = '2026-01-01' where batch_id = ${ACCRUAL};`;
  for (const sql of [planned, dated]) await expectRefused(books.owner, { sql, actor, refusedBy: '42501' });
});

it('leaves no draft behind', async () => {
  await expectHeld(books.owner, {
    sql: made(),
    actor,
    refusedBy: 'batch_reversal_posted',
    without: 'drop trigger batch_reversal_posted on batch_reversal',
  });
});

it('is void with its accrual, neither alone, and does not come back', async () => {
  const without = 'drop trigger batch_reversal_whole on batch';
  const refusedBy = 'batch_reversal_whole';
  const voidIt = move('void', 7, 20);
  const voidAccrual = move('void', 7, 20, ACCRUAL);
  for (const one of [voidIt, voidAccrual])
    await expectHeld(books.owner, { sql: made() + accept + one, actor, refusedBy, without });
  const both = made() + accept + voidIt + voidAccrual + CHECKED;
  await expectAllowed(books.owner, { sql: both, actor });
  await expectHeld(books.owner, {
    sql: both + move('restore', 20, 1),
    actor,
    refusedBy: 'batch_reversal_kept',
    without: 'drop trigger batch_reversal_kept on batch_move',
  });
  await expectRefused(books.owner, { sql: voidAccrual + made() + accept, actor, refusedBy: 'batch_reversal_stands' });
});

it('is asked of adjusting journals alone', async () => {
  const sql = 'update regular_transaction set adjusting = false where id = 1';
  const without = 'alter table regular_transaction drop constraint regular_transaction_reverses';
  await expectHeld(books.owner, { sql, actor, refusedBy: 'regular_transaction_reverses', without });
  const own = `insert into batch (document_type, batch_number, prepared_by, adjusting, reverses_next_period) values ('JE', 'X', ${actor}, false, 1);
    do $$ begin if exists (select from batch where batch_number = 'X' and reverses_next_period = 1) then raise exception 'own'; end if; end $$;`;
  await expectAllowed(books.owner, { sql: own, actor });
});
