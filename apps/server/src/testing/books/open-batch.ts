import { inTransaction, type Database } from '../../platform/database/database.ts';

/** An open journal with one line on these records, written past the calls: the smallest thing that uses them. */
export async function insertOpenBatch(
  database: Database,
  facts: {
    batch_number: string;
    prepared_by: number;
    account_id: number;
    department_id: number;
    branch_id: number;
    section_id?: number;
    atc_id?: number;
    is_confidential?: 0 | 1;
  },
): Promise<void> {
  const { batch_number, prepared_by, is_confidential = 0, ...named } = facts;
  await inTransaction(database, { user_id: prepared_by, request_id: null }, async (db) => {
    const batch = await db
      .insertInto('batch')
      .values({ document_type: 'JE', batch_number, prepared_by, is_confidential })
      .returning('id')
      .executeTakeFirstOrThrow();
    const document = await db
      .insertInto('document')
      .values({ batch_id: batch.id, document_type: 'JE', header_key: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('line')
      .values({ document_id: document.id, line_no: 1, ...named, debit_amount: '1.00', debit_php: '1.00' })
      .execute();
  });
}
