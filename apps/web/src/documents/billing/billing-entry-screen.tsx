import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { newForm } from '../../batches/entry/document/document-form.ts';
import { choiceOf } from '../../batches/entry/lines/entry-line.ts';
import { editScreenOf } from '../../batches/page/edit-address.tsx';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import { screenOf } from '../../batches/page/entry-screen.ts';
import { BillingActs } from './billing-acts.tsx';
import { invoicesOf } from './billing-calls.ts';
import { BillingEditor } from './billing-editor.tsx';
import { BILLING, termOf } from './billing-form.ts';
import { BillingReading, BillingSums } from './billing-reading.tsx';

const SCREEN = screenOf(BILLING, {
  kind: BILLINGS,
  titleOf: (requestNumber) => `Billing request ${requestNumber}`,
  Editor: BillingEditor,
  Reading: BillingReading,
  Sums: BillingSums,
  Besides: BillingActs,
  formFor: async ({ customer, client, ...begun }) => {
    const { id, payee_code, payee_desc, vat } = customer;
    const payment_term = termOf(await client.fetchQuery(invoicesOf(id)));
    const { header, ...form } = newForm(BILLING, begun);
    const payee = choiceOf(id, payee_code, payee_desc);
    return { ...form, header: { ...header, payee, vat, payment_term } };
  },
  pending: { number: 'billing_request_no', draft: 'billing_draft' },
});

/** /trx-billing/create: a billing to enter, read, approve or change. */
export function BillingEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}

/** /trx-billing/edit/{data}. */
export const BillingEditScreen = editScreenOf(BILLINGS);
