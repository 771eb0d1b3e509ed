import { useNavigate } from '@tanstack/react-router';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../../../ui/buttons/button.tsx';
import { showPopup } from '../../../ui/feedback/feedback.ts';
import { withReason } from '../../record/record-feedback.ts';
import { SectionBlocks } from './section-blocks.tsx';
import type { ScreenOverride } from '../../record/resource-parts.ts';

const SUCCEEDED = {
  add: { title: MESSAGES.regularCreated, text: MESSAGES.regularCreatedText },
  update: { title: MESSAGES.regularUpdated, text: '' },
  delete: { title: MESSAGES.regularDeleted, text: '' },
};

const FAILED = {
  add: { title: MESSAGES.savingFailedTitle, text: MESSAGES.regularCreateFailed },
  update: { title: MESSAGES.updateFail, text: MESSAGES.regularUpdateFailed },
  delete: { title: MESSAGES.deleteFail, text: MESSAGES.regularDeleteFailed },
};

/** Lines stand in the blocks of their sections; saving and deleting is told in pop-ups of two seconds, a refusal with its reason (spec 1 §8). */
export const regularTransactionOverride: ScreenOverride = {
  rows: { sections: SectionBlocks, lines: () => null },
  actions: MonthRunButton,
  feedback: {
    succeeded: (action, _item, undo) => showPopup({ ...SUCCEEDED[action], tone: 'success', action: undo }),
    failed(action, message, lines) {
      const { title, text } = FAILED[action];
      showPopup({ title, text: withReason(text, message, lines), tone: 'error' });
    },
  },
};

/** Where all that are due in a month are made. */
function MonthRunButton() {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: '/regulartxns/month-run' })}>Month run</Button>;
}
