import { sql } from 'kysely';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/document-status';
import { postEntries } from '../ledger/post-entry.ts';
import { inTransaction, type Database } from '../platform/database.ts';
import { entriesOf } from './batch-entries.ts';
import { periodIsOpenFor } from './batch-decision.ts';
import { readDecisionInput } from './batch-record.ts';

/** What a run of the maturity job did, in documents. */
export interface MaturedCounts {
  readonly posted: number;
  /** Their day has come, but the period is closed for their module. */
  readonly waiting: number;
}

/**
 * Posts the post-dated documents whose day has come in Manila, each batch in a transaction of its own, in the name of
 * whoever released it (decisions §4). A document whose period is closed waits and is tried again by the next run. Safe to
 * repeat and to run on several servers: a batch that another run holds is passed over, and one that is posted is not due.
 */
export async function postMaturedDocuments(database: Database): Promise<MaturedCounts> {
  const counts = { posted: 0, waiting: 0 };
  for (const due of await findDueBatches(database)) {
    const done = await inTransaction(database, { user_id: due.released_by, request_id: null }, (transaction) =>
      postDue(transaction, due),
    );
    counts.posted += done.posted;
    counts.waiting += done.waiting;
  }
  return counts;
}

interface DueBatch {
  readonly id: string;
  readonly batch_number: string;
  readonly document_type: DocumentType;
  readonly released_by: number;
}

async function findDueBatches(database: Database): Promise<DueBatch[]> {
  const found = await sql<DueBatch>`
    select b.id, b.batch_number, b.document_type, m.user_id as released_by
    from batch b
    join batch_move m on m.batch_id = b.id and m.cycle = b.cycle and m.status_to = ${STATUS.APPROVED}
    where b.is_pdc = 1 and b.status = ${STATUS.APPROVED} and b.document_date <= manila_today() and exists (
      select from document d
      where d.batch_id = b.id and d.voided_at is null and d.document_date <= manila_today() and not exists (
        select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null))
    order by b.document_date, b.id`.execute(database);
  return found.rows;
}

async function postDue(transaction: Database, due: DueBatch): Promise<MaturedCounts> {
  const held = await sql`
    select from batch where id = ${due.id}::bigint and status = ${STATUS.APPROVED}
    for no key update skip locked`.execute(transaction);
  if (held.rows.length === 0) return { posted: 0, waiting: 0 };
  const input = await readDecisionInput(transaction, {
    batch_number: due.batch_number,
    types: [due.document_type],
    user_id: due.released_by,
  });
  if (input === null) return { posted: 0, waiting: 0 };
  const { batch, today } = input;
  const entries = entriesOf(batch, today);
  const open = batch.documents.filter((document) => periodIsOpenFor(document, batch, today));
  const posted = entries.filter((entry) => open.some((document) => document.id === entry.document_id));
  await postEntries(transaction, posted);
  if (posted.length > 0) await showNextDate(transaction, batch);
  return { posted: posted.length, waiting: entries.length - posted.length };
}

/** Lists show a series under its first open date (data-model §3). */
async function showNextDate(transaction: Database, batch: { id: string; row_version: number }): Promise<void> {
  await sql`
    update batch b
    set row_version = ${batch.row_version}, document_date = next.date
    from (
      select min(d.document_date) as date from document d join batch o on o.id = d.batch_id
      where o.id = ${batch.id}::bigint and d.voided_at is null and not exists (
        select from journal_entry e where e.document_id = d.id and e.round = o.cycle and e.reverses_id is null)
    ) next
    where b.id = ${batch.id}::bigint and next.date is not null`.execute(transaction);
}
