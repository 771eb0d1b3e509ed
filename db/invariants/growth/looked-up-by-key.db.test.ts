import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBooks, type Books } from '../sample-books.ts';

/** Functions that are not told to look up by key, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  check_budget: 'joins the set that it is given, which is a whole budget',
  move_department_sums: 'reads all that a department ever wrote, once in its life',
  verify_audit: 'reads the whole trail',
  verify_balances: 'reads the whole ledger',
  write_entries: 'joins the sets that it is given, and reads the books by key: scans alone are off',
};

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

/**
 * `create or replace function` drops the settings that it does not repeat. In SQL a function without settings is part of
 * the statement that calls it, and planned with it. Migrations alone call procedures.
 */
it('tells every function of the schema to look up by key, whenever its connection planned it', async () => {
  const { rows } = await books.owner.query<{ name: string }>(`
    select p.proname as name
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind <> 'p' and (l.lanname = 'plpgsql' or l.lanname = 'sql' and p.proconfig is not null)
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
      and not coalesce(p.proconfig, '{}') @> '{enable_seqscan=off,enable_hashjoin=off,enable_mergejoin=off}'
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(OTHERS));
});
