import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { batchName } from '@talaan/core/documents/batch-key';
import type { Database } from '../../platform/database/database.ts';
import { conflict, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readVisibleSet, type NamedBatch, type NewlyNamed } from '../record/batch-call.ts';
import { checked, next, requireAll, type Checked } from '../../platform/checked-set.ts';
import { withoutLines } from '../record/batch-record.ts';
import type { DocumentDefinitions } from '../record/document-definition.ts';
import { requireAction } from '../record/batch-decision.ts';
import { versionRefusal } from '../record/stale-version.ts';
import { requireRisksSeen } from '../risks/batch-risks.ts';
import { checkMoves, type AskedMove, type ParsedMove } from './check-move.ts';
import { makeMoves, type PassedMove } from './make-moves.ts';

/** A move of one batch of a set. */
export type SetMove = NamedBatch & ParsedMove;

/**
 * Brings the batches of a set to the wanted status, all or none, in the person's name: what each is like is read once, every
 * check is made for all, and moves, entries and numbers are written by set. A single move goes the same way. Answers each
 * in the order given. Throws every refusal by the place of its move (`moves.3`). What is voided or restored goes by
 * itself.
 */
export async function moveMany(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  moves: readonly SetMove[],
): Promise<MoveResult[]> {
  if (moves.length === 0) return [];
  const read = await readVisibleSet(transaction, user, moves);
  const ids = read.map((input) => (input instanceof Problem ? null : input.batch.id));
  const named = read.map((input, place): Checked<AskedOne> => {
    if (input instanceof Problem) return input;
    const isTwice = ids.indexOf(input.batch.id) < place;
    return isTwice
      ? conflict('named_twice', `${batchName(input.batch)} is named twice.`)
      : { input, move: moves[place]! };
  });
  const current = await next(named, (asked) =>
    Promise.all(
      asked.map(async (one) => (await versionRefusal(transaction, one.input.batch, one.move.row_version)) ?? one),
    ),
  );
  const passed = await next(current, (asked) => checkSet(transaction, user, asked));
  return makeMoves(transaction, definitions, user, requireAll(passed, { path: 'moves', names: namesOf(moves) }));
}

type AskedOne = AskedMove & { readonly move: ParsedMove };

/**
 * The moves by which new batches are submitted, all or none, each with its remarks; its checks are those of every submission. Answers
 * each in the order given. Throws every refusal by its place (`moves.3`).
 */
export async function checkSubmitted(
  transaction: Database,
  user: Principal,
  named: readonly (NewlyNamed & { readonly remarks: string })[],
): Promise<PassedMove[]> {
  if (named.length === 0) return [];
  const read = await readVisibleSet(transaction, user, named);
  const asked = read.map((input, place) =>
    input instanceof Problem
      ? input
      : checked(() => {
          const { to } = requireAction('submit', input, user);
          return { input, move: { status: to, approved_remarks: named[place]!.remarks } };
        }),
  );
  const passed = await next(asked, (submitted) => checkSet(transaction, user, submitted));
  return requireAll(passed, { path: 'moves', names: named.map(({ told_as }) => told_as) });
}

/** Checks moves, and that each person ticked the risks that he takes. */
export async function checkSet(
  transaction: Database,
  user: Principal,
  asked: readonly AskedOne[],
): Promise<Checked<PassedMove>[]> {
  const answers = await checkMoves(transaction, user, asked);
  const allowed = answers.map((answer, place): Checked<Omit<PassedMove, 'risks_seen'> & AskedOne> => {
    if (answer instanceof Problem) return answer;
    if (answer.action !== 'void' && answer.action !== 'restore') return { ...asked[place]!, checked: answer };
    return conflict('one_by_one', `${batchName(asked[place]!.input.batch)} is voided or restored by itself.`);
  });
  return next(allowed, async (passing) => {
    const ticked = passing.map(({ input, checked: { action }, move }) => {
      return { batch: input.batch, action, ticked: move.risks_seen ?? [] };
    });
    const seen = await requireRisksSeen(transaction, ticked);
    return passing.map((one, place) => {
      const risks_seen = seen[place]!;
      return risks_seen instanceof Problem ? risks_seen : { ...one, input: withoutLines(one.input), risks_seen };
    });
  });
}

const namesOf = (moves: readonly SetMove[]) => moves.map(({ batch_number }) => batch_number);
