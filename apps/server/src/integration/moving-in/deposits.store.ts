import { sql } from 'kysely';
import type { MoveDeposit } from '@talaan/contract/integration/moving-in.contract';
import type { Database } from '../../platform/database/database.ts';

/** The deposits in transit of a move, those that no statement has shown yet first. */
export function listDeposits(database: Database, moveId: number): Promise<MoveDeposit[]> {
  return findDeposits(database, sql`i.moving_in_id = ${moveId}`);
}

/** Keeps the day on which a statement shows a deposit, or none any more. Answers it; undefined where there is no such deposit. */
export async function clearDeposit(
  transaction: Database,
  { id, cleared_on, row_version }: Pick<MoveDeposit, 'cleared_on' | 'row_version'> & { readonly id: number },
): Promise<MoveDeposit | undefined> {
  await sql`
    update opening_item set cleared_on = ${cleared_on}::date, row_version = ${row_version} where id = ${id} and kind = 'deposit'`.execute(
    transaction,
  );
  const [deposit] = await findDeposits(transaction, sql`i.id = ${id}`);
  return deposit;
}

async function findDeposits(database: Database, which: ReturnType<typeof sql>): Promise<MoveDeposit[]> {
  const found = await sql<MoveDeposit>`
    select i.id::text, concat_ws(' ', k.bank_code, k.account_no) as bank, i.number_text as reference, i.on_date, i.amount::numeric(18, 2)::text,
      c.iso_code as currency, i.cleared_on, concat_ws(' ', u.user_first_name, u.user_last_name) as cleared_by, i.row_version
    from opening_item i join bank k on k.id = i.bank_id join currency c on c.id = i.currency_id left join app_user u on u.id = i.cleared_by
    where i.kind = 'deposit' and ${which} order by i.cleared_on is not null, i.on_date, i.id`.execute(database);
  return found.rows;
}
