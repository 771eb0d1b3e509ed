import { sql, type RawBuilder } from 'kysely';
import type { StatusAction } from '@talaan/core/documents/document-status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText } from '@talaan/core/money/money';
import type { AllowedDecision } from '../record/batch-decision.ts';
import { postingOf, reserveEntryIds, type JournalEntry } from '../../ledger/post-entry.ts';
import { sendWithCommit, type Database } from '../../platform/database/database.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import type { SeenRisk } from '../risks/batch-risks.ts';

export interface Move {
  readonly action: StatusAction;
  readonly user_id: number;
  readonly decision: AllowedDecision;
  readonly remarks: string;
  /** What the batch shows its preparer from now on; null clears it. */
  readonly approved_remarks: string | null;
  /** Hexadecimal SHA-256 of what was signed, for a submit, an approval and a release. */
  readonly fingerprint: string | null;
  /** The risk signals that were ticked as seen, kept with the move. */
  readonly risks_seen?: readonly SeenRisk[];
  /** What the ledger records by this move. */
  readonly entries?: readonly JournalEntry[];
}

/** Where the batch stands after a move, and the ids of the entries that it posted. */
export interface RecordedMove {
  readonly row_version: number;
  readonly cycle: number;
  readonly entry_ids: readonly string[];
}

type MovedBatch = Pick<BatchRecord, 'id' | 'document_type' | 'cycle' | 'status' | 'row_version' | 'to_approve'>;

/**
 * Writes a move, the new state of its batch and its journal entries in one call, and frees the edit lock. The database
 * decides once more whether it may be: another move or change since the batch was read is refused as a conflict.
 */
export async function recordMove(transaction: Database, batch: MovedBatch, move: Move): Promise<RecordedMove> {
  const moved = await moveStatement(batch, move).execute(transaction);
  return moved.rows[0]!;
}

/**
 * The same as the last act of its transaction: it is sent together with the commit, so that the running sums of busy
 * accounts, which every posting waits for, are locked for no round trip. What it answers holds once the commit does.
 */
export async function recordLastMove(transaction: Database, batch: MovedBatch, move: Move): Promise<RecordedMove> {
  const entries = move.entries ?? [];
  const entry_ids = entries.length > 0 ? await reserveEntryIds(transaction, entries.length) : [];
  const posted = entries.map((entry, place) => ({ ...entry, id: entry_ids[place]! }));
  sendWithCommit(transaction, moveStatement(batch, { ...move, entries: posted }).compile(transaction));
  return { row_version: batch.row_version + 1, cycle: batch.cycle, entry_ids };
}

function moveStatement(batch: MovedBatch, move: Move): RawBuilder<RecordedMove> {
  const { officer, limit_minor, to } = move.decision;
  // A limit in pesos was held against the peso amount, and is kept with it.
  const inPesos = limit_minor !== null && officer?.currency_id === CURRENCY_PESO;
  const record = {
    document_type: batch.document_type,
    cycle: batch.cycle,
    action: move.action,
    status_from: batch.status,
    status_to: to,
    user_id: move.user_id,
    on_behalf_of: officer && officer.user_id !== move.user_id ? officer.user_id : null,
    level_code: officer?.level_code ?? null,
    officer_limit: limit_minor === null ? null : amountText(limit_minor),
    amount: amountText(inPesos ? batch.to_approve.amount_php_minor : batch.to_approve.amount_minor),
    currency_id: inPesos ? CURRENCY_PESO : batch.to_approve.currency_id,
    remarks: move.remarks === '' ? null : move.remarks,
    fingerprint: move.fingerprint,
    risks_seen: move.risks_seen ?? [],
  };
  // The function is read first and its row then posted, so that the entries find their batch approved.
  return sql<RecordedMove>`
    select m.row_version, m.cycle, ${postingOf(move.entries ?? [])} as entry_ids
    from record_batch_move(${batch.id}::bigint, ${batch.row_version}, ${JSON.stringify(record)}::jsonb,
      ${move.approved_remarks}, ${move.action === 'delete'}) m`;
}
