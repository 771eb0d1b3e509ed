import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import type { EntryScreen } from '../../batches/page/entry-screen.ts';
import { BillingActs } from './billing-acts.tsx';
import { lastInvoiceOf } from './billing-calls.ts';
import { BillingEditor } from './billing-editor.tsx';
import { billingFor, billingOfCopy, draftOfBilling } from './billing-form.ts';
import { BillingReading } from './billing-reading.tsx';
import { BillingSums } from './billing-sums.tsx';

const SCREEN: EntryScreen<typeof BILLINGS> = {
  kind: BILLINGS,
  titleOf: (requestNumber) => `Billing request ${requestNumber}`,
  Editor: BillingEditor,
  Reading: BillingReading,
  Sums: BillingSums,
  Besides: BillingActs,
  draftOfCopy: (batch, today) => draftOfBilling(billingOfCopy(batch, today), undefined),
  draftFor: async ({ customer, today, places, client }) => {
    const last = await client.fetchQuery(lastInvoiceOf(customer.id));
    return draftOfBilling(billingFor(customer, last, today, places), undefined);
  },
  pending: { number: 'billing_request_no', draft: 'billing_draft' },
};

/** /trx-billing/create: a billing to enter, read, approve or change. */
export function BillingEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}
