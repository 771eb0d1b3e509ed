import { sql, type RawBuilder } from 'kysely';
import { ageCheques } from '../documents/cheque-register/age-cheques.ts';
import { recordChequeMoves } from '../documents/cheque-register/record-cheque-moves.ts';
import type { Database } from '../platform/database/database.ts';
import { actAs, loadPrincipals } from './demo-people.ts';

/** Days from the date of a cheque until it shows on the bank statement. */
const CLEARS_AFTER = 4;

/**
 * Brings the cheques of released demo vouchers where the cashier would have them: printed and handed over, and cleared
 * when the bank has had the time. Each account that writes cheques has its book, whose next leaf follows the last used.
 */
export async function handOverDemoCheques(db: Database): Promise<void> {
  const { user_id } = await actAs(db, await loadPrincipals(db), 'cashier');
  await sql`
    insert into cheque_book (bank_id, first_number, last_number, input_by)
    select bank_id, min(cheque_number),
      lpad((min(cheque_number)::bigint + 499)::text, length(min(cheque_number)), '0'), ${user_id}::int
    from cheque where cheque_number ~ '^[0-9]+$' group by bank_id`.execute(db);
  const written = await findCheques(
    db,
    sql`c.state = 'queued' and c.cheque_number is not null and b.status = 7 and d.voided_at is null`,
  );
  const on = sql<string>`least(c.cheque_date, manila_today())`;
  await recordChequeMoves(db, written, { to: 'printed', on });
  await recordChequeMoves(db, await findCheques(db, sql`c.state = 'printed'`), { to: 'released', on });
  const cleared = sql<string>`c.cheque_date + ${CLEARS_AFTER}::int`;
  const paid = await findCheques(db, sql`c.state = 'released' and ${cleared} <= manila_today()`);
  await recordChequeMoves(db, paid, { to: 'cleared', on: cleared });
  await ageCheques(db);
}

/** Cheques `c` of documents `d` in batches `b` under a condition. */
async function findCheques(db: Database, condition: RawBuilder<unknown>): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select c.id from cheque c join document d on d.id = c.document_id join batch b on b.id = d.batch_id
    where ${condition} order by c.id`.execute(db);
  return found.rows.map((row) => row.id);
}
