import { sql } from 'kysely';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../apps/server/src/platform/database/database.ts';
import type { LedgerMasters } from './plan-journals.ts';

const CASH_ACCOUNT = '102101';

/** Record ids of the demo company's masters that journals name, in the order of their codes. */
export async function loadLedgerMasters(database: Database): Promise<LedgerMasters> {
  const found = await sql<LedgerMasters>`
    select (select json_object_agg(acct_group, ids) from (
        select acct_group, json_agg(id order by acct_code) as ids
        from account where acct_type = 'S' and status = 1 and currency_id = 1 and coalesce(role not in ('AR', 'CUSTOMER_ADVANCES'), true)
          group by acct_group) g) as accounts,
      (select id from account where acct_code = ${CASH_ACCOUNT}) as cash_account,
      (select json_agg(id order by brnc_code) from branch) as branches,
      (select json_agg(id order by dept_code) from department) as departments,
      (select json_agg(id order by payee_code) from payee) as payees`.execute(database);
  return found.rows[0]!;
}

/** Record id of the user with this sign-in name. */
export async function findUserId(database: Database, name: string): Promise<number> {
  const found = await sql<{ id: number }>`select id from app_user where user_id = ${name}`.execute(database);
  if (!found.rows[0]) throw new Error(`There is no user ${name}.`);
  return found.rows[0].id;
}

/**
 * Takes `count` ids for batches and their documents, and the same numbers of both series, and answers the first. Only
 * for the owner of a database in which every journal is entered this way: there ids and numbers run alike.
 */
export async function reserveIds(database: Database, count: number): Promise<number> {
  return inTransaction(database, SYSTEM_ACTOR, async (db) => {
    const taken = await sql<{ first: string; last: string }>`
      with counter as (
        update number_series set next_number = next_number + ${count}::int where kind in ('batch', 'je')
        returning next_number - ${count}::int as number
      ), record as (
        select coalesce(max(id), 0) + 1 as id from batch union all select coalesce(max(id), 0) + 1 from document
      )
      select min(n)::text as first, max(n)::text as last
      from (select number from counter union all select id from record) s (n)`.execute(db);
    const { first, last } = taken.rows[0]!;
    if (first !== last) throw new Error('Ids and numbers of this database do not run alike: it holds other batches.');
    const next = Number(first) + count;
    for (const table of ['batch', 'document'])
      await sql.raw(`alter table ${table} alter column id restart with ${next}`).execute(db);
    return Number(first);
  });
}
