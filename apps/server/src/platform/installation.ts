import { sql } from 'kysely';
import type { Database } from './database/database.ts';

const DEMO_SETTING = 'demo_company';

/** Whether the books are the demo company's, or are to be. */
export async function isDemoCompany(database: Database): Promise<boolean> {
  const setting = await database
    .selectFrom('setting')
    .select('value')
    .where('key', '=', DEMO_SETTING)
    .executeTakeFirst();
  return setting?.value === true;
}

/** Whether the installation has no user yet. */
export async function isNewInstallation(database: Database): Promise<boolean> {
  return (await database.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Stores for a new installation whether its books are the demo company's (`demo`) or a company's own, and answers what it
 * is. It comes before the first user: with him it is decided for good (`company_decided`). A company of its own stays
 * one, whatever is asked for later; a demo company that was never loaded gives way to one.
 * Whoever else decides waits until this transaction ends, so nobody enters a user beside a load.
 */
export async function decideCompany(
  transaction: Database,
  { demo }: { demo: boolean },
): Promise<{ is_new: boolean; is_demo: boolean }> {
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(7003, 1)`.execute(transaction);
  await sql`set local lock_timeout to default`.execute(transaction);
  const is_new = await isNewInstallation(transaction);
  if (is_new) {
    await sql`
      insert into setting (key, value) values (${DEMO_SETTING}, to_jsonb(${demo}::boolean))
      on conflict (key) do update set value = excluded.value where excluded.value = 'false' and setting.value = 'true'`.execute(
      transaction,
    );
  }
  return { is_new, is_demo: await isDemoCompany(transaction) };
}
