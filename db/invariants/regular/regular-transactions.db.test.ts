import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from '../attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from '../sample-books.ts';

const actor = USER.PREPARER;
let books: Books;
let rent: number;
beforeAll(async () => {
  books = await openBooks();
  rent = await inTransactionOf(books.owner, 'system', async () => {
    const made = await books.owner.query<{ id: number }>(
      "insert into regular_transaction (txn_type, document_type) values ('Rent', 'JE'), ('Light', 'JE') returning id",
    );
    return made.rows[0]!.id;
  });
});
afterAll(() => books.close());

const CHECKED = 'set constraints all immediate;';
/** A line of a template; without more it is one that is asked. */
const line = (given: Record<string, string | number> = {}) => {
  const values = { regular_transaction_id: rent, account_id: '(select min(id) from account)', ...given };
  return `insert into regular_line (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')});`;
};
/** A journal of the template; `period` is what a run names. */
const made = (id: number, period: number | null = null, date = '2026-03-10') => `
  insert into batch (id, document_type, batch_number, prepared_by, document_date, regular_trx, regular_period)
    overriding system value values (${id}, 'JE', '${id}', ${actor}, '${date}', ${rent}, ${period ?? 'null'});`;

it('has sections, and lines in its own ones only', async () => {
  await expectAllowed(books.owner, { sql: line() + CHECKED, actor });
  const second = `insert into regular_section (regular_transaction_id, section_no, section_name) values (${rent}, 2, 'Taxes');`;
  await expectAllowed(books.owner, { sql: second + line({ section_no: 2 }) + CHECKED, actor });
  const ofAnother = second.replace(`(${rent}`, `(${rent + 1}`) + line({ section_no: 2 }) + CHECKED;
  const without = 'alter table regular_line drop constraint regular_line_in_section';
  await expectHeld(books.owner, { sql: ofAnother, actor, refusedBy: 'regular_line_in_section', without });
  await expectHeld(books.owner, {
    sql: `delete from regular_section where regular_transaction_id = ${rent}; ${CHECKED}`,
    actor,
    refusedBy: 'regular_section_one',
    without: 'drop trigger regular_section_one on regular_section',
  });
  const whole = `delete from regular_section where regular_transaction_id = ${rent}; delete from regular_transaction where id = ${rent};`;
  await expectAllowed(books.owner, { sql: whole + CHECKED, actor });
});

it('says where the amount of a line comes from', async () => {
  for (const [given, refusedBy] of [
    [{ amount_mode: "'fixed'" }, 'regular_line_fixed'],
    [{ amount_mode: "'part'" }, 'regular_line_part'],
    [{ part: "'vat'", debit_amount: 1 }, 'regular_line_part'],
  ] as const) {
    const without = `alter table regular_line drop constraint ${refusedBy}`;
    await expectHeld(books.owner, { sql: line(given), actor, refusedBy, without });
  }
  // What is not said follows.
  const sides = `do $$ begin
    if exists (select from regular_line where side <> case when debit_amount > 0 then 'D' else 'C' end or amount_mode <> 'fixed')
    then raise exception 'sides'; end if; end $$;`;
  await expectAllowed(books.owner, { sql: line({ debit_amount: 5 }) + line({ credit_amount: 5 }) + sides, actor });
});

it('is made once for a period: a run is refused, what is typed has none', async () => {
  const without = 'drop index batch_regular_once';
  const refusedBy = 'batch_regular_once';
  await expectHeld(books.owner, { sql: made(901, 202603) + made(902, 202603), actor, refusedBy, without });
  await expectHeld(books.owner, { sql: made(901) + made(902, 202603), actor, refusedBy, without });
  await expectAllowed(books.owner, { sql: made(901, 202603) + made(902, 202602, '2026-02-10'), actor });
  const deleted = `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
    values (901, 'JE', 1, 'delete', 1, 1, ${actor}, 0, 1); update batch set deleted_at = now() where id = 901;`;
  await expectAllowed(books.owner, { sql: made(901, 202603) + deleted + made(902, 202603), actor });
  await expectRefused(books.owner, { sql: made(901, 202604), actor, refusedBy: 'batch_regular_period' });

  const periods = await inTransactionOf(books.owner, actor, async () => {
    await books.owner.query('savepoint tried');
    await books.owner.query(made(901) + made(902) + made(903, null, '2026-04-10'));
    // Taking the period away frees no place; a draft's date does, where the other month is free.
    await books.owner.query('update batch set regular_period = null where id = 901');
    await books.owner.query("update batch set document_date = '2026-02-10' where id = 903");
    const { rows } = await books.owner.query('select regular_period from batch where id > 900 order by id');
    await books.owner.query('rollback to savepoint tried');
    return rows.map((row) => (row as { regular_period: number | null }).regular_period);
  });
  expect(periods).toEqual([202603, null, 202602]);
});

it('is made in a run while it is in use, within its periods; what is typed of it is an entry as any other', async () => {
  const used = (set: string) => `update regular_transaction set ${set} where id = ${rent};`;
  const run = made(901, 202603);
  for (const out of ['status = 0', 'first_period = 202604', 'last_period = 202602'])
    await expectRefused(books.owner, { sql: used(out) + run, actor, refusedBy: 'batch_regular_due' });
  await expectAllowed(books.owner, { sql: used('first_period = 202603, last_period = 202603') + run, actor });
  await expectAllowed(books.owner, { sql: used('status = 0') + made(901), actor });
});
