import { sql } from 'kysely';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import type { PaymentBooks } from './payment-books.ts';

/**
 * What books need to bill: the accounts of the worked examples E01 to E03 with their roles, a series of invoice numbers, and
 * billing officers, who are fewer than the approving officers. Answers the Record IDs of two services.
 */
export async function makeBillingMasters(
  database: Database,
  { people }: PaymentBooks,
): Promise<readonly [number, number]> {
  return inTransaction(database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'AR' where acct_code = '105010'`.execute(db);
    await sql`
      insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id, role) values
        ('203010', 'Output VAT', 'S', 'B', 'L', 'C', 1, 'OUTPUT_VAT'),
        ('408010', 'Service Income - Billings VATable', 'S', 'I', 'I', 'C', 1, null),
        ('408020', 'Service Income - Billings Zero Rated', 'S', 'I', 'I', 'C', 1, null),
        ('408030', 'Service Income - Billings Exempt', 'S', 'I', 'I', 'C', 1, null)`.execute(db);
    await sql`insert into number_series (kind, series_from, series_to) values ('bi', 1, 9999999)`.execute(db);
    for (const [role, level, most] of [
      ['approver1', 'L1', '20000'],
      ['approver2', 'L2', '100000'],
      ['approver3', 'L3', '0'],
    ] as const)
      await sql`insert into billing_officer (user_id, level, currency_id, min_amount, max_amount)
        values (${people[role].user.id}, ${level}, 1, 0, ${most})`.execute(db);
    await sql`insert into billing_service (billing_service_name) values ('TRAINING FEE')`.execute(db);
    const services = await sql<{ id: number }>`select id from billing_service order by id`.execute(db);
    return [services.rows[0]!.id, services.rows[1]!.id] as const;
  });
}
