import { useQueryClient } from '@tanstack/react-query';
import { CallRefused, ChangeWaits } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import { useSaveKey } from '../../api/use-save-key.ts';
import { askToConfirm, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { announceFailure, announceSuccess, announceWaiting, fieldErrors } from './record-feedback.ts';
import { MASTERDATA_KEY, type Confirmed, type MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';
import { useUndo } from './undo-change.ts';

/** What somebody else did to a record while it was open here (decisions §2, stale row_version). */
export interface RecordConflict {
  /** Who and when, in one sentence. */
  message: string;
  changed_by: string;
  /** The record as it is stored now. */
  current: MasterRecord;
}

export type SaveOutcome =
  | { kind: 'saved'; record: MasterRecord }
  | { kind: 'conflict'; conflict: RecordConflict }
  /** A second person must confirm it first; that was said. */
  | { kind: 'waiting' }
  /** Somebody deleted the record meanwhile; `message` tells who and when. */
  | { kind: 'gone'; message: string }
  | { kind: 'failed'; errors: Record<string, string[]> };

/**
 * Answers a function that stores an entry: a new record, or the changed fields of a stored one with the version that was
 * read. It says the outcome and offers the way back, except where somebody else was faster, which the caller shows. A
 * save whose answer was lost is repeated with the same idempotency key, so that it counts once.
 */
export function useSaveRecord(parts: ResourceParts) {
  const { definition, calls, override } = parts;
  const client = useQueryClient();
  const undoOf = useUndo(parts);
  const saveKey = useSaveKey();

  return async function save(
    record: MasterRecord | null,
    entry: Record<string, unknown>,
    change: Record<string, unknown>,
    query: Confirmed = {},
  ): Promise<SaveOutcome> {
    const action = record === null ? 'add' : 'update';
    const sent = record === null ? entry : { ...change, row_version: record.row_version };
    const key = saveKey.of(`${record?.id ?? 'new'} ${JSON.stringify([sent, query])}`);
    try {
      const saving = record === null ? calls.create(sent, key, query) : calls.update(record.id, sent, key, query);
      const saved = await withPleaseWait(saving);
      saveKey.noteDone();
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
      override.onChanged?.({ before: record, after: saved });
      const item = definition.describe(entry);
      const written = { before: record, after: saved, fields: Object.keys(change) };
      announceSuccess(override.feedback, action, item, undoOf([written], item));
      return { kind: 'saved', record: saved };
    } catch (failure) {
      saveKey.noteFailure(failure);
      if (failure instanceof ChangeWaits) {
        await announceWaiting(client, failure);
        return { kind: 'waiting' };
      }
      const question = questionOf(failure);
      if (question !== null) {
        const isAgreed = await askToConfirm({ ...question, confirmLabel: 'Save all the same' });
        return isAgreed ? save(record, entry, change, { confirmed: '1' }) : { kind: 'failed', errors: {} };
      }
      const conflict = conflictOf(failure);
      if (conflict !== null) return { kind: 'conflict', conflict };
      if (record !== null && isGone(failure)) return { kind: 'gone', message: failure.problem.message };
      announceFailure(override.feedback, action, failure);
      return { kind: 'failed', errors: fieldErrors(failure) };
    }
  };
}

/** What the server asks before it stores: the last sentence is the question. */
function questionOf(failure: unknown): { title: string; text: string } | null {
  if (!(failure instanceof CallRefused) || failure.problem.code !== 'confirm') return null;
  const [, text, title] = /^(.*\.) ([^.?]*\?)$/s.exec(failure.problem.message) ?? [];
  return { title: title ?? failure.problem.message, text: text ?? '' };
}

function conflictOf(failure: unknown): RecordConflict | null {
  if (!(failure instanceof CallRefused) || failure.problem.code !== 'row_version') return null;
  return failure.problem as ProblemBody & RecordConflict;
}

function isGone(failure: unknown): failure is CallRefused {
  return failure instanceof CallRefused && failure.problem.code === 'not_found';
}
