import { defineDocument } from '../../batches/record/document-definition.ts';
import { billingRisks } from './billing-risks.store.ts';

/** A billing is an invoice once it is approved, and takes its number then (decisions §5, §6). */
export const billingDocument = defineDocument({
  document_type: 'BI',
  // An opening invoice keeps the number of the old books.
  numbersAtApproval: ({ documents }) => [
    { kind: 'bi', document_ids: documents.flatMap(({ id, document_number }) => (document_number === null ? id : [])) },
  ],
  findSignals: billingRisks,
});
