import { MESSAGES } from '@talaan/contract/errors/messages';
import { showError, showPopup } from '../../ui/feedback/feedback.ts';
import type { ScreenOverride } from '../resource-parts.ts';

/** A company that was not saved says so with 'Failed getting data' (spec 1 §8). */
export const companyOverride: ScreenOverride = {
  feedback: {
    failed(action, message, lines) {
      if (action === 'delete') showError(MESSAGES.deleteFailed(message));
      else {
        const text = lines.length > 0 ? lines.join(' ') : message;
        showPopup({ title: MESSAGES.failedGettingData, text, tone: 'error' });
      }
    },
  },
};
