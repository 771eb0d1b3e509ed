import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { editScreenOf, entryScreenOf } from '../../batches/page/entry-screens.tsx';
import { BillingActs } from './billing-acts.tsx';
import { BillingEditor } from './billing-editor.tsx';
import { BILLING } from './billing-form.ts';
import { BillingReading, useBillingSums } from './billing-reading.tsx';

/** /trx-billing/create: a billing to enter, read, approve or change. */
export const BillingEntryScreen = entryScreenOf(BILLING, {
  titleOf: (requestNumber) => `Billing request ${requestNumber}`,
  Editor: BillingEditor,
  Reading: BillingReading,
  useSums: useBillingSums,
  Besides: BillingActs,
  beginsFor: async () => ({}),
  pending: { number: 'billing_request_no', draft: 'billing_draft' },
});

/** /trx-billing/edit/{data}. */
export const BillingEditScreen = editScreenOf(BILLINGS);
