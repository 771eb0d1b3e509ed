import { useQueryClient } from '@tanstack/react-query';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ChangeWaits } from '@talaan/contract/http/client';
import { newIdempotencyKey } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useAccessLevel } from '../../session/session.ts';
import { showError, showSuccess, withPleaseWait, type MessageAction } from '../../ui/feedback/feedback.ts';
import { announceWaiting } from './record-feedback.ts';
import { MASTERDATA_KEY, type MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';

/** What was written on one record: `before` is null for a new one, `after` for one that is gone. */
export interface WrittenChange {
  before: MasterRecord | null;
  after: MasterRecord | null;
  /** Wire names of the fields that were sent; for a change only. */
  fields?: readonly string[];
}

/**
 * Answers a function that makes the 'Undo' of a message about one or several writes, in their order. Undoing writes anew,
 * under the user's own rights and with the versions that the writes left, so that a record which somebody else has
 * changed since stays as it is and the message says so. Undefined where there is no way back: without the right to
 * delete a new record, and after a change of a password, whose former value nobody has.
 */
export function useUndo({ definition, calls, override }: ResourceParts) {
  const client = useQueryClient();
  const mayDelete = useAccessLevel(definition.module) >= ACCESS.delete;

  function canTakeBack({ before, after, fields = [] }: WrittenChange): boolean {
    if (before === null || after === null) return mayDelete;
    return fields.length > 0 && fields.every((name) => definition.fields[name]?.kind !== 'password');
  }

  /** Writes the reverse of a change. Answers the record as it is then; null when it is gone. */
  async function takeBack({ before, after, fields = [] }: WrittenChange): Promise<MasterRecord | null> {
    const key = newIdempotencyKey();
    if (before === null && after !== null) {
      await calls.remove(after, key);
      client.removeQueries({ queryKey: calls.one(after.id).queryKey });
      return null;
    }
    if (after === null && before !== null) return calls.restore(before.id, key);
    if (before === null || after === null) return null;
    const former = Object.fromEntries(fields.map((name) => [name, before[name]]));
    return calls.update(after.id, { ...former, row_version: after.row_version }, key);
  }

  async function takeAllBack(changes: readonly WrittenChange[]): Promise<void> {
    try {
      for (const change of changes.toReversed()) {
        const after = await takeBack(change);
        override.onChanged?.({ before: change.after, after });
      }
    } finally {
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    }
  }

  async function run(changes: readonly WrittenChange[], item: string): Promise<void> {
    try {
      await withPleaseWait(takeAllBack(changes));
      showSuccess(sentenceOf(changes)(item));
    } catch (failure) {
      if (failure instanceof ChangeWaits) await announceWaiting(client, failure);
      else reportFailure(failure, (message) => showError(MESSAGES.undoFailed(message)));
    }
  }

  return function undoOf(changes: readonly WrittenChange[], item: string): MessageAction | undefined {
    if (changes.length === 0 || !changes.every(canTakeBack)) return undefined;
    return { label: MESSAGES.undo, run: () => void run(changes, item) };
  };
}

function sentenceOf(changes: readonly WrittenChange[]) {
  if (changes.length > 1) return MESSAGES.undoneUpdate;
  if (changes[0]?.before === null) return MESSAGES.undoneAdd;
  return changes[0]?.after === null ? MESSAGES.undoneDelete : MESSAGES.undoneUpdate;
}
