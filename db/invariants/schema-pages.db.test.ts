/** db/schema says what the migrations make: no page is stale, missing or too many. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsOwner } from '../../apps/server/src/testing/owner-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { makeSchemaPages, readStoredPages } from '../../tools/schema/schema-pages.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Pages that are not what the database says, by what is wrong with them. */
async function faults(): Promise<string[]> {
  const [made, stored] = [await makeSchemaPages(database.ownerUrl), readStoredPages()];
  return [...new Set([...made.keys(), ...stored.keys()])]
    .filter((file) => made.get(file) !== stored.get(file))
    .map((file) => `${file} is ${!stored.has(file) ? 'missing' : made.has(file) ? 'stale' : 'too many'}`)
    .toSorted();
}

it('the pages are those of the schema; where this is red: npm run db:pages', async () => {
  expect(await faults(), 'npm run db:pages writes them anew').toEqual([]);
});

it('a trigger that is changed, a table that is new and a function that is gone are noticed', async () => {
  await runAsOwner(database.ownerUrl, async (owner) => {
    await owner.query(`alter table posting disable trigger ledger_append_only; create table surplus (id int primary key);
      alter table posting enable trigger ledger_append_only; drop function audit_texts cascade`);
  });
  expect(await faults()).toEqual(
    expect.arrayContaining([
      'functions/audit_texts.md is too many',
      'tables/posting.md is stale',
      'tables/surplus.md is missing',
    ]),
  );
});
