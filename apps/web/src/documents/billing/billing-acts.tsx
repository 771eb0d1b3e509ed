import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { BillingDispute } from './billing-dispute.tsx';
import { BillingMail } from './billing-mail.tsx';

/** What can be done with an invoice besides its moves. */
export function BillingActs({ batch }: { batch: BatchDetail }) {
  return (
    <>
      <BillingDispute batch={batch} />
      <BillingMail batch={batch} />
    </>
  );
}
