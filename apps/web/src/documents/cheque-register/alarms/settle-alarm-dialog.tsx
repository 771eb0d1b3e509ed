import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settleAlarm } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { useActKey } from '../../../api/use-act-key.ts';
import { showError, showSuccess } from '../../../ui/feedback/feedback.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-input.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { refreshCheques } from '../cheque-calls.ts';

/** Says what came of a cheque that the bank should not have paid; the alarm is over then. */
export function SettleAlarmDialog({ id, cheque, onClose }: { id: number; cheque: string; onClose: () => void }) {
  const client = useQueryClient();
  const [settlement, setSettlement] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();

  async function settle(): Promise<void> {
    setTried(true);
    if (busy || settlement.trim() === '') return;
    setBusy(true);
    try {
      await callServer(settleAlarm, { params: { id }, body: { settlement }, headers: { 'idempotency-key': key } });
      await refreshCheques(client);
      showSuccess(`The alarm of ${cheque} is settled.`);
      onClose();
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title="Settle the alarm"
      subtitle={cheque}
      onClose={onClose}
      closable={!busy}
      dirty={settlement !== ''}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave busy={busy} onSave={() => void settle()} />
        </>
      }
    >
      <Field
        label="What came of it"
        required
        hint="As told by the bank: paid back, forged, or entered by mistake."
        error={tried && settlement.trim() === '' ? MESSAGES.required : undefined}
      >
        <TextArea
          data-autofocus
          rows={3}
          maxLength={500}
          value={settlement}
          onChange={(event) => setSettlement(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
