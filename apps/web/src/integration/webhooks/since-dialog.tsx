import { useState } from 'react';
import { sendWebhookAgain } from '@talaan/contract/integration/webhook.contract';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { DateField, UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';

/** Sends again what a source was told since a day: its receiver lost it. */
export function SinceDialog({ source, onClose, onSent }: { source: string; onClose: () => void; onSent: () => void }) {
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();

  async function send(): Promise<void> {
    if (!isCalendarDate(day)) return setError(UNREADABLE_DATE);
    setError(undefined);
    try {
      const since = `${day}T00:00:00+08:00`;
      const { queued } = (await withPleaseWait(callServer(sendWebhookAgain, { body: { source, since } }))).data;
      showSuccess(`${queued} ${queued === 1 ? 'message is' : 'messages are'} sent again.`);
      onSent();
      onClose();
    } catch (failure) {
      reportFailure(failure);
    }
  }

  return (
    <Dialog
      open
      title={`Send messages of ${source} again`}
      subtitle="Under the ids that they had, to the address that counts now: its receiver knows a repetition by its id."
      width={420}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Send again" onSave={() => void send()} />
        </>
      }
    >
      <FormGrid columns={1}>
        <Field label="Written since" required error={error}>
          <DateField value={day} onChange={setDay} />
        </Field>
      </FormGrid>
    </Dialog>
  );
}
