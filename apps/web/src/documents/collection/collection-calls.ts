import { readAdvance, readCollection } from '@talaan/contract/documents/collection/collection.contract';
import { askedOf } from '../../batches/record/batch-calls.ts';

/** What a customer paid in advance in a currency and has not used, and where his last collection went. */
export const advanceOf = (payee_id: number, currency_id: number) =>
  askedOf('advance', readAdvance, { query: { payee_id, currency_id } });

/** A collection with what the page of every batch does not know: its invoices' billings, and the cheque it came of. */
export const collectionOf = (id: string) => askedOf('collection', readCollection, { params: { id } });
