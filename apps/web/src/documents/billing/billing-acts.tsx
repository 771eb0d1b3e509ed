import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { ACCESS } from '@talaan/core/access/access-level';
import { STATUS } from '@talaan/core/documents/document-status';
import { requireAmount } from '@talaan/core/money/money';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { billingOf } from './billing-calls.ts';
import { BillingDispute } from './billing-dispute.tsx';
import { BillingMail } from './billing-mail.tsx';

/** What can be done with an invoice besides its moves. */
export function BillingActs({ batch }: { batch: BatchDetail }) {
  return (
    <>
      <Collect batch={batch} />
      <BillingDispute batch={batch} />
      <BillingMail batch={batch} />
    </>
  );
}

/** Begins a collection of all that is open of an invoice. */
function Collect({ batch: { batch_number, document_number, status, payee_id } }: { batch: BatchDetail }) {
  const navigate = useNavigate();
  const whyNot = useWhyNot(COLLECTIONS.module, ACCESS.insert);
  const billing = useQuery({ ...billingOf(batch_number), enabled: status === STATUS.APPROVED }).data;
  if (billing === undefined || payee_id === null || requireAmount(billing.open_amount) === 0n) return null;
  return (
    <Button
      disabledReason={whyNot}
      onClick={() => void navigate({ to: COLLECTIONS.page, search: { customer: payee_id, invoice: document_number } })}
    >
      Collect
    </Button>
  );
}
