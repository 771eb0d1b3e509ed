import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/document-status';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Change, WriteContext } from '../resource-override.ts';

/** What a transaction line can name. */
export type NamedOnLine = 'account' | 'branch' | 'department' | 'payee';

/** Batch numbers that one refusal lists. */
const LISTED = 20;

/**
 * Refuses to take a record out of use while open transactions name it: they could not be posted any more
 * (reliability (d) 7). The numbers of confidential batches are not listed.
 */
export function refuseDeactivation(flag: string, record: NamedOnLine) {
  return async ({ db }: WriteContext, { stored, entry }: Change): Promise<void> => {
    if (!stored || stored[flag] !== 1 || entry[flag] !== 0) return;
    const open = await findOpenBatches(db, record, stored.id);
    if (open.length === 0) return;
    const numbers = open.filter((batch) => batch.is_confidential === 0).map((batch) => batch.batch_number);
    const sentence =
      open.length === 1
        ? `1 open transaction uses this ${record}.`
        : `${open.length} open transactions use this ${record}.`;
    const listed = numbers.length > 0 ? ` Batch numbers: ${numbers.slice(0, LISTED).join(', ')}.` : '';
    throw conflict('used_by_open_transactions', sentence + listed, { batch_numbers: numbers.slice(0, LISTED) });
  };
}

async function findOpenBatches(db: Database, record: NamedOnLine, id: number) {
  const column = sql.ref(`l.${record}_id`);
  const onHeader = record === 'payee' ? sql`or d.payee_id = ${id}` : sql``;
  const found = await sql<{ batch_number: string; is_confidential: number }>`select b.batch_number, b.is_confidential
    from batch b
    where b.status not in (${STATUS.APPROVED}, ${STATUS.ARCHIVED}) and b.deleted_at is null and exists (
      select from document d left join line l on l.document_id = d.id
      where d.batch_id = b.id and (${column} = ${id} ${onHeader}))
    order by b.batch_number`.execute(db);
  return found.rows;
}
