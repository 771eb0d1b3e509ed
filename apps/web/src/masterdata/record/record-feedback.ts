import type { QueryClient } from '@tanstack/react-query';
import { CallRefused, type ChangeWaits } from '@talaan/contract/http/client';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { reportFailure, reportFaults } from '../../api/report-failure.ts';
import { CHANGES_KEY } from '../../session/waiting-changes.ts';
import { showError, showErrorList, showNotice, showSuccess, type MessageAction } from '../../ui/feedback/feedback.ts';

export type RecordAction = 'add' | 'update' | 'delete';

/** What a resource says after a write; exactly one message for each (decisions §10). */
export interface RecordFeedback {
  /** `item` is name and code of the record: 'Security Services 502050'; `undo` takes the write back. */
  succeeded?(action: RecordAction, item: string, undo?: MessageAction): void;
  /** `message` is the server's sentence, `lines` its messages by field as one list; empty when it named no field. */
  failed?(action: RecordAction, message: string, lines: readonly string[]): void;
}

/** Says that a record was added, updated or deleted, with the way back where there is one. */
export function announceSuccess(
  feedback: RecordFeedback | undefined,
  action: RecordAction,
  item: string,
  undo?: MessageAction,
): void {
  if (feedback?.succeeded === undefined) showSuccess(SUCCEEDED[action](item), undo);
  else feedback.succeeded(action, item, undo);
}

/** Says why a record was not saved or deleted: nothing for a lost session, whose dialog is up; 'Network Error' for a lost connection. */
export function announceFailure(feedback: RecordFeedback | undefined, action: RecordAction, failure: unknown): void {
  const lines = flattenServerErrors(fieldErrors(failure));
  reportFailure(failure, (message) => {
    if (feedback?.failed === undefined) showFailed(action, message, lines);
    else feedback.failed(action, message, lines);
  });
}

/** Says that a matrix was not stored as a whole, and why; the dialog stays until it is read (spec 1 §8). */
export function announceMatrixFailure(failure: unknown): void {
  reportFaults(failure, MESSAGES.errorSaving);
}

/** Says that a change waits for a second person, and lets the number of waiting changes be counted anew. */
export async function announceWaiting(client: QueryClient, waits: ChangeWaits): Promise<void> {
  showNotice(waits.message);
  await client.invalidateQueries({ queryKey: [CHANGES_KEY] });
}

/** The messages of a refusal by the field they are about; empty when it names none. */
export function fieldErrors(failure: unknown): Record<string, string[]> {
  return failure instanceof CallRefused ? (failure.problem.errors ?? {}) : {};
}

const SUCCEEDED = { add: MESSAGES.added, update: MESSAGES.updated, delete: MESSAGES.deleted };
const FAILED = { add: MESSAGES.savingFailed, update: MESSAGES.updateFailed, delete: MESSAGES.deleteFailed };

function showFailed(action: RecordAction, message: string, lines: readonly string[]): void {
  const hasNoWords = message === '' || message === MESSAGES.tryAgainLater;
  if (lines.length > 0 || (hasNoWords && action !== 'delete')) showErrorList(MESSAGES.failedToSave, lines);
  else showError(FAILED[action](message || MESSAGES.tryAgainLater));
}

/** What could not be done, and on a line of its own the reason that the server gives. */
export function withReason(text: string, message: string, lines: readonly string[]): string {
  const reason = lines.length > 0 ? lines.join(' ') : message;
  return [text, reason].filter((line) => line !== '').join('\n');
}
