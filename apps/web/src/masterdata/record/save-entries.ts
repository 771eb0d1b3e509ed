import { useQueryClient } from '@tanstack/react-query';
import { ChangeWaits } from '@talaan/contract/http/client';
import { newIdempotencyKey } from '../../api/client.ts';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { announceMatrixFailure, announceSuccess, announceWaiting } from './record-feedback.ts';
import { MASTERDATA_KEY, type MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';
import { useUndo, type WrittenChange } from './undo-change.ts';

/** One record that a matrix changes: a new one, a stored one with its new values, or one that goes. */
export type EntryChange =
  | { action: 'add'; entry: Record<string, unknown> }
  | { action: 'update'; record: MasterRecord; change: Record<string, unknown> }
  | { action: 'delete'; record: MasterRecord };

/**
 * Answers a function that stores the changes of a matrix one after the other and says the outcome once, with `item` for
 * all of them. At a refusal it stops, says why and answers false; what was stored before stays stored.
 */
export function useSaveEntries(parts: ResourceParts) {
  const { calls, override } = parts;
  const client = useQueryClient();
  const undoOf = useUndo(parts);

  async function store(one: EntryChange): Promise<WrittenChange> {
    const key = newIdempotencyKey();
    if (one.action === 'add') return { before: null, after: await calls.create(one.entry, key) };
    const { record: before } = one;
    if (one.action === 'delete') {
      await calls.remove(before, key);
      return { before, after: null };
    }
    const after = await calls.update(before.id, { ...one.change, row_version: before.row_version }, key);
    return { before, after, fields: Object.keys(one.change) };
  }

  return async function save(changes: readonly EntryChange[], item: string): Promise<boolean> {
    const waiting: ChangeWaits[] = [];
    const written: WrittenChange[] = [];
    const storeOrWait = async (one: EntryChange): Promise<void> => {
      try {
        written.push(await store(one));
      } catch (failure) {
        if (!(failure instanceof ChangeWaits)) throw failure;
        waiting.push(failure);
      }
    };
    try {
      await withPleaseWait(
        (async () => {
          for (const one of changes) await storeOrWait(one);
        })(),
      );
      const last = waiting.at(-1);
      if (last !== undefined) await announceWaiting(client, last);
      else announceSuccess(override.feedback, 'update', item, undoOf(written, item));
      return true;
    } catch (failure) {
      announceMatrixFailure(failure);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    }
  };
}
