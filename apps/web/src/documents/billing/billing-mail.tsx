import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { STATUS } from '@talaan/core/documents/document-status';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { emailBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { MailOutcome, noteMailed } from '../../batches/reading/mail-outcome.tsx';
import { MailDialog } from '../../batches/record/mail-dialog.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconMail } from '../../ui/icons.tsx';
import { billingOf } from './billing-calls.ts';

/** Sends an approved invoice to its customer, with its paper; of any other billing nothing. */
export function BillingMail({ batch }: { batch: BatchDetail }) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const whyNot = useWhyNot(BILLINGS.module, ACCESS.update);
  const isInvoice = batch.status === STATUS.APPROVED;
  const billing = useQuery({ ...billingOf(batch.batch_number), enabled: isInvoice }).data;
  if (!isInvoice || billing === undefined) return null;
  const { billing_request_no, billing_invoice_no, payee_email } = billing;
  return (
    <>
      <Button icon={<IconMail />} disabledReason={whyNot} onClick={() => setAsks(true)}>
        E-mail
      </Button>
      <MailOutcome batch={batch} sentText={MESSAGES.billingMailed(billing_invoice_no ?? '')} />
      {asks ? (
        <MailDialog
          title={`E-mail ${billing_invoice_no}`}
          what="The invoice"
          known={payee_email}
          send={async (email_add, headers) =>
            (await callServer(emailBilling, { body: { billing_request_no, email_add }, headers })).data
          }
          onSent={({ mail_state }) => void noteMailed(client, batch, mail_state)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}
