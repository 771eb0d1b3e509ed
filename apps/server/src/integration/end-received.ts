import { ACCESS } from '@talaan/core/access/access-level';
import { RECEIVED_TYPES } from '@talaan/contract/integration/received-batch.contract';
import { STATUS } from '@talaan/core/documents/status';
import { followChanges } from '../batches/moves/make-moves.ts';
import { voidRecord } from '../batches/moves/void-batch.ts';
import { readVisible } from '../batches/record/batch-call.ts';
import { requireAction } from '../batches/record/batch-decision.ts';
import type { DocumentDefinitions } from '../batches/record/document-definition.ts';
import { reversalDatesOf } from '../batches/record/reversal-dates.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { withReceived } from './sending.ts';

/** What ending a batch came to: the status that it has now, and the days of its mirrors. */
interface EndedBatch {
  readonly status: number;
  readonly reversed_on: string[];
}

/**
 * Ends a received batch as a whole, in the transaction of the caller: it is rejected, and what it posted is mirrored. Null where it
 * is ended already. Throws where it is not to be seen (404), or may not be ended by this person or now (403, 409).
 */
export async function endReceived(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  { batch_number, reason }: { readonly batch_number: string; readonly reason: string },
): Promise<EndedBatch | null> {
  const person = withReceived(user, ACCESS.delete);
  const input = await readVisible(transaction, { batch_number, types: RECEIVED_TYPES, user: person });
  if (input.batch.status === STATUS.ARCHIVED) return null;
  const reversed_on = reversalDaysOf(input);
  const decision = requireAction('void', input, person);
  const { status } = await voidRecord(transaction, input, person, { decision, reason });
  await followChanges(transaction, definitions, [input.batch], 'void');
  return { status, reversed_on };
}

/** The days at which mirrors would be booked, each once; none of what is not posted. */
export function reversalDaysOf(input: Parameters<typeof reversalDatesOf>[0]): string[] {
  return [...new Set([...reversalDatesOf(input).values()].filter((day) => day !== null))].toSorted();
}
