import { useQueryClient } from '@tanstack/react-query';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { showPopup } from '../../ui/feedback/feedback.ts';
import { choicesOf } from '../choices.ts';
import { useFormSurroundings } from '../fields/form-context.ts';
import { ReferenceControl } from '../fields/reference-control.tsx';
import { textIn } from '../record-text.ts';
import type { ControlProps, ScreenOverride } from '../resource-parts.ts';
import { MostCell } from './limit-cells.tsx';

/** How the pop-ups call the officer. */
export interface OfficerWords {
  readonly created: string;
  readonly createFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
}

/** What the screens of approving and billing officers share: pop-ups of two seconds; a level brings its limits (spec 1 §8). */
export function officerScreen(words: OfficerWords): ScreenOverride {
  const succeeded = {
    add: { title: MESSAGES.officerCreated, text: words.created },
    update: { title: MESSAGES.officerUpdated, text: '' },
    delete: { title: MESSAGES.officerDeleted, text: '' },
  };
  return {
    controls: { level: LevelControl },
    cells: { max_amount: (record) => <MostCell amount={record['max_amount'] as string | null} /> },
    subtitle: (record) => `${textIn(record, 'approver_name')} · ${textIn(record, 'level')}`,
    feedback: {
      succeeded: (action, _item, undo) => showPopup({ ...succeeded[action], tone: 'success', action: undo }),
      failed(action, message, lines) {
        const reason = lines.length > 0 ? lines.join(' ') : message;
        if (action === 'add') {
          showPopup({ title: MESSAGES.savingFailedTitle, text: reason || words.createFailed, tone: 'error' });
          return;
        }
        const [title, text] =
          action === 'update' ? [MESSAGES.updateFail, words.updateFailed] : [MESSAGES.deleteFail, words.deleteFailed];
        showPopup({ title, text: `${text}. ${reason}`, tone: 'error' });
      },
    },
  };
}

/** The level; choosing one fills in its limits. */
function LevelControl(props: ControlProps) {
  const { form } = useFormSurroundings();
  const client = useQueryClient();

  async function choose(code: string): Promise<void> {
    props.onChange(code);
    const levels = await client.fetchQuery(choicesOf('approving_level'));
    const level = levels.find((row) => row.code === code);
    if (level === undefined) return;
    for (const name of ['min_amount', 'max_amount']) {
      form.setValue(name, textIn(level, name), { shouldDirty: true, shouldValidate: true });
    }
  }

  return <ReferenceControl {...props} onChange={(code) => void choose(code)} />;
}
