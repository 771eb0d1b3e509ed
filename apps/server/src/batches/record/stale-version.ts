import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { statusChip } from '@talaan/core/documents/document-status';
import type { StatusAction } from '@talaan/core/documents/status';
import { clockText } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import { readVisible, type BatchCall } from './batch-call.ts';
import type { BatchRecord } from './batch-record.ts';

/** Refuses a call that names another version than the stored one (decisions §2). */
export async function requireVersion(database: Database, batch: BatchRecord, sent: number | undefined): Promise<void> {
  const refusal = await versionRefusal(database, batch, sent);
  if (refusal !== null) throw refusal;
}

/** The same as an answer; null where the call names the stored one, or none. */
export async function versionRefusal(
  database: Database,
  batch: BatchRecord,
  sent: number | undefined,
): Promise<Problem | null> {
  return sent === undefined || sent === batch.row_version ? null : changedMeanwhile(database, batch, sent);
}

/** What the database says of a call that was overtaken between its check and its write. */
const LOST_RACES = new Set(['moved_meanwhile', 'row_version']);

/**
 * The refusal of an overtaken call, in the words of one that came later, or else the error itself. `call` reads what is
 * stored by now, so it is made on a connection of its own.
 */
export async function explainRace(
  error: unknown,
  database: Database,
  call: BatchCall,
  sent: number | undefined,
): Promise<unknown> {
  if (!LOST_RACES.has(problemOfDatabaseError(error)?.code ?? '')) return error;
  const { batch } = await readVisible(database, call);
  return changedMeanwhile(database, batch, sent);
}

/**
 * 409 with who, when and both versions. After a move it says which one and where the batch stands, so that the second
 * of two approvers knows.
 */
async function changedMeanwhile(database: Database, batch: BatchRecord, sent: number | undefined): Promise<Problem> {
  const { action, name, at } = await readLastChange(database, batch.id);
  const { label } = statusChip(batch.document_type, batch.status);
  const message =
    action === null
      ? MESSAGES.changedMeanwhile(name, clockText(at))
      : `${name} ${PAST[action]} it at ${clockText(at)}; it is now ${label}. Reload to see it.`;
  return conflict('row_version', message, {
    changed_by: name,
    changed_at: at,
    row_version: batch.row_version,
    sent_row_version: sent ?? null,
    current_status: batch.status,
  });
}

/** The last move of a batch, or the last change of its contents when that was later. */
async function readLastChange(
  database: Database,
  batchId: string,
): Promise<{ action: StatusAction | null; name: string; at: string }> {
  const found = await sql<{ action: StatusAction | null; name: string; at: string }>`
    select c.action, concat_ws(' ', u.user_first_name, u.user_last_name) as name, c.at
    from (
      select m.action, m.user_id, m.at from batch_move m where m.batch_id = ${batchId}::bigint
      union all
      select null, b.edit_by, b.edit_date from batch b where b.id = ${batchId}::bigint
    ) c
    join app_user u on u.id = c.user_id
    order by c.at desc, c.action nulls last limit 1`.execute(database);
  return found.rows[0]!;
}

const PAST: Readonly<Record<StatusAction, string>> = {
  submit: 'submitted',
  approve: 'approved',
  return: 'returned',
  reject: 'rejected',
  withdraw: 'withdrew',
  release: 'released',
  archive: 'archived',
  restore: 'restored',
  void: 'voided',
  delete: 'deleted',
  close: 'closed',
  match: 'vouchered',
  accept: 'accepted',
};
