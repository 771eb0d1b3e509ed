import type { Invoice } from '@talaan/contract/documents/billing/billing.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { changeForm, newForm } from '../../batches/entry/document/document-form.ts';
import { choiceOf } from '../../batches/entry/lines/entry-line.ts';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import { screenOf } from '../../batches/page/entry-screen.ts';
import { NOT_APPLIED } from './applied.ts';
import { CollectionActs } from './collection-acts.tsx';
import { CollectionEditor } from './collection-editor.tsx';
import { advanceOf, uncollectedOf } from './collection-calls.ts';
import { COLLECTION } from './collection-form.ts';
import { CollectionReading, CollectionSums } from './collection-reading.tsx';

/** All that is open of an invoice, in its currency. */
const receivingAll = ({ currency_id, open_amount }: Invoice) => ({ currency_id, received_amount: open_amount });

const SCREEN = screenOf(COLLECTION, {
  kind: COLLECTIONS,
  titleOf: (collectionNumber) => `Collection ${collectionNumber}`,
  Editor: CollectionEditor,
  Reading: CollectionReading,
  Sums: CollectionSums,
  Besides: CollectionActs,
  formFor: async ({ customer: { id, payee_code, payee_desc }, invoice: number, choices, client, ...begun }) => {
    const open = number === '' ? [] : await client.fetchQuery(uncollectedOf(id));
    const invoice = open.find(({ billing_invoice_no }) => billing_invoice_no === number);
    const change = { payee: choiceOf(id, payee_code, payee_desc), ...(invoice && receivingAll(invoice)) };
    const form = changeForm(COLLECTION, newForm(COLLECTION, begun), { type: 'header', change, choices });
    const { deposited_to } = await client.fetchQuery(advanceOf(id, form.header.currency_id));
    const lines = invoice === undefined ? {} : { [number]: { ...NOT_APPLIED, cash_amount: invoice.open_amount } };
    return { ...form, header: { ...form.header, bank_id: deposited_to }, lines };
  },
  pending: { number: 'collection_number', draft: 'collection_draft' },
});

/** /trx-collection/create: a collection to enter, read, issue or change. */
export function CollectionEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}
