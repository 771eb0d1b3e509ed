import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handOverDrafts } from '@talaan/contract/approvals/handover.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LookupField, type Option } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { choicesOf } from '../record/choices.ts';
import styles from './user.module.css';

/** The drafts of a user who may not sign in any more go on under another preparer. */
export function HandOver({ id, name }: { id: number; name: string }) {
  const whyNot = useWhyNot('Users', ACCESS.delete);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button disabledReason={whyNot} onClick={() => setAsking(true)}>
        Hand over drafts…
      </Button>
      {asking ? <HandOverDialog id={id} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function HandOverDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const client = useQueryClient();
  const [to, setTo] = useState<Option | null>(null);
  const [reason, setReason] = useState('');

  async function search(text: string): Promise<Option[]> {
    const found = await client.fetchQuery(choicesOf('user', text.trim()));
    return found
      .filter((user) => user.id !== id)
      .map((user) => ({ value: String(user.id), label: user.name, code: user.code }));
  }

  async function handOver(chosen: Option): Promise<void> {
    const body = { to_user: Number(chosen.value), reason: reason.trim() };
    try {
      const { data } = await withPleaseWait(callServer(handOverDrafts, { params: { id }, body }));
      const drafts = (count: number) => `${count} ${count === 1 ? 'draft' : 'drafts'}`;
      const left =
        data.left === 0
          ? ''
          : ` ${drafts(data.left)} of ${data.left_modules.join(', ')} left: Update access is needed there.`;
      showSuccess(`${drafts(data.handed)} of ${name} handed over to ${chosen.label}.${left}`);
      onClose();
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  const missing =
    to === null ? 'Choose the new preparer.' : reason.trim() === '' ? 'Say why; the history shows it.' : undefined;
  return (
    <Dialog
      open
      title={`Hand over the drafts of ${name}`}
      width={480}
      dirty={to !== null || reason !== ''}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button variant="primary" disabledReason={missing} onClick={() => to !== null && void handOver(to)}>
            Hand over
          </Button>
        </>
      }
    >
      <div className={styles.access}>
        <Field label="New preparer" required>
          <LookupField data-autofocus value={to} onChange={setTo} search={search} />
        </Field>
        <Field label="Reason" required>
          <TextArea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <p>
          The new preparer can change and submit the drafts, confidential ones too, and is told. Neither of the two can
          approve them.
        </p>
      </div>
    </Dialog>
  );
}
