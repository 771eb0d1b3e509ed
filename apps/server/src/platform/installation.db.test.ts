import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from './database/database.ts';
import { decideCompany, isDemoCompany } from './installation.ts';

let copy: TestDatabase;
let database: Database;
beforeEach(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy, { poolSize: 3 });
});
afterEach(async () => {
  await database.destroy();
  await copy.drop();
});

const decide = (demo: boolean) => inTransaction(database, SYSTEM_ACTOR, (db) => decideCompany(db, { demo }));
const addUser = (db: Database) =>
  sql`insert into app_user (user_id, user_first_name, user_last_name, sper_user) values ('boss', 'Liza', 'Manalo', 1)`.execute(
    db,
  );

it('an empty company is never taken for the demo company, whatever a later start asks for', async () => {
  expect(await decide(false)).toEqual({ is_new: true, is_demo: false });
  expect(await decide(true)).toEqual({ is_new: true, is_demo: false });
});

it('a demo company whose load was cut off is to be loaded still, or gives way to a company of its own', async () => {
  await decide(true);
  expect(await decide(true)).toEqual({ is_new: true, is_demo: true });
  expect(await isDemoCompany(database)).toBe(true);
  expect(await decide(false)).toEqual({ is_new: true, is_demo: false });
});

it('books that have a user are what they were', async () => {
  await inTransaction(database, SYSTEM_ACTOR, addUser);
  expect(await decide(true)).toEqual({ is_new: false, is_demo: false });
});

it('who comes second waits until the first has filled the books, and finds them in use', async () => {
  const isWaiting = async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())) as waits`.execute(database);
    return rows[0]!.waits;
  };
  const [second] = await inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await decideCompany(db, { demo: true });
    const deciding = decide(false);
    await expect.poll(isWaiting).toBe(true);
    await addUser(db);
    return [deciding];
  });
  expect(await second).toEqual({ is_new: false, is_demo: true });
});
