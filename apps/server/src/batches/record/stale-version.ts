import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { firstDayOfPeriod } from '@talaan/core/calendar/accounting-period';
import { MONTH_NAMES, monthOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { batchName } from '@talaan/core/documents/batch-key';
import { statusChip } from '@talaan/core/documents/document-status';
import { ALL_DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { STATUS, type StatusAction } from '@talaan/core/documents/status';
import { clockText } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import { readVisible, type BatchCall } from './batch-call.ts';
import type { BatchRecord } from './batch-record.ts';
import { visibleBatches } from './batch-visibility.ts';

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
 * The refusal of an overtaken call, in the words of one that came later, of one whose period is taken, or else the error itself. `call` reads what is
 * stored by now, so it is made on a connection of its own.
 */
export async function explainRace(
  error: unknown,
  database: Database,
  call: BatchCall,
  sent: number | undefined,
): Promise<unknown> {
  if (!LOST_RACES.has(problemOfDatabaseError(error)?.code ?? ''))
    return explainTaken(error, { db: database, user: call.user });
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

interface Taken {
  readonly document_type: DocumentType;
  /** Null where the person may not see it. */
  readonly batch_number: string | null;
  readonly txn_type: string;
  /** The customer, of one that bills. */
  readonly payee: string | null;
}

/**
 * The refusal of what a regular transaction has made for its period already, with the name of that; every other error is answered
 * as it is. On a connection of its own, because the transaction of the call has ended.
 */
export async function explainTaken(
  error: unknown,
  { db, user }: { readonly db: Database; readonly user: Principal },
): Promise<unknown> {
  const refusal = problemOfDatabaseError(error);
  if (refusal?.code !== 'made_already') return error;
  const { regular_trx, period, payee_id } = refusal.details as Record<string, number>;
  const found = await sql<Taken>`
    select b.document_type, case when ${visibleBatches(user, ALL_DOCUMENT_TYPES)} then b.batch_number end as batch_number,
      t.txn_type, (select p.payee_desc from payee p where p.id = nullif(${payee_id}::int, 0)) as payee
    from batch b join regular_transaction t on t.id = b.regular_trx
    where b.regular_trx = ${regular_trx} and b.regular_period = ${period} and b.deleted_at is null
      and b.status <> ${STATUS.ARCHIVED} and (${payee_id} = 0 or b.payee_id = ${payee_id})`.execute(db);
  const [taken] = found.rows;
  return taken === undefined ? refusal : conflict('made_already', takenText(taken, period!), { period });
}

function takenText({ document_type, batch_number, txn_type, payee }: Taken, period: number): string {
  const day = firstDayOfPeriod(period)!;
  const month = `${MONTH_NAMES[monthOf(day) - 1]} ${yearOf(day)}`;
  const other =
    batch_number === null ? 'a transaction that you may not see' : batchName({ document_type, batch_number });
  return payee === null
    ? `${txn_type} is made for ${month} already, as ${other}. Archive that one first.`
    : `${payee} is billed by ${txn_type} in ${month} already, as ${other}. Leave the customer out, or archive that billing first.`;
}
