import type { DocumentDefinition } from './batches/record/document-definition.ts';
import { billingDocument } from './documents/billing/billing.document.ts';
import { cashReceiptDocument } from './documents/cash-receipt/cash-receipt.document.ts';
import { collectionDocument } from './documents/collection/collection.document.ts';
import { disbursementDocuments } from './documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from './documents/journal-entry/journal-entry.document.ts';
import { purchaseOrderDocument } from './documents/purchase-order/purchase-order.document.ts';

/** Every kind of document of the product. */
export const DOCUMENTS: readonly DocumentDefinition[] = [
  ...disbursementDocuments,
  journalEntryDocument,
  cashReceiptDocument,
  billingDocument,
  collectionDocument,
  purchaseOrderDocument,
];
