import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';
import type { EntryScreen } from '../../batches/page/entry-screen.ts';
import { ReceiptActs } from '../receipt/receipt-acts.tsx';
import { CollectionEditor } from './collection-editor.tsx';
import { collectionFor, collectionOfCopy, draftOfCollection } from './collection-form.ts';
import { CollectionReading, CollectionSums } from './collection-reading.tsx';

const SCREEN: EntryScreen<typeof COLLECTIONS> = {
  kind: COLLECTIONS,
  titleOf: (collectionNumber) => `Collection ${collectionNumber}`,
  Editor: CollectionEditor,
  Reading: CollectionReading,
  Sums: CollectionSums,
  Besides: ({ batch }) => <ReceiptActs batch={batch} calls={collectionPrint} />,
  draftOfCopy: (batch, today) => draftOfCollection(collectionOfCopy(batch, today), undefined),
  draftFor: (payee, today, places) => draftOfCollection(collectionFor(payee, today, places), undefined),
  pending: { number: 'collection_number', draft: 'collection_draft' },
};

/** /trx-collection/create: a collection to enter, read, issue or change. */
export function CollectionEntryScreen() {
  return <EntryPage screen={SCREEN} />;
}
