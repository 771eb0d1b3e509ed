import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { STATUS, type StatusAction } from '@talaan/core/documents/status';
import { numberSet } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { documentsToPost } from '../record/batch-entries.ts';
import type { BatchRecord, DecisionInput, PassedBatch } from '../record/batch-record.ts';
import type { DocumentDefinition, DocumentDefinitions } from '../record/document-definition.ts';
import type { SeenRisk } from '../risks/batch-risks.ts';
import type { CheckedMove } from './check-move.ts';
import { resultOf } from './move-result.ts';
import { recordLastMove, recordMoves, recordMovesLast, type BatchMove } from './record-move.ts';

/** A move that passed its checks, with the risks that were ticked as seen. */
export interface PassedMove {
  readonly input: DecisionInput<PassedBatch>;
  readonly checked: CheckedMove;
  readonly risks_seen: readonly SeenRisk[];
}

/**
 * Makes moves that were checked, of one batch or of many: all of them and their entries in one call, then the numbers that
 * are taken at approval, then what follows for each type. Answers each in the order given. `is_last`: nothing is written
 * after it in its transaction.
 */
export async function makeMoves(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  moves: readonly PassedMove[],
  is_last = false,
): Promise<MoveResult[]> {
  const approved = batchesOf(moves.filter(({ checked }) => checked.decision.to === STATUS.APPROVED));
  const wanted = approved.flatMap((batch) => {
    const program = DOCUMENT_MODULES[batch.document_type];
    const numbers = definitions.get(batch.document_type)?.numbersAtApproval?.(batch) ?? [];
    return numbers.map((one) => ({ ...one, program }));
  });
  const recorded = await record(
    transaction,
    definitions,
    moves.map((move) => recordOf(move, user)),
    is_last,
  );
  const numbers = await numberSet(transaction, user.user_id, wanted);
  const receipts = new Map<PassedBatch, Pick<MoveResult, 'receipt_status'>>();
  for (const [type, batches] of groupBy(approved, ({ document_type }) => document_type)) {
    const answers = (await definitions.get(type)?.onApproved?.(transaction, batches, user)) ?? [];
    for (const [at, answer] of answers.entries()) receipts.set(batches[at]!, answer);
  }
  for (const [action, moved] of groupBy(moves, ({ checked }) => checked.action)) {
    await followChanges(transaction, definitions, batchesOf(moved), action);
  }
  return moves.map(({ input: { batch }, checked }, place) => {
    const { row_version, entry_ids } = recorded[place]!;
    const result = resultOf(batch, checked.decision.to, row_version);
    return {
      ...result,
      document_number: numbers.get(batch.documents[0]?.id ?? '') ?? result.document_number,
      accounting_status: entry_ids.length > 0 ? STATUS.APPROVED : 0,
      journal_entry_ids: [...entry_ids],
      ...receipts.get(batch),
    };
  });
}

/** The same of moves that nothing follows (`isFollowed`), sent with the commit: it answers nothing. */
export function makeMovesLast(transaction: Database, user: Principal, moves: readonly PassedMove[]): void {
  recordMovesLast(
    transaction,
    moves.map((move) => recordOf(move, user)),
  );
}

/** What follows from batches that were saved or moved, for each type. */
export async function followChanges(
  transaction: Database,
  definitions: DocumentDefinitions,
  changed: readonly Pick<BatchRecord, 'id' | 'document_type'>[],
  action: StatusAction | 'save',
): Promise<void> {
  for (const [type, batches] of groupBy(changed, ({ document_type }) => document_type)) {
    const ids = batches.map(({ id }) => id);
    await definitions.get(type)?.onChanged?.(transaction, ids, action);
  }
}

async function record(
  transaction: Database,
  definitions: DocumentDefinitions,
  moves: readonly BatchMove[],
  is_last: boolean,
) {
  const [only] = moves;
  const isAlone = is_last && moves.length === 1 && only!.move.fingerprint !== null;
  if (isAlone && !isFollowed(definitions.get(only!.batch.document_type), only!.move.decision.to)) {
    return [await recordLastMove(transaction, only!.batch, only!.move)];
  }
  return recordMoves(transaction, moves);
}

/** Whether something is written after a move to a status. */
export function isFollowed(definition: DocumentDefinition | undefined, to: number): boolean {
  if (definition?.onChanged !== undefined) return true;
  return to === STATUS.APPROVED && (definition?.numbersAtApproval ?? definition?.onApproved) !== undefined;
}

function recordOf({ input, checked, risks_seen }: PassedMove, user: Principal): BatchMove {
  const { action, decision, remarks, fingerprint } = checked;
  return {
    batch: input.batch,
    move: {
      action,
      user_id: user.user_id,
      decision,
      remarks,
      approved_remarks: action === 'return' || action === 'reject' ? remarks : null,
      fingerprint,
      risks_seen,
      posts: decision.to === STATUS.APPROVED ? documentsToPost(input.batch, input.today).map(({ id }) => id) : [],
    },
  };
}

const batchesOf = (moves: readonly PassedMove[]) => moves.map(({ input }) => input.batch);
