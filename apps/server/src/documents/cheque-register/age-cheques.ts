import { sql, type RawBuilder } from 'kysely';
import { DEFAULT_STALE_DAYS } from '@talaan/core/documents/cheque/cheque-state';
import type { Database } from '../../platform/database/database.ts';
import { recordChequeMoves } from './record-cheque-moves.ts';

/**
 * Lets the calendar move cheques: a post-dated one that was handed over matures on its day, and what nobody presents
 * within the days of the setting `cheque_stale_days` becomes stale. Safe to repeat. Answers how many of each.
 */
export async function ageCheques(transaction: Database): Promise<{ matured: number; expired: number }> {
  const setting = await sql<{ days: number }>`
    select (value #>> '{}')::int as days from setting where key = 'cheque_stale_days'`.execute(transaction);
  const days = setting.rows[0]?.days ?? DEFAULT_STALE_DAYS;
  const due = await lockWhere(
    transaction,
    sql`b.is_pdc = 1 and c.state = 'released' and c.cheque_date <= manila_today()
      and c.cheque_date > coalesce(c.released_on, c.cheque_date) and c.cheque_date + ${days}::int > manila_today()`,
  );
  await recordChequeMoves(transaction, due, { to: 'matured', on: sql`c.cheque_date` });
  const stale = await lockWhere(
    transaction,
    sql`c.state in ('released', 'matured') and c.cheque_date + ${days}::int <= manila_today()`,
  );
  await recordChequeMoves(transaction, stale, {
    to: 'stale',
    reason: `Not presented within ${days} days of its date.`,
  });
  return { matured: due.length, expired: stale.length };
}

/** Cheques of vouchers and of the old books under a condition, which nobody else changes until the transaction ends. */
async function lockWhere(transaction: Database, condition: RawBuilder<unknown>): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select c.id from cheque c left join document d on d.id = c.document_id left join batch b on b.id = d.batch_id
    where (c.document_id is not null or c.opening_item_id is not null) and ${condition} order by c.id for no key update of c`.execute(
    transaction,
  );
  return found.rows.map((row) => row.id);
}
