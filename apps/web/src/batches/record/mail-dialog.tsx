import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { FIELD_RULES } from '@talaan/core/text/field-rules';
import { useActKey } from '../../api/use-act-key.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { tellMailed, type Asked as Sent } from '../../notices/mail-texts.ts';
import { showError, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';

/** Asks where a paper goes by e-mail, beginning with the address that is known, and sends it. */
export function MailDialog({
  title,
  what,
  known,
  send,
  onSent,
  onClose,
}: {
  title: string;
  /** What goes along: 'The purchase order'. */
  what: string;
  known: string;
  /** Sends it to an address; with these headers a mail whose answer was lost is sent once. */
  send: (to: string, headers: Record<string, string>) => Promise<Sent>;
  onSent: (sent: Sent) => void;
  onClose: () => void;
}) {
  const [to, setTo] = useState(known);
  const [tried, setTried] = useState(false);
  const { key, noteFailure } = useActKey();
  const fault = faultOf(to.trim());

  async function confirm(): Promise<void> {
    setTried(true);
    if (fault !== undefined) return;
    try {
      const sent = await withPleaseWait(send(to.trim(), { 'idempotency-key': key }));
      tellMailed(sent);
      onClose();
      onSent(sent);
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(`Unable to send an email! ${message}`));
    }
  }

  return (
    <Dialog
      open
      title={title}
      subtitle={`${what} goes along as PDF; it counts as a print.`}
      width={480}
      onClose={onClose}
      dirty={to !== known}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Send" onSave={() => void confirm()} />
        </>
      }
    >
      <Field label="To" required error={tried ? fault : undefined}>
        <TextInput
          data-autofocus
          type="email"
          maxLength={250}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

function faultOf(address: string): string | undefined {
  if (address === '') return MESSAGES.required;
  return FIELD_RULES.email.pattern.test(address) ? undefined : MESSAGES.invalidEmail;
}
