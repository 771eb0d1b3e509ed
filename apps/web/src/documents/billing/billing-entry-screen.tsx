import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { editScreenOf } from '../../batches/page/edit-address.tsx';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import { screenOf } from '../../batches/page/entry-screen.ts';
import { BillingActs } from './billing-acts.tsx';
import { BillingEditor } from './billing-editor.tsx';
import { BILLING } from './billing-form.ts';
import { BillingReading, BillingSums } from './billing-reading.tsx';

const SCREEN = screenOf(BILLING, {
  kind: BILLINGS,
  titleOf: (requestNumber) => `Billing request ${requestNumber}`,
  Editor: BillingEditor,
  Reading: BillingReading,
  Sums: BillingSums,
  Besides: BillingActs,
  beginsFor: async () => ({}),
  pending: { number: 'billing_request_no', draft: 'billing_draft' },
});

/** /trx-billing/create: a billing to enter, read, approve or change. */
export function BillingEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}

/** /trx-billing/edit/{data}. */
export const BillingEditScreen = editScreenOf(BILLINGS);
