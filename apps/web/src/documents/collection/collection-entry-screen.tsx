import { entryScreenOf } from '../../batches/page/entry-screens.tsx';
import { openInvoicesOf } from '../receipt/open-invoices.ts';
import { NOT_APPLIED } from './applied.ts';
import { CollectionActs } from './collection-acts.tsx';
import { CollectionEditor } from './collection-editor.tsx';
import { COLLECTION } from './collection-form.ts';
import { CollectionReading, collectionSums } from './collection-reading.tsx';

/** /trx-collection/create: a collection to enter, read, issue or change. */
export const CollectionEntryScreen = entryScreenOf(COLLECTION, {
  titleOf: (collectionNumber) => `Collection ${collectionNumber}`,
  Editor: CollectionEditor,
  Reading: CollectionReading,
  useSums: collectionSums,
  Besides: CollectionActs,
  // All that is open of the invoice that leads to it, in its currency.
  beginsFor: async ({ customer, invoice: number, client }) => {
    const open = number === '' ? [] : await client.fetchQuery(openInvoicesOf(customer.id));
    const invoice = open.find(({ billing_invoice_no }) => billing_invoice_no === number);
    if (invoice === undefined) return {};
    const { currency_id, open_amount } = invoice;
    return {
      change: { currency_id, received_amount: open_amount },
      lines: { [number]: { ...NOT_APPLIED, cash_amount: open_amount } },
    };
  },
  pending: { number: 'collection_number', draft: 'collection_draft' },
});
