import { sql, type RawBuilder } from 'kysely';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import type { Database } from '../../platform/database/database.ts';

/** How many documents a difference names (reports.md §0). */
const MOST_DOCUMENTS = 50;

/** The documents that make a difference, the largest part of it first. In: rows (entry_id, amount). */
export async function proofDocuments(
  database: Database,
  entries: RawBuilder<unknown>,
): Promise<ReportProof['documents']> {
  const { rows } = await sql<ReportProof['documents'][number]>`
    select b.document_type, b.document_number, b.batch_number, round(x.amount, 2)::text as amount
    from (select entry_id, amount from (${entries}) x where amount <> 0
      order by abs(amount) desc, entry_id limit ${MOST_DOCUMENTS}) x
    join posted_document b on b.entry_id = x.entry_id
    order by abs(x.amount) desc, x.entry_id`.execute(database);
  return rows;
}
