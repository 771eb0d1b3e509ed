import { useNavigate } from '@tanstack/react-router';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import { emailBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCESS } from '@talaan/core/access/access-level';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { MailAct } from '../../batches/reading/mail-act.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useInvoice } from './billing-calls.ts';
import { BillingDispute } from './billing-dispute.tsx';

/** What can be done with an invoice besides its moves. */
export function BillingActs({ batch }: { batch: BatchDetail }) {
  const billing = useInvoice(batch);
  if (billing === undefined) return null;
  return (
    <>
      <Collect billing={billing} />
      <BillingDispute billing={billing} />
      <Mail batch={batch} billing={billing} />
    </>
  );
}

/** Begins a collection of all that is open of an invoice. */
function Collect({ billing: { document_number, payee_id, open_amount } }: { billing: BillingDetail }) {
  const navigate = useNavigate();
  const whyNot = useWhyNot(COLLECTIONS.module, ACCESS.insert);
  if (payee_id === null || requireAmount(open_amount) === 0n) return null;
  return (
    <Button
      disabledReason={whyNot}
      onClick={() => void navigate({ to: COLLECTIONS.page, search: { customer: payee_id, invoice: document_number } })}
    >
      Collect
    </Button>
  );
}

/** Sends an approved invoice to its customer, with its paper; that of an opening one stayed with the old books. */
function Mail({ batch, billing }: { batch: BatchDetail; billing: BillingDetail }) {
  const { billing_request_no, billing_invoice_no, billing_date, is_opening, original_amount, payee_email } = billing;
  if (is_opening) {
    const of = original_amount === null ? '' : ` of ${formatAmount(requireAmount(original_amount))}`;
    return <span className="muted small">{`Opening${of}, billed on ${billing_date}`}</span>;
  }
  return (
    <MailAct
      batch={batch}
      number={billing_invoice_no ?? ''}
      what="The invoice"
      known={payee_email}
      sentText={MESSAGES.billingMailed(billing_invoice_no ?? '')}
      send={(email_add, headers) => callServer(emailBilling, { body: { billing_request_no, email_add }, headers })}
    />
  );
}
