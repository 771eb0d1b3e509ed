import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import type { EntryScreen } from '../../batches/page/entry-screen.ts';
import { CollectionActs } from './collection-acts.tsx';
import { CollectionEditor } from './collection-editor.tsx';
import { advanceOf, uncollectedOf } from './collection-calls.ts';
import { changeCollection, collecting, collectionFor, collectionOfCopy, draftOfCollection } from './collection-form.ts';
import { CollectionReading, CollectionSums } from './collection-reading.tsx';

const SCREEN: EntryScreen<typeof COLLECTIONS> = {
  kind: COLLECTIONS,
  titleOf: (collectionNumber) => `Collection ${collectionNumber}`,
  Editor: CollectionEditor,
  Reading: CollectionReading,
  Sums: CollectionSums,
  Besides: CollectionActs,
  draftOfCopy: (batch, today) => draftOfCollection(collectionOfCopy(batch, today), undefined),
  draftFor: async ({ customer, invoice: number, today, places, choices, client }) => {
    const form = collectionFor(customer, today, places);
    const open = number === '' ? [] : await client.fetchQuery(uncollectedOf(customer.id));
    const invoice = open.find(({ billing_invoice_no }) => billing_invoice_no === number);
    const begun = invoice === undefined ? form : collecting(form, invoice, choices);
    const { deposited_to } = await client.fetchQuery(advanceOf(customer.id, begun.header.currency_id));
    const deposit = { type: 'deposit', payee_id: customer.id, bank_id: deposited_to } as const;
    return draftOfCollection(changeCollection(begun, deposit), undefined);
  },
  pending: { number: 'collection_number', draft: 'collection_draft' },
};

/** /trx-collection/create: a collection to enter, read, issue or change. */
export function CollectionEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}
