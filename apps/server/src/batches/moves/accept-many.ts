import { MESSAGES } from '@talaan/contract/errors/messages';
import { STATUS } from '@talaan/core/documents/status';
import { requireAll, type Checked } from '../../platform/checked-set.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, type Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { completenessFaults } from '../checks/completeness.ts';
import type { StoredEntryFacts } from '../checks/entry-facts.store.ts';
import { readVisibleSet, type NewlyNamed } from '../record/batch-call.ts';
import { batchFactsOf } from '../record/batch-decision.ts';
import { fingerprintOf } from '../record/batch-content.ts';
import { withoutLines, type DecisionInput } from '../record/batch-record.ts';
import type { PassedMove } from './make-moves.ts';

/**
 * The moves by which new batches that enter by themselves are posted, all or none, without stages: which may, the database says
 * (`accept_allowed`). They must be complete, and nothing of them is ticked: whoever agreed did so before they came. Answers each
 * in the order given. `known` is what they name, where it was read in this transaction. Throws every refusal by its place (`moves.3`).
 */
export async function checkAccepted(
  transaction: Database,
  user: Principal,
  named: readonly NewlyNamed[],
  known?: StoredEntryFacts,
): Promise<PassedMove[]> {
  const names = { path: 'moves', names: named.map(({ told_as }) => told_as) };
  const inputs = requireAll(await readVisibleSet(transaction, user, named), names);
  const faults = await completenessFaults(
    transaction,
    inputs.map(({ batch }) => batch),
    known,
  );
  const passed = inputs.map(
    (input, place): Checked<PassedMove> => refusalOf(input, faults[place]!) ?? acceptedMove(input),
  );
  return requireAll(passed, names);
}

function refusalOf(input: DecisionInput, faults: Readonly<Record<string, string[]>>): Problem | null {
  if (Object.keys(faults).length > 0) return invalid(faults);
  const { period_open, cheques_numbered } = batchFactsOf(input);
  if (!period_open) return conflict('period_closed', MESSAGES.periodClosed);
  return cheques_numbered ? null : invalid({ 'headers.0.cheque_number': ['Cheque number is required.'] });
}

/** The move from 1 to 7 of a batch that enters by itself. */
export function acceptedMove(input: DecisionInput): PassedMove {
  const decision = { allowed: true, to: STATUS.APPROVED, officer: null, limit_minor: null } as const;
  const checked = { action: 'accept', decision, remarks: '', fingerprint: fingerprintOf(input.batch) } as const;
  return { input: withoutLines(input), checked, risks_seen: [] };
}
