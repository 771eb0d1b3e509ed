import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      insert into mail_message (user_id, to_address, template, source, subject, body_text, body_html)
        values (${USER.CHECKER}, 'carla@sampol.example', 'digest', '2026-03-31/4', '1 transaction waits', 'text', 'html'),
          (${USER.CHECKER}, 'carla@sampol.example', 'digest', '2026-03-30/4', '1 transaction waits', 'text', 'html');
      insert into mail_attempt (message_id, attempt_no, outcome, reply) values (2, 1, 'accepted', '250 OK');
      update mail_message set state = 'sent' where id = 2;
      insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php)
        overriding system value values (1, 'JE', 'T1', ${USER.PREPARER}, 0, 0)`),
  );
});
afterAll(() => books.close());

it('makes one mail of one cause', async () => {
  await expectHeld(books.owner, {
    sql: `insert into mail_message (user_id, to_address, template, source, subject, body_text, body_html)
      values (${USER.CHECKER}, 'carla@sampol.example', 'digest', '2026-03-31/4', 'Again', 'text', 'html')`,
    refusedBy: 'mail_message_once',
    without: 'alter table mail_message drop constraint mail_message_once',
  });
});

it('says that a mail was sent only after a server took it, and then for good', async () => {
  const claim = `update mail_message set state = 'sent' where id = 1`;
  const unguarded = 'drop trigger mail_update on mail_message';
  await expectHeld(books.owner, { sql: claim, refusedBy: 'mail_sent_by_server', without: unguarded });
  await expectAllowed(books.owner, {
    sql: `insert into mail_attempt (message_id, attempt_no, outcome, reply) values (1, 1, 'accepted', '250 OK'); ${claim}`,
  });
  await expectHeld(books.owner, {
    sql: `update mail_message set state = 'waiting' where id = 2`,
    refusedBy: 'mail_sent_once',
    without: unguarded,
  });
});

it('keeps what was written, and every attempt', async () => {
  const rewrite = `update mail_message set to_address = 'other@sampol.example' where id = 1`;
  await expectRefused(books.owner, { sql: rewrite, refusedBy: '42501' });
  await expectHeld(books.owner, {
    sql: rewrite,
    as: 'owner',
    refusedBy: 'mail_stands',
    without: 'drop trigger mail_update on mail_message',
  });
  await expectRefused(books.owner, { sql: `delete from mail_message where id = 1`, refusedBy: '42501' });
  await expectHeld(books.owner, {
    sql: `update mail_attempt set reply = 'other'`,
    as: 'owner',
    refusedBy: 'mail_attempt_append_only',
    without: 'alter table mail_attempt disable trigger mail_attempt_append_only',
  });
});

it('lets a user record go that only got mail', async () => {
  await expectAllowed(books.owner, {
    sql: `insert into mail_choice (user_id, choice) values (${USER.CHECKER}, 'none');
      delete from app_user where id = ${USER.CHECKER}`,
  });
});

it('tells the preparer what others do with his batch, and nobody what the system or he himself does', async () => {
  const move = (user: number, action: string, to: number) =>
    `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
      values (1, 'JE', 1, '${action}', ${action === 'submit' ? 1 : 2}, ${to}, ${user}, 0, 1, 'Wrong')`;
  const told = async (actor: number | 'system', user: number, action: string, to: number) => {
    await books.owner.query(`begin; set local talaan.user_id = '${actor}'`);
    try {
      await books.owner.query(move(user, action, to));
      const { rows } = await books.owner.query(`select user_id, kind from notification`);
      return rows;
    } finally {
      await books.owner.query('rollback');
    }
  };
  await inTransactionOf(books.owner, USER.PREPARER, () =>
    books.owner.query(`${move(USER.PREPARER, 'submit', 2)}; update batch set status = 2 where id = 1`),
  );
  expect(await told(USER.CHECKER, USER.CHECKER, 'return', 1)).toEqual([{ user_id: USER.PREPARER, kind: 'returned' }]);
  expect(await told(USER.CHECKER, USER.CHECKER, 'reject', 20)).toEqual([{ user_id: USER.PREPARER, kind: 'rejected' }]);
  expect(await told(USER.CHECKER, USER.CHECKER, 'approve', 3)).toEqual([]);
  expect(await told('system', USER.CHECKER, 'return', 1)).toEqual([]);
  expect(await told(USER.PREPARER, USER.PREPARER, 'withdraw', 1)).toEqual([]);
});
