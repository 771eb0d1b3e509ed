import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { postMany } from '../../ledger/post-entry.ts';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { documentsToPost } from '../record/batch-entries.ts';
import { periodIsOpenFor } from '../record/batch-decision.ts';
import { readDecisionInput } from '../record/batch-record.ts';

/** What a run of the maturity job did, in documents. */
export interface MaturedCounts {
  readonly posted: number;
  /** Their day has come, but the period is closed for their module. */
  readonly waiting: number;
}

/**
 * Posts the post-dated documents whose day has come in Manila, each batch in a transaction of its own, in the name of
 * whoever released it (decisions §4). What cannot be posted keeps nobody else waiting: the reason is kept for the close
 * checklist, preparer and releaser are told once, and the next run tries again. Safe to repeat and to run on several
 * servers: a batch that another run holds is passed over, and one that is posted is not due. Throws at the end what is a
 * fault of the program, and at once when the database is gone.
 */
export async function postMaturedDocuments(database: Database): Promise<MaturedCounts> {
  const counts = { posted: 0, waiting: 0 };
  const faults: unknown[] = [];
  const dueBatches = await findDueBatches(database);
  await inTransaction(database, SYSTEM_ACTOR, (transaction) => forgetFailures(transaction, dueBatches));
  for (const due of dueBatches) {
    try {
      const done = await inTransaction(database, { user_id: due.released_by, request_id: null }, (transaction) =>
        postDue(transaction, due),
      );
      counts.posted += done.posted;
      counts.waiting += done.waiting;
    } catch (error) {
      const problem = problemOfDatabaseError(error);
      if (problem?.status === 503) throw error;
      // Somebody is at work on it: the next run finds it again.
      if (problem?.code === 'busy') continue;
      if (problem === null) faults.push(error);
      await inTransaction(database, SYSTEM_ACTOR, (transaction) =>
        noteFailure(transaction, due, problem?.message ?? PROGRAM_FAULT),
      );
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Post-dated documents could not be posted.');
  return counts;
}

const PROGRAM_FAULT = 'Talaan could not post it. The log of the server says why.';

interface DueBatch {
  readonly id: string;
  readonly batch_number: string;
  readonly document_type: DocumentType;
  readonly released_by: number;
  readonly move_id: string;
}

/** True for a document `d` of a post-dated, approved batch `b` that is still to be posted. */
export const isToMature = sql<boolean>`(d.voided_at is null and not exists (
  select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null))`;

async function findDueBatches(database: Database): Promise<DueBatch[]> {
  const found = await sql<DueBatch>`
    select b.id, b.batch_number, b.document_type, m.user_id as released_by, m.id as move_id
    from batch b
    join batch_move m on m.batch_id = b.id and m.cycle = b.cycle and m.status_to = ${STATUS.APPROVED}
    where b.is_pdc = 1 and b.status = ${STATUS.APPROVED} and b.document_date <= manila_today() and exists (
      select from document d
      where d.batch_id = b.id and d.document_date <= manila_today() and ${isToMature})
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
  const due_documents = documentsToPost(batch, today);
  const posted = due_documents.filter((document) => periodIsOpenFor(document, batch, today));
  await postMany(
    transaction,
    posted.map(({ id }) => id),
  );
  if (posted.length > 0) await showNextDate(transaction, batch);
  const waiting = due_documents.length - posted.length;
  if (waiting > 0) await noteFailure(transaction, due, MESSAGES.periodClosed);
  else await sql`delete from maturity_failure where move_id = ${due.move_id}::bigint`.execute(transaction);
  return { posted: posted.length, waiting };
}

/** Keeps why a batch could not be posted, and tells its preparer and releaser when it is the first try. */
async function noteFailure(transaction: Database, { move_id }: DueBatch, reason: string): Promise<void> {
  const kept = await sql<{ is_first: boolean }>`
    insert into maturity_failure (move_id, reason) values (${move_id}::bigint, ${reason})
    on conflict (move_id) do update set reason = excluded.reason
    returning xmax = 0 as is_first`.execute(transaction);
  if (!kept.rows[0]!.is_first) return;
  // What the bell said of the release was that it is posted.
  await sql`delete from notification where move_id = ${move_id}::bigint`.execute(transaction);
  await sql`
    insert into notification (user_id, kind, move_id)
    select distinct told.user_id, 'not_matured', m.id
    from batch_move m join batch b on b.id = m.batch_id
    cross join lateral (values (b.prepared_by), (m.user_id)) as told (user_id)
    where m.id = ${move_id}::bigint`.execute(transaction);
}

/** Drops the reasons of what is due no more: posted, voided or restored meanwhile. */
async function forgetFailures(transaction: Database, due: readonly DueBatch[]): Promise<void> {
  const moves = due.map(({ move_id }) => move_id);
  await sql`delete from maturity_failure where move_id <> all (${moves}::bigint[])`.execute(transaction);
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
