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

it('shows a file of a report as ready when every piece is there, which stay with it then', async () => {
  const FILE = '00000000-0000-4000-8000-0000000000f1';
  const file = (size: number, pieces: readonly string[]) => `
    insert into report_file (id, user_id, report, title, subject, filter, format)
      values ('${FILE}', ${USER.CHECKER}, 'tb', 'Trial Balance', 'MAY', '{}', 'csv');
    update report_file set state = 'working', attempt = 1, beat_at = now() where id = '${FILE}';
    ${pieces.map((no) => `insert into report_file_part (file_id, attempt, no, bytes) values ('${FILE}', 1, ${no}, 'abc');`).join('')}
    update report_file set state = 'ready', name = 'tb_1.csv', size = ${size}, ended_at = now() where id = '${FILE}'`;
  const unguarded = 'drop trigger report_file_moves on report_file';
  const as = 'owner';
  for (const half of [file(9, ['0', '1']), file(6, ['0', '2']), file(6, [])])
    await expectHeld(books.owner, { sql: half, as, refusedBy: 'report_file_whole', without: unguarded });
  await expectAllowed(books.owner, { sql: file(6, ['0', '1']), as });
  await expectHeld(books.owner, {
    sql: `${file(3, ['0'])}; update report_file set state = 'working', name = null, size = null, ended_at = null`,
    as,
    refusedBy: 'report_file_moves',
    without: unguarded,
  });
  const pieceGuard = 'drop trigger report_file_part_kept on report_file_part';
  for (const later of [
    `insert into report_file_part (file_id, attempt, no, bytes) values ('${FILE}', 1, 1, 'more')`,
    `delete from report_file_part where file_id = '${FILE}'`,
  ]) {
    const sql = `${file(3, ['0'])}; ${later}`;
    await expectHeld(books.owner, { sql, as, refusedBy: 'report_file_part_kept', without: pieceGuard });
  }
  await expectHeld(books.owner, {
    sql: `insert into report_file (id, user_id, report, title, subject, filter, format)
        values ('${FILE}', ${USER.CHECKER}, 'tb', 'Trial Balance', 'MAY', '{}', 'csv');
      update report_file set state = 'working', attempt = 2, beat_at = now();
      insert into report_file_part (file_id, attempt, no, bytes) values ('${FILE}', 1, 0, 'of a maker that is gone')`,
    as,
    refusedBy: 'report_file_part_attempt',
    without: 'alter table report_file_part drop constraint report_file_part_attempt',
  });
  await expectRefused(books.owner, {
    sql: `update report_file set user_id = ${USER.PREPARER}`,
    refusedBy: '42501',
  });
});
