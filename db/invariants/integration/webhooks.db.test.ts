/** Where answers go: nobody sends them elsewhere alone, and what was told and tried stands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from '../attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from '../sample-books.ts';

const { ADMIN, PREPARER, CHECKER } = USER;
const LIVE = 1;
const WAITING = 2;
const ENDED = 3;

const endpoint = (source: number, url: string) =>
  `insert into webhook_endpoint (source_id, url, secret_sealed) values (${source}, '${url}', 'x') returning id`;
const confirm = (id: number) => `update webhook_endpoint set live_at = now() where id = ${id}`;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  const { owner } = books;
  await inTransactionOf(owner, 'system', () =>
    owner.query(`
      insert into integration_source (source_code, source_name) values ('IS', 'Branches'), ('OTHER', 'Others');
      update setting set value = '{"limits": true}' where key = 'four_eyes'`),
  );
  await inTransactionOf(owner, PREPARER, () => owner.query(endpoint(1, 'https://is.example/')));
  await inTransactionOf(owner, CHECKER, () => owner.query(confirm(LIVE)));
  await inTransactionOf(owner, PREPARER, () =>
    owner.query(`${endpoint(1, 'https://elsewhere.example/')}; ${endpoint(2, 'https://a.example/')}`),
  );
  await inTransactionOf(owner, PREPARER, () =>
    owner.query(`update webhook_endpoint set ended_at = now() where id = ${ENDED}`),
  );
  await inTransactionOf(owner, 'system', () =>
    owner.query(`
      set local session_replication_role = replica;
      insert into webhook_message (source_id, integrated_batch_id, event, body) values (1, 1, 'batch.posted', '{}');
      insert into webhook_attempt (message_id, endpoint_id, status, took_ms, reply) values (1, ${LIVE}, 500, 1, '');
      insert into webhook_message (source_id, integrated_batch_id, event, body, state)
        values (1, 2, 'batch.posted', '{}', 'sent'), (1, 3, 'batch.posted', '{}', 'sent'), (1, 4, 'batch.posted', '{}', 'failed');
      insert into webhook_attempt (message_id, endpoint_id, at, status, took_ms, reply) values
        (2, ${LIVE}, now() - interval '31 days', 200, 1, ''), (3, ${LIVE}, now() - interval '29 days', 200, 1, '')`),
  );
});
afterAll(() => books.close());

describe('nobody sends answers elsewhere alone', () => {
  it('by confirming what he wrote; somebody else does, and the address before gives way', async () => {
    const without = `drop trigger webhook_endpoint_stands on webhook_endpoint; update webhook_endpoint set ended_at = now() where id = ${LIVE}`;
    for (const actor of [PREPARER, 'system'] as const) {
      await expectHeld(books.owner, {
        actor,
        sql: confirm(WAITING),
        refusedBy: 'webhook_endpoint_second_person',
        without,
      });
    }
    await expectAllowed(books.owner, { actor: ADMIN, sql: confirm(WAITING) });
  });

  it('by writing another address in the place of one that was confirmed, or by one that was replaced', async () => {
    for (const [sql, refusedBy] of [
      [`update webhook_endpoint set url = 'https://mine.example/' where id = ${LIVE}`, 'webhook_endpoint_stands'],
      [`update webhook_endpoint set made_by = ${CHECKER} where id = ${WAITING}`, 'webhook_endpoint_stands'],
      [`update webhook_endpoint set live_at = now() - interval '1 day' where id = ${LIVE}`, 'webhook_endpoint_stands'],
      [`update webhook_endpoint set ended_at = null where id = ${ENDED}`, 'webhook_endpoint_ended'],
    ] as const) {
      await expectHeld(books.owner, {
        actor: ADMIN,
        as: 'owner',
        sql,
        refusedBy,
        without: 'drop trigger webhook_endpoint_stands on webhook_endpoint',
      });
    }
  });

  it('although one person makes a source silent at once, and changes a secret, which then counts for a day beside the new one', async () => {
    await expectAllowed(books.owner, {
      actor: PREPARER,
      sql: `update webhook_endpoint set ended_at = now() where id = ${LIVE}`,
    });
    await inTransactionOf(books.owner, ADMIN, () =>
      books.owner.query(`update webhook_endpoint set secret_sealed = 'y' where id = ${LIVE}`),
    );
    const { rows } = await books.owner.query(
      `select previous_sealed = 'x' as is_kept, previous_until - now() > interval '23 hours' as is_long from webhook_endpoint where id = ${LIVE}`,
    );
    expect(rows).toEqual([{ is_kept: true, is_long: true }]);
  });
});

it('what a source was told and every try stand; nothing is sent that nobody took', async () => {
  await expectRefused(books.owner, {
    sql: `insert into webhook_message (source_id, integrated_batch_id, event, body) values (1, 1, 'batch.rejected', '{}')`,
    refusedBy: '42501',
  });
  for (const [sql, refusedBy] of [
    [`update webhook_message set body = '{"state":"posted"}'`, 'webhook_message_stands'],
    [`update webhook_message set state = 'sent'`, 'webhook_message_sent'],
  ] as const) {
    await expectHeld(books.owner, {
      as: 'owner',
      sql,
      refusedBy,
      without: 'drop trigger webhook_message_stands on webhook_message',
    });
  }
  await expectHeld(books.owner, {
    as: 'owner',
    sql: 'update webhook_attempt set status = 200',
    refusedBy: 'webhook_attempt_append_only',
    without: 'drop trigger webhook_attempt_append_only on webhook_attempt',
  });
});

it('what was sent goes with its tries once it is old, by the jobs alone; what was not, or a try alone, stays', async () => {
  const forget = (id: number) => `delete from webhook_message where id = ${id}`;
  const [WAITS, OLD, RECENT, GIVEN_UP] = [1, 2, 3, 4];
  await expectRefused(books.owner, { sql: forget(OLD), refusedBy: '42501' });
  for (const id of [WAITS, RECENT, GIVEN_UP]) {
    await expectHeld(books.owner, {
      as: 'owner',
      sql: forget(id),
      refusedBy: 'webhook_message_kept',
      without: 'drop trigger webhook_message_kept on webhook_message',
    });
  }
  await expectHeld(books.owner, {
    as: 'owner',
    sql: `delete from webhook_attempt where message_id = ${OLD}`,
    refusedBy: 'webhook_attempt_kept',
    without: 'drop trigger webhook_attempt_kept on webhook_attempt',
  });
  await expectAllowed(books.owner, { as: 'owner', sql: forget(OLD) });
});
