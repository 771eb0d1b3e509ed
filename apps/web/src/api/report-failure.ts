import { CallRefused, ChangeWaits } from '@talaan/contract/http/client';
import { MESSAGE_DURATION, MESSAGES } from '@talaan/contract/errors/messages';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { showErrorList, showNotice, showPopup } from '../ui/feedback/feedback.ts';
import { NetworkFailure } from './client.ts';
import { isInMaintenance } from './maintenance.ts';

/**
 * Shows exactly one message for a failed write or explicit action (decisions §10): nothing for a 401 or maintenance, whose
 * dialog is already up; the notice of a change that waits for a second person; 'Network Error' when no answer came; the specific message when the action has one; else 'Failed getting data'.
 * `specific` gets the server's sentence. List and detail loads do not call this: they end with their own retry.
 */
export function reportFailure(failure: unknown, specific?: (message: string) => void): void {
  if (failure instanceof CallRefused && (failure.problem.status === 401 || isInMaintenance(failure))) return;
  if (failure instanceof ChangeWaits) {
    showNotice(failure.message);
    return;
  }
  const message = failureMessage(failure);
  if (failure instanceof NetworkFailure) {
    showPopup({ title: MESSAGES.networkError, text: message, tone: 'error', duration: MESSAGE_DURATION.networkError });
  } else if (specific !== undefined) specific(message);
  else showPopup({ title: MESSAGES.failedGettingData, text: message, tone: 'error' });
}

/** The same for a call that is answered with all that is wrong: each fault stands under `title`, or the one sentence of the server. */
export function reportFaults(failure: unknown, title: string): void {
  const lines = failure instanceof CallRefused ? flattenServerErrors(failure.problem.errors ?? {}) : [];
  reportFailure(failure, (message) => showErrorList(title, lines.length === 0 ? [message] : lines));
}

/** One sentence about a failure, for people. */
export function failureMessage(failure: unknown): string {
  if (failure instanceof CallRefused || failure instanceof NetworkFailure) return failure.message;
  return MESSAGES.tryAgainLater;
}
