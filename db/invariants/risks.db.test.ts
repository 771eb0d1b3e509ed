import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { ACCOUNT, inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      insert into bank_header (bank_code, bank_name) values ('BPI', 'Bank of the Islands');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
        values ('BPI CA', 'BPI', 'BPI', '0001', 'CA', '102101');
      insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Lessor', 2)`),
  );
  // An online payment of 1,000 pesos, submitted by its preparer and reviewed by the checker.
  await inTransactionOf(books.owner, USER.PREPARER, () =>
    books.owner.query(`
      insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php)
        overriding system value values (1, 'OB', 'T1', ${USER.PREPARER}, 1000, 1000);
      insert into document (id, batch_id, document_type, header_key, document_date, total_amount, payee_id, bank_id)
        overriding system value values (1, 1, 'OB', 0, '2026-03-10', 1000, 1, 1);
      insert into line (document_id, line_no, account_id, branch_id, department_id, debit_amount, debit_php, credit_amount, credit_php)
        values (1, 1, ${ACCOUNT.RENT}, 1, 1, 1000, 1000, 0, 0), (1, 2, ${ACCOUNT.CASH}, 1, null, 0, 0, 1000, 1000);
      ${move('submit', 1, 2, USER.PREPARER)}`),
  );
  await inTransactionOf(books.owner, USER.CHECKER, () =>
    books.owner.query(`${move('approve', 2, 3, USER.CHECKER)} ${TICK}`),
  );
});
afterAll(() => books.close());

function move(action: string, from: number, to: number, user: number): string {
  return `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      values (1, 'OB', 1, '${action}', ${from}, ${to}, ${user}, 1000, 1, 'Seen');
    update batch set status = ${to} where id = 1;`;
}

/** A tick with the last move, of a signal that nobody has ticked with it yet. */
const TICK = `insert into risk_seen (move_id, fingerprint, kind, sentence)
  select max(m.id), sha256(count(s.*)::text::bytea), 'same_amount', 'Paid twice?'
  from batch_move m left join risk_seen s on s.move_id = m.id;`;

const UNCHECKED = 'drop trigger risk_seen_with_move on risk_seen';

it('takes a tick only from whoever approves or releases, together with it', async () => {
  const approval = move('approve', 3, 6, USER.APPROVER_1);
  await expectAllowed(books.owner, { sql: `${approval} ${TICK}`, actor: USER.APPROVER_1 });
  const attacks: readonly [string, number | 'system'][] = [
    [TICK, USER.CHECKER],
    [`${approval} set local talaan.user_id = '${USER.CHECKER}'; ${TICK}`, USER.APPROVER_1],
    [`${move('return', 3, 1, USER.APPROVER_1)} ${TICK}`, USER.APPROVER_1],
  ];
  for (const [sql, actor] of attacks) {
    await expectHeld(books.owner, { sql, actor, refusedBy: 'risk_seen_with_move', without: UNCHECKED });
  }
});

it('keeps a tick as it was made, and in the audit trail', async () => {
  for (const sql of [`update risk_seen set sentence = 'Nothing'`, 'delete from risk_seen']) {
    await expectRefused(books.owner, { sql, refusedBy: '42501' });
    await expectHeld(books.owner, {
      sql,
      as: 'owner',
      refusedBy: 'risk_seen_append_only',
      without: 'drop trigger risk_seen_append_only on risk_seen',
    });
  }
  const { rows } = await books.owner.query(
    `select action, user_id, after ->> 'sentence' as sentence from audit_event where table_name = 'risk_seen'`,
  );
  expect(rows).toEqual([{ action: 'insert', user_id: USER.CHECKER, sentence: 'Paid twice?' }]);
});
