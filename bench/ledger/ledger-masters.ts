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

/** Codes of what journals name, by record id; what is out of use is not there, and under 0 is the first that is in use. */
export async function loadCodes(
  database: Database,
): Promise<Record<'account' | 'branch' | 'department' | 'payee', Readonly<Record<number, string>>>> {
  const ofTable = (table: string, code: string, active: string) => sql`
    (select json_object_agg(id, code) from (
      select id, ${sql.ref(code)} as code from ${sql.table(table)} where ${sql.ref(active)} = 1
      union all (select 0, ${sql.ref(code)} from ${sql.table(table)} where ${sql.ref(active)} = 1 order by id limit 1)) c (id, code))`;
  const found = await sql<Awaited<ReturnType<typeof loadCodes>>>`
    select ${ofTable('account', 'acct_code', 'status')} as account, ${ofTable('branch', 'brnc_code', 'brnc_stat')} as branch,
      ${ofTable('department', 'dept_code', 'dept_status')} as department,
      ${ofTable('payee', 'payee_code', 'status')} as payee`.execute(database);
  return found.rows[0]!;
}

/** Record id of the user with this sign-in name. */
export async function findUserId(database: Database, name: string): Promise<number> {
  const found = await sql<{ id: number }>`select id from app_user where user_id = ${name}`.execute(database);
  if (!found.rows[0]) throw new Error(`There is no user ${name}.`);
  return found.rows[0].id;
}

/**
 * Takes `count` ids for batches and their documents, and the same numbers of both series, and answers the first: it is free
 * in all four, so that what a failed measurement took is passed over. Only for the owner of a database in which every journal
 * is entered this way: there ids and numbers run alike.
 */
export async function reserveIds(database: Database, count: number): Promise<number> {
  return inTransaction(database, SYSTEM_ACTOR, async (db) => {
    // The ids are not moved on by `alter table`, which waits for everybody who reads the table, and they for it.
    const taken = await sql<{ first: string }>`
      with free as (
        select max(n) as first from (
          select next_number from number_series where kind in ('batch', 'je')
          union all select coalesce(max(id), 0) + 1 from batch
          union all select coalesce(max(id), 0) + 1 from document) s (n)
      ), numbers as (
        update number_series set next_number = first + ${count}::int from free where kind in ('batch', 'je')
      )
      select first::text, setval(pg_get_serial_sequence('batch', 'id'), first + ${count}::int - 1),
        setval(pg_get_serial_sequence('document', 'id'), first + ${count}::int - 1)
      from free`.execute(db);
    return Number(taken.rows[0]!.first);
  });
}
