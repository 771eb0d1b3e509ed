import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/document-status';
import { isToMature } from '../../batches/post-matured.ts';
import { seesConfidential } from '../../batches/batch-visibility.ts';
import type { Database } from '../../platform/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Change, WriteContext } from '../resource-override.ts';

/** What a transaction can name, with the columns of a document `d` or its line `l` that hold the record's ID. */
const NAMED_IN = {
  account: ['l.account_id'],
  bank: ['d.bank_id'],
  branch: ['l.branch_id'],
  department: ['l.department_id'],
  section: ['l.section_id'],
  payee: ['l.payee_id', 'd.payee_id'],
  'ATC code': ['l.atc_id', 'd.atc_id'],
} as const;
type NamedRecord = keyof typeof NAMED_IN;

/** Batch numbers that one refusal lists. */
const LISTED = 20;

/**
 * Refuses to take a record out of use while open transactions name it, approved cheques whose day is to come included:
 * they could not be posted any more (reliability (d) 7). The numbers of confidential batches are not listed, and who may
 * not see them is not told how many.
 */
export function refuseDeactivation(flag: string, record: NamedRecord) {
  return async ({ db, user }: WriteContext, { stored, entry }: Change): Promise<void> => {
    if (stored?.[flag] === 1 && entry[flag] === 0) await refuseWhileOpen({ db, user }, record, [stored.id]);
  };
}

/** Refuses while open transactions name one of these records. */
export async function refuseWhileOpen({ db, user }: WriteContext, record: NamedRecord, ids: readonly number[]) {
  const open = ids.length === 0 ? [] : await findOpenBatches(db, user, record, ids);
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
}

async function findOpenBatches(db: Database, user: Principal, record: NamedRecord, ids: readonly number[]) {
  const isNamed = NAMED_IN[record].map((column) => sql`${sql.ref(column)} = any (${ids}::int[])`);
  const found = await sql<{ batch_number: string; is_confidential: number; told: boolean }>`select b.batch_number,
      b.is_confidential, ${seesConfidential(user)} as told
    from batch b
    where b.deleted_at is null and ${isOpen} and exists (
      select from document d left join line l on l.document_id = d.id
      where d.batch_id = b.id and (${sql.join(isNamed, sql` or `)})
        and (b.status <> ${STATUS.APPROVED} or ${isToMature}))
    order by b.batch_number`.execute(db);
  return found.rows;
}

const isOpen = sql`(b.status not in (${STATUS.APPROVED}, ${STATUS.ARCHIVED}) or (b.status = ${STATUS.APPROVED} and b.is_pdc = 1))`;
