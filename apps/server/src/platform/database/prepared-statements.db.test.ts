import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { PLANNED_FOR_ITS_VALUES } from './prepared-statements.ts';

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
