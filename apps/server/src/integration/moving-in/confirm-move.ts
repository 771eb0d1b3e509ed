import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { proofSentence, proveMove } from '@talaan/core/integration/moving-in/prove-move';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, forbidden } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { withNumbers } from '../with-numbers.ts';
import { moveTo, readMovedNames, readMovedRows, requireMove, type StoredMove } from './moving-in.store.ts';
import { plannedOf, postMove, type MoveNumbers } from './post-move.ts';

type Services = Pick<RouteServices, 'database' | 'inTransaction'>;

/** Why a person does not confirm a move, else null: somebody who prepared and uploaded none of it does, super users like everybody. */
export function whyNotConfirm(move: StoredMove, { user_id }: Pick<Principal, 'user_id'>): string | null {
  if (move.prepared_by === user_id) return 'You began it: another person confirms it.';
  if (move.ready_by === user_id) return 'You said that it is ready: another person confirms it.';
  return move.uploaders.includes(user_id) ? 'You uploaded one of its files: another person confirms it.' : null;
}

/** Throws 409 with the first line of the proof of a move that is not green, and how many there are. */
export async function requireGreen(database: Database, move: StoredMove) {
  const [rows, names] = [await readMovedRows(database, move.id), await readMovedNames(database, move)];
  const [red, ...others] = proveMove(rows, names, move.as_of).filter(({ is_green }) => !is_green);
  if (red) {
    const more = others.length === 0 ? '' : ` … and ${others.length} more.`;
    throw conflict('proof_not_green', `${proofSentence(red)}${more}`);
  }
  return { rows, names };
}

/**
 * Confirms a move that is ready: it is proved once more as it stands, and everything is posted in one transaction. Batch numbers are
 * reserved before, so that the counter keeps nobody waiting; refused or crashed, they are given back. Throws 403 for whoever had a
 * hand in it, 409 for another version, a proof that is not green, a closed period or books that are not empty.
 */
export async function confirmMove(
  services: Services,
  definitions: DocumentDefinitions,
  { user, request_id }: { readonly user: Principal; readonly request_id: string },
  { id, row_version }: { readonly id: number; readonly row_version: number },
): Promise<void> {
  const actor = { user_id: user.user_id, request_id };
  const move = await requireMove(services.database, id);
  requireConfirmable(move, user, row_version);
  const { rows, names } = await requireGreen(services.database, move);
  const planned = plannedOf(move, rows, names);
  const post = (numbers: MoveNumbers) =>
    services.inTransaction(actor, async (transaction) => {
      await moveTo(transaction, { id, row_version }, 'confirmed');
      // As it stands now that nobody changes it any more.
      const now = await requireGreen(transaction, move);
      await postMove(transaction, definitions, user, plannedOf(move, now.rows, now.names), numbers);
    });
  await withNumbers(services, actor, { kind: KINDS.journals, count: planned.journals.length }, async (journals) => {
    await withNumbers(services, actor, { kind: KINDS.invoices, count: rows.invoices.length }, async (invoices) => {
      const numbers = { journals: await journals, invoices: await invoices };
      return { answer: await post(numbers), used: numbers.invoices };
    });
    return { answer: undefined, used: await journals };
  });
}

/** By which series their batches are numbered. */
const KINDS = { journals: DOCUMENT_TYPES.JE.batch_series, invoices: DOCUMENT_TYPES.BI.batch_series } as const;

function requireConfirmable(move: StoredMove, user: Principal, row_version: number): void {
  const why = whyNotConfirm(move, user);
  if (why !== null) throw forbidden('own_move', why);
  if (move.state === 'confirmed') throw conflict('moving_in_stands', `${move.name} is confirmed.`);
  if (move.state !== 'ready')
    throw conflict('moving_in_stands', `${move.name} is ${move.state}: it is confirmed once it is ready.`);
  if (move.row_version !== row_version) throw conflict('stale', `${move.name} was changed meanwhile. Load it again.`);
}
