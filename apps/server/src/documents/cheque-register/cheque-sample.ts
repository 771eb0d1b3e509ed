import { sql } from 'kysely';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ChequeSample } from '@talaan/contract/resources/books/cheque-stock.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { CHEQUE_JOINS, chequeLevelOf, visibleCheques } from './cheque-rows.ts';

/**
 * What the newest cheque says that could be printed on a layout: queued with its number, its voucher approved. Null where
 * there is none that the caller may see in the register.
 */
export async function findSample(db: Database, user: Principal, layoutId: number): Promise<ChequeSample | null> {
  if (chequeLevelOf(user) < ACCESS.select) return null;
  const found = await sql<ChequeSample>`
    select b.batch_number, d.document_number, c.cheque_date::text, y.payee_desc as payee,
      c.amount::numeric(18, 2)::text as amount, u.currency_word
    from ${CHEQUE_JOINS} join currency u on u.id = b.currency_id
    where k.cheque_layout_id = ${layoutId} and c.state = 'queued' and c.cheque_number is not null and c.cheque_date is not null
      and b.status in (6, 7) and d.voided_at is null and ${visibleCheques(user)}
    order by c.id desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}
