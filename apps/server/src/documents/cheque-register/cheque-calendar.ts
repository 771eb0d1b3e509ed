import { sql } from 'kysely';
import type { DayOfBank } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { CHEQUE_JOINS, visibleCheques } from './cheque-rows.ts';

/**
 * What each account needs on which day of a month (`yyyy-mm`): cheques by the date on their face that are not void, dead
 * or paid. Vouchers that are only drafts count too, so that the treasurer sees what is coming.
 */
export async function readCalendar(
  database: Database,
  user: Principal,
  query: {
    readonly month: string;
    readonly bank_id?: readonly number[] | undefined;
    readonly is_pdc?: 0 | 1 | undefined;
  },
): Promise<DayOfBank[]> {
  const first = `${query.month}-01`;
  const found = await sql<DayOfBank>`
    select c.cheque_date::text as date, c.bank_id, k.bank_name, k.account_no as bank_account,
      u.iso_code as currency, count(*)::int as cheques, sum(c.amount)::numeric(18, 2)::text as cheque_amount
    from ${CHEQUE_JOINS} join currency u on u.id = b.currency_id
    where c.cheque_date >= ${first}::date and c.cheque_date < ${first}::date + interval '1 month'
      and c.state in ('queued', 'printed', 'released', 'matured')
      and (${query.bank_id ?? null}::int[] is null or c.bank_id = any (${query.bank_id ?? null}::int[]))
      and (${query.is_pdc ?? null}::int is null or b.is_pdc = ${query.is_pdc ?? null}::int)
      and ${visibleCheques(user)}
    group by c.cheque_date, c.bank_id, k.bank_name, k.account_no, u.iso_code
    order by c.cheque_date, k.bank_name, k.account_no, u.iso_code`.execute(database);
  return found.rows;
}

/** Accounts that pay by cheque: current accounts, and whatever the register or a book names; with the next leaf of each. */
export async function readChequeBanks(database: Database) {
  const found = await sql<{ id: number; bank_name: string; bank_account: string; next_number: string | null }>`
    select k.id, k.bank_name, k.account_no as bank_account,
      (select f.cheque_number from free_cheque_numbers(k.id, 1) f) as next_number
    from bank k
    where k.acct_type = 'CA' and k.status = 1 or exists (select from cheque c where c.bank_id = k.id)
    order by k.bank_name, k.account_no`.execute(database);
  return found.rows;
}
