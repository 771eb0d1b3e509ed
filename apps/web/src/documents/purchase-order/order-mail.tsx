import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { STATUS } from '@talaan/core/documents/document-status';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { emailOrder } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { callServer } from '../../api/client.ts';
import { MailOutcome, noteMailed } from '../../batches/reading/mail-outcome.tsx';
import { MailDialog } from '../../batches/record/mail-dialog.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconMail } from '../../ui/icons.tsx';

/** Sends an approved order to its supplier, with its paper; of any other order nothing. */
export function OrderMail({ batch }: { batch: BatchDetail }) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const whyNot = useWhyNot(PURCHASE_ORDERS.module, ACCESS.update);
  const { batch_number, status } = batch;
  if (status < STATUS.APPROVED || status === STATUS.ARCHIVED) return null;
  return (
    <>
      <Button icon={<IconMail />} disabledReason={whyNot} onClick={() => setAsks(true)}>
        E-mail
      </Button>
      <MailOutcome batch={batch} sentText={`Successfully sent an email for purchase order ${batch_number}.`} />
      {asks ? (
        <MailDialog
          title={`E-mail ${batch_number}`}
          what="The purchase order"
          known={rowsOf(batch.parts, ORDER_TERMS)[0]?.email_add ?? ''}
          send={async (to, headers) =>
            (await callServer(emailOrder, { params: { id: batch_number }, body: { to }, headers })).data
          }
          onSent={({ mail_state }) => void noteMailed(client, batch, mail_state)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}
