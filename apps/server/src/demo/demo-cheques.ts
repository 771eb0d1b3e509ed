import { sql } from 'kysely';
import { ageCheques } from '../documents/cheque-register/age-cheques.ts';
import { inTransaction, type Database } from '../platform/database/database.ts';

/** Days from the date of a cheque until it shows on the bank statement. */
const CLEARS_AFTER = 4;

/**
 * Brings the cheques of released demo vouchers where the cashier would have them: printed and handed over, and cleared
 * when the bank has had the time. Each account that writes cheques has its book, whose next leaf follows the last used.
 */
export async function handOverDemoCheques(database: Database): Promise<void> {
  const cashier = await database
    .selectFrom('app_user')
    .select('id')
    .where('user_id', '=', 'cashier')
    .executeTakeFirstOrThrow();
  await inTransaction(database, { user_id: cashier.id, request_id: null }, async (db) => {
    await sql`
      insert into cheque_book (bank_id, first_number, last_number, input_by)
      select bank_id, min(cheque_number),
        lpad((min(cheque_number)::bigint + 499)::text, length(min(cheque_number)), '0'), ${cashier.id}
      from cheque where cheque_number ~ '^[0-9]+$' group by bank_id`.execute(db);
    await sql`
      update cheque c set state = 'printed', state_on = least(c.cheque_date, manila_today())
      from document d join batch b on b.id = d.batch_id
      where d.id = c.document_id and b.status = 7 and d.voided_at is null and c.state = 'queued'
        and c.cheque_number is not null`.execute(db);
    await sql`update cheque set state = 'released' where state = 'printed'`.execute(db);
    await sql`
      update cheque set state = 'cleared', state_on = cheque_date + ${CLEARS_AFTER}::int
      where state = 'released' and cheque_date + ${CLEARS_AFTER}::int <= manila_today()`.execute(db);
    await ageCheques(db);
  });
}
