import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAllowed, expectHeld, expectRefused } from './attack.ts';
import { inTransactionOf, openBooks, USER, type Books } from './sample-books.ts';

const ADMIN = USER.ADMIN;
const HASH = `sha256('a secret')`;
const TOKEN_OF = (id: number, scopes = `'{receipts}'`, ends = `now() + interval '15 minutes'`) =>
  `insert into api_client_token (token_hash, client_id, scopes, expires_at) values (sha256('another'), ${id}, ${scopes}, ${ends})`;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
  await inTransactionOf(books.owner, ADMIN, () =>
    books.owner.query(`
      insert into api_client (client_id, client_name, scopes, secret_hash) values
        ('talaan-gateway', 'Gateway', '{receipts}', ${HASH}), ('talaan-ended', 'Ended', '{receipts}', ${HASH});
      insert into api_client_token (token_hash, client_id, scopes, expires_at)
        values (sha256('a token'), 1, '{receipts}', now() + interval '15 minutes');
      update api_client set revoked_at = now() where id = 2`),
  );
});
afterAll(() => books.close());

it('keeps the digest of a secret and of a token, and takes nothing else', async () => {
  const make = `insert into api_client (client_id, client_name, scopes, secret_hash) values ('talaan-other', 'Other', '{receipts}', 'a secret')`;
  await expectHeld(books.owner, {
    sql: make,
    actor: ADMIN,
    refusedBy: 'api_client_secret_hash_check',
    without: 'alter table api_client drop constraint api_client_secret_hash_check',
  });
  await expectHeld(books.owner, {
    sql: `insert into api_client_token (token_hash, client_id, scopes, expires_at) values ('a token', 1, '{receipts}', now())`,
    refusedBy: 'api_client_token_token_hash_check',
    without: 'alter table api_client_token drop constraint api_client_token_token_hash_check',
  });
});

it('gives a token no scope that its client has not, and a client none that the product does not know', async () => {
  const unguarded = 'drop trigger check_api_client_token on api_client_token';
  for (const scopes of [`'{ledger}'`, `'{receipts,ledger}'`, `'{}'`])
    await expectHeld(books.owner, {
      sql: TOKEN_OF(1, scopes),
      refusedBy: 'api_client_token_scopes',
      without: unguarded,
    });
  await expectAllowed(books.owner, { sql: TOKEN_OF(1) });
  const clientOf = (scopes: string) =>
    `insert into api_client (client_id, client_name, scopes, secret_hash) values ('talaan-other', 'Other', '${scopes}', ${HASH})`;
  await expectAllowed(books.owner, { sql: clientOf('{receipts,reports}'), actor: ADMIN });
  await expectHeld(books.owner, {
    sql: clientOf('{ledger}'),
    actor: ADMIN,
    refusedBy: 'api_client_scopes_check',
    without: 'alter table api_client drop constraint api_client_scopes_check',
  });
});

it('widens no client and no token, moves none to another maker, and ends a token within the hour', async () => {
  const widen = `update api_client set scopes = '{receipts,receipts}' where id = 1`;
  await expectRefused(books.owner, { sql: widen, actor: ADMIN, refusedBy: '42501' });
  for (const sql of [widen, `update api_client set made_by = ${USER.PREPARER} where id = 1`])
    await expectHeld(books.owner, {
      sql,
      as: 'owner',
      actor: ADMIN,
      refusedBy: 'api_client_stands',
      without: 'drop trigger check_api_client on api_client',
    });
  await expectRefused(books.owner, { sql: `update api_client_token set scopes = '{}'`, refusedBy: '42501' });
  await expectRefused(books.owner, {
    sql: `insert into api_client (client_id, client_name, scopes, secret_hash, made_by)
      values ('talaan-other', 'Other', '{receipts}', ${HASH}, ${USER.PREPARER})`,
    actor: ADMIN,
    refusedBy: '42501',
  });
  await expectHeld(books.owner, {
    sql: TOKEN_OF(1, `'{receipts}'`, `now() + interval '2 hours'`),
    refusedBy: 'api_client_token_length',
    without: 'alter table api_client_token drop constraint api_client_token_length',
  });
});

it('keeps a revoked client revoked and without tokens; another secret ends the tokens of the one before', async () => {
  await expectHeld(books.owner, {
    sql: TOKEN_OF(2),
    refusedBy: 'api_client_token_revoked',
    without: 'drop trigger check_api_client_token on api_client_token',
  });
  for (const sql of ['revoked_at = null', `secret_hash = sha256('another')`])
    await expectHeld(books.owner, {
      sql: `update api_client set ${sql} where id = 2`,
      actor: ADMIN,
      refusedBy: 'api_client_revoked',
      without: 'drop trigger check_api_client on api_client',
    });
  const tokensLeft = async (without: string) => {
    await books.owner.query(`begin; set local talaan.user_id = '${ADMIN}'; ${without}`);
    try {
      await books.owner.query(`update api_client set secret_hash = sha256('another') where id = 1`);
      return (await books.owner.query('select from api_client_token where client_id = 1')).rowCount;
    } finally {
      await books.owner.query('rollback');
    }
  };
  expect(await tokensLeft('')).toBe(0);
  expect(await tokensLeft('drop trigger end_api_client_tokens on api_client')).toBe(1);
});

it('leaves who made, changed and ended a client in the trail, without its digest, and nobody deletes one', async () => {
  await expectHeld(books.owner, {
    sql: `set local talaan.user_id = ''; update api_client set secret_hash = sha256('another') where id = 1`,
    as: 'owner',
    refusedBy: 'actor_required',
    without: 'alter table api_client disable trigger user',
  });
  await expectRefused(books.owner, { sql: 'delete from api_client where id = 1', refusedBy: '42501' });
  const { rows } = await books.owner.query<{ action: string; user_id: number; told: boolean }>(`
    select action, user_id, concat(before, after) like '%' || encode(${HASH}, 'hex') || '%' as told
    from audit_event where table_name = 'api_client' and row_key = '2' order by id`);
  expect(rows).toEqual(['insert', 'update'].map((action) => ({ action, user_id: ADMIN, told: false })));
});
