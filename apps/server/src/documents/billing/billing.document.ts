import { defineDocument } from '../../batches/record/document-definition.ts';
import { billingRisks } from './billing-risks.store.ts';

/** A billing is an invoice once it is approved, and takes its number then (decisions §5, §6). */
export const billingDocument = defineDocument({
  document_type: 'BI',
  numbersAtApproval: ({ documents }) => [{ kind: 'bi', document_ids: documents.map(({ id }) => id) }],
  findSignals: billingRisks,
});
