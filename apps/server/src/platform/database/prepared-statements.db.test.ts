import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from './database.ts';
import { listOf, MOST_PREPARED, PLANNED_FOR_ITS_VALUES } from './prepared-statements.ts';

let copy: TestDatabase;
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 1 });
});
afterAll(async () => {
  await database.destroy();
  await copy.drop();
});

const prepared = async (text: string) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database)).rows.filter(
    (row) => row.statement.includes(text),
  ).length;

it('prepares a statement that recurs, and no other', async () => {
  const ask = (value: number) => sql`select ${value}::int as recurring_question`.execute(database);
  await ask(1);
  expect(await prepared('recurring_question')).toBe(0);
  for (const value of [2, 3, 4]) expect((await ask(value)).rows).toEqual([{ recurring_question: value }]);
  expect(await prepared('recurring_question')).toBe(1);
});

it('prepares none whose plan depends on what is asked', async () => {
  const ask = (value: number) =>
    sql`select ${value}::int as varying_question ${PLANNED_FOR_ITS_VALUES}`.execute(database);
  for (const value of [1, 2, 3, 4]) expect((await ask(value)).rows).toEqual([{ varying_question: value }]);
  expect(await prepared('varying_question')).toBe(0);
});

const plansOf = async (db: Database, text: string) => {
  const found = await sql<{ once: number; anew: number }>`
    select generic_plans::int as once, custom_plans::int as anew from pg_prepared_statements
    where position(${text}::text in statement) > 0 and statement not like '%pg_prepared_statements%'`.execute(db);
  return found.rows;
};

it('keeps a plan for lists, however few they hold', async () => {
  const ask = () => sql`select id as of_list from account where id = any (${listOf([1], 'int')})`.execute(database);
  for (let round = 0; round < 10; round += 1) await ask();
  expect(await plansOf(database, 'of_list')).toEqual([{ once: 3, anew: 5 }]);
});

it('plans once in a transaction, which looks up by key', async () => {
  const plans = await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    for (let round = 0; round < 5; round += 1) {
      await sql`select id as in_transaction from account where id = ${round}`.execute(db);
    }
    return plansOf(db, 'in_transaction');
  });
  expect(plans).toEqual([{ once: 3, anew: 0 }]);
});

it('prepares a question without parameters, too', async () => {
  const ask = () => sql`select count(*) as fixed_question from module`.execute(database);
  for (let round = 0; round < 4; round += 1) await ask();
  expect(await prepared('fixed_question')).toBe(1);
});

it('plans anew after a migration under the running server changed the answer', async () => {
  await runAsOwner(copy.ownerUrl, async (owner) => {
    await owner.query('create table changing (id int, value int); grant select on changing to talaan_app');
  });
  const ask = () => sql`select * from changing where id = ${1}`.execute(database);
  for (let round = 0; round < 4; round += 1) await ask();
  await runAsOwner(copy.ownerUrl, async (owner) => {
    await owner.query('alter table changing add column more int; insert into changing values (1, 2, 3)');
  });
  await expect(ask()).rejects.toMatchObject({ code: '0A000' });
  expect((await ask()).rows).toEqual([{ id: 1, value: 2, more: 3 }]);
});

it('makes room for what is asked now by what was asked longest ago, in a transaction that failed as well', async () => {
  const ask = (no: number) => sql.raw<{ no: number }>(`select ${no} as no, 'one of many'`).execute(database);
  const askOften = async (no: number) => {
    for (let round = 0; round < 3; round += 1) await ask(no);
  };
  for (let no = 0; no < MOST_PREPARED; no += 1) await askOften(no);
  const newest = MOST_PREPARED;
  await ask(newest);
  await ask(newest);
  await database.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    await expect(sql`select 1 / 0`.execute(connection)).rejects.toMatchObject({ code: '22012' });
    await expect(sql.raw(`select ${newest} as no, 'one of many'`).execute(connection)).rejects.toMatchObject({
      code: '25P02',
    });
    await sql`rollback`.execute(connection);
  });
  await askOften(newest);
  expect(await prepared('one of many')).toBeLessThanOrEqual(MOST_PREPARED);
  expect(await prepared(`select ${newest} as no, 'one of many'`)).toBe(1);
  expect(await prepared("select 0 as no, 'one of many'")).toBe(0);
  expect((await ask(0)).rows).toMatchObject([{ no: 0 }]);
  expect(await prepared("select 0 as no, 'one of many'")).toBe(1);
});
