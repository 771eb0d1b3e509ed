import { sql } from 'kysely';
import { batchName } from '@talaan/core/documents/batch-key';
import { STATUS } from '@talaan/core/documents/status';
import { isToMature } from '../../batches/moves/post-matured.ts';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import type { Change, WriteContext } from '../records/resource-override.ts';

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

/** Batches that one refusal lists. */
const LISTED = 20;

/**
 * Refuses to take a record out of use while open transactions name it, approved cheques whose day is to come included:
 * they could not be posted any more (reliability (d) 7). The numbers of confidential batches are not listed, and who may
 * not see them is not told how many.
 */
export function refuseDeactivation(flag: string, record: NamedRecord) {
  return async (context: WriteContext, changes: readonly Change[]): Promise<Map<number, Problem>> => {
    const retired = changes.map(({ stored, entry }) => (stored?.[flag] === 1 && entry[flag] === 0 ? stored.id : null));
    const ids = retired.filter((id) => id !== null);
    const open = new Map<number, OpenBatch[]>();
    for (const batch of await findOpenBatches(context, record, ids)) {
      open.set(batch.named_id, [...(open.get(batch.named_id) ?? []), batch]);
    }
    return new Map([...open].map(([id, batches]) => [retired.indexOf(id), stillOpen(record, batches)]));
  };
}

/** Refuses while open transactions name one of these records. */
export async function refuseWhileOpen(context: WriteContext, record: NamedRecord, ids: readonly number[]) {
  const open = await findOpenBatches(context, record, ids);
  if (open.length > 0) throw stillOpen(record, open);
}

interface OpenBatch {
  readonly named_id: number;
  /** Of the batch. */
  readonly id: string;
  readonly batch_number: string;
  readonly document_type: string;
  readonly is_confidential: number;
  readonly told: boolean;
}

function stillOpen(record: NamedRecord, batches: readonly OpenBatch[]): Problem {
  const open = [...new Map(batches.map((batch) => [batch.id, batch])).values()];
  const told = open.filter((batch) => batch.told);
  const listed = told.filter((batch) => batch.is_confidential === 0).slice(0, LISTED);
  const sentence =
    told.length === 0
      ? `Open transactions that you may not see use this ${record}`
      : told.length === 1
        ? `1 open transaction uses this ${record}`
        : `${told.length} open transactions use this ${record}`;
  const names = listed.length > 0 ? `: ${listed.map(batchName).join(', ')}` : '';
  return conflict('used_by_open_transactions', `${sentence}${names}.`, {
    batch_numbers: listed.map((batch) => batch.batch_number),
  });
}

/** The open batches that name one of the records, once for each that they name, in the order of their numbers. */
async function findOpenBatches({ db, user }: WriteContext, record: NamedRecord, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const columns = sql.join(NAMED_IN[record].map((column) => sql.ref(column)));
  const found =
    await sql<OpenBatch>`select named.id as named_id, b.id, b.batch_number, b.document_type, b.is_confidential,
      ${seesConfidential(user)} as told
    from batch b cross join lateral (
      select distinct one.id
      from document d left join line l on l.document_id = d.id cross join unnest(array[${columns}]) as one (id)
      where d.batch_id = b.id and one.id = any (${ids}::int[])
        and (b.status <> ${STATUS.APPROVED} or ${isToMature})) as named
    where b.deleted_at is null and ${isOpen}
    order by b.batch_number`.execute(db);
  return found.rows;
}

/** By ranges, which the index on the status finds, and not by what it is not. */
const isOpen =
  sql.raw(`(b.status < ${STATUS.APPROVED} or (b.status > ${STATUS.APPROVED} and b.status < ${STATUS.ARCHIVED})
  or (b.status = ${STATUS.APPROVED} and b.is_pdc = 1))`);
