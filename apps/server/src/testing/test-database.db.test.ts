import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from './test-database.ts';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(() => Promise.all([first.drop(), second.drop()]));

describe('test databases', () => {
  it('are migrated and apart from one another', async () => {
    await query(first.ownerUrl, 'create table only_here ()');
    expect(await query(first.ownerUrl, `select to_regclass('journal_entry') is not null as there`)).toEqual([
      { there: true },
    ]);
    expect(await query(second.ownerUrl, `select to_regclass('only_here') as there`)).toEqual([{ there: null }]);
  });

  it('give the product a role without the rights of the owner', async () => {
    expect(await query(first.appUrl, 'select count(*)::int as entries from journal_entry')).toEqual([{ entries: 0 }]);
    await expect(query(first.appUrl, 'select * from installation')).rejects.toThrow(/permission denied/);
  });

  it('can be had without any table and dropped while connections are open', async () => {
    const empty = await createUnmigratedDatabase();
    expect(await query(empty.ownerUrl, `select to_regclass('journal_entry') as there`)).toEqual([{ there: null }]);
    const open = new pg.Client({ connectionString: empty.ownerUrl });
    open.on('error', () => {});
    await open.connect();
    await empty.drop();
    await expect(query(empty.ownerUrl, 'select 1')).rejects.toThrow(/does not exist/);
  });
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
