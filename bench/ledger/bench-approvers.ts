import { sql } from 'kysely';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../../apps/server/src/platform/database/database.ts';

/** As many as a posting bench has connections, so that each connection is a person of its own. */
const APPROVERS = 8;

/** Gives approver1 of the demo company seven colleagues with the same rights and password; answers all sign-in names. */
export async function addBenchApprovers(ownerUrl: string): Promise<string[]> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    return await inTransaction(database, SYSTEM_ACTOR, async (db) => {
      const added = await sql<{ user_id: string }>`
        with model as (
          select * from app_user where user_id = 'approver1'
        ), colleague as (
          insert into app_user (user_id, user_first_name, user_last_name, password_hash, approver, max_amount, jobt_code,
            dept_code, brnc_code)
          select 'colleague' || n, 'Colleague', 'Number ' || n, password_hash, approver, max_amount, jobt_code, dept_code, brnc_code
          from model, generate_series(2, ${APPROVERS}) n
          returning id, user_id
        ), role as (
          insert into user_role (user_id, role_id)
          select c.id, r.role_id from colleague c, user_role r where r.user_id = (select id from model)
        ), officer as (
          insert into approving_officer (user_id, level, currency_id, min_amount, max_amount)
          select c.id, o.level, o.currency_id, o.min_amount, o.max_amount
          from colleague c, approving_officer o where o.user_id = (select id from model)
        )
        select user_id from colleague union all select user_id from model order by 1`.execute(db);
      return added.rows.map((row) => row.user_id);
    });
  } finally {
    await database.destroy();
  }
}
