import { MESSAGES } from '@talaan/contract/errors/messages';
import { showPopup } from '../../../ui/feedback/feedback.ts';
import { withReason } from '../../record/record-feedback.ts';
import { textIn } from '../../record/record-text.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { MostCell } from './limit-cells.tsx';

/** How the pop-ups call the officer. */
export interface OfficerWords {
  readonly created: string;
  readonly createFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
}

/** What the screens of approving and billing officers share: pop-ups of two seconds (spec 1 §8). */
export function officerScreen(words: OfficerWords): ScreenOverride {
  const succeeded = {
    add: { title: MESSAGES.officerCreated, text: words.created },
    update: { title: MESSAGES.officerUpdated, text: '' },
    delete: { title: MESSAGES.officerDeleted, text: '' },
  };
  return {
    cells: { max_amount: (record) => <MostCell amount={record['max_amount'] as string | null} /> },
    subtitle: (record) => `${textIn(record, 'approver_name')} · ${textIn(record, 'level')}`,
    feedback: {
      succeeded: (action, _item, undo) => showPopup({ ...succeeded[action], tone: 'success', action: undo }),
      failed(action, message, lines) {
        if (action === 'add') {
          const text = withReason('', message, lines) || words.createFailed;
          showPopup({ title: MESSAGES.savingFailedTitle, text, tone: 'error' });
          return;
        }
        const [title, text] =
          action === 'update' ? [MESSAGES.updateFail, words.updateFailed] : [MESSAGES.deleteFail, words.deleteFailed];
        showPopup({ title, text: withReason(text, message, lines), tone: 'error' });
      },
    },
  };
}
