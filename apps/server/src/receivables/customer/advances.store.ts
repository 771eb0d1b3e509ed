import { sql } from 'kysely';
import type { UnusedAdvance } from '@talaan/contract/receivables/customer/statement.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';

/** What a customer had paid in advance and not used at the end of a day: in pesos of all currencies, and in each, pesos first. */
export async function readAdvances(
  database: Database,
  payeeId: number,
  asOf: CalendarDate,
): Promise<{ advance_php: string; advances: UnusedAdvance[] }> {
  const found = await sql<UnusedAdvance>`
    select c.iso_code as currency, a.amount::numeric(18, 2), a.amount_php::numeric(18, 2)
    from customer_advances_at(${payeeId}::int, ${asOf}::date) a join currency c on c.id = a.currency_id
    order by c.id`.execute(database);
  const advance_php = amountText(sumMinor(found.rows.map(({ amount_php }) => requireSum(amount_php))));
  return { advance_php, advances: found.rows };
}
