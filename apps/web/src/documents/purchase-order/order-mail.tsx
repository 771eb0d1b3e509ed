import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { STATUS } from '@talaan/core/documents/document-status';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { emailOrder } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showNotice, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconMail } from '../../ui/icons.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';

/** Sends an approved order to its supplier, with its paper; of any other order nothing. */
export function OrderMail({ batch }: { batch: BatchDetail }) {
  const [asks, setAsks] = useState(false);
  const whyNot = useWhyNot(PURCHASE_ORDERS.module, ACCESS.update);
  if (batch.status < STATUS.APPROVED || batch.status === STATUS.ARCHIVED) return null;
  return (
    <>
      <Button icon={<IconMail />} disabledReason={whyNot} onClick={() => setAsks(true)}>
        E-mail
      </Button>
      {asks ? <MailDialog batch={batch} onClose={() => setAsks(false)} /> : null}
    </>
  );
}

function MailDialog({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const known = rowsOf(batch.parts, ORDER_TERMS)[0]?.email_add ?? '';
  const [to, setTo] = useState(known);
  const [tried, setTried] = useState(false);
  const missing = to.trim() === '';

  async function send(): Promise<void> {
    setTried(true);
    if (missing) return;
    try {
      const call = callServer(emailOrder, { params: { id: batch.batch_number }, body: { to: to.trim() } });
      const { data } = await withPleaseWait(call);
      if (data.has_server) showSuccess(`${data.po_number} is on its way to ${data.to_address}.`);
      else showNotice(`No mail server is set: the mail to ${data.to_address} is kept as not sent.`);
      onClose();
    } catch (failure) {
      reportFailure(failure, (message) => showError(`Unable to send an email! ${message}`));
    }
  }

  return (
    <Dialog
      open
      title={`E-mail ${batch.batch_number}`}
      subtitle="The purchase order goes along as PDF; it counts as a print."
      width={480}
      onClose={onClose}
      dirty={to !== known}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Send" onSave={() => void send()} />
        </>
      }
    >
      <Field label="To" required error={tried && missing ? MESSAGES.required : undefined}>
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
