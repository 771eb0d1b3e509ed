import { useState } from 'react';
import { writeWebhook } from '@talaan/contract/integration/webhook.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';

/** An address with its secret, which is told once. */
export interface WrittenAddress {
  readonly url: string;
  readonly secret: string;
}

interface AddressDialogProps {
  source: string;
  onClose: () => void;
  onWritten: (written: WrittenAddress) => void;
}

/** Writes the address of a source. */
export function AddressDialog({ source, onClose, onWritten }: AddressDialogProps) {
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const { key, noteFailure } = useActKey();

  async function write(): Promise<void> {
    if (url.trim() === '') return setError(MESSAGES.required);
    setError(undefined);
    try {
      const headers = { 'idempotency-key': key };
      onWritten((await withPleaseWait(callServer(writeWebhook, { body: { source, url }, headers }))).data);
    } catch (failure) {
      noteFailure(failure);
      const told = failure instanceof CallRefused ? failure.problem.errors?.['url']?.[0] : undefined;
      if (told === undefined) reportFailure(failure);
      setError(told);
    }
  }

  return (
    <Dialog
      open
      title={`New address of ${source}`}
      subtitle="Its secret is shown once. It counts when somebody else confirmed it; until then the one before does."
      width={480}
      dirty={url !== ''}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Write" onSave={() => void write()} />
        </>
      }
    >
      <FormGrid columns={1}>
        <Field label="Address" required error={error} hint="It is called by POST: https://is.example/talaan">
          <TextInput
            data-autofocus
            inputMode="url"
            maxLength={500}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
      </FormGrid>
    </Dialog>
  );
}
