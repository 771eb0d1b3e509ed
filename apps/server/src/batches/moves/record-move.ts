import { sql, type RawBuilder } from 'kysely';
import type { StatusAction } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText } from '@talaan/core/money/money';
import type { AllowedDecision } from '../record/batch-decision.ts';
import { postingOf, reserveEntryIds } from '../../ledger/post-entry.ts';
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
  /** Record IDs of the documents that the ledger records by this move. */
  readonly posts?: readonly string[];
}

/** Where the batch stands after a move, and the ids of the entries that it posted. */
export interface RecordedMove {
  readonly row_version: number;
  readonly cycle: number;
  readonly entry_ids: readonly string[];
}

type MovedBatch = Pick<BatchRecord, 'id' | 'document_type' | 'cycle' | 'status' | 'row_version' | 'to_approve'>;

/** A batch with its move. */
export interface BatchMove {
  readonly batch: MovedBatch;
  readonly move: Move;
}

/**
 * Writes the moves of a set, the new states of its batches and all their journal entries in one call, and frees the edit
 * locks; each batch comes once. Answers each in the order given. The database decides once more whether each may be:
 * another move or change since a batch was read is refused as a conflict, and refuses the set.
 */
export async function recordMoves(transaction: Database, moves: readonly BatchMove[]): Promise<RecordedMove[]> {
  const recorded = await moveStatement(moves).execute(transaction);
  const { row_versions, cycles, entry_ids } = recorded.rows[0]!;
  let before = 0;
  return moves.map(({ move }, place) => {
    const first = before;
    before += move.posts?.length ?? 0;
    return { row_version: row_versions[place]!, cycle: cycles[place]!, entry_ids: entry_ids.slice(first, before) };
  });
}

/** The same of one batch. */
export async function recordMove(transaction: Database, batch: MovedBatch, move: Move): Promise<RecordedMove> {
  const [recorded] = await recordMoves(transaction, [{ batch, move }]);
  return recorded!;
}

/**
 * The same as the last act of its transaction: it is sent together with the commit, so that the running sums of busy
 * accounts, which every posting waits for, are locked for no round trip. What it answers holds once the commit does.
 */
export async function recordLastMove(transaction: Database, batch: MovedBatch, move: Move): Promise<RecordedMove> {
  const count = move.posts?.length ?? 0;
  const entry_ids = count > 0 ? await reserveEntryIds(transaction, count) : [];
  sendWithCommit(transaction, moveStatement([{ batch, move }], entry_ids).compile(transaction));
  return { row_version: batch.row_version + 1, cycle: batch.cycle, entry_ids };
}

/** The same of a set, whose answer nobody waits for. */
export function recordMovesLast(transaction: Database, moves: readonly BatchMove[]): void {
  sendWithCommit(transaction, moveStatement(moves).compile(transaction));
}

interface MovedRow {
  readonly row_versions: readonly number[];
  readonly cycles: readonly number[];
  readonly entry_ids: readonly string[];
}

function moveStatement(moves: readonly BatchMove[], entry_ids: readonly string[] | null = null): RawBuilder<MovedRow> {
  const posts = moves.flatMap(({ move }) => move.posts ?? []);
  // All moves are recorded before their rows are added up, and posted after: entries find their batches approved.
  return sql<MovedRow>`
    select array_agg(m.row_version order by m.place) as row_versions, array_agg(m.cycle order by m.place) as cycles,
      ${postingOf(posts, entry_ids)} as entry_ids
    from record_batch_moves(${JSON.stringify(moves.map(recordOf))}::jsonb) m`;
}

/** A move as `record_batch_moves` takes it. */
function recordOf({ batch, move }: BatchMove) {
  const { officer, limit_minor, to } = move.decision;
  // A limit in pesos was held against the peso amount, and is kept with it.
  const inPesos = limit_minor !== null && officer?.currency_id === CURRENCY_PESO;
  return {
    batch_id: batch.id,
    row_version: batch.row_version,
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
    approved_remarks: move.approved_remarks,
    is_delete: move.action === 'delete',
    risks_seen: move.risks_seen ?? [],
  };
}
