import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import type { EntryScreen } from '../../batches/page/entry-screen.ts';
import { ReceiptActs } from '../receipt/receipt-acts.tsx';
import { CollectionEditor } from './collection-editor.tsx';
import { uncollectedOf } from './collection-calls.ts';
import { collecting, collectionFor, collectionOfCopy, draftOfCollection } from './collection-form.ts';
import { CollectionReading, CollectionSums } from './collection-reading.tsx';

const SCREEN: EntryScreen<typeof COLLECTIONS> = {
  kind: COLLECTIONS,
  titleOf: (collectionNumber) => `Collection ${collectionNumber}`,
  Editor: CollectionEditor,
  Reading: CollectionReading,
  Sums: CollectionSums,
  Besides: ({ batch }) => <ReceiptActs batch={batch} calls={collectionPrint} />,
  draftOfCopy: (batch, today) => draftOfCollection(collectionOfCopy(batch, today), undefined),
  draftFor: async ({ customer, invoice: number, today, places, choices, client }) => {
    const form = collectionFor(customer, today, places);
    const open = number === '' ? [] : await client.fetchQuery(uncollectedOf(customer.id));
    const invoice = open.find(({ billing_invoice_no }) => billing_invoice_no === number);
    return draftOfCollection(invoice === undefined ? form : collecting(form, invoice, choices), undefined);
  },
  pending: { number: 'collection_number', draft: 'collection_draft' },
};

/** /trx-collection/create: a collection to enter, read, issue or change. */
export function CollectionEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}
