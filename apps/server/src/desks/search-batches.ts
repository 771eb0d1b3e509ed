import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { readBatchKey } from '@talaan/core/documents/batch-key';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { paddedBatchNumber } from '../batches/record/batch-call.ts';
import { visibleBatches } from '../batches/record/batch-visibility.ts';
import { readBatch } from '../batches/reading/read-batch.ts';

/**
 * Every batch with this number that the person may see, of any type or, for `BI-0010234`, of the one that it says;
 * `10234` finds `0010234` (decisions §10).
 */
export async function searchByNumber(
  database: Database,
  user: Principal,
  text: string,
  served: readonly DocumentType[],
): Promise<BatchDetail[]> {
  const named = readBatchKey(text);
  const batch_number = paddedBatchNumber(named.batch_number);
  const types = named.document_type === null ? served : served.filter((type) => type === named.document_type);
  const found = await sql<{ document_type: DocumentType }>`
    select b.document_type from batch b
    where b.batch_number = ${batch_number} and ${visibleBatches(user, types)} order by b.id`.execute(database);
  return Promise.all(found.rows.map((row) => readBatch(database, { batch_number, types: [row.document_type], user })));
}
