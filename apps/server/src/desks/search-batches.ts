import { sql, type RawBuilder } from 'kysely';
import { MOST_FOUND } from '@talaan/contract/desks/find.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { readBatchKey } from '@talaan/core/documents/batch-key';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { documentsNumbered, numbersOf } from '../batches/lists/search-words.ts';
import { paddedBatchNumber } from '../batches/record/batch-call.ts';
import { visibleBatches } from '../batches/record/batch-visibility.ts';
import { readBatch } from '../batches/reading/read-batch.ts';

/**
 * Every batch with this number that the person may see, of any type or, for `BI-0010234`, of the one that it says;
 * `10234` finds `0010234` (decisions §10). A number that no batch has, finds the batches of the documents and receipts
 * that have it.
 */
export async function searchByNumber(
  database: Database,
  user: Principal,
  text: string,
  served: readonly DocumentType[],
): Promise<BatchDetail[]> {
  const named = readBatchKey(text);
  const types = named.document_type === null ? served : served.filter((type) => type === named.document_type);
  const find = async (has: RawBuilder<unknown>) => {
    const found = await sql<{ document_type: DocumentType; batch_number: string }>`
      select b.document_type, b.batch_number from batch b
      where ${has} and ${visibleBatches(user, types)} order by b.id limit ${MOST_FOUND}`.execute(database);
    return found.rows;
  };
  const numbered = await find(sql`b.batch_number = ${paddedBatchNumber(named.batch_number)}`);
  const found =
    numbered.length > 0
      ? numbered
      : await find(sql`b.id in (select d.batch_id from (${documentsNumbered(numbersOf(named.batch_number))}) d)`);
  return Promise.all(
    found.map(({ document_type, batch_number }) => readBatch(database, { batch_number, types: [document_type], user })),
  );
}
