import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/document-status';
import { seesConfidential } from '../../batches/batch-visibility.ts';
import type { Database } from '../../platform/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Change, WriteContext } from '../resource-override.ts';

/** What a transaction line can name. */
export type NamedOnLine = 'account' | 'branch' | 'department' | 'payee';

/** Batch numbers that one refusal lists. */
const LISTED = 20;

/**
 * Refuses to take a record out of use while open transactions name it: they could not be posted any more
 * (reliability (d) 7). The numbers of confidential batches are not listed, and who may not see them is not told how many.
 */
export function refuseDeactivation(flag: string, record: NamedOnLine) {
  return async ({ db, user }: WriteContext, { stored, entry }: Change): Promise<void> => {
    if (!stored || stored[flag] !== 1 || entry[flag] !== 0) return;
    const open = await findOpenBatches(db, user, record, stored.id);
    if (open.length === 0) return;
    const told = open.filter((batch) => batch.told);
    const numbers = told.filter((batch) => batch.is_confidential === 0).map((batch) => batch.batch_number);
    const sentence =
      told.length === 0
        ? `Open transactions that you may not see use this ${record}.`
        : told.length === 1
          ? `1 open transaction uses this ${record}.`
          : `${told.length} open transactions use this ${record}.`;
    const listed = numbers.length > 0 ? ` Batch numbers: ${numbers.slice(0, LISTED).join(', ')}.` : '';
    throw conflict('used_by_open_transactions', sentence + listed, { batch_numbers: numbers.slice(0, LISTED) });
  };
}

async function findOpenBatches(db: Database, user: Principal, record: NamedOnLine, id: number) {
  const column = sql.ref(`l.${record}_id`);
  const onHeader = record === 'payee' ? sql`or d.payee_id = ${id}` : sql``;
  const found = await sql<{ batch_number: string; is_confidential: number; told: boolean }>`select b.batch_number,
      b.is_confidential, ${seesConfidential(user)} as told
    from batch b
    where b.status not in (${STATUS.APPROVED}, ${STATUS.ARCHIVED}) and b.deleted_at is null and exists (
      select from document d left join line l on l.document_id = d.id
      where d.batch_id = b.id and (${column} = ${id} ${onHeader}))
    order by b.batch_number`.execute(db);
  return found.rows;
}
