import { MESSAGES } from '@talaan/contract/errors/messages';
import { showPopup } from '../../../ui/feedback/feedback.ts';
import { PesoControl } from '../../fields/value-controls.tsx';
import { withReason } from '../../record/record-feedback.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { LevelWarnings } from './approval-warnings.tsx';
import { MostCell } from './limit-cells.tsx';

const FAILED = {
  add: { title: MESSAGES.savingFailedTitle, text: '' },
  update: { title: MESSAGES.updateFail, text: MESSAGES.levelUpdateFailed },
  delete: { title: MESSAGES.deleteFail, text: MESSAGES.levelDeleteFailed },
};

/** Levels are in pesos; what could not be stored says so in a pop-up (spec 1 §8). */
export const approvingLevelOverride: ScreenOverride = {
  controls: { min_amount: PesoControl, max_amount: PesoControl },
  cells: { max_amount: (record) => <MostCell amount={record['max_amount'] as string | null} /> },
  notes: LevelWarnings,
  feedback: {
    failed(action, message, lines) {
      const { title, text } = FAILED[action];
      showPopup({ title, text: withReason(text, message, lines), tone: 'error' });
    },
  },
};
