import type { DocumentType } from '@talaan/core/documents/document-type';
import type { DocumentPart } from './document-part.ts';
import { BILLING_SERVICES, BILLING_TERMS } from './billing/billing.fields.ts';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from './collection/collection.fields.ts';
import { ORDER_LINES, ORDER_TERMS } from './purchase-order/purchase-order.fields.ts';

/** The tables that a document type has of its own, beside lines of account or in their place. */
export const DOCUMENT_PARTS: Readonly<Partial<Record<DocumentType, readonly DocumentPart[]>>> = {
  BI: [BILLING_TERMS, BILLING_SERVICES],
  CN: [COLLECTION_TERMS, COLLECTION_APPLICATIONS],
  PO: [ORDER_TERMS, ORDER_LINES],
};

/** The parts of a type, in the order in which they are read and signed. */
export function partsOf(type: string): readonly DocumentPart[] {
  return DOCUMENT_PARTS[type as DocumentType] ?? [];
}
