import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChangeWaits } from '@talaan/contract/http/client';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { newIdempotencyKey } from '../../api/client.ts';
import { showError, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { announceFailure, announceSuccess, announceWaiting } from './record-feedback.ts';
import { MASTERDATA_KEY, type MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';
import { useSaveRecord } from './save-record.ts';
import { useUndo } from './undo-change.ts';
import { useUsesQuestion } from './uses-dialog.tsx';

/** What became of a record that was to be deleted. */
export type DeleteOutcome = 'deleted' | 'deactivated' | 'kept';

/**
 * Answers a function that says what uses a record and asks, then deletes it or takes it out of use, and says the
 * outcome; and the dialog in which it asks, which the caller shows.
 */
export function useDeleteRecord(parts: ResourceParts): {
  remove: (record: MasterRecord) => Promise<DeleteOutcome>;
  question: ReactNode;
} {
  const { definition, calls, override } = parts;
  const client = useQueryClient();
  const save = useSaveRecord(parts);
  const undoOf = useUndo(parts);
  const { ask, question } = useUsesQuestion(parts);

  async function deactivate(record: MasterRecord): Promise<DeleteOutcome> {
    const change = { [definition.active!]: 0 };
    const outcome = await save(record, { ...record, ...change }, change);
    if (outcome.kind === 'conflict') showError(MESSAGES.updateFailed(outcome.conflict.message));
    if (outcome.kind === 'gone') showError(MESSAGES.updateFailed(outcome.message));
    return outcome.kind === 'saved' ? 'deactivated' : 'kept';
  }

  async function remove(record: MasterRecord): Promise<DeleteOutcome> {
    const answer = await ask('delete', record);
    if (answer === 'no') return 'kept';
    if (answer === 'deactivate') return deactivate(record);
    try {
      await withPleaseWait(calls.remove(record, newIdempotencyKey()));
    } catch (failure) {
      if (failure instanceof ChangeWaits) await announceWaiting(client, failure);
      else announceFailure(override.feedback, 'delete', failure);
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
      return 'kept';
    }
    client.removeQueries({ queryKey: calls.one(record.id).queryKey });
    await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    override.onChanged?.({ before: record, after: null });
    const item = definition.describe(record);
    announceSuccess(override.feedback, 'delete', item, undoOf([{ before: record, after: null }], item));
    return 'deleted';
  }

  return { remove, question };
}
